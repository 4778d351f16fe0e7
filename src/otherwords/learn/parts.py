"""The work on single parts of a corpus; engines call these functions wherever they run.

Each function writes what its last argument names, whole or not at all, after everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords._core import Bitext, Links, Symmetrisation, WeightKind, symmetrise
from otherwords.align import eflomal, phrases
from otherwords.align.columns import bitext, links, text_array
from otherwords.files import replacing, replacing_folder

if TYPE_CHECKING:
    import pyarrow

_CEPTS = 5  # as PR has it


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


def align(sources: Sequence[str], priors: str | None, new_priors: str | None, output: str) -> None:
    """Aligns some parts of a corpus together.

    Args:
        sources: The parts, Parquet files with columns source and target.
        priors: What earlier text has taught about words.
        new_priors: Where to keep what this text teaches.
        output: A folder of Parquet files with columns forward and reverse, named like the parts.
    """
    tables = [_read(path, ["source", "target"]) for path in sources]
    source = [text for table in tables for text in table["source"].to_pylist()]
    target = [text for table in tables for text in table["target"].to_pylist()]
    options = eflomal.EflomalOptions(priors=Path(priors) if priors else None)
    forward, reverse = eflomal.align(source, target, options)
    if new_priors:
        eflomal.write_priors(new_priors, source, target, forward, reverse)
    columns = {"forward": text_array(forward.texts()), "reverse": text_array(reverse.texts())}
    begin = 0
    with replacing_folder(output) as folder:
        for path, table in zip(sources, tables, strict=True):
            rows = {name: column[begin : begin + len(table)] for name, column in columns.items()}
            _write(rows, folder / Path(path).name)
            begin += len(table)


def count_words(source: str, alignment: str, options: Extraction, output: str) -> None:
    """Counts the linked words of a part."""
    _write_table(phrases.count_table(*_aligned(source, alignment, options)), output)


def make_lexicon(counts: Sequence[str], output: str) -> None:
    """Translation probabilities of words from the counts of all parts."""
    _write_table(
        phrases.lexicon_table(phrases.lexicon_from_counts(_read(path) for path in counts)), output
    )


def extract(
    source: str,
    alignment: str,
    lexicon: str,
    options: Extraction,
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
        sources: File for the ids and words of the source phrases.
        targets: The same for the targets, if they are wanted.
        pairs: File for the pairs.
    """
    import numpy
    import pyarrow

    sentences, merged = _aligned(source, alignment, options)
    found = phrases.extract(
        sentences,
        merged,
        phrases.lexicon_from_table(_read(lexicon)),
        phrases.ExtractOptions(
            longest=options.longest,
            cepts=_CEPTS if options.cepts else 0,
            tight=options.tight,
            weights=WeightKind.MODEL1 if options.cepts else WeightKind.LINKS,
            target_words=targets is not None,
        ),
        threads=options.threads,
    )
    _write_table(found.sources, sources)
    if targets is not None:
        _write_table(found.targets, targets)
    result = found.pairs
    if options.pivot:
        salt = numpy.int64(int.from_bytes(options.pivot.encode().ljust(8, b"\0")[:8], "little"))
        ids = pyarrow.array(numpy.bitwise_xor(result["target_id"].to_numpy(), salt))
        result = result.set_column(1, "target_id", ids)
    _write_table(result, pairs)


def _aligned(source: str, alignment: str, options: Extraction) -> tuple[Bitext, Links]:
    """The sentence pairs of a part and their alignment."""
    table = _read(source, ["source", "target"])
    sentences = bitext(table["source"], table["target"])
    both = _read(alignment, ["forward", "reverse"])
    method = Symmetrisation[options.symmetrisation.upper().replace("-", "_")]
    directions = [links(both[name], name=alignment) for name in ("forward", "reverse")]
    return sentences, symmetrise(directions[0], directions[1], sentences, method)


def _read(path: str | Path, columns: list[str] | None = None) -> pyarrow.Table:
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path, columns=columns, partitioning=None)


def _write(columns: dict[str, pyarrow.Array], path: Path) -> None:
    import pyarrow

    _write_table(pyarrow.table(columns), path)


def _write_table(table: pyarrow.Table, path: str | Path) -> None:
    import pyarrow.parquet

    with replacing(path) as file:
        pyarrow.parquet.write_table(table, file, compression="lz4")
