"""The relational plan on examples small enough to be computed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import log
from pathlib import Path
from typing import Any

import pytest

from otherwords.learn import plan
from otherwords.learn.filters import FILTERS
from tests.relations import A, B, C, D, F, G, H, Relations, phrases

EVERYTHING = plan.Pruning(epsilon=0.0)


def pairs(*rows: tuple[int, int, int]) -> dict[str, Sequence[Any]]:
    """Phrase pairs with counts; a weight says which pair it belongs to."""
    source, target, count = zip(*rows, strict=True)
    return {
        "source_id": source,
        "target_id": target,
        "count": count,
        "source_weight": [-100 * s - t for s, t, _ in rows],
        "target_weight": [-100 * t - s for s, t, _ in rows],
    }


def fixed(number: Fraction | int) -> int:
    """A number as the plan has it, rounded down."""
    return int(number * plan.ONE)


def scored(relations: Relations, *rows: tuple[int, int, int]) -> Path:
    relations.put("pairs", **pairs(*rows))
    relations.run("counts", plan.count([1]), pairs_0=relations["pairs"])
    relations.run("scores", plan.score(), counts=relations["counts"])
    return relations["scores"]


def test_counts_add_up_over_corpora_and_keep_the_greatest_weights(relations: Relations) -> None:
    relations.put("one", **pairs((A, F, 2), (A, F, 1), (B, F, 1)))
    second = pairs((A, F, 5))
    second["source_weight"] = [-7]
    relations.put("two", **second)
    rows = relations.run(
        "counts", plan.count([1, 3]), pairs_0=relations["one"], pairs_1=relations["two"]
    )
    assert rows == [(A, F, 2 + 1 + 3 * 5, -7, -1101), (B, F, 1, -211, -1102)]


def test_pairs_within_a_language_count_both_ways(relations: Relations) -> None:
    relations.put("pairs", **pairs((A, B, 2), (B, A, 1), (A, A, 9)))
    rows = relations.run("counts", plan.count([1], symmetric=True), pairs_0=relations["pairs"])
    assert [row[:3] for row in rows] == [(A, A, 18), (A, B, 3), (B, A, 3)]
    # The weight of a pair goes with its direction: that of (B, A) is greater for both.
    assert rows[1][3:] == (max(-102, -102), max(-201, -201))


def test_totals_make_relative_frequencies(relations: Relations) -> None:
    scored(relations, (A, F, 3), (B, F, 1), (A, G, 1), (C, G, 3))
    assert [row[:5] for row in relations.rows("scores")] == [
        (A, F, 3, 4, 4),
        (A, G, 1, 4, 4),
        (B, F, 1, 1, 4),
        (C, G, 3, 3, 4),
    ]


def test_links_are_pivots_with_two_to_tau_phrases(relations: Relations) -> None:
    scores = scored(relations, (A, F, 3), (B, F, 1), (A, G, 1), (A, H, 1), (B, H, 1), (C, H, 1))
    rows = relations.run("links", plan.link(plan.Pruning(tau=2), 8), scores=scores)
    assert [row[:2] for row in rows] == [(A, F), (B, F)]  # G has one phrase, H three
    rows = relations.run("more", plan.link(plan.Pruning(tau=3), 8), scores=scores)
    assert [row[:2] for row in rows] == [(A, F), (A, H), (B, F), (B, H), (C, H)]


def test_rare_links_go_before_clusters_are_counted(relations: Relations) -> None:
    scores = scored(relations, (A, F, 3), (B, F, 2), (C, F, 1))
    rows = relations.run("links", plan.link(plan.Pruning(least_count=2, tau=2), 6), scores=scores)
    assert [row[:2] for row in rows] == [(A, F), (B, F)]


def likelihood_ratio(pair: int, source: int, target: int, total: int) -> float:
    """Dunning's G² of a pair, from the four cells of its table."""
    cells = [
        (pair, source, target),
        (source - pair, source, total - target),
        (target - pair, total - source, target),
        (total - source - target + pair, total - source, total - target),
    ]
    return 2 * sum(n * log(n * total / (row * column)) for n, row, column in cells if n)


