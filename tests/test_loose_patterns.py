"""Patterns that are looked up loosely: which units there are besides."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.carrying_model import Finder, Tree, targets
from tests.small_model import Entries

#: we must reverse that trend .
REVERSE = Tree("we must reverse that trend .", "PRP MD VB DT NN .", [2, 2, 2, 4, 2, 2])
QUESTION = Tree("this question of rights", "DT NN IN NNS", [1, 1, 1, 2])


def found(folder: Path, tree: Tree, entries: Entries, *, loose: bool = True) -> list[str]:
    """The targets of units with their spans."""
    units = Finder(folder, "patterns", entries, loose=loose).find(tree)
    return [f"{begin}-{end} {target}" for begin, end, target, _ in targets(units)]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        # other nouns
        ("this question of [NN_1]", "this issue of [NN_1]", ["0-4 this issue of rights"]),
        ("this question of [NNPS_1]", "this issue of [NNPS_1]", ["0-4 this issue of rights"]),
        ("this question of [JJ_1]", "this issue of [JJ_1]", []),
        # what it begins with stays
        ("question of [NNS_1]", "issue of [NNS_1]", ["1-4 issue of rights"]),
        ("the question of [NNS_1]", "the issue of [NNS_1]", ["1-4 issue of rights"]),
        ("the question of [NNS_1]", "an issue of [NNS_1]", []),
        ("to question of [NNS_1]", "to issue of [NNS_1]", []),  # no verb
    ],
)
def test_slots_and_words_before(
    tmp_path: Path, source: str, target: str, expected: list[str]
) -> None:
    assert found(tmp_path, QUESTION, [(source, target, -1.0)]) == expected
    assert found(tmp_path, QUESTION, [(source, target, -1.0)], loose=False) == []


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("we must reverse [NN_1] .", "we must turn [NN_1] .", ["0-6 we must turn that trend ."]),
        ("we must reverse [NN_1]", "we must turn [NN_1]", ["0-5 we must turn that trend"]),
        ("reverse [NN_1]", "turn [NN_1] back", ["2-5 turn that trend back"]),
        ("to reverse [NNS_1]", "to turn [NNS_1]", ["2-5 turn that trend"]),
        ("to reverse [NN_1]", "turning [NN_1]", []),
        ("to reverse [NN_1]", "to", []),
        ("the reverse [NN_1]", "the turn [NN_1]", []),  # `must` is no determiner
        ("[NN_1] .", "[NN_1] !", ["3-6 that trend !"]),
        ("must reverse [NN_1] now", "must turn [NN_1] now", []),
    ],
)
def test_parts_of_sentences(tmp_path: Path, source: str, target: str, expected: list[str]) -> None:
    assert found(tmp_path, REVERSE, [(source, target, -1.0)]) == expected


def test_a_rule_has_no_word_that_stays(tmp_path: Path) -> None:
    finder = Finder(
        tmp_path, "patterns", [("to reverse [NN_1]", "to turn [NN_1]", -1.0)], loose=True
    )
    units = finder.find(REVERSE)
    assert units.rule_texts(np.arange(1)) == ["reverse [NN_1] → turn [NN_1]"]
    assert (units.pattern_counts.found, units.pattern_counts.matched) == (1, 1)


def test_longer_subtrees(tmp_path: Path) -> None:
    fillers = 12
    words = "question of " + "very " * fillers + "rights"
    tags = "NN IN " + "RB " * fillers + "NNS"
    last = fillers + 2
    tree = Tree(words, tags, [0, 0, *[last] * fillers, 1])
    entries = [("question of [NNS_1]", "issue of [NNS_1]", -1.0)]
    assert found(tmp_path, tree, entries, loose=False) == []
    assert found(tmp_path, tree, entries) == [f"0-{last + 1} issue of " + words[12:]]


def test_what_is_protected_is_not_replaced(tmp_path: Path) -> None:
    finder = Finder(
        tmp_path, "patterns", [("question of [NNS_1]", "issue of [NNS_1]", -1.0)], loose=True
    )
    assert len(finder.find(QUESTION, is_protected=[0, 3])) == 1
    assert len(finder.find(QUESTION, is_protected=[1])) == 0
    assert len(finder.find(QUESTION, barriers=[1])) == 0
    assert len(finder.find(QUESTION, barriers=[0])) == 1
