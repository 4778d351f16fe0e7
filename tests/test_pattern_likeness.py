"""What is known of the words in which two patterns differ."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from otherwords.learn.patterns.likeness import LIKENESS, WordKnowledge, compare, different
from otherwords.learn.quality.vector_file import write_vectors
from otherwords.learn.quality.vectors import Vectors


@pytest.mark.parametrize(
    ("source", "target", "parts"),
    [
        ("the [JJ_1] results", "the [JJ_1] outcomes", ("results", "outcomes")),
        ("in terms of [NN_1]", "in relation to [NN_1]", ("terms of", "relation to")),
        ("take [NN_1] away", "remove [NN_1]", ("take [NN_1] away", "remove [NN_1]")),
        ("of [NN_1]", "of all [NN_1]", ("[NN_1]", "all [NN_1]")),
        ("a a", "a", ("a a", "a")),
    ],
)
def test_what_is_different(source: str, target: str, parts: tuple[str, str]) -> None:
    assert different(source, target) == parts
    assert different(target, source) == parts[::-1]


@pytest.fixture
def knowledge(tmp_path: Path) -> WordKnowledge:
    rows = np.array([[100, 0], [80, 60], [0, 100]], np.int8)
    write_vectors(Vectors(["results", "outcomes", "horses"], rows), tmp_path / "vectors.parquet")
    return WordKnowledge("en", "", "", str(tmp_path / "vectors.parquet"))


def test_words_that_are_near_and_words_that_are_wrong(knowledge: WordKnowledge) -> None:
    source = "the [JJ_1] results"
    targets = ["the [JJ_1] outcomes", "the [JJ_1] horses", "the [JJ_1] resulted"]
    found = compare([source] * 3, targets, knowledge)
    near = found[:, LIKENESS.index("nearness")]
    assert near[:2] == pytest.approx([0.8, 0.0], abs=0.01)
    assert found[:2, LIKENESS.index("one_for_one")].tolist() == [1.0, 1.0]
    assert found[:, LIKENESS.index("disagrees")].tolist() == [0, 0, 1]  # a noun is no past tense


def test_nothing_is_known_without_vectors(knowledge: WordKnowledge) -> None:
    for known, sources in ((WordKnowledge(), ["a [NN_1]"]), (knowledge, [])):
        found = compare(sources, ["the [NN_1]"] * len(sources), known)
        assert found.shape == (len(sources), len(LIKENESS))
        assert not found.any()
