"""Patterns of aligned and analysed text, and those of sentences to be paraphrased, as Arrow tables.

A pattern is text: words in lower case and slots such as `[NN_1]`, with single blanks between them.
What becomes a pattern and what its pivot pattern is stands in the headers of `core/patterns`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import (
    Bitext,
    Lexicon,
    Links,
    PatternPairs,
    SubtreeCounts,
    find_patterns,
    induce_patterns,
    weigh_patterns,
)
from otherwords.align.columns import TextColumn, text_array, text_buffers

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True, kw_only=True)
class PatternOptions:
    """Which patterns there are."""

    words: int = 10
    """Most words of a subtree, up to 16."""
    slots: int = 4
    """Most slots of a pattern."""
    patterns: int = 64
    """Most patterns of a subtree; those with the fewest slots are kept."""
    tight: bool = False
    """Whether words at the ends of a pattern must have links; of no account without alignment."""


@dataclass(frozen=True)
class PatternCounts:
    """What became of the patterns of a text, each counted in each of its places."""

    long_subtrees: int
    """Subtrees with too many words: they gave no patterns."""
    left_out: int
    """Patterns beyond the limits of slots and of a subtree."""
    patterns: int
    """The others; all that follow are among these."""
    paired: int
    """Patterns with a pivot pattern."""
    gapped: int
    """Those that are not one stretch of text, since arcs of the tree cross."""
    unaligned: int
    """Those with a slot without a link, or no content word with one."""
    torn: int
    """Those where the alignment mixes words and fillers, or those of two slots."""
    too_long: int
    """Those whose pivot pattern is too long."""


@dataclass(frozen=True)
class InducedPatterns:
    """The patterns of a part of a corpus with their pivot patterns."""

    pairs: pyarrow.Table
    """`pattern_id`, `pivot_id` (hashes of the texts), `pattern`, `pivot_pattern`, `root`,
    `alignment` and `count`: a row for each distinct pair, root and alignment, in the order of ids,
    roots and alignments. Tables of parts are put together by adding up counts. The root is the tag
    of the word that all others of the pattern are below. An alignment has two bytes for each link
    between words: the place in the pattern and that in the pivot pattern, where slots count as
    places. With a lexicon also `source_weight` and `target_weight`: log p(pattern | pivot pattern)
    × 2²⁰ and the other way round."""
    counts: PatternCounts


def induce(
    bitext: Bitext,
    links: Links,
    tags: TextColumn,
    heads: TextColumn,
    options: PatternOptions | None = None,
    *,
    lexicon: Lexicon | None = None,
    longest_pivot: int = 20,
    threads: int = 0,
) -> InducedPatterns:
    """The patterns of the source of a bitext with the pivot patterns of its target.

    Args:
        bitext: The sentence pairs.
        links: Their alignment.
        tags: The Penn tags of each source sentence, with blanks between them.
        heads: For each word of it the place of its head, counted from 0; a root has its own place.
        options: Which patterns.
        lexicon: Translation probabilities of words, if pairs are to be weighed.
        longest_pivot: Most words and slots of a pivot pattern, up to 255.
        threads: How many to use; 0 for one a core. The result does not depend on it.
    """
    import pyarrow as pa

    options = options or PatternOptions()
    found = induce_patterns(
        bitext,
        links,
        *text_buffers(tags),
        *text_buffers(heads),
        words=options.words,
        slots=options.slots,
        patterns=options.patterns,
        longest_pivot=longest_pivot,
        tight=options.tight,
        threads=threads,
    )
    columns = {
        "pattern_id": pa.array(found.pattern_id),
        "pivot_id": pa.array(found.pivot_id),
        "pattern": text_array(found.pattern),
        "pivot_pattern": text_array(found.pivot),
        "root": text_array(found.root),
        "alignment": text_array(found.alignment, binary=True),
        "count": pa.array(found.count),
    }
    if lexicon is not None:
        weights = weigh_patterns(found, lexicon)
        columns["source_weight"] = pa.array(weights.source)
        columns["target_weight"] = pa.array(weights.target)
    return InducedPatterns(pa.table(columns), _counts(found))


def _counts(found: PatternPairs) -> PatternCounts:
    subtrees: SubtreeCounts = found.subtrees
    return PatternCounts(
        long_subtrees=subtrees.long_subtrees,
        left_out=subtrees.left_out,
        patterns=subtrees.patterns,
        paired=found.paired,
        gapped=found.gapped,
        unaligned=found.unaligned,
        torn=found.torn,
        too_long=found.too_long,
    )


def patterns_of(
    sentences: TextColumn,
    tags: TextColumn,
    heads: TextColumn,
    options: PatternOptions | None = None,
) -> pyarrow.Table:
    """All patterns of sentences: `sentence`, `pattern`, `begin` and `end` (its words in the
    sentence), `is_contiguous` and `fillers`.

    Slots of one tag are numbered from left to right. `fillers` has `begin` and `end` of what fills
    each slot, in the order of the slots. Only where `is_contiguous`, these words are all of the
    pattern and of its fillers, and can be replaced.

    Args:
        sentences: Words with blanks between them.
        tags: Their Penn tags, likewise.
        heads: The places of their heads, likewise.
        options: Which patterns.
    """
    import pyarrow as pa

    options = options or PatternOptions()
    found = find_patterns(
        *text_buffers(sentences),
        *text_buffers(tags),
        *text_buffers(heads),
        words=options.words,
        slots=options.slots,
        patterns=options.patterns,
    )
    spans = pa.StructArray.from_arrays(
        [pa.array(found.filler_begin), pa.array(found.filler_end)], ["begin", "end"]
    )
    return pa.table(
        {
            "sentence": pa.array(found.sentence),
            "pattern": text_array(found.pattern),
            "begin": pa.array(found.begin),
            "end": pa.array(found.end),
            "is_contiguous": pa.array(found.is_contiguous).cast(pa.bool_()),
            "fillers": pa.ListArray.from_arrays(pa.array(found.filler_offsets), spans),
        }
    )
