"""The C++ core of otherwords; use the package, not this module."""

from collections.abc import Callable, Sequence
import enum
import os
from typing import Annotated

import numpy
from numpy.typing import NDArray


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

class TrainReport:
    """What a training run read and made."""

    @property
    def tokens(self) -> int:
        """words of the text, without <s> and </s>"""

    @property
    def sentences(self) -> int:
        """lines of the text"""

    @property
    def ngram_counts(self) -> list[int]:
        """n-grams of the model, by order"""

    @property
    def discounts(self) -> list[list[float]]:
        """D1, D2 and D3+, by order"""

def train_arpa(texts: Sequence[tuple[int, str]], output: tuple[int, str], *, order: int = 3, memory: int = 2147483648, folder: str = '/tmp', cutoffs: Sequence[int] = [], entropy: float = 0.0, vocabulary: int = 0, fallback_discounts: bool = False) -> TrainReport:
    """
    Trains a model of texts, each a descriptor and its name, and writes it as ARPA text.
    """

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

    def lookup(self, phrase: str, tags: Sequence[str] | None = None) -> list[Entry]:
        """
        The entries of a phrase, best first. Penn tags of its words leave out the entries whose signatures are others.
        """

    def matches(self, tokens: Sequence[str], tags: Sequence[str] | None = None) -> list[Match]:
        """
        Every entry of every span of a sentence, in the order of begin, end and rank; with Penn tags of its words, those whose signatures allow for them.
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

    def add_columns(self, source_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], scores: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, tags: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None = None, alignments: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None = None) -> None:
        """
        Adds entries from two Arrow columns of phrases, a row of scores and a count each (0: not known); if given, also columns of tag signatures (empty: none) and of links, two bytes for each.
        """

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
    def left_out(self) -> dict[str, int]:
        """Lines that are nothing for such a table: why, and how many."""

    @property
    def broken(self) -> int:
        """Lines with mistakes, left out."""

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

    @staticmethod
    def ppdb_rules(features: Sequence[str], names: Sequence[str], function_words: Sequence[str], strict: bool) -> TextImport: ...

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

def token_spans(text: str, language: str) -> tuple[list[int], list[int]]:
    """Where the tokens of a text begin and end, counted in code points."""

def tokenise_lines(lines: list[str], language: str, *, lower: bool = False, threads: int = 0) -> list[str]:
    """
    Each line as its tokens with single spaces between them, in lower case if asked for; 0 threads are as many as there are cores.
    """

class SeenPairs:
    """Which sentence pairs were there before."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def add(self, source: str, target: str) -> bool:
        """Whether the pair is new; from now on it is not."""

class CasingCounter:
    """Counts how words are written inside of sentences."""

    def __init__(self) -> None: ...

    def add(self, lines: list[str]) -> None:
        """Adds lines of tokens with spaces between them."""

    def forms(self) -> tuple[list[str], list[int]]:
        """All forms in the order of their bytes, and how often each was seen."""

class LineBreaks(enum.Enum):
    """What a line break says."""

    WRAP = 0

    PARAGRAPHS = 1

    SENTENCES = 2

def sentence_spans(text: str, language: str, breaks: LineBreaks) -> tuple[list[int], list[int], list[int]]:
    """
    Where the sentences of a document begin and end, counted in code points, and the numbers of their paragraphs.
    """

def tokenised_sentences(texts: list[str], language: str) -> list[list[tuple[int, int, list[int], list[int]]]]:
    """
    For each document its sentences: start and end, and where its tokens begin and end, counted from its start; all in code points.
    """

class CasingForms:
    """The usual form of each word."""

    def __init__(self, forms: list[str], counts: Sequence[int]) -> None: ...

    @staticmethod
    def open(path: str | os.PathLike[str]) -> CasingForms:
        """Opens a file that `write` made."""

    def write(self, path: str | os.PathLike[str]) -> None:
        """
        Keeps them in a file, which appears under its name when it is complete.
        """

    def __len__(self) -> int: ...

    def form_of(self, word: str) -> str | None:
        """
        How a lower-case word is written inside of a sentence, if that is known.
        """

class Terms:
    """Words and phrases, found whatever their case."""

    def __init__(self, terms: list[str], language: str) -> None: ...

    def contained_in(self, lines: list[str]) -> list[bool]:
        """
        Whether a term is in each line of lower-case words with spaces between them.
        """

class Protection:
    """Says which tokens must stay as they are."""

    def __init__(self, language: str, *, keep: list[str], names: bool, quoted: bool, casing: CasingForms | None) -> None: ...

    def reasons(self, texts: list[str], starts: list[list[int]], ends: list[list[int]]) -> list[bytes]:
        """
        A byte for each token of each text: the reasons to protect it, added up.
        """

