"""The work on single parts of a corpus; engines call these functions wherever they run.

Each function writes what its last argument names, whole or not at all, after everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords import _core
from otherwords._core import Bitext, Links, WeightKind, symmetrise
from otherwords.align import aligner, eflomal, phrases
from otherwords.align.columns import bitext, links, text_array
from otherwords.align.texts import METHODS
from otherwords.files import replacing, replacing_folder
from otherwords.learn.analysing import Backend
from otherwords.learn.corpora import Batch, CleaningOptions
from otherwords.learn.corpora.cleaning import Tokenised, tokenised

if TYPE_CHECKING:
    import pyarrow

_SIDES = ("source", "target")
_ANALYSIS = ("tags", "lemmas", "heads", "relations")
_CEPTS = 5  # as PR has it
_MODEL1_ROUNDS = 5
_IDENTICAL = 10.0  # what the aligner recommends for text of one language


@dataclass(frozen=True)
class Extraction:
    """How phrase pairs are extracted.

    Attributes:
        longest: Most words of a phrase.
        cepts: Whether phrases are PR's, of up to five cepts and weighted by Model 1.
        tight: Whether words without links may not stand at the ends of phrases.
        symmetrisation: How the links of both directions become one alignment.
        pivot: The language of the targets if they are pivots: their ids then differ from those of
            the same words in other languages, and their words are not kept.
        threads: For the core.
    """

    longest: int
    cepts: bool
    tight: bool
    symmetrisation: str
    pivot: str
    threads: int


@dataclass(frozen=True)
class Alignment:
    """How words are aligned.

    Attributes:
        aligner: One of `ALIGNERS`.
        same_language: Whether both sides are of one language, where a word often is its own
            paraphrase.
        threads: For the core.
    """

    aligner: str
    same_language: bool
    threads: int


def tokenise(source: str, options: CleaningOptions, threads: int, output: str) -> None:
    """Cuts the sentence pairs of a part into words."""
    import pyarrow

    table = read(source, list(_SIDES))
    batch = Batch(table["source"].to_pylist(), table["target"].to_pylist())
    found = tokenised(batch, options, cased=True, threads=threads)
    columns = {"source": found.words.sources, "target": found.words.targets}
    if found.cased is not None and found.cased is not found.words:
        columns |= {"cased_source": found.cased.sources, "cased_target": found.cased.targets}
    arrays = {name: pyarrow.array(texts, pyarrow.string()) for name, texts in columns.items()}
    _write(arrays, Path(output))


def read_tokens(path: str) -> Tokenised:
    """What `tokenise` wrote."""
    columns = read(path).to_pydict()
    words = Batch(columns["source"], columns["target"])
    if "cased_source" not in columns:
        return Tokenised(words, words)
    return Tokenised(words, Batch(columns["cased_source"], columns["cased_target"]))


def align(
    sources: Sequence[str],
    options: Alignment,
    priors: str | None,
    new_priors: str | None,
    output: str,
) -> None:
    """Aligns some parts of a corpus together.

    Args:
        sources: The parts, Parquet files with columns source and target.
        options: How.
        priors: What earlier text has taught about words.
        new_priors: Where to keep what this text teaches.
        output: A folder of Parquet files with columns forward and reverse, named like the parts.
    """
    import pyarrow

    tables = [read(path, list(_SIDES)) for path in sources]
    source, target = pyarrow.concat_tables(tables).columns
    run = _align_by_eflomal if options.aligner == "eflomal" else _align
    forward, reverse = run(source, target, options, priors, new_priors)
    columns = {"forward": text_array(forward.texts()), "reverse": text_array(reverse.texts())}
    begin = 0
    with replacing_folder(output) as folder:
        for path, table in zip(sources, tables, strict=True):
            rows = {name: column[begin : begin + len(table)] for name, column in columns.items()}
            _write(rows, folder / Path(path).name)
            begin += len(table)


def _align(
    source: pyarrow.ChunkedArray,
    target: pyarrow.ChunkedArray,
    options: Alignment,
    priors: str | None,
    new_priors: str | None,
) -> tuple[Links, Links]:
    found = aligner.align(
        bitext(source, target),
        aligner.AlignerOptions(identical=_IDENTICAL if options.same_language else 0.0),
        prior=aligner.read_prior(priors) if priors else None,
        learn=new_priors is not None,
        threads=options.threads,
    )
    if new_priors is not None and found.learnt is not None:
        aligner.write_prior(found.learnt, new_priors)
    return found.forward, found.reverse


def _align_by_eflomal(
    source: pyarrow.ChunkedArray,
    target: pyarrow.ChunkedArray,
    options: Alignment,
    priors: str | None,
    new_priors: str | None,
) -> tuple[Links, Links]:
    texts = source.to_pylist(), target.to_pylist()
    told = eflomal.EflomalOptions(priors=Path(priors) if priors else None)
    forward, reverse = eflomal.align(*texts, told)
    if new_priors is not None:
        eflomal.write_priors(new_priors, *texts, forward, reverse)
    return forward, reverse


def count_words(source: str, alignment: str, symmetrisation: str, output: str) -> None:
    """Counts the linked words of a part."""
    write_table(phrases.count_table(*aligned(source, alignment, symmetrisation)), output)


def make_lexicon(counts: Sequence[str], output: str) -> None:
    """Translation probabilities of words from the counts of all parts."""
    lexicon = phrases.lexicon_from_counts(read(path) for path in counts)
    write_table(phrases.lexicon_table(lexicon), output)


def train_model1(sources: Sequence[str], threads: int, output: str) -> None:
    """Translation probabilities of words by IBM Model 1, from all parts together."""
    import pyarrow

    texts = pyarrow.concat_tables(read(path, list(_SIDES)) for path in sources).columns
    lexicon = _core.train_model1(bitext(*texts), iterations=_MODEL1_ROUNDS, threads=threads)
    write_table(phrases.lexicon_table(lexicon), output)


def salted(ids: pyarrow.Array | pyarrow.ChunkedArray, language: str) -> pyarrow.Array:
    """Ids of pivots of a language, which differ from those of the same words in others."""
    import numpy
    import pyarrow

    return pyarrow.array(numpy.bitwise_xor(ids.to_numpy(), numpy.int64(salt_of(language))))


def salt_of(text: str) -> int:
    """A number for a short text, to be mixed into ids."""
    return int.from_bytes(text.encode().ljust(8, b"\0")[:8], "little", signed=True)


def extract(
    source: str,
    alignment: str,
    lexicon: str,
    options: Extraction,
    alignments: bool,
    sources: str,
    targets: str | None,
    pairs: str,
) -> None:
    """Extracts the phrase pairs of a part.

    Args:
        source: The part.
        alignment: Its links.
        lexicon: Translation probabilities of words.
        options: Which phrases.
        alignments: Whether the links inside of each pair are kept.
        sources: File for the ids and words of the source phrases.
        targets: The same for the targets, if they are wanted.
        pairs: File for the pairs.
    """
    sentences, merged = aligned(source, alignment, options.symmetrisation)
    found = phrases.extract(
        sentences,
        merged,
        phrases.lexicon_from_table(read(lexicon)),
        _extract_options(options, alignments=alignments, target_words=targets is not None),
        threads=options.threads,
    )
    write_table(found.sources, sources)
    if targets is not None:
        write_table(found.targets, targets)
    result = found.pairs
    if options.pivot:
        ids = salted(result["target_id"], options.pivot)
        result = result.set_column(1, "target_id", ids)
    write_table(result, pairs)


def tag(source: str, backend: Backend, sides: Sequence[str], output: str) -> None:
    """Tags the words of a part.

    Args:
        source: The part, written with capitals where the text has them.
        backend: The analyser.
        sides: `source`, `target` or both.
        output: A Parquet file of Penn tags, with a column for each side.
    """
    import pyarrow

    columns = {}
    for side in sides:
        # Many sentences come in more than one pair.
        sentences = read(source, [side])[side].combine_chunks().dictionary_encode()
        words = (text.split() for text in sentences.dictionary.to_pylist())
        tags = pyarrow.array([" ".join(each) for each in backend.open().tags(words)])
        columns[side] = tags.cast(pyarrow.string()).take(sentences.indices)
    _write(columns, Path(output))


def analyse(source: str, side: str, backend: Backend, threads: int, output: str) -> None:
    """Analyses the sentences of a part.

    Args:
        source: The part, written with capitals where the text has them.
        side: `source` or `target`.
        backend: The analyser.
        threads: How many it may use.
        output: A Parquet file of tags, lemmas, heads and relations, with blanks between those of a
            sentence.
    """
    import pyarrow

    sentences = read(source, [side])[side].combine_chunks().dictionary_encode()
    words = (text.split() for text in sentences.dictionary.to_pylist())
    found = list(backend.open(threads).analyse(words, _ANALYSIS))
    columns = {
        part: pyarrow.array(
            [" ".join(map(str, getattr(each, part))) for each in found], pyarrow.string()
        ).take(sentences.indices)
        for part in _ANALYSIS
    }
    _write(columns, Path(output))


def count_signatures(
    source: str, alignment: str, tags: str, options: Extraction, detail: str, output: str
) -> None:
    """Counts with which tag signatures the phrases of a part were seen.

    Args:
        source: The part.
        alignment: Its links.
        tags: Its tags; a side that has none is not counted.
        options: Which phrases.
        detail: `fine` or `coarse`.
        output: A Parquet file of id, signature and count.
    """
    import pyarrow

    sentences, merged = aligned(source, alignment, options.symmetrisation)
    told = read(tags)
    counts = [
        phrases.count_signatures(
            sentences,
            merged,
            told[side],
            _extract_options(options),
            side=_core.Side[side.upper()],
            detail=_core.Detail[detail.upper()],
            threads=options.threads,
        )
        for side in told.column_names
    ]
    write_table(pyarrow.concat_tables(counts), output)


def _extract_options(
    options: Extraction, *, alignments: bool = False, target_words: bool = True
) -> phrases.ExtractOptions:
    return phrases.ExtractOptions(
        longest=options.longest,
        cepts=_CEPTS if options.cepts else 0,
        tight=options.tight,
        weights=WeightKind.MODEL1 if options.cepts else WeightKind.LINKS,
        alignments=alignments,
        target_words=target_words,
    )


def aligned(source: str, alignment: str, symmetrisation: str) -> tuple[Bitext, Links]:
    """The sentence pairs of a part and their alignment."""
    table = read(source, ["source", "target"])
    sentences = bitext(table["source"], table["target"])
    both = read(alignment, ["forward", "reverse"])
    forward, reverse = (links(both[name], name=alignment) for name in ("forward", "reverse"))
    return sentences, symmetrise(forward, reverse, sentences, METHODS[symmetrisation])


def read(path: str | Path, columns: list[str] | None = None) -> pyarrow.Table:
    """A Parquet file, or some of its columns."""
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path, columns=columns, partitioning=None)


def _write(columns: dict[str, pyarrow.Array], path: Path) -> None:
    import pyarrow

    write_table(pyarrow.table(columns), path)


def write_table(table: pyarrow.Table, path: str | Path) -> None:
    """Writes a Parquet file, whole or not at all."""
    import pyarrow.parquet

    with replacing(path) as file:
        pyarrow.parquet.write_table(table, file, compression="lz4")
