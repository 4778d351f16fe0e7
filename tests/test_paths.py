"""DIRT: paths of small trees, and the queries against slow definitions of equations 9 to 11."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from math import log, sqrt
from pathlib import Path

import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.learn import parts
from otherwords.learn.patterns.paths import extract_paths, paths_of
from otherwords.learn.plan import paths as plan
from tests.relations import Relations

#: A path with the words at its ends.
Row = tuple[str, str, str]

# Word, tag, head and relation.
SOLVED = """\
committee NNS 1 nsubj
find VBD 1 ROOT
solution NN 1 dobj
to IN 2 prep
problem NN 3 pobj
. . 1 punct"""
PASSIVE = """\
problem NN 2 nsubjpass
be VBD 2 auxpass
solve VBN 2 ROOT
by IN 2 agent
Ann NNP 3 pobj
and CC 4 cc
Bob NNP 4 conj"""


def found_in(tree: str) -> set[Row]:
    lemmas, tags, heads, relations = zip(*(line.split() for line in tree.split("\n")), strict=True)
    rows = list(paths_of(tags, lemmas, heads, relations))
    assert len(rows) == len(set(rows))
    return set(rows)


def test_paths_lead_from_a_noun_over_a_verb_to_another() -> None:
    assert found_in(SOLVED) == {
        ("X find Y (nsubj, dobj)", "committee", "solution"),
        ("Y find X (dobj, nsubj)", "solution", "committee"),
        ("X find solution to Y (nsubj, pobj)", "committee", "problem"),
        ("Y find solution to X (pobj, nsubj)", "problem", "committee"),
        # Not from `solution` to `problem`: the one is on the other's way to the verb.
    }


def test_passive_paths_say_so_and_conjuncts_have_none() -> None:
    assert found_in(PASSIVE) == {
        ("X be solve by Y (nsubjpass, pobj)", "problem", "ann"),
        ("Y be solve by X (pobj, nsubjpass)", "ann", "problem"),
    }


def test_long_paths_and_sentences_without_verbs_have_none() -> None:
    chain = ["a NN 1 nsubj", "see VBZ 1 ROOT", "b NN 1 dobj"]
    for place in range(3, 7):
        chain.append(f"{'wxyz'[place - 3]} IN {place - 1} prep")
    chain.append("c NN 6 pobj")
    assert {row[2] for row in found_in("\n".join(chain))} == {"a", "b"}
    assert found_in("a NN 0 ROOT\nof IN 0 prep\nb NN 1 pobj") == set()


def test_paths_of_a_part(tmp_path: Path) -> None:
    columns = {
        "tags": ["NNS VBD NN", "NN"],
        "lemmas": ["dog chase cat", "rain"],
        "heads": ["1 1 1", "0"],
        "relations": ["nsubj ROOT dobj", "ROOT"],
    }
    parts.write_table(pyarrow.table(columns), tmp_path / "analysis.parquet")
    extract_paths(str(tmp_path / "analysis.parquet"), str(tmp_path / "paths.parquet"))
    assert parts.read(tmp_path / "paths.parquet").to_pylist() == [
        {"path": "X chase Y (nsubj, dobj)", "x": "dog", "y": "cat"},
        {"path": "Y chase X (dobj, nsubj)", "x": "cat", "y": "dog"},
    ]


def information_of(rows: list[Row], least: int) -> dict[tuple[str, str, str], float]:
    """Equation 11 for each path, slot and filler."""
    often = Counter(path for path, _, _ in rows)
    counts: Counter[tuple[str, str, str]] = Counter()
    for path, x, y in rows:
        if often[path] >= least:
            counts.update([(path, "x", x), (path, "y", y)])
    everything = sum(counts.values())
    found = {}
    for (path, slot, word), count in counts.items():
        of_slot = sum(n for (_, s, _), n in counts.items() if s == slot)
        of_path = sum(n for (p, s, _), n in counts.items() if (p, s) == (path, slot))
        of_word = sum(n for (_, s, w), n in counts.items() if (s, w) == (slot, word))
        p_word, p_path = of_word / of_slot, of_path / of_slot
        mi = log(count / everything / (p_path * p_word * of_slot / everything))
        if mi > 1e-12:
            found[path, slot, word] = mi
    return found


def similarity(information: dict[tuple[str, str, str], float], one: str, other: str) -> float:
    """Equations 9 and 10."""
    product = 1.0
    for slot in "xy":
        first, second = (
            {w: mi for (p, s, w), mi in information.items() if (p, s) == (path, slot)}
            for path in (one, other)
        )
        shared = sum(first[word] + second[word] for word in first.keys() & second.keys())
        product *= shared / max(1e-300, sum(first.values()) + sum(second.values()))
    return sqrt(product)


@settings(max_examples=25, deadline=None)
@given(
    rows=st.lists(
        st.tuples(st.sampled_from("ABCD"), st.sampled_from("klmn"), st.sampled_from("stuv")),
        min_size=1,
        max_size=30,
    ),
    least=st.integers(1, 4),
    best=st.integers(1, 4),
)
def test_similar_paths(
    new_relations: Callable[[], Relations], rows: list[Row], least: int, best: int
) -> None:
    relations = new_relations()
    columns = dict(zip(("path", "x", "y"), zip(*rows, strict=True), strict=True))
    relations.put("paths", **columns)
    relations.put("wanted", path=["A", "B", "?"])
    relations.run("counts", plan.count_fillers(least), paths=relations["paths"])
    weighed = relations.run("fillers", plan.weigh_fillers(), counts=relations["counts"])
    inputs = {key: relations[key] for key in ("fillers", "wanted")}
    found = relations.run("similar", plan.most_similar(best), **inputs)
    information = information_of(rows, least)
    assert {row[:3]: row[3] for row in weighed} == pytest.approx(information)
    expected = {
        (one, other): score
        for one, other in itertools.product("AB", "ABCD")
        if one != other and (score := similarity(information, one, other)) > 0
    }
    for one in "AB":
        ranked = sorted((each for each in found if each[0] == one), key=lambda each: each[3])
        scores = sorted((s for (path, _), s in expected.items() if path == one), reverse=True)
        assert [each[3] for each in ranked] == list(range(1, len(ranked) + 1))
        assert [each[2] for each in ranked] == pytest.approx(scores[:best])
        for _, other, score, _ in ranked:
            assert score == pytest.approx(expected[one, other])