class Surface:
    """Puts words into texts."""

    def __init__(self, language: str, casing: CasingForms | None) -> None: ...

    def edits(self, texts: list[str], starts: list[list[int]], ends: list[list[int]], replacements: Sequence[Sequence[tuple[int, int, str] | tuple[int, int, str, Sequence[int]]]], is_protected: Sequence[bytes] | None = None) -> list[list[tuple[int, int, str, int | None]]]:
        """
        What puts replacements (first token, end, words, and maybe for each word the token that it carries along or -1) into each text: start, end, target, and the number of the replacement. Protected tokens (a byte for each, not 0) keep their capitals.
        """

class NearPair:
    """Two sentences of a cluster that differ little."""

    @property
    def first(self) -> int:
        """number of the first sentence"""

    @property
    def second(self) -> int:
        """number of the second sentence"""

    @property
    def distance(self) -> int:
        """number of edits"""

class NearPairs:
    """What was found in a cluster."""

    @property
    def pairs(self) -> list[NearPair]:
        """in the order of their numbers"""

    @property
    def sentences(self) -> int:
        """sentences of a length that counts"""

    @property
    def repeated(self) -> int:
        """sentences that were there before, left out"""

    @property
    def compared(self) -> int:
        """pairs whose distance was computed"""

    @property
    def punctuation(self) -> int:
        """near pairs that differ in punctuation only, left out"""

def near_pairs(clusters: list[list[str]], *, distance: int, share: float, ratio: float, shortest: int, longest: int, substitutions: bool, threads: int = 0) -> list[NearPairs]:
    """
    The pairs of tokenised sentences that differ in few words, cluster by cluster.
    """