def test_links_are_significant(relations: Relations) -> None:
    # A, B and C all go to F; the rest of what they do makes the difference.
    rows = [(A, F, 10), (A, G, 10), (B, F, 10), (C, F, 10), (C, G, 40), (D, G, 900), (D, F, 20)]
    scores = scored(relations, *rows)
    strength = {
        (row[0], row[1]): likelihood_ratio(row[2], row[3], row[4], 1000)
        for row in relations.rows("scores")
    }
    assert round(strength[A, F], 3) == round(likelihood_ratio(10, 20, 50, 1000), 3) == 35.066
    assert strength[C, F] < strength[A, F] < strength[B, F]

    def linked(threshold: float) -> list[tuple[int, int]]:
        query = plan.link(plan.Pruning(significance=threshold), 1000)
        return [row[:2] for row in relations.run(f"links-{threshold}", query, scores=scores)]

    # D goes to F less often than by chance, however significant that is.
    assert linked(1e-9) == [(A, F), (B, F), (C, F)]
    assert linked((strength[C, F] + strength[A, F]) / 2) == [(A, F), (B, F)]
    assert linked((strength[A, F] + strength[B, F]) / 2) == []  # B alone is no cluster


def meetings(relations: Relations, pruning: plan.Pruning, language: int = 0) -> list[Any]:
    relations.run("links", plan.link(pruning, 100), scores=relations["scores"])
    return relations.run("meetings", plan.meet(pruning, language), links=relations["links"])


def test_pivot_by_hand(relations: Relations) -> None:
    # p(F|A) = 3/4, p(G|A) = 1/4; p(B|F) = 1/4, p(C|G) = 3/4; p(A|F) = 3/4, p(A|G) = 1/4
    scored(relations, (A, F, 3), (B, F, 1), (A, G, 1), (C, G, 3))
    found = meetings(relations, EVERYTHING, language=5)
    assert found == [
        # A with B by way of F: 3 times 1/4 there, once 3/4 back; lexical weights F|A + B|F and back
        (A, B, fixed(Fraction(3, 4)), fixed(Fraction(3, 4)), -1101 - 211, -1102 - 111, 1, 32),
        (A, C, fixed(Fraction(3, 4)), fixed(Fraction(3, 4)), -1201 - 312, -1203 - 112, 1, 32),
    ]
    relations.put("phrases", **phrases({A: 4, B: 1, C: 3}))
    query = plan.judge(plan.Selection(filters=()))
    rows = relations.run(
        "candidates", query, meetings=relations["meetings"], phrases=relations["phrases"]
    )
    # p(B|A) = 3/4 · 1/4, p(A|B) = 1 · 3/4; p(C|A) = 1/4 · 3/4, p(A|C) = 1 · 1/4
    assert [row[:4] for row in rows] == [
        (A, B, fixed(Fraction(3, 16)), fixed(Fraction(3, 4))),
        (A, C, fixed(Fraction(3, 16)), fixed(Fraction(1, 4))),
    ]


def test_epsilon_prunes_each_way_of_each_direction(relations: Relations) -> None:
    scored(relations, (A, F, 3), (B, F, 1), (A, G, 1), (C, G, 3))
    # The ways are 3/16 (A to B), 3/4 (B to A), 3/16 (A to C), 1/4 (C to A).
    found = meetings(relations, plan.Pruning(epsilon=0.2))
    assert [row[:4] for row in found] == [
        (A, B, 0, fixed(Fraction(3, 4))),
        (A, C, 0, fixed(Fraction(3, 4))),
    ]
    relations.run("fewer", plan.meet(plan.Pruning(epsilon=0.3), 0), links=relations["links"])
    assert [row[:2] for row in relations.rows("fewer")] == [(A, B)]


def test_pivots_add_up(relations: Relations) -> None:
    # A and B have F and G in common: p(B|A) = 1/2 · 1/3 + 1/2 · 3/4
    scored(relations, (A, F, 2), (B, F, 1), (A, G, 2), (B, G, 6), (C, G, 0 + 1))
    found = meetings(relations, EVERYTHING)
    expected = 2 * Fraction(1, 3), 2 * Fraction(6, 9)
    assert found[0][2] == sum(fixed(way) for way in expected)
    assert found[0][6] == min(2, 1) + min(2, 6)


