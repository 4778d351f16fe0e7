"""Words that should agree with each other."""

from __future__ import annotations

import pytest

from otherwords.evaluate.concord import discords
from otherwords.model import default_folder
from otherwords.text.analysis import Analysis
from otherwords.text.core_analyser import CoreAnalyser


@pytest.fixture(scope="module")
def analyser() -> CoreAnalyser:
    return CoreAnalyser(default_folder() / "analyser")


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("This houses are old .", ("This", "houses")),
        ("The children was happy .", ("children", "was")),
        ("He have two cars .", ("He", "have")),
    ],
)
def test_discords_are_found(analyser: CoreAnalyser, text: str, pair: tuple[str, str]) -> None:
    words = text.split()
    found = discords(words, next(analyser.analyse([words])))
    assert pair in [(words[one], words[other]) for one, other in found]


@pytest.mark.parametrize(
    "text",
    [
        "These houses are old .",
        "The children were happy and he has two cars .",
        "A dog and a cat are in the house .",
        "They can go , and she must have seen it .",
        "He wanted to go .",
    ],
)
def test_sound_sentences_have_none(analyser: CoreAnalyser, text: str) -> None:
    words = text.split()
    assert discords(words, next(analyser.analyse([words]))) == []


def test_verbs_behind_modals_are_not_finite() -> None:
    words = ["she", "can", "goes"]
    analysis = Analysis(["PRP", "MD", "VBZ"], words, [2, 2, 2], ["nsubj", "aux", "ROOT"], [""] * 3)
    assert (1, 2) in discords(words, analysis)
