"""The C++ core of otherwords; use the package, not this module."""

from collections.abc import Sequence
import enum
import os


version: str = '0.1.0.dev0'

class Error(Exception):
    pass

class FormatError(Error):
    pass

class WordScore:
    """How the model scores one word in its context."""

    @property
    def word(self) -> str:
        """the word as given"""

    @property
    def score(self) -> float:
        """natural log of its probability"""

    @property
    def matched(self) -> int:
        """length of the n-gram found, the word included"""

    @property
    def known(self) -> bool:
        """whether the vocabulary has the word"""

class TextScore:
    """Sums over scored sentences."""

    @property
    def sentences(self) -> int:
        """number of sentences"""

    @property
    def words(self) -> int:
        """words, each </s> counted as one"""

    @property
    def unknown(self) -> int:
        """words outside the vocabulary"""

    @property
    def score(self) -> float:
        """natural log probability of all"""

    @property
    def unknown_score(self) -> float:
        """the part of unknown words"""

    @property
    def perplexity(self) -> float:
        """per word, unknown ones included"""

    @property
    def perplexity_known(self) -> float:
        """per word, unknown ones left out"""

class ModelReport:
    """What building a model file found out."""

    @property
    def ngram_counts(self) -> list[int]:
        """n-grams read, by order"""

    @property
    def added(self) -> int:
        """contexts and suffixes added because they lacked"""

    @property
    def states(self) -> int:
        """distinct contexts"""

    @property
    def file_bytes(self) -> int:
        """size of the file"""

    @property
    def unknown_added(self) -> bool:
        """<unk> was missing"""

    @property
    def quantisation_error(self) -> float:
        """root mean square error of the probabilities, log10"""

class LanguageModel:
    """A memory-mapped n-gram model."""

    def __init__(self, path: str) -> None:
        """Opens a model file."""

    @property
    def order(self) -> int:
        """longest n-gram"""

    @property
    def path(self) -> str:
        """where it is"""

    @property
    def file_bytes(self) -> int:
        """its size"""

    @property
    def ngram_counts(self) -> list[int]:
        """stored n-grams, by order"""

    @property
    def states(self) -> int:
        """distinct contexts"""

    @property
    def quantised(self) -> bool:
        """whether probabilities are 8-bit codes"""

    def __contains__(self, arg: str, /) -> bool: ...

    def score(self, sentence: str, *, bos: bool = True, eos: bool = True) -> float:
        """
        Natural log probability of a tokenised sentence; `bos` starts it after <s>, `eos` scores </s> at its end.
        """

    def words(self, sentence: str, *, bos: bool = True, eos: bool = True) -> list[WordScore]:
        """The score of each word, </s> last."""

    def score_fd(self, fd: int, name: str, *, output_fd: int = -1, bos: bool = True, eos: bool = True) -> TextScore:
        """
        Scores each line of a descriptor and returns the sums; with `output_fd`, writes the score of each line there.
        """

    def write_arpa(self, fd: int, name: str) -> None:
        """Writes the model as ARPA text to a descriptor."""

class ModelBuilder:
    """The n-grams of an ARPA text."""

    def write(self, path: str, *, quantise: bool = False) -> ModelReport:
        """Writes the model file; afterwards the builder is empty."""

def read_arpa(fd: int, name: str) -> ModelBuilder:
    """Reads ARPA text from a descriptor; `name` is what errors call it."""

class Entry:
    """One way to say a source phrase."""

    @property
    def target(self) -> str:
        """The words of the target, with blanks between them."""

    @property
    def scores(self) -> list[float]:
        """Natural logs, in the order of `Table.score_names`."""

    @property
    def count(self) -> int | None:
        """How often the pair was seen, if that is known."""

    @property
    def tags(self) -> str | None:
        """The tag signature, if there is one."""

    @property
    def alignment(self) -> list[tuple[int, int]]:
        """Pairs of a place in the source and a place in the target."""

    def __repr__(self) -> str: ...