def test_languages_share_by_what_they_have_seen(relations: Relations) -> None:
    columns = ["first_id", "second_id", "forward", "backward", "forward_weight"]
    columns += ["backward_weight", "shared", "languages"]
    one = [[A], [B], [fixed(1)], [fixed(2)], [-5], [-6], [1], [1]]
    two = [[A, A], [B, C], [fixed(3), fixed(1)], [0, fixed(1)], [-9, -1], [-2, -1], [4, 1], [2, 2]]
    relations.put("one", **dict(zip(columns, one, strict=True)))
    relations.put("two", **dict(zip(columns, two, strict=True)))
    relations.put("phrases", **phrases({A: 10, B: 4, C: 2}))
    both = {"meetings_0": relations["one"], "meetings_1": relations["two"]}
    relations.run("united", plan.unite(2), **both)
    rows = relations.run(
        "candidates",
        plan.judge(plan.Selection(filters=())),
        meetings=relations["united"],
        phrases=relations["phrases"],
    )
    assert rows == [
        (A, B, fixed(Fraction(4, 10)), fixed(Fraction(2, 4)), -5, -2, 5, 3, 0, 0),
        (A, C, fixed(Fraction(1, 10)), fixed(Fraction(1, 2)), -1, -1, 1, 2, 0, 0),
    ]


def candidates(relations: Relations, *rows: tuple[int, ...]) -> Path:
    """Candidates of first, second, forward, backward and the reasons of both directions."""
    first, second, forward, backward, there, back = zip(*rows, strict=True)
    zeros = [0] * len(rows)
    return relations.put(
        "candidates",
        first_id=first,
        second_id=second,
        forward=forward,
        backward=backward,
        forward_weight=[-forward for forward in first],
        backward_weight=zeros,
        shared=zeros,
        languages=[1] * len(rows),
        forward_reason=there,
        backward_reason=back,
    )


def test_the_best_kappa_of_each_source_are_entries(relations: Relations) -> None:
    path = candidates(
        relations,
        (A, B, 50, 10, 0, 0),
        (A, C, 90, 0, 0, 0),
        (A, D, 50, 20, 0, 3),
        (B, C, 7, 8, 1, 0),
    )
    rows = relations.run("entries", plan.select(plan.Selection(kappa=2)), candidates=path)
    assert [row[:4] for row in rows] == [
        (A, C, 90, 0),
        (A, D, 50, 20),  # as probable as B, and the way back is more so
        (B, A, 10, 50),
        (C, B, 8, 7),
    ]


def test_identity_is_as_probable_as_the_best(relations: Relations) -> None:
    path = candidates(relations, (A, B, 50, 10, 0, 0), (A, C, 90, 5, 0, 0))
    query = plan.select(plan.Selection(identity="biased"))
    rows = relations.run("entries", query, candidates=path)
    assert [row[:3] for row in rows if row[0] == row[1]] == [(A, A, 90), (B, B, 10), (C, C, 5)]


def test_phrases_come_back_to_themselves_over_pivots(relations: Relations) -> None:
    # A has F with B, G alone and H with too many; D has no other phrase to meet.
    rows = [(A, F, 2), (B, F, 2), (A, G, 3), (D, G + 100, 1)]
    scores = scored(relations, *rows, *((phrase, H, 5) for phrase in (A, B, C)))
    pruning = plan.Pruning(epsilon=0.0, tau=2)
    links = relations.run("links", plan.link(pruning, 26), scores=scores)
    assert [row[:2] for row in links] == [(A, F), (B, F)]
    query = plan.stay(pruning, 26, 3)
    found = relations.run("stays", query, scores=scores, links=relations["links"])
    forward = {A: fixed(2 * Fraction(2, 4) + 3), B: fixed(2 * Fraction(2, 4))}
    assert [(*row[:4], row[-1]) for row in found] == [
        (each, each, forward[each], forward[each], 1 << 3) for each in (A, B)
    ]
    # The way over F is 2/10 · 2/4, that over G 3/10 · 3/3.
    pruning = plan.Pruning(epsilon=0.15, tau=2)
    query = plan.stay(pruning, 26, 3)
    found = relations.run("likely", query, scores=scores, links=relations["links"])
    assert [row[2] for row in found if row[0] == A] == [fixed(3)]