class AlikePairs:
    """Sentences that have n-grams in common, by columns."""

    @property
    def first(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """number of the first sentence"""

    @property
    def second(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """number of the second one"""

    @property
    def likeness(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """twice the n-grams in common, as a share of those of both"""

def alike_pairs(sentences: list[str], *, least: float, longest: int) -> AlikePairs:
    """The pairs of tokenised sentences that have many n-grams in common."""

def cluster_articles(articles: list[str], times: list[int], *, similarity: float, window: int) -> list[int]:
    """
    The number of the cluster of each tokenised article; times and the window in seconds.
    """

class Bead:
    """Sentences of two texts that correspond to each other."""

    @property
    def first_begin(self) -> int:
        """first sentence of the first text"""

    @property
    def first_end(self) -> int:
        """one behind the last"""

    @property
    def second_begin(self) -> int:
        """first sentence of the second text"""

    @property
    def second_end(self) -> int:
        """one behind the last"""

    @property
    def overlap(self) -> float:
        """how much of the words they have in common, 0 to 1"""

def align_sentences(first: list[str], second: list[str], *, window: int = 200) -> list[Bead]:
    """
    Which tokenised sentences of two texts correspond, from the first to the last.
    """

class MonteCarloMode(enum.Enum):
    """What a final state is worth."""

    TRANSLATOR = 0
    """
    Units until the whole sentence is covered; the score of that derivation.
    """

    TRUE_SCORE = 1
    """What is not changed stays; the true score of the string."""

    REWARD = 2
    """The reward of MCPG, as a log: the ratio to the source, at most 1."""

class MonteCarloOptions:
    """What Monte-Carlo search can be told."""

    def __init__(self, *, mode: MonteCarloMode = MonteCarloMode.TRUE_SCORE, episodes: int = 100000, seconds: float = 0.0, confidence: float = 0.0, seed: int = 1, trees: int = 1, threads: int = 1, exploration: float = 1.0, rave: float = 1000.0, prior: float = 1.0, rollout_stop: float = 0.2, rollout_heat: float = 1.0, expand: int = 8, stop_at_root: bool = False, batch: int = 64, model_weight: float = 0.0) -> None: ...

    @property
    def mode(self) -> MonteCarloMode: ...

    @property
    def episodes(self) -> int:
        """η: so many before the best action is fixed"""

    @property
    def seconds(self) -> float:
        """for a sentence; 0: no limit"""

    @property
    def confidence(self) -> float:
        """fix an action before η episodes once it is this sure; 0: never"""

    @property
    def seed(self) -> int:
        """of random numbers: the same seed, the same answers"""

    @property
    def trees(self) -> int:
        """
        searches with random numbers of their own; the best of all is the answer
        """

    @property
    def threads(self) -> int:
        """for the trees of a sentence; 0: all cores"""

    @property
    def exploration(self) -> float:
        """factor of what UCB1-tuned adds to values"""

    @property
    def rave(self) -> float:
        """
        k: visits at which RAVE weighs as much as the action itself; 0: no RAVE
        """

    @property
    def prior(self) -> float:
        """visits that the score of a rule alone in the sentence counts for"""

    @property
    def rollout_stop(self) -> float:
        """
        without heat: chance that a roll-out stops at each step; 0: the same as any rule's
        """

    @property
    def rollout_heat(self) -> float:
        """
        roll-outs go from word to word and draw rules in proportion to exp(score of the rule alone / heat); 0: all alike
        """

    @property
    def expand(self) -> int:
        """visits before what an action leads to has statistics of its own"""

    @property
    def stop_at_root(self) -> bool:
        """whether the sentence may stay as it is"""

    @property
    def batch(self) -> int:
        """texts that a scorer gets at a time"""

    @property
    def model_weight(self) -> float:
        """of the mode's score, beside a scorer's"""

class Search(enum.Enum):
    """How the best derivation is looked for."""

    EXACT = 0
    """Distinct strings in the order of their true scores."""

    BEAM = 1
    """Derivations that survive in stacks of limited size."""

    MONTE_CARLO = 2
    """The best strings that sampling comes across."""

class DecodeOptions:
    """What to look for and how hard."""

    def __init__(self, *, search: Search = Search.EXACT, n: int = 1, distinct: bool = False, max_expansions: int = 20000000, max_seconds: float = 0.0, stack: int = 100, threshold: float = float('inf'), monte_carlo: MonteCarloOptions = ...) -> None: ...

    @property
    def search(self) -> Search: ...

    @property
    def n(self) -> int:
        """how many derivations"""

    @property
    def distinct(self) -> bool:
        """one derivation a string; exact search never gives more"""

    @property
    def max_expansions(self) -> int:
        """words that exact search may try at states before the beam takes over"""

    @property
    def max_seconds(self) -> float:
        """seconds that exact search may take for a sentence; 0: no limit"""

    @property
    def stack(self) -> int:
        """hypotheses a stack of the beam keeps; 0: all"""

    @property
    def threshold(self) -> float:
        """how far below the best of its stack a hypothesis may score"""

    @property
    def monte_carlo(self) -> MonteCarloOptions:
        """options of Monte-Carlo search"""

class DerivationEdge:
    """A unit that a derivation uses."""

    @property
    def begin(self) -> int:
        """number of its first source word, from 0"""

    @property
    def end(self) -> int:
        """one behind its last source word"""

    @property
    def target(self) -> str:
        """the words it makes"""

    @property
    def table(self) -> str:
        """name of its table, `self` or `unknown`"""

    @property
    def table_index(self) -> int | None:
        """number of its table, None without one"""

    @property
    def score(self) -> float:
        """weighted log score"""

    @property
    def features(self) -> list[float]:
        """the log scores of its entry, before weighting"""

class Derivation:
    """One way to say the sentence."""

    @property
    def text(self) -> str:
        """its words, joined by blanks"""

    @property
    def words(self) -> list[str]:
        """its words"""

    @property
    def score(self) -> float:
        """language model and edges, weighted, natural log"""

    @property
    def lm(self) -> float:
        """language model score, natural log, not weighted"""

    @property
    def global_score(self) -> float | None:
        """what it is ranked by where there is a scorer; None if there is none"""

    @property
    def edges(self) -> list[DerivationEdge]:
        """its units, from left to right"""

    def __repr__(self) -> str: ...

class Decoded:
    """What a search found for one sentence."""

    @property
    def derivations(self) -> list[Derivation]:
        """best first"""

    @property
    def search(self) -> Search:
        """which search gave the answer: the beam when exact search hit its limit"""

    @property
    def optimal(self) -> bool:
        """the first derivation is proven to be the best there is"""

    @property
    def complete(self) -> bool:
        """each derivation is proven to be in its place"""

    @property
    def upper_bound(self) -> float:
        """no derivation scores higher; infinite if there is no such bound"""

    @property
    def episodes(self) -> int:
        """of Monte-Carlo search"""

    def ranked(self, scores: Sequence[float], *, n: int, proven: bool) -> Decoded:
        """
        The n best derivations by other scores, one for each: the highest first, then as they were. `proven` if there are no others than these.
        """

class TrueScore:
    """The best score of a given paraphrase."""

    @property
    def score(self) -> float:
        """minus infinity when it cannot be made"""

    @property
    def decoded(self) -> Decoded:
        """ways to make it, best first; no more than asked for"""

    @property
    def count(self) -> int:
        """how many segmentations there are"""

    @property
    def reason(self) -> str:
        """why it cannot be made; empty when it can"""

class Decoder:
    """Tables, a language model and their weights."""

    def __init__(self, tables: Sequence[Table], lm: LanguageModel, *, table_names: Sequence[str] | None = None, table_weights: Sequence[Sequence[float]] | None = None, lm_weight: float = 1.0, self_score: float | None = None, self_weight: float = 1.0, unknown: float = -100.0) -> None:
        """
        A weight for each score of each table, 1 by default. `self_score` is the log score of an edge from each word to itself (none by default), `unknown` that of a word that no entry covers.
        """

    def decode(self, sentence: str, options: DecodeOptions = ..., *, scorer: Callable[[list[str]], Sequence[float]] | None = None) -> Decoded:
        """
        Decodes one tokenised sentence. A scorer gets texts (words with blanks between them) and gives a number for each; Monte-Carlo search takes it in place of the model.
        """

    def decode_all(self, sentences: Sequence[str], options: DecodeOptions = ..., *, threads: int = 0, scorers: Sequence[Callable[[list[str]], Sequence[float]]] | None = None) -> list[Decoded]:
        """
        Decodes sentences on several threads (0: all cores); the results are in order and do not depend on the number of threads. There may be a scorer for each sentence.
        """

    def true_score(self, source: str, target: str, *, segmentations: int = 1) -> TrueScore:
        """The best score of a paraphrase, with up to so many ways to make it."""

    def true_scores(self, source: str, targets: Sequence[str], *, segmentations: int = 1) -> list[TrueScore]:
        """The same for several paraphrases of one sentence."""

    def true_scores_all(self, sources: Sequence[str], targets: Sequence[Sequence[str]], *, segmentations: int = 1, threads: int = 0) -> list[list[TrueScore]]:
        """The same for several sentences, each with its list of paraphrases."""

    def nbest(self, result: Decoded, index: int) -> bytes:
        """Lines as Moses prints them for the sentence with this number."""

class TableKind(enum.Enum):
    """What the entries of a table replace."""

    PHRASES = 0

    PATTERNS = 1

    LOOSE_PATTERNS = 2

    COLLOCATIONS = 3

class PatternCounts:
    """What became of the patterns of sentences."""

    @property
    def found(self) -> int:
        """of partial subtrees"""

    @property
    def matched(self) -> int:
        """that a table has, and whose words may be replaced"""

    @property
    def gapped(self) -> int:
        """of these, those that are not one stretch of text: they make no unit"""

class Units:
    """Possible replacements in a batch of sentences, as columns."""

    def __len__(self) -> int: ...

    @property
    def sentence_count(self) -> int: ...

    @property
    def sentence(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """number of its sentence in the batch"""

    @property
    def begin(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """its first source token"""

    @property
    def end(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """one behind its last source token"""

    @property
    def table(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """number of its table"""

    @property
    def score(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """log φ: the first score of its entry"""

    @property
    def source_bytes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """bytes it takes away"""

    @property
    def target_bytes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """bytes it puts there instead"""

    @property
    def target_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """where its words begin in `target_words`; one more at the end"""

    @property
    def target_words(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """numbers in `vocabulary`"""

    @property
    def target_tokens(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """for each of these words the source token that it carries along, or -1"""

    @property
    def rule(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """
        number of the pair of patterns or collocations that it comes from, or -1
        """

    @property
    def feature_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """where the scores of its entry begin in `features`; one more at the end"""

    @property
    def features(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), writable=False)]:
        """all scores of its entry, natural logs"""

    @property
    def unit_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """where the units of a sentence begin; one more at the end"""

    @property
    def token_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """
        where the tokens of a sentence begin in `token_words`; one more at the end
        """

    @property
    def token_words(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """numbers in `vocabulary`"""

    @property
    def token_protected(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """1 for each token that must not be changed"""

    @property
    def pattern_counts(self) -> PatternCounts: ...

    @property
    def vocabulary(self) -> list[str]:
        """all words of sources and targets"""

    def target(self, unit: int) -> list[str]:
        """The words of its target."""

    def target_texts(self, units: NDArray[numpy.int64]) -> list[str]:
        """The targets of some units, words with blanks between them."""

    def rule_texts(self, units: NDArray[numpy.int64]) -> list[str]:
        """
        The pairs of patterns or collocations that some units come from, as `take [NN_1] into consideration → consider [NN_1]`; nothing for phrases.
        """

    def fluency(self, lm: LanguageModel) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]]:
        """
        Natural log scores of sources and targets, each by itself. The model must be the one that the units were found with.
        """

    def sentence_fluency(self, lm: LanguageModel) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """
        Natural log score of each sentence as it is, its end included. The model must be the one that the units were found with.
        """

    def fluency_gains(self, lm: LanguageModel) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """
        How much higher the model scores the sentence when a unit alone is replaced; natural logs. The model must be the one that the units were found with.
        """

    def overlap_gains(self, references: Sequence[str]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """
        How many more words each target shares with the reference of its sentence, words with blanks between them, than its source does.
        """

    def respellings(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """1 for each unit that changes spelling alone."""

class UnitFinder:
    """Looks units up in all tables of a model."""

    def __init__(self, tables: Sequence[Table], lm: LanguageModel, *, lower_case: bool, language: str, kinds: Sequence[TableKind] = ..., forms: Sequence[Table | None] = ...) -> None:
        """Kinds and forms have one item a table, or none: all are phrases."""

    def find(self, texts: list[str], starts: Sequence[Sequence[int]], ends: Sequence[Sequence[int]], *, is_protected: Sequence[bytes] | None = None, tags: Sequence[Sequence[str]] | None = None, heads: Sequence[Sequence[int]] | None = None, relations: Sequence[Sequence[str]] | None = None, lemmas: Sequence[Sequence[str]] | None = None, avoid: Sequence[str] = ..., only: Sequence[int] = ...) -> Units:
        """
        Units of sentences whose tokens begin and end at these code points. No unit changes a protected token (a byte for each, not 0) or brings in a phrase to avoid. Patterns need tags and heads, collocations relations and lemmas besides. Only the tables with these numbers are looked at, if any are given.
        """

class UnitDerivations:
    """What a search found for a batch, as columns."""

    @property
    def offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """where the derivations of a sentence begin; one more at the end"""

    @property
    def optimal(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """by sentence: its first derivation is proven to be the best there is"""

    @property
    def complete(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """by sentence: each derivation is proven to be in its place"""

    @property
    def upper_bound(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """by sentence: no derivation scores higher"""

    @property
    def score(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """by derivation"""

    @property
    def lm(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """by derivation: natural log language model score, without its weight"""

    @property
    def growth(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """by derivation: how many bytes longer than the source"""

    @property
    def cost(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """by derivation: what its units cost together, if they cost anything"""

    @property
    def unit_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """where the units of a derivation begin in `units`; one more at the end"""

    @property
    def units(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """
        rows of the units it uses; behind one that carries words along are those inside of it
        """

    def with_others(self, others: UnitDerivations) -> UnitDerivations:
        """
        The derivations of each sentence, or those of others where a sentence has none.
        """

class UnitDecoder:
    """A language model and the weights of equation 6."""

    def __init__(self, lm: LanguageModel, *, table_weights: Sequence[Sequence[float]], lm_weight: float, self_weight: float, usability_weight: float, self_score: float, nested: int = 0) -> None:
        """
        A list of weights for each table, one a score; a table with an empty list is not used. `nested` is the most ways to use units inside of what another one carries along.
        """

    def decode(self, units: Units, usability: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], options: DecodeOptions = ..., *, scorers: Sequence[Callable[[list[str]], Sequence[float]]] | None = None, most: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, chosen: Sequence[int] = []) -> UnitDerivations:
        """
        The best derivations of each sentence. A unit whose usability is not a number is left out. For Monte-Carlo search there may be a scorer for each sentence, and the most bytes that it may grow by; where nothing is that short, there is no derivation. For other searches, each derivation has a unit of `chosen`, rows of units, in the place of each of them.
        """

    def fronts(self, units: Units, usability: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], most: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], options: DecodeOptions = ..., *, chosen: Sequence[int] = [], cost: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> UnitDerivations:
        """
        For each sentence the n best derivations of every length, from the shortest to the longest; none grows by more bytes than `most` says unless the shortest does.
        """

    def decode_within(self, units: Units, usability: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], cost: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], most: int, options: DecodeOptions = ..., *, with_source: bool = False, scorers: Sequence[Callable[[list[str]], Sequence[float]]] | None = None, chosen: Sequence[int] = []) -> UnitDerivations:
        """
        For each sentence the n best of the derivations whose units cost no more than `most` together, best first. The sentence as it is is left out where there is anything else.
        """

    def true_scores(self, units: Units, usability: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Sequence[str]) -> tuple[UnitDerivations, list[str]]:
        """
        For each sentence the best of all derivations that make its target, words with blanks between them, or none; and why there is none, or nothing.
        """

class Texts:
    """A column of texts, as Arrow lays it out."""

    @property
    def offsets(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def content(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

class Bitext:
    """Tokenised sentence pairs, from two Arrow columns."""

    def __init__(self, source_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def __len__(self) -> int: ...

    def lengths(self) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]]:
        """How many words each sentence has, of the source and of the target."""

class Links:
    """The word alignments of many sentence pairs."""

    def __init__(self, offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], *, name: str) -> None:
        """
        Reads an Arrow column of texts like `0-0 1-2`; messages call it `name`.
        """

    def __len__(self) -> int: ...

    @property
    def link_count(self) -> int: ...

    def texts(self) -> Texts:
        """The links as Pharaoh writes them, `0-0 1-2`."""

    def check(self, bitext: Bitext, *, name: str) -> None:
        """Raises FormatError where they do not belong to the bitext."""

class Symmetrisation(enum.Enum):
    """How two alignments become one."""

    INTERSECTION = 0
    """Links in both."""

    UNION = 1
    """Links in either."""

    GROW_DIAG = 2
    """
    The intersection, grown to neighbours in the union that link a free word.
    """

    GROW_DIAG_FINAL_AND = 3
    """The same, then links of either between two free words."""

def symmetrise(forward: Links, reverse: Links, bitext: Bitext, method: Symmetrisation) -> Links:
    """One alignment of each pair from those of both directions."""

class LinkCounts:
    """Linked words, by their hashes (0: the null word), and how often."""

    @property
    def source(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def target(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def count(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

def count_links(bitext: Bitext, links: Links) -> LinkCounts:
    """Counts linked words; one without a link counts with the null word."""

class Lexicon:
    """Translation probabilities of pairs of words."""

    def __init__(self, source: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], source_given_target: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], target_given_source: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @staticmethod
    def from_counts(source: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], count: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Lexicon:
        """Relative frequencies; counts of the same pair are added up."""

    def __len__(self) -> int: ...

    @property
    def source(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def target(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def source_given_target(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def target_given_source(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

def train_model1(bitext: Bitext, *, iterations: int, threads: int = 0) -> Lexicon:
    """Translation probabilities of words by IBM Model 1."""

class AlignmentPrior:
    """What texts teach about words, for texts of the same kind."""

    def __init__(self, counts: Lexicon, forward_jumps: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], reverse_jumps: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def counts(self) -> Lexicon: ...

    @property
    def forward_jumps(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def reverse_jumps(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

def align_words(bitext: Bitext, *, prior: AlignmentPrior | None = None, learn: bool = False, model1_rounds: int = 5, hmm_rounds: int = 5, null: float = 0.20000000298023224, identical: float = 0.0, threads: int = 0) -> tuple[Links, Links, AlignmentPrior | None]:
    """Forward links, reverse links and, if asked for, what was learnt."""

class SentenceWeights:
    """Weights of sentence pairs, by columns."""

    @property
    def source(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def target(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

def weigh_sentences(bitext: Bitext, lexicon: Lexicon) -> SentenceWeights:
    """
    Log p(source | target) and log p(target | source) by IBM Model 1, times 2²⁰.
    """

class WeightKind(enum.Enum):
    """What the words of a phrase pair are weighed by."""

    LINKS = 0
    """Lexical weights along the links."""

    MODEL1 = 1
    """IBM Model 1, over all alignments."""

class PhraseList:
    """Phrases by their hashes, and their words."""

    @property
    def id(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def words(self) -> Texts: ...

class PhrasePairs:
    """Distinct phrase pairs, by columns."""

    def __len__(self) -> int: ...

    @property
    def source(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def target(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def count(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def source_weight(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def target_weight(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def alignment(self) -> Texts: ...

    @property
    def sources(self) -> PhraseList: ...

    @property
    def targets(self) -> PhraseList: ...

WEIGHT_BITS: int = 20

def extract_phrases(bitext: Bitext, links: Links, lexicon: Lexicon, *, longest: int = 7, cepts: int = 0, tight: bool = False, weights: WeightKind = WeightKind.LINKS, alignments: bool = False, source_words: bool = True, target_words: bool = True, threads: int = 0) -> PhrasePairs:
    """All phrase pairs that are consistent with the links, each once."""

class Side(enum.Enum):
    """A side of a bitext."""

    SOURCE = 0

    TARGET = 1

class SignatureCounts:
    """Phrases by their hashes, tag signatures, and how often."""

    @property
    def phrase(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def count(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def signature(self) -> Texts: ...

class Detail(enum.Enum):
    """How much of the tags signatures tell."""

    FINE = 0
    """Number, degree, tense and person count."""

    COARSE = 1
    """They do not."""

def count_signatures(bitext: Bitext, links: Links, side: Side, tags_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], tags_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], detail: Detail, *, longest: int = 7, cepts: int = 0, tight: bool = False, threads: int = 0) -> SignatureCounts:
    """
    Signatures of the phrases of one side, whose Penn tags are an Arrow column of texts.
    """

class WordClasses:
    """What is known about words, all in lower case."""

    def __init__(self) -> None: ...

    def add_functional(self, word: str) -> None: ...

    def add_negation(self, word: str) -> None: ...

    def add_opposite(self, word: str, opposite: str) -> None:
        """One direction only."""

class PhraseFeatures:
    """What filters compare of phrases, by columns."""

    @property
    def folded(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Hash of the lower-cased words."""

    @property
    def content(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Hash of the words that are neither punctuation nor functional."""

    @property
    def sense(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Hash of the content and of functional words that have an opposite."""

    @property
    def numbers(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Hash of the words with a digit."""

    @property
    def punctuation(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Hash of the punctuation."""

    @property
    def negations(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def length(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def unbalanced(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """Whether a quote or bracket lacks its partner."""

    @property
    def functional(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """Whether there is no content."""

    @property
    def opposite_row(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Of each way to say the opposite: the phrase."""

    @property
    def opposite_sense(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Of each way to say the opposite: its sense."""

def describe_phrases(offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], classes: WordClasses, *, threads: int = 0) -> PhraseFeatures:
    """
    The features of an Arrow column of phrases, words with single blanks between them.
    """

class Knowledge:
    """What dictionaries tell, all in lower case."""

    def __init__(self) -> None: ...

    def add_word(self, text: str, lemmas: Sequence[str], tags: Sequence[str], *, functional: bool = False, personal: bool = False) -> None:
        """
        A word, what it may be a form of, and its Penn tags, the likeliest first.
        """

    def add_sense(self, text: str, sense: int) -> None:
        """A sense of lemmas with blanks between them."""

    def relate(self, one: int, other: int) -> None: ...

    def oppose(self, one: int, other: int) -> None: ...

class Likenesses:
    """How like the phrases of pairs are, by columns."""

    @property
    def values(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), writable=False)]:
        """All that `likeness_names` tells, row by row."""

    @property
    def disagrees(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """Whether the target cannot have the form of the source."""

    @property
    def opposite(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """Whether senses are opposites."""

    @property
    def redundant(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """Whether the phrases begin or end alike, and both have more."""

def likeness_names() -> list[str]:
    """What is measured of a pair of phrases, in the order of the values."""

def compare_phrases(source_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], knowledge: Knowledge, *, threads: int = 0) -> Likenesses:
    """Compares the phrases of two Arrow columns, row by row."""

def phrase_scores(offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], lm: LanguageModel) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
    """
    What a language model says of the phrases of an Arrow column, each by itself; natural logs.
    """

class WordVectors:
    """A vector of whole numbers for each word."""

    def __init__(self, offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        The words of an Arrow column, and the numbers of their vectors, one after the other.
        """

    def __len__(self) -> int: ...

    @property
    def dimensions(self) -> int: ...

class Nearnesses:
    """How near the phrases of pairs are, by columns."""

    @property
    def nearness(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), writable=False)]:
        """Cosine of the sums of the vectors of both phrases."""

    @property
    def unmatched(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), writable=False)]:
        """The best cosine of the word that is matched worst."""

def compare_vectors(source_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], vectors: WordVectors, *, threads: int = 0) -> Nearnesses:
    """
    Compares the phrases of two Arrow columns by the vectors of their words, row by row.
    """

class Analyser:
    """Tells about the words of sentences."""

    def __init__(self, path: str) -> None:
        """Opens a file of `train_analyser`."""

    def analyse(self, sentences: list[list[str]], tags: bool, lemmas: bool, heads: bool, relations: bool, entities: bool, *, threads: int = 1) -> tuple[list[list[str]], list[list[str]], list[list[int]], list[list[str]], list[list[str]]]:
        """
        Tags, lemmas, heads, relations and entities of each word, as far as they are wanted.
        """

class LemmaRules:
    """Rules that make lemmas of words."""

    def __init__(self, word_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], word_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], lemma_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], lemma_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], tags: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Learns from Arrow columns of words and lemmas, with tags and counts."""

def train_analyser(path: str, *, sentences: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], word_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], word_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], tags: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], entities: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], relations: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], heads: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], tag_names: Sequence[str], entity_names: Sequence[str], relation_names: Sequence[str], lemmas: LemmaRules, width: int = 64, depth: int = 3, hidden: int = 64, known_words: int = 24000, least_count: int = 3, rounds: int = 8, batch: int = 32, rate: float = 0.0020000000949949026, seed: int = 1, threads: int = 0, watch: object | None = None) -> None:
    """Trains an analyser on columns of analysed words and writes it."""

class SubtreeCounts:
    """Subtrees and patterns, and what limits cost."""

    @property
    def subtrees(self) -> int: ...

    @property
    def long_subtrees(self) -> int: ...

    @property
    def patterns(self) -> int: ...

    @property
    def left_out(self) -> int: ...

class PatternPairs:
    """Patterns and pivot patterns, by columns."""

    def __len__(self) -> int: ...

    @property
    def pattern_id(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def pivot_id(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def pattern(self) -> Texts: ...

    @property
    def pivot(self) -> Texts: ...

    @property
    def root(self) -> Texts: ...

    @property
    def alignment(self) -> Texts: ...

    @property
    def count(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def subtrees(self) -> SubtreeCounts: ...

    @property
    def paired(self) -> int: ...

    @property
    def gapped(self) -> int: ...

    @property
    def unaligned(self) -> int: ...

    @property
    def torn(self) -> int: ...

    @property
    def too_long(self) -> int: ...

class FoundPatterns:
    """The patterns of sentences, by columns."""

    def __len__(self) -> int: ...

    @property
    def sentence(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def pattern(self) -> Texts: ...

    @property
    def begin(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def end(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def is_contiguous(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def filler_offsets(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def filler_begin(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def filler_end(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def counts(self) -> SubtreeCounts: ...

class PatternWeights:
    """Lexical weights of pairs, by columns."""

    @property
    def source(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def target(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

def weigh_patterns(pairs: PatternPairs, lexicon: Lexicon) -> PatternWeights:
    """
    Log p(pattern | pivot pattern) and log p(pivot pattern | pattern), times 2²⁰.
    """

def induce_patterns(bitext: Bitext, links: Links, tags_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], tags_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], heads_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], heads_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], *, words: int = 10, slots: int = 4, patterns: int = 64, longest_pivot: int = 20, tight: bool = False, threads: int = 0) -> PatternPairs:
    """
    The patterns of the source, whose tags and heads are columns of texts, with their pivot patterns.
    """

def find_patterns(words_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], words_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], tags_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], tags_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], heads_offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], heads_bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], *, words: int = 10, slots: int = 4, patterns: int = 64) -> FoundPatterns:
    """
    All patterns of sentences, given as columns of texts, and what fills their slots.
    """

class Clusters:
    """Words and their classes."""

    @property
    def words(self) -> list[str]:
        """the most frequent one first"""

    @property
    def counts(self) -> list[int]:
        """how often each occurs"""

    @property
    def classes(self) -> list[int]:
        """the number of the class of each"""

    @property
    def moves(self) -> list[int]:
        """how many words each round has moved"""

    @property
    def likelihood(self) -> int:
        """what the exchange has made as high as it could"""

class BigramCounter:
    """Counts which words follow each other."""

    def __init__(self) -> None: ...

    def add(self, sentences: list[str]) -> None:
        """Adds sentences of words with blanks between them."""

    def cluster(self, *, vocabulary: int, classes: int, rounds: int) -> Clusters:
        """Classes of the most frequent words by the exchange algorithm."""

class ContextFeatures:
    """What confidence sees of units, by columns."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    @property
    def numbers(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), writable=False)]:
        """Numbers that describe each unit, one unit after the other."""

    def some(self, units: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> ContextFeatures:
        """The features of some units, by their places."""

class FeatureMaker:
    """Describes units where they stand."""

    def __init__(self, word_tags: Sequence[tuple[str, int]], tag_names: Sequence[str], vector_words: Sequence[str], vector_numbers: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Words with a bit for each tag that they can have, the names of the tags, and words with the numbers of their vectors, one after the other.
        """

    def add(self, units: Units, lm: LanguageModel, tables: Sequence[tuple[int, int]], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], to: ContextFeatures) -> None:
        """
        Adds the features of some units of a batch, by their rows in ascending order. For each table, its origin and the place of its grades, or -1.
        """

class ContextExamples:
    """Units to learn from."""

    def __init__(self, features: ContextFeatures, right: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], teacher: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], importance: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        What was said of each unit, not-a-number where nobody said anything, and how much it counts.
        """

class ContextNetwork:
    """A trained network."""

def train_context(examples: ContextExamples, *, begin: ContextNetwork | None = ..., width: int = ..., hidden: int = ..., last: int = ..., rounds: int = ..., batch: int = ..., rate: float = ..., decay: float = ..., least_count: int = ..., row_dropout: float = ..., weight_dropout: float = ..., reach: float = ..., teacher_share: float = ..., seed: int = ..., threads: int = ..., watch: Callable[[int, int, float], None] | None = ...) -> ContextNetwork:
    """Trains a network, from scratch or on from another one."""

def predict_context(examples: ContextExamples, network: ContextNetwork, threads: int = 0) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), writable=False)]:
    """
    For each unit the log-odds that it is right and what the teacher would say, one unit after the other.
    """

def write_confidence(path: str, network: ContextNetwork, *, calibrations: Sequence[tuple[float, float]], word_tags: Sequence[tuple[str, int]], tag_names: Sequence[str], vector_words: Sequence[str], vector_numbers: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], guards: str) -> None:
    """Writes a confidence file."""

class ConfidenceModel:
    """How likely units are right where they stand."""

    def __init__(self, path: str) -> None:
        """Opens a confidence file."""

    def odds(self, units: Units, lm: LanguageModel, tables: Sequence[tuple[int, int]], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), writable=False)]:
        """
        Calibrated log-odds of some units, by their rows in ascending order. For each table, its origin and the place of its grades, or -1.
        """

    def forbidden(self, units: Units, rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], casing: CasingForms | None = None) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """
        1 for each unit that a guard forbids: it changes polarity, person, gender, modality, a number, a quantity or a name.
        """