class Match:
    """An entry whose source is the tokens [begin, end)."""

    @property
    def begin(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def entry(self) -> Entry: ...

    def __repr__(self) -> str: ...

class Table:
    """A paraphrase table, mapped from its file."""

    def __init__(self, path: str | os.PathLike[str]) -> None: ...

    MAGIC: bytes = ...

    @property
    def path(self) -> str: ...

    @property
    def file_size(self) -> int: ...

    @property
    def score_names(self) -> list[str]: ...

    @property
    def entry_count(self) -> int: ...

    @property
    def source_count(self) -> int: ...

    @property
    def word_count(self) -> int: ...

    @property
    def longest_source(self) -> int: ...

    @property
    def longest_target(self) -> int: ...

    @property
    def has_counts(self) -> bool: ...

    @property
    def has_tags(self) -> bool: ...

    @property
    def has_alignments(self) -> bool: ...

    @property
    def is_quantised(self) -> bool: ...

    def lookup(self, phrase: str) -> list[Entry]:
        """The entries of a phrase, best first."""

    def matches(self, tokens: Sequence[str]) -> list[Match]:
        """
        Every entry of every span of a sentence, in the order of begin, end and rank.
        """

    def verify(self) -> None:
        """Reads the whole file and raises FormatError where it is damaged."""

    def write_moses(self, fd: int, name: str, log: bool) -> None:
        """Writes a Moses phrase table to a descriptor."""

    def write_tsv(self, fd: int, name: str, log: bool) -> None:
        """Writes columns separated by tabs to a descriptor."""

class Columns:
    """Entries as the buffers of Arrow arrays."""

    @property
    def rows(self) -> int: ...

    @property
    def source(self) -> tuple[bytes, bytes]: ...

    @property
    def target(self) -> tuple[bytes, bytes]: ...

    @property
    def scores(self) -> list[bytes]: ...

    @property
    def count(self) -> bytes: ...

    @property
    def tags(self) -> tuple[bytes, bytes]: ...

    @property
    def alignment(self) -> tuple[bytes, bytes]: ...

class ColumnReader:
    """All entries of a table, many at a time."""

    def __init__(self, table: Table) -> None: ...

    def next(self, rows: int) -> Columns:
        """At most so many; no row at the end."""

class Duplicates(enum.Enum):
    """What becomes of entries with the same pair."""

    BEST = 0
    """The one with the highest first score is kept."""

    FIRST = 1
    """The one that came first is kept."""

    SUM = 2
    """Their probabilities and counts are added up."""

class WriteReport:
    """What was written."""

    @property
    def entries(self) -> int: ...

    @property
    def sources(self) -> int: ...

    @property
    def words(self) -> int: ...

    @property
    def duplicates(self) -> int: ...

    @property
    def quantisation_errors(self) -> list[float]:
        """The largest of each score; empty without quantisation."""

class TableBuilder:
    """Collects entries and writes a table file."""

    def __init__(self, score_names: Sequence[str]) -> None: ...

    def __len__(self) -> int: ...

    def add(self, source: str, target: str, scores: Sequence[float], *, count: int | None = None, tags: str | None = None, alignment: Sequence[tuple[int, int]] = []) -> None:
        """Adds an entry; scores are natural logs."""

    def add_table(self, table: Table) -> None:
        """Adds all entries of a table with the same scores."""

    def write(self, path: str | os.PathLike[str], *, duplicates: Duplicates = Duplicates.BEST, quantise: bool = False) -> WriteReport:
        """Writes the file, which appears under its name when it is complete."""

class ImportReport:
    """What a text held."""

    @property
    def lines(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def patterns(self) -> int:
        """Rules with slots, set aside."""

    @property
    def broken(self) -> int:
        """Lines left out."""

    @property
    def first_broken(self) -> list[tuple[int, str]]:
        """Number and fault of the first ten of them."""

class TextImport:
    """Builds a table from text."""

    @staticmethod
    def moses(scores: Sequence[int], names: Sequence[str], log: bool, strict: bool) -> TextImport: ...

    @staticmethod
    def tsv(scores: Sequence[int], names: Sequence[str], log: bool, strict: bool) -> TextImport: ...

    @staticmethod
    def ppdb(features: Sequence[str], names: Sequence[str], strict: bool) -> TextImport: ...

    def open(self, fd: int, name: str) -> None:
        """Begins an input."""

    def keep_patterns(self, fd: int, name: str) -> None:
        """Sends rules with slots to a descriptor."""

    def read(self, lines: int) -> bool:
        """Reads at most so many lines of the input; False at its end."""

    @property
    def report(self) -> ImportReport:
        """About the input opened last, so far."""

    def write(self, path: str | os.PathLike[str], *, duplicates: Duplicates = Duplicates.BEST, quantise: bool = False) -> WriteReport:
        """Writes the entries of all inputs."""