def test_what_stays_is_not_filtered(relations: Relations) -> None:
    relations.put(
        "meetings",
        first_id=[A, A],
        second_id=[A, B],
        forward=[fixed(2), fixed(1)],
        backward=[fixed(2), fixed(1)],
        forward_weight=[0, 0],
        backward_weight=[0, 0],
        shared=[3, 1],
        languages=[1, 1],
    )
    relations.put("phrases", **phrases({A: 4, B: 4}, folded={A: 1, B: 1}))
    for identity, reasons in [("pivot", [0, 1]), ("drop", [1, 1])]:
        query = plan.judge(plan.Selection(filters=("case",), identity=identity))
        rows = relations.run(
            identity, query, meetings=relations["meetings"], phrases=relations["phrases"]
        )
        assert [row[-1] for row in rows] == reasons


def test_identity_over_pivots_is_one_of_the_best(relations: Relations) -> None:
    path = candidates(
        relations,
        (A, A, 40, 40, 0, 0),
        (A, B, 50, 10, 0, 0),
        (A, C, 30, 0, 0, 0),
        (D, D, 9, 9, 0, 0),
    )
    query = plan.select(plan.Selection(identity="pivot", kappa=2))
    rows = relations.run("entries", query, candidates=path)
    assert [row[:4] for row in rows] == [(A, A, 40, 40), (A, B, 50, 10), (B, A, 10, 50)]


