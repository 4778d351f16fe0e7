"""Phrase pairs of aligned text as Arrow tables: integers in the hot path, words apart.

A phrase is known by the hash of its words, so the same phrase has the same id in every part of a
corpus, and parts can be counted one by one and joined later. Weights are natural logs times 2²⁰,
rounded: sums and maxima of them are the same on every engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords import _core
from otherwords._core import (
    WEIGHT_BITS,
    Bitext,
    Detail,
    Lexicon,
    LinkCounts,
    Links,
    PhraseList,
    PhrasePairs,
    Side,
    WeightKind,
    count_links,
    extract_phrases,
)
from otherwords.align.columns import TextColumn, text_array, text_buffers

if TYPE_CHECKING:
    import pyarrow

__all__ = [
    "WEIGHT_BITS",
    "Detail",
    "ExtractOptions",
    "ExtractedPhrases",
    "Lexicon",
    "Side",
    "WeightKind",
    "count_signatures",
    "count_table",
    "extract",
    "lexicon_from_counts",
    "lexicon_from_table",
    "lexicon_table",
]


@dataclass(frozen=True, kw_only=True)
class ExtractOptions:
    """Which phrase pairs are extracted, and what is told about them."""

    longest: int = 7
    """Words of each side at most; 0 for as many as there may be, 255."""
    cepts: int = 0
    """Cepts of a pair at most (Quirk, Brockett and Dolan 2004 have 5); 0 for any number."""
    tight: bool = False
    """Whether the first and the last word of both sides must have links."""
    weights: WeightKind = WeightKind.LINKS
    """Lexical weights along the links, or IBM Model 1 over all alignments."""
    alignments: bool = False
    """Whether the links inside of each pair are told."""
    source_words: bool = True
    """Whether the words of source phrases are told."""
    target_words: bool = True
    """Whether the words of target phrases are told."""


@dataclass(frozen=True)
class ExtractedPhrases:
    """Distinct phrase pairs of a part of a corpus."""

    pairs: pyarrow.Table
    """`source_id`, `target_id`, `count`, and the greatest log p(source | target) × 2²⁰ and
    log p(target | source) × 2²⁰ as `source_weight` and `target_weight`: all int64, in the order of
    the ids. With `alignments` also `alignment`: two bytes a link, the place of the source word and
    that of the target word."""
    sources: pyarrow.Table
    """`id` and `words` of the source phrases, if they were asked for."""
    targets: pyarrow.Table
    """The same of the target phrases."""


def extract(
    bitext: Bitext,
    links: Links,
    lexicon: Lexicon,
    options: ExtractOptions | None = None,
    *,
    threads: int = 0,
) -> ExtractedPhrases:
    """All phrase pairs that are consistent with the alignment.

    The result does not depend on the number of threads (0: one a core).
    """
    import pyarrow as pa

    options = options or ExtractOptions()
    found = extract_phrases(
        bitext,
        links,
        lexicon,
        longest=options.longest,
        cepts=options.cepts,
        tight=options.tight,
        weights=options.weights,
        alignments=options.alignments,
        source_words=options.source_words,
        target_words=options.target_words,
        threads=threads,
    )
    return ExtractedPhrases(
        pa.table(_pair_columns(found, alignments=options.alignments)),
        _phrase_table(found.sources),
        _phrase_table(found.targets),
    )


def _pair_columns(found: PhrasePairs, *, alignments: bool) -> dict[str, pyarrow.Array]:
    import pyarrow as pa

    columns = {
        "source_id": pa.array(found.source),
        "target_id": pa.array(found.target),
        "count": pa.array(found.count),
        "source_weight": pa.array(found.source_weight),
        "target_weight": pa.array(found.target_weight),
    }
    if alignments:
        columns["alignment"] = text_array(found.alignment, binary=True)
    return columns


def _phrase_table(phrases: PhraseList) -> pyarrow.Table:
    import pyarrow as pa

    return pa.table({"id": pa.array(phrases.id), "words": text_array(phrases.words)})


def count_signatures(
    bitext: Bitext,
    links: Links,
    tags: TextColumn,
    options: ExtractOptions | None = None,
    *,
    side: Side = Side.SOURCE,
    detail: Detail = Detail.FINE,
    threads: int = 0,
) -> pyarrow.Table:
    """How often each phrase of one side was seen with which tag signature: `id`, `signature`,
    `count`.

    Args:
        bitext: The sentence pairs.
        links: Their alignment.
        tags: The Penn tags of each sentence of that side, with blanks between them.
        options: Which phrase pairs are extracted: phrases of no pair do not count.
        side: Whose phrases.
        detail: Whether number, degree, tense and person count.
        threads: How many to use; 0 for one a core. The result does not depend on it.
    """
    import pyarrow as pa

    options = options or ExtractOptions()
    counts = _core.count_signatures(
        bitext,
        links,
        side,
        *text_buffers(tags),
        detail,
        longest=options.longest,
        cepts=options.cepts,
        tight=options.tight,
        threads=threads,
    )
    return pa.table(
        {
            "id": pa.array(counts.phrase),
            "signature": text_array(counts.signature),
            "count": pa.array(counts.count),
        }
    )


def count_table(bitext: Bitext, links: Links) -> pyarrow.Table:
    """How often words are linked: `source`, `target` (hashes; 0 is the null word) and `count`.

    Tables of parts of a corpus can be put together or their counts added up.
    """
    import pyarrow as pa

    counts: LinkCounts = count_links(bitext, links)
    return pa.table(
        {
            "source": pa.array(counts.source),
            "target": pa.array(counts.target),
            "count": pa.array(counts.count),
        }
    )


def lexicon_from_counts(counts: Iterable[pyarrow.Table]) -> Lexicon:
    """Relative frequencies of the links of all parts of a corpus, given by their `count_table`."""
    import pyarrow as pa

    table = pa.concat_tables(list(counts))
    return Lexicon.from_counts(*(table[name].to_numpy() for name in ("source", "target", "count")))


_LEXICON = ("source", "target", "source_given_target", "target_given_source")


def lexicon_table(lexicon: Lexicon) -> pyarrow.Table:
    """The pairs of a lexicon, to be kept or sent to other machines."""
    import numpy as np
    import pyarrow as pa

    return pa.table(
        {name: pa.array(np.ascontiguousarray(getattr(lexicon, name))) for name in _LEXICON}
    )


def lexicon_from_table(table: pyarrow.Table) -> Lexicon:
    """The lexicon that `lexicon_table` told of."""
    return Lexicon(*(table[name].to_numpy() for name in _LEXICON))
