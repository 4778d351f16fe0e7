"""Patterns of small texts with hand-made trees and alignments."""

from __future__ import annotations

from typing import Any

import pytest

from otherwords._core import Error, FormatError
from otherwords.align.columns import bitext, links
from otherwords.learn.patterns.induction import (
    InducedPatterns,
    PatternOptions,
    induce,
    patterns_of,
)

# Words, tags, heads, translation, links.
TAKE = (
    "Take the market demand into consideration",
    "VB DT NN NN IN NN",
    "0 3 3 0 0 4",
    "tenir compte de la demande du marché",
    "0-0 1-3 2-6 3-4 4-1 5-1",
)
CONSIDER = ("Consider demand", "VB NN", "0 0", "tenir compte de la demande", "0-0 0-1 1-4")
GIVE = ("give Ann books", "VB NN NN", "0 0 0", "donner livres Anne", "0-0 1-2 2-1")
Sentence = tuple[str, str, str, str, str]


def induced(*sentences: Sentence, threads: int = 1, **options: Any) -> InducedPatterns:
    words, tags, heads, other, alignment = ([row[i] for row in sentences] for i in range(5))
    return induce(
        bitext(words, other),
        links(alignment),
        tags,
        heads,
        PatternOptions(**options),
        threads=threads,
    )


def rows(found: InducedPatterns) -> dict[tuple[str, str], list[tuple[bytes, int]]]:
    """Alignments and counts by pattern and pivot pattern."""
    result: dict[tuple[str, str], list[tuple[bytes, int]]] = {}
    for row in found.pairs.to_pylist():
        pairs = result.setdefault((row["pattern"], row["pivot_pattern"]), [])
        pairs.append((row["alignment"], row["count"]))
    return result


def test_patterns_meet_in_a_pivot_pattern() -> None:
    found = induced(TAKE, CONSIDER, TAKE)
    pairs = rows(found)
    pivot = "tenir compte [NN_1]"
    assert pairs[("take [NN_1] into consideration", pivot)] == [(bytes([0, 0, 2, 1, 3, 1]), 2)]
    assert pairs[("consider [NN_1]", pivot)] == [(bytes([0, 0, 0, 1]), 1)]
    same = {row["pivot_id"] for row in found.pairs.to_pylist() if row["pivot_pattern"] == pivot}
    assert len(same) == 1
    assert found.counts.patterns == 13
    assert found.counts.torn == 6  # of `compte` with a slot in it
    assert found.counts.paired == sum(found.pairs["count"].to_pylist()) == 7


def test_pivot_patterns_number_slots() -> None:
    assert ("give [NN_2] [NN_1]", "donner [NN_1] [NN_2]") in rows(induced(GIVE))


def test_alignments_are_counted_apart() -> None:
    take = ("take books up", "VB NN RP", "0 0 0", "ramasser là livres")
    crossed, straight = (*take, "0-1 2-0 1-2"), (*take, "0-0 2-1 1-2")
    pairs = rows(induced(crossed, straight, crossed))
    assert pairs[("take [NN_1] up", "ramasser là [NN_1]")] == [
        (bytes([0, 0, 2, 1]), 1),
        (bytes([0, 1, 2, 0]), 2),
    ]


def test_threads_do_not_matter() -> None:
    text = [TAKE, CONSIDER, GIVE] * 300
    assert induced(*text, threads=3).pairs.equals(induced(*text, threads=1).pairs)


def test_limits() -> None:
    assert induced(TAKE, words=5).counts.long_subtrees == 1
    found = induced(GIVE, slots=1)
    assert (found.counts.patterns, found.counts.left_out) == (2, 1)
    found = induced(GIVE, patterns=1)
    assert list(rows(found)) == [("give [NN_1] books", "donner livres [NN_1]")]
    with pytest.raises(Error, match="2 to 16 words"):
        induced(GIVE, words=17)


def test_what_fills_the_slots() -> None:
    table = patterns_of([GIVE[0], TAKE[0]], [GIVE[1], TAKE[1]], [GIVE[2], TAKE[2]])
    found: dict[str, Any] = {row["pattern"]: row for row in table.to_pylist()}
    assert found["give [NN_1] [NN_2]"] == {
        "sentence": 0,
        "pattern": "give [NN_1] [NN_2]",
        "begin": 0,
        "end": 3,
        "is_contiguous": True,
        "fillers": [{"begin": 1, "end": 2}, {"begin": 2, "end": 3}],
    }
    assert found["take [NN_1] into consideration"]["fillers"] == [{"begin": 1, "end": 4}]
    assert found["the [NN_1] demand"]["sentence"] == 1
    assert patterns_of([], [], []).num_rows == 0
    assert patterns_of([""], [""], [""]).num_rows == 0


@pytest.mark.parametrize(
    ("tags", "heads", "message"),
    [
        (["VB NN"], ["1 0"], "heads:1: they run in a circle"),
        (["VB NN"], ["0 2"], 'heads:1: "2" is not the place of a head'),
        (["VB NN"], ["0"], "heads:1: 1 heads for 2 words"),
        (["VB"], ["0 0"], "tags:1: 1 tags for 2 words"),
        (["VB NN", "VB"], ["0 0"], "tags: 2 lines for 1 sentences"),
    ],
)
def test_what_does_not_belong_together(tags: list[str], heads: list[str], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        patterns_of(["go home"], tags, heads)
    with pytest.raises(FormatError, match=message):
        induce(bitext(["go home"], ["rentrer"]), links(["0-0"]), tags, heads)