def test_least_probability_of_an_entry(relations: Relations) -> None:
    path = candidates(relations, (A, B, fixed(1) // 2, fixed(1) // 8, 0, 0))
    rows = relations.run("entries", plan.select(plan.Selection(least=0.25)), candidates=path)
    assert [row[:2] for row in rows] == [(A, B)]


@pytest.mark.parametrize(
    ("name", "features"),
    [
        ("case", {"folded": {A: 1, B: 1}}),
        ("brackets", {"unbalanced": {B: True}}),
        ("punctuation", {"punctuation": {A: 1}}),
        ("numbers", {"numbers": {A: 1, B: 2}}),
        ("negation", {"negations": {B: 1}}),
        ("containment", {"content": {A: 1, B: 1}, "length": {A: 2}}),
        ("opposites", {"sense": {B: 77}}),
        ("containment", {"words": {A: "at the same", B: "at the same time"}, "length": {A: 3}}),
        ("function-words", {"functional": {A: True}}),
    ],
)
def test_each_filter_drops_what_it_is_for(
    relations: Relations, name: str, features: Mapping[str, Mapping[int, Any]]
) -> None:
    scored(relations, (A, F, 1), (B, F, 1), (A, G, 99), (B, G, 0 + 1), (C, G, 99))
    meetings(relations, EVERYTHING)
    relations.put("phrases", **phrases({A: 100, B: 50, C: 99}, **features))
    relations.put("opposites", id=[A], sense=[77])
    assert set(FILTERS) == set(plan.Selection().filters)
    number = list(FILTERS).index(name) + 1
    rows = relations.run(
        "candidates",
        plan.judge(plan.Selection()),
        meetings=relations["meetings"],
        phrases=relations["phrases"],
        opposites=relations["opposites"],
    )
    reasons = {row[:2]: row[-2:] for row in rows}
    back = 0 if name == "function-words" else number  # the target may have function words only
    assert reasons[A, B] == (number, back)
    tally = relations.run("tally", plan.tally(), candidates=relations["candidates"])
    assert dict(tally)[number] >= 1


def test_containment_with_support_is_kept(relations: Relations) -> None:
    scored(relations, (A, F, 5), (B, F, 5))
    meetings(relations, EVERYTHING)  # p is 1/2 both ways
    relations.put("phrases", **phrases({A: 5, B: 5}, content={A: 1, B: 1}, length={A: 2}))
    for support, reason in [(0.5, 0), (0.6, 1)]:
        selection = plan.Selection(filters=("containment",), support=support)
        rows = relations.run(
            f"candidates-{support}",
            plan.judge(selection),
            meetings=relations["meetings"],
            phrases=relations["phrases"],
        )
        assert rows[0][-2:] == (reason, reason)


def test_a_part_that_is_frequent_by_itself_is_kept(relations: Relations) -> None:
    # A is a part of B: p(A|B) = 9/10; B is rare, so p(B|A) is small
    scored(relations, (A, F, 9), (B, F, 1), (A, G, 91))
    meetings(relations, EVERYTHING)
    words = {A: "to", B: "in order to"}
    for count, reason in [(10, 0), (11, 1)]:  # ten times as frequent, or not quite
        name = f"phrases-{count}"
        relations.put(name, **phrases({A: 100, B: count}, words=words, length={B: 3}))
        rows = relations.run(
            f"candidates-{count}",
            plan.judge(plan.Selection(filters=("containment",), support=0.2)),
            meetings=relations["meetings"],
            phrases=relations[name],
        )
        assert rows[0][-2:] == (1, reason)


def test_phrases_are_gathered_once(relations: Relations) -> None:
    scored(relations, (A, F, 3), (B, F, 1))
    relations.put("one", id=[A, B, C], words=["a", "b", "c"])
    relations.put("two", id=[A], words=["a"])
    query = plan.gather(1, 2, "SELECT DISTINCT source_id AS id FROM scores_0")
    rows = relations.run(
        "phrases",
        query,
        scores_0=relations["scores"],
        words_0=relations["one"],
        words_1=relations["two"],
    )
    assert rows == [(A, 3, "a"), (B, 1, "b")]


def test_direct_pairs_have_relative_frequencies(relations: Relations) -> None:
    relations.put("pairs", **pairs((A, B, 2), (A, C, 1), (A, A, 1)))
    relations.run("counts", plan.count([1], symmetric=True), pairs_0=relations["pairs"])
    relations.run("scores", plan.score(), counts=relations["counts"])
    relations.run("meetings", plan.pair(2), scores=relations["scores"])
    relations.put("phrases", **phrases({A: 5, B: 2, C: 1}))
    rows = relations.run(
        "candidates",
        plan.judge(plan.Selection(filters=())),
        meetings=relations["meetings"],
        phrases=relations["phrases"],
    )
    # A stands 2 + 1 + 2 times, two of them beside B; C was seen too seldom
    assert [row[:4] for row in rows] == [(A, B, fixed(Fraction(2, 5)), fixed(1))]
    assert rows[0][6] == 2


def test_the_best_occurrence_tells_the_alignment(relations: Relations) -> None:
    forward = pairs((A, B, 2), (A, C, 1))
    relations.put("one", **forward, alignment=[b"\0\0", b"\1\1"])
    # B with A comes again, with greater weights and the other way round.
    backward = {**pairs((B, A, 1)), "source_weight": [-1], "target_weight": [-1]}
    relations.put("two", **backward, alignment=[b"\0\1"])
    relations.put("entries", source_id=[A, B, A, A], target_id=[B, A, C, A])
    inputs = {"pairs_0": relations["one"], "pairs_1": relations["two"]}
    rows = relations.run("aligned", plan.align(2), entries=relations["entries"], **inputs)
    assert rows == [
        (A, A, None, None),  # each source may stand for itself
        (A, B, b"\0\1", True),
        (A, C, b"\1\1", False),
        (B, A, b"\0\1", False),
    ]


def test_other_tables_confirm_entries(relations: Relations) -> None:
    def put(name: str, **pairs: tuple[int, int, int]) -> Path:
        columns = dict(
            zip(("forward", "backward", "count"), zip(*pairs.values(), strict=True), strict=True)
        )
        relations.put(name, source=list("a" * len(pairs)), target=list(pairs), **columns)
        return relations[name]

    entries = put("entries", b=(1, 2, 3), c=(4, 5, 6))
    others = {"others_0": put("one", b=(7, 8, 9), d=(1, 1, 1)), "others_1": put("two", b=(8, 7, 1))}
    rows = relations.run("confirmed", plan.confirm(2), entries=entries, **others)
    assert rows == [("a", "b", 1, 2, 3, 8, 8, 9), ("a", "c", 4, 5, 6, 0, 0, 0)]
    alone = relations.run("alone", plan.confirm(0), entries=entries)
    assert alone == [("a", "b", 1, 2, 3, 0, 0, 0), ("a", "c", 4, 5, 6, 0, 0, 0)]
