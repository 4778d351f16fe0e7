"""The queries of patterns against slow definitions of equations 2 to 7 of PP."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.learn.plan import patterning
from otherwords.learn.plan.patterning import SCORE_BITS, Ways
from tests.relations import Relations

ONE = 2.0**SCORE_BITS
WEIGHTS = (1.0, 0.5, 0.25, 2.0, 0.75)
#: Ids of patterns and of pivots; a pivot's language and a pattern's root are told by the last bit.
PATTERNS, PIVOTS = range(1, 6), range(10, 15)


@dataclass(frozen=True)
class Link:
    there: float
    back: float
    there_weight: float
    back_weight: float


Links = dict[tuple[int, int], Link]
#: Of each pair, h1 to h5 of its ways.
Found = dict[tuple[int, int], list[tuple[float, ...]]]
#: Count, source weight and target weight of each pair of a pattern and a pivot.
Counts = dict[tuple[int, int], tuple[int, int, int]]


def some_counts() -> st.SearchStrategy[Counts]:
    weight = st.integers(-(3 << 20), 0)
    return st.dictionaries(
        st.tuples(st.sampled_from(PATTERNS), st.sampled_from(PIVOTS)),
        st.tuples(st.integers(1, 5), weight, weight),
        min_size=1,
        max_size=16,
    )


def some_ways() -> st.SearchStrategy[Ways]:
    return st.builds(Ways, st.sampled_from((0.0, 0.1, 0.25)), st.sampled_from((2, 3, 200)))


def root_of(pattern: int, rooted: bool) -> str:
    return ("NN", "VB")[pattern % 2] if rooted else ""


def rows_of(counts: Counts, rooted: bool = False) -> dict[str, list[Any]]:
    return {
        "source_id": [source for source, _ in counts],
        "target_id": [target for _, target in counts],
        "count": [each[0] for each in counts.values()],
        "source_weight": [each[1] for each in counts.values()],
        "target_weight": [each[2] for each in counts.values()],
        "root": [root_of(source, rooted) for source, _ in counts],
    }


def links_of(counts: Counts) -> Links:
    """Equations 2, 4 and, from whole numbers, 5."""
    links = {}
    for (e, c), (count, source_weight, target_weight) in counts.items():
        of_e = sum(each[0] for (other, _), each in counts.items() if other == e)
        of_c = sum(each[0] for (_, other), each in counts.items() if other == c)
        links[e, c] = Link(
            count / of_e, count / of_c, target_weight / (1 << 20), source_weight / (1 << 20)
        )
    return links


def way(first: Link, second: Link, pivots: float = 0.0) -> tuple[float, ...]:
    return (
        log(first.there),
        log(second.back),
        first.there_weight,
        second.back_weight,
        pivots,
    )


def by_definition(
    links: Links, ways: Ways, rooted: bool, pivots: Mapping[tuple[int, int], float] | None
) -> Found:
    """All ways of equations 3 (no pairs of pivots) and 7."""
    found: Found = {}
    for (e1, c1), (e2, c2) in itertools.product(links, links):
        first, second = links[e1, c1], links[e2, c2]
        if e1 == e2 or root_of(e1, rooted) != root_of(e2, rooted):
            continue
        if first.there * second.back < ways.epsilon:
            continue
        if c1 == c2 and sum(c == c1 for _, c in links) <= ways.tau:
            found.setdefault((e1, e2), []).append(way(first, second))
        if pivots is not None and (c1, c2) in pivots:
            found.setdefault((e1, e2), []).append(way(first, second, pivots[c1, c2]))
    return found


def swapped(links: Links, ways: Ways) -> Found:
    """The ways of pivots to others of their language, over patterns."""
    found: Found = {}
    for (e1, c1), (e2, c2) in itertools.product(links, links):
        first, second = links[e1, c1], links[e2, c2]
        if e1 != e2 or c1 == c2 or c1 % 2 != c2 % 2:
            continue
        if first.back * second.there >= ways.epsilon:
            turned = Link(first.back, 0, first.back_weight, 0)
            other = Link(0, second.there, 0, second.there_weight)
            found.setdefault((c1, c2), []).append(way(turned, other))
    return found


def scores_of(found: Found, weights: tuple[float, ...]) -> dict[tuple[int, int], float]:
    return {
        pair: sum(exp(sum(w * h for w, h in zip(weights, each, strict=True))) for each in ways)
        for pair, ways in found.items()
    }


Open = Callable[[], Relations]


def put_links(relations: Relations, counts: Counts, rooted: bool = False) -> Path:
    """Runs the queries from pairs, of one relation a language, to links."""
    inputs = {}
    for language in (0, 1):
        rows = {pair: each for pair, each in counts.items() if pair[1] % 2 == language}
        inputs[f"pairs_{language}"] = put(relations, f"pairs-{language}", rows_of(rows, rooted))
    relations.run("counts", patterning.count_patterns([1, 1], [0, 1]), **inputs)
    relations.run("links", patterning.link_patterns(), counts=relations["counts"])
    return relations["links"]


def put(relations: Relations, name: str, columns: Mapping[str, list[Any]]) -> Path:
    """As `Relations.put`, but of numbers even where there are no rows."""
    kinds = {"root": pa.string(), "words": pa.string(), "score": pa.float64()}
    return relations.put(
        name, **{key: pa.array(rows, kinds.get(key, pa.int64())) for key, rows in columns.items()}
    )


def put_pivots(relations: Relations, pivots: Mapping[tuple[int, int], float]) -> Path:
    columns: dict[str, list[Any]] = {
        "source_id": [c1 for c1, _ in pivots],
        "target_id": [c2 for _, c2 in pivots],
        "score": list(pivots.values()),
    }
    return put(relations, "pivots", columns)


some_pivots = st.dictionaries(
    st.tuples(st.sampled_from(PIVOTS), st.sampled_from(PIVOTS)).filter(
        lambda pair: pair[0] != pair[1]
    ),
    st.floats(-4.0, 0.0),
    max_size=5,
)


def test_counts_of_corpora_add_up(new_relations: Open) -> None:
    relations = new_relations()
    one = put(relations, "one", rows_of({(1, 11): (2, -5, -9), (1, 13): (1, -1, -1)}))
    two = put(relations, "two", rows_of({(1, 11): (3, -7, -2)}))
    query = patterning.count_patterns([1, 4], [0, 0])
    assert relations.run("counts", query, pairs_0=one, pairs_1=two) == [
        (1, 11, 0, "", 2 + 4 * 3, -5, -2),
        (1, 13, 0, "", 1, -1, -1),
    ]


@settings(max_examples=15, deadline=None)
@given(counts=some_counts())
def test_links_have_relative_frequencies(new_relations: Open, counts: Counts) -> None:
    relations = new_relations()
    put_links(relations, counts)
    found = {
        (source, target): (language, root, count, Link(*features))
        for source, target, language, root, count, *features in relations.rows("links")
    }
    links = links_of(counts)
    assert found == {(e, c): (c % 2, "", counts[e, c][0], links[e, c]) for e, c in links}


@settings(max_examples=30, deadline=None)
@given(
    counts=some_counts(),
    ways=some_ways(),
    rooted=st.booleans(),
    pivots=st.none() | some_pivots,
)
def test_scores_of_patterns(
    new_relations: Open,
    counts: Counts,
    ways: Ways,
    rooted: bool,
    pivots: dict[tuple[int, int], float] | None,
) -> None:
    relations = new_relations()
    inputs = {"links": put_links(relations, counts, rooted)}
    if pivots is not None:
        inputs["pivots"] = put_pivots(relations, pivots)
    query = patterning.pair_patterns(ways, WEIGHTS, augmented=pivots is not None)
    rows = relations.run("pairs", query, **inputs)
    expected = by_definition(links_of(counts), ways, rooted, pivots)
    scores = scores_of(expected, WEIGHTS)
    assert {(e1, e2): n for e1, e2, _, n in rows} == {
        pair: len(each) for pair, each in expected.items()
    }
    for e1, e2, score, number in rows:
        assert abs(score - scores[e1, e2] * ONE) < 1e-12 * score + number + 1


@settings(max_examples=20, deadline=None)
@given(counts=some_counts(), ways=some_ways(), pivots=st.none() | some_pivots)
def test_features_of_ways(
    new_relations: Open,
    counts: Counts,
    ways: Ways,
    pivots: dict[tuple[int, int], float] | None,
) -> None:
    relations = new_relations()
    wanted = {"label": [7, 8, 8], "source_id": [1, 2, 3], "target_id": [2, 1, 1]}
    inputs = {
        "links": put_links(relations, counts, rooted=True),
        "wanted": put(relations, "wanted", wanted),
    }
    if pivots is not None:
        inputs["pivots"] = put_pivots(relations, pivots)
    rows = relations.run("ways", patterning.ways_of(ways, augmented=pivots is not None), **inputs)
    expected = by_definition(links_of(counts), ways, True, pivots)
    named = zip(*wanted.values(), strict=True)
    slow = sorted((n, a, b, *each) for n, a, b in named for each in expected.get((a, b), []))
    assert [row[:3] for row in rows] == [row[:3] for row in slow]
    for row, other in zip(rows, slow, strict=True):
        assert row[3:] == pytest.approx(other[3:], abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(
    counts=some_counts(), ways=some_ways(), threshold=st.sampled_from((0.0, 0.013, 0.113, 0.513))
)
def test_pairs_of_pivots(new_relations: Open, counts: Counts, ways: Ways, threshold: float) -> None:
    relations = new_relations()
    weights = (1.0, 1.0, 1.0, 1.0)
    query = patterning.pair_pivots(ways, weights, threshold)
    rows = relations.run("pivots", query, links=put_links(relations, counts))
    scores = scores_of(swapped(links_of(counts), ways), (*weights, 0.0))
    found = {(c1, c2): score for c1, c2, score in rows}
    assert found.keys() == {pair for pair, score in scores.items() if score >= threshold}
    for pair, score in found.items():
        assert score == pytest.approx(min(0.0, log(scores[pair])), abs=1e-4)
        assert pair[0] % 2 == pair[1] % 2


def test_the_model_of_bannard_and_callison_burch(new_relations: Open) -> None:
    # p(c|e1) = 3/4 and 1/4; p(e2|c) = 1/4, p(e3|d) = 3/4
    counts = {(1, 10): (3, 0, 0), (2, 10): (1, 0, 0), (1, 12): (1, 0, 0), (3, 12): (3, 0, 0)}
    relations = new_relations()
    query = patterning.pair_patterns(Ways(), (1.0, 1.0), augmented=False)
    rows = relations.run("pairs", query, links=put_links(relations, counts))
    assert [(e1, e2, n) for e1, e2, _, n in rows] == [(1, 2, 1), (1, 3, 1), (2, 1, 1), (3, 1, 1)]
    assert [score / ONE for _, _, score, _ in rows] == pytest.approx([3 / 16, 3 / 16, 3 / 4, 1 / 4])


def test_pairs_are_spelt(new_relations: Open) -> None:
    relations = new_relations()
    scores = {(1, 2): 0.5, (2, 1): 0.25, (1, 3): 0.125}
    pairs = {
        "source_id": [e1 for e1, _ in scores],
        "target_id": [e2 for _, e2 in scores],
        "ways": [1, 2, 3],
    }
    put(relations, "pairs", {**pairs, "score": [int(score * ONE) for score in scores.values()]})
    # Parts of several corpora have the same patterns, and more.
    words: dict[str, list[Any]] = {"id": [1, 2, 3, 1, 4], "words": ["a", "b", "c", "a", "d"]}
    put(relations, "sources", {**words, "root": [""] * 5})
    inputs = {name: relations[name] for name in ("pairs", "sources")}
    rows = relations.run("spelt", patterning.spell_pairs(0.25), **inputs)
    assert rows == [("a", "b", 0.5 * ONE, 1), ("b", "a", 0.25 * ONE, 2)]
    assert len(relations.run("all", patterning.spell_pairs(0.0), **inputs)) == 3
    assert relations.run("none", patterning.spell_pairs(exp(700)), **inputs) == []
    seen: dict[str, list[Any]] = {"source_id": [1, 2, 2], "count": [1, 1, 1]}
    put(relations, "links", seen)
    often = patterning.spell_pairs(0.25, least_count=2)
    rows = relations.run("often", often, **inputs, links=relations["links"])
    assert rows == [("b", "a", 0.25 * ONE, 2)]


def test_the_best_pairs_of_each_source(new_relations: Open) -> None:
    relations = new_relations()
    rows = [
        ("a", "x", -1.0, -0.1),
        ("a", "x", -3.0, -0.3),  # of another numbering, or another root
        ("a", "v", -0.5, -0.5),  # likelier, but by other features worse
        ("a", "z", -2.0, -0.2),
        ("a", "y", -2.0, -0.2),
        ("b", "x", -9.0, -0.9),
    ]
    columns = dict(
        zip(("source", "target", "score", "quality"), zip(*rows, strict=True), strict=True)
    )
    pairs = relations.put("pairs", **columns)
    assert relations.run("two", patterning.choose_pairs(2), pairs=pairs) == [
        ("a", "x", -1.0, -0.1),
        ("a", "y", -2.0, -0.2),
        ("b", "x", -9.0, -0.9),
    ]
    assert len(relations.run("all", patterning.choose_pairs(4), pairs=pairs)) == 5


def test_pairs_are_found_by_their_texts(new_relations: Open) -> None:
    relations = new_relations()
    texts = [(1, "a", "NN"), (2, "a", "VB"), (3, "b", "NN"), (4, "b", "JJ"), (3, "b", "NN")]
    ids, words, roots = ([row[i] for row in texts] for i in range(3))
    sources = relations.put("sources", id=ids, words=words, root=roots)
    named = relations.put("named", label=[5, 6, 7], source=["a", "b", "a"], target=["b", "a", "?"])
    rows = relations.run("wanted", patterning.find_pairs(), named=named, sources=sources)
    assert rows == [(5, 1, 3), (6, 3, 1)]
