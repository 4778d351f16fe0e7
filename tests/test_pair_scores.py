"""True scores of pairs: those of the paraphraser's own answers, and reasons where there is none."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import otherwords as ow
from otherwords.pair_scores import pair_scores
from tests.small_model import write_model

SOURCE = "In spite of the rain, we utilise assistance."


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> ow.Paraphraser:
    return ow.load(write_model(tmp_path_factory.mktemp("model")))


@pytest.mark.parametrize("application", ["compress", "paraphrase", "simplify"])
def test_paraphrases_have_their_own_scores(paraphraser: ow.Paraphraser, application: str) -> None:
    settings = paraphraser.settle(application, n=50)
    (best,) = paraphraser.stream(settings, [SOURCE])
    answers = [best, *best.alternatives]
    assert len(answers) > 3
    found = pair_scores(paraphraser, settings, [(SOURCE, one.text) for one in answers])
    assert [one.score for one in found] == pytest.approx([one.score for one in answers])
    for one, answer in zip(found, answers, strict=True):
        assert (one.source, one.target) == (SOURCE, answer.text)
        assert [(unit.start, unit.end, unit.table, unit.score) for unit in one.units] == [
            (edit.start, edit.end, edit.table, edit.score) for edit in answer.edits
        ]


def test_a_score_by_hand(paraphraser: ow.Paraphraser) -> None:
    settings = paraphraser.settle("paraphrase")
    (one,) = pair_scores(paraphraser, settings, [("We utilise tools.", "We use tools.")])
    # utilise → use; three words stay; we 10⁻², use 10⁻², tools 10⁻², . 10⁻¹, the end 10⁻¹.
    assert one.lm == pytest.approx(-8 * math.log(10))
    assert one.score == pytest.approx(-0.25 - 3 - 8 * math.log(10))
    (unit,) = one.units
    assert (unit.source, unit.target, unit.table, unit.rule) == ("utilise", "use", "pt1", "")


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("We use.", "no unit that goes on from source word 3"),
        ("We use hammers.", "no unit makes target word 3"),
        ("We use tools. We", "the source is used up before target word 5"),
        ("", "no unit takes the source from word 1"),
    ],
)
def test_what_cannot_be_made(paraphraser: ow.Paraphraser, target: str, reason: str) -> None:
    settings = paraphraser.settle("paraphrase")
    (one,) = pair_scores(paraphraser, settings, [("We utilise tools.", target)])
    assert one.score is None
    assert reason in one.reason
    assert one.units == ()


def test_planning_decides_what_can_be_made(paraphraser: ow.Paraphraser) -> None:
    pairs = [("We have tools.", "We have the tools.")]
    for application, can_be in (("paraphrase", True), ("compress", False)):
        (one,) = pair_scores(paraphraser, paraphraser.settle(application), pairs)
        assert (one.score is not None) == can_be


def test_references(paraphraser: ow.Paraphraser) -> None:
    settings = paraphraser.settle("toward")
    pairs = [("We use assistance.", "We use aid.")] * 2
    near, far = pair_scores(paraphraser, settings, pairs, ["aid", "help"])
    assert near.score is not None
    assert far.score is None
    assert pair_scores(paraphraser, settings, []) == []


def test_articles_follow_their_words(tmp_path: Path) -> None:
    tables = {"pt1": [("rain", "aid", -0.5), ("assistance", "tools", -0.5)]}
    paraphraser = ow.load(write_model(tmp_path, tables))
    source = "In a rain of assistance, a rain of assistance."
    settings = paraphraser.settle("paraphrase", n=20)
    (best,) = paraphraser.stream(settings, [source])
    answers = [best, *best.alternatives]
    assert any("an aid" in one.text and "a rain" in one.text for one in answers)
    found = pair_scores(paraphraser, settings, [(source, one.text) for one in answers])
    assert [one.score for one in found] == pytest.approx([one.score for one in answers])


def test_units_that_carry_words_along() -> None:
    """With others inside of them, as the English model has them."""
    paraphraser = ow.load()
    settings = paraphraser.settle("paraphrase", n=20, confidence="bold")
    sources = [
        "The committee took the important matter into consideration.",
        "They attempted to purchase a large house in spite of the rain.",
    ]
    carried = 0
    for best in paraphraser.stream(settings, sources):
        answers = [best, *best.alternatives]
        found = pair_scores(paraphraser, settings, [(best.source, one.text) for one in answers])
        assert [one.score for one in found] == pytest.approx([one.score for one in answers])
        carried += sum(bool(unit.rule) for one in found for unit in one.units)
    assert carried
