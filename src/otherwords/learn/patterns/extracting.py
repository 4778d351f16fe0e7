"""The work on single parts of a corpus for patterns; engines call it wherever they run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from otherwords.align import phrases
from otherwords.learn import parts
from otherwords.learn.patterns.induction import PatternOptions, induce

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True)
class PatternExtraction:
    """How patterns are extracted.

    Attributes:
        limits: Which patterns.
        symmetrisation: How the links of both directions become one alignment.
        roots: Whether patterns with the same words are different if their roots have different
            tags.
        language: That of the pivots: their ids differ from those of the same words in others.
        threads: For the core.
    """

    limits: PatternOptions = field(default_factory=PatternOptions)
    symmetrisation: str = "grow-diag"
    roots: bool = False
    language: str = ""
    threads: int = 0


def extract_patterns(
    source: str,
    alignment: str,
    analysis: str,
    lexicon: str,
    options: PatternExtraction,
    sources: str,
    pivots: str,
    counts: str,
    pairs: str,
) -> None:
    """Extracts the patterns of a part with their pivot patterns.

    Args:
        source: The part.
        alignment: Its links.
        analysis: Its tags and heads.
        lexicon: Translation probabilities of words.
        options: Which patterns.
        sources: File for the ids and words of the patterns.
        pivots: The same for the pivot patterns.
        counts: File for what became of all patterns, see `PatternCounts`.
        pairs: File for the pairs, by ids.
    """
    import pyarrow

    sentences, links = parts.aligned(source, alignment, options.symmetrisation)
    trees = parts.read(analysis, ["tags", "heads"])
    found = induce(
        sentences,
        links,
        trees["tags"],
        trees["heads"],
        options.limits,
        lexicon=phrases.lexicon_from_table(parts.read(lexicon)),
        threads=options.threads,
    )
    table = found.pairs
    pivot_id = parts.salted(table["pivot_id"], options.language)
    pattern_id = (
        _rooted(table["pattern_id"], table["root"]) if options.roots else table["pattern_id"]
    )
    roots = table["root"] if options.roots else pyarrow.array([""] * len(table))
    patterns = {"id": pattern_id, "words": table["pattern"], "root": roots}
    parts.write_table(_distinct(patterns), sources)
    parts.write_table(_distinct({"id": pivot_id, "words": table["pivot_pattern"]}), pivots)
    figures = asdict(found.counts)
    parts.write_table(pyarrow.table({name: [count] for name, count in figures.items()}), counts)
    columns = {"source_id": pattern_id, "target_id": pivot_id, "root": roots}
    columns |= {name: table[name] for name in ("count", "source_weight", "target_weight")}
    parts.write_table(pyarrow.table(columns), pairs)


def _rooted(ids: pyarrow.ChunkedArray, roots: pyarrow.ChunkedArray) -> pyarrow.Array:
    """Ids that also differ by the tags of roots."""
    import numpy
    import pyarrow

    encoded = roots.combine_chunks().dictionary_encode()
    salts = numpy.array(
        [parts.salt_of(root) for root in encoded.dictionary.to_pylist()], numpy.int64
    )
    salted = numpy.bitwise_xor(ids.to_numpy(), salts[encoded.indices.to_numpy()])
    return pyarrow.array(salted)


def _distinct(columns: dict[str, pyarrow.Array | pyarrow.ChunkedArray]) -> pyarrow.Table:
    import pyarrow

    others = [name for name in columns if name != "id"]
    rows = pyarrow.table(columns).group_by("id").aggregate([(name, "min") for name in others])
    return rows.rename_columns({f"{name}_min": name for name in others} | {"id": "id"})
