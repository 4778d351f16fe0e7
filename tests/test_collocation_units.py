"""Collocations at run time: a verb and its object in other words, inflected to match."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.carrying_model import Finder, Tree, targets

ENTRIES = [
    ("promote OBJ trade", "boost OBJ commerce", -1.0),
    ("promote OBJ trade", "boost OBJ trade", -2.0),
    ("promote OBJ trade", "foster OBJ trade", -2.0),  # no form of foster is known
    ("ask OBJ question", "raise OBJ question", -1.0),
    ("promote OBJ peace", "boost", -1.0),  # no collocation
]
TRADE = Tree(
    "They Promoted bilateral high-tech trade",
    "PRP VBD JJ NN NN",
    [1, 1, 4, 4, 1],
    "nsubj ROOT amod compound dobj",
    "they Promote bilateral high-tech trade",
)


@pytest.fixture
def finder(tmp_path: Path) -> Finder:
    return Finder(tmp_path, "collocations", ENTRIES)


def test_both_words_are_inflected_and_those_between_are_carried_along(finder: Finder) -> None:
    units = finder.find(TRADE)
    assert targets(units) == [
        (1, 5, "boosted bilateral high-tech commerce", [-1, 2, 3, -1]),
        (1, 5, "boosted bilateral high-tech trade", [-1, 2, 3, 4]),
    ]
    assert units.score.tolist() == [-1.0, -2.0]
    assert units.rule_texts(np.array([0])) == ["promote OBJ trade → boost OBJ commerce"]


def test_an_object_may_come_before_its_verb(finder: Finder) -> None:
    tree = Tree(
        "the questions they asked",
        "DT NNS PRP VBD",
        [1, 3, 3, 3],
        "det dobj nsubj ROOT",
        "the question they ask",
    )
    # A question stays as it is, with its determiner, which is not in the unit.
    assert targets(finder.find(tree)) == [(1, 4, "questions they raised", [1, 2, -1])]


@pytest.mark.parametrize(
    ("change", "units"),
    [
        ({}, 2),
        ({"tags": "PRP MD JJ NN NN"}, 0),
        ({"tags": "PRP VBD JJ NN NNP"}, 0),
        ({"tags": "PRP VBZ JJ NN NN"}, 0),  # boosts is not among the forms
        ({"tags": "PRP VBD JJ NN NNS"}, 1),  # commerces is not, trade stays
        ({"relations": "nsubj ROOT amod compound nsubj"}, 0),
        ({"relations": "nsubj ROOT prt compound dobj", "heads": [1, 1, 1, 4, 1]}, 0),
        ({"lemmas": "they promise bilateral high-tech trade"}, 0),
        ({"heads": [1, 1, 4, 4, 0]}, 0),
    ],
)
def test_what_is_no_such_pair_has_no_unit(
    finder: Finder, change: dict[str, object], units: int
) -> None:
    assert len(finder.find(TRADE._replace(**change))) == units  # type: ignore[arg-type]


def test_neither_word_is_protected_and_nothing_gets_lost(finder: Finder) -> None:
    assert [len(finder.find(TRADE, is_protected=[place])) for place in range(5)] == [2, 0, 2, 2, 0]
    assert [len(finder.find(TRADE, barriers=[place])) for place in range(4)] == [2, 0, 0, 0]
