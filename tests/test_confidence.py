"""Confidence: limits, guards, quotes, budgets and suggestions."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import otherwords as ow
from otherwords.confidence import costs, joint, limit_of, most_cost
from otherwords.paraphrases import Paraphrase
from tests.known_confidence import KNOWN, KnownConfidence
from tests.small_model import write_model

TEXT = "We utilise tools in spite of rain with assistance ."
LIMITS = [0.0, 0.1, 0.5, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99, 1.0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def unsure(folder: Path) -> ow.Paraphraser:
    """With a model that has no confidence."""
    return ow.load(folder)


@pytest.fixture(scope="module")
def known(folder: Path) -> ow.Paraphraser:
    p = ow.load(folder)
    p.model.__dict__["confidence"] = KnownConfidence(KNOWN)
    return p


@pytest.fixture(scope="module")
def english() -> ow.Paraphraser:
    return ow.load("en")


def product(one: Paraphrase) -> float:
    """The joint confidence of the edits, by what is known of their targets."""
    return math.prod(KNOWN[edit.target.lower()] for edit in one.edits)


def everything(p: ow.Paraphraser, text: str, application: str = "paraphrase") -> list[Paraphrase]:
    """All that can be said, best first."""
    (best,) = p.pipe([text], application=application, confidence="bold", n=1000)
    return [best, *best.alternatives]


# ---- levels --------------------------------------------------------------------------------------


def test_levels_and_numbers() -> None:
    assert (limit_of("high"), limit_of("bold"), limit_of(0), limit_of(0.5)) == (0.9, None, 0.0, 0.5)
    for wrong in ("normal", None, True, 1.5, -0.1, math.nan):
        with pytest.raises(ow.Error, match="confidence is"):
            limit_of(wrong)


def test_costs_add_up_as_confidences_multiply() -> None:
    given = np.array([0.95, 0.9, 0.85, np.nan])
    assert joint(int(costs(given).sum())) == pytest.approx(0.95 * 0.9 * 0.85, abs=1e-5)
    assert costs(np.array([1.0]))[0] > 0  # the source alone is for nothing
    assert joint(most_cost(0.8)) == pytest.approx(0.8, abs=1e-6)


# ---- the limit -----------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", LIMITS)
def test_of_all_that_reach_the_limit_the_best_is_taken(
    known: ow.Paraphraser, unsure: ow.Paraphraser, limit: float
) -> None:
    within = [one for one in everything(unsure, TEXT) if one.edits and product(one) >= limit - 1e-6]
    best = known.paraphrase(TEXT, confidence=limit)
    assert best.optimal
    if not within:
        assert (best.text, best.edits) == (TEXT, ())
        return
    assert best.text == within[0].text
    assert best.score == pytest.approx(within[0].score)
    assert best.confidence == pytest.approx(product(best), abs=1e-5)
    assert best.confident
    assert [edit.confidence for edit in best.edits] == [
        KNOWN[edit.target.lower()] for edit in best.edits
    ]


def test_weights_with_a_limit_are_others_if_the_model_has_them(tmp_path: Path) -> None:
    more = """
[weights.paraphrase]
lm = 1.0

[confident.paraphrase]
lm = 0.0
self = 0.0
usability = 2.0
confidence = 10.0
tables = {pt1 = 1.0, pt2 = 1.0}
"""
    p = ow.load(write_model(tmp_path, more=more))
    p.model.__dict__["confidence"] = KnownConfidence({**KNOWN, "help": 0.3, "aid": 0.85})
    text = "we need assistance"
    best = p.paraphrase(text, confidence=0.2)  # help has the higher score, but aid is surer
    assert best.text == "we need aid"
    assert best.score == pytest.approx(-0.75 + 2.0 * 10.0 * math.log(0.85), abs=1e-4)
    assert best.edits[0].usability == 0.0
    bold = p.paraphrase(text, confidence="bold")
    assert bold.text == "we need help"


@pytest.mark.parametrize(
    ("section", "why"),
    [
        ("[weights.paraphrase]\nconfidence = 1.0", r"weights\.paraphrase.*confidence"),
        ("[confident.paraphrase]\ncourage = 1.0", r"confident\.paraphrase.*courage"),
        ("[confident]\nparaphrase = 1.0", r"confident\.paraphrase is no section"),
    ],
)
def test_broken_weights_are_refused(tmp_path: Path, section: str, why: str) -> None:
    p = ow.load(write_model(tmp_path, more=f"\n{section}\n"))
    p.model.__dict__["confidence"] = KnownConfidence(KNOWN)
    with pytest.raises(ow.Error, match=why):
        p.paraphrase("we need assistance")


@pytest.mark.parametrize("limit", [0.1, 0.8])
def test_each_of_several_reaches_the_limit_in_the_order_of_scores(
    known: ow.Paraphraser, unsure: ow.Paraphraser, limit: float
) -> None:
    within = [one.text for one in everything(unsure, TEXT) if one.edits and product(one) >= limit]
    best = known.paraphrase(TEXT, confidence=limit, n=100)
    found = [best, *best.alternatives]
    assert [one.text for one in found] == within
    assert all(one.confidence is not None and one.confidence >= limit for one in found)


def test_each_sentence_reaches_the_limit(known: ow.Paraphraser) -> None:
    best = known.paraphrase("We utilise rain. They utilise tools in spite of rain.", confidence=0.8)
    assert [edit.target for edit in best.edits] == ["use", "use", "despite"]
    assert best.confidence == pytest.approx(0.95 * 0.95 * 0.9, abs=1e-5)


def test_the_source_is_left_out_unless_asked_for(known: ow.Paraphraser) -> None:
    text = "We utilise rain ."
    best = known.paraphrase(text, n=5)
    assert [one.text for one in (best, *best.alternatives)] == ["We use rain ."]
    with_source = known.paraphrase(text, n=5, include_source=True)
    assert {one.text for one in (with_source, *with_source.alternatives)} == {text, "We use rain ."}
    nothing = known.paraphrase("We rain .", n=5)
    assert (nothing.text, nothing.alternatives, nothing.confidence) == ("We rain .", (), 1.0)


def test_sampling_keeps_to_the_limit(known: ow.Paraphraser) -> None:
    for limit in (0.5, 0.8, 0.9):
        best = known.paraphrase(TEXT, confidence=limit, search="monte-carlo", episodes=200)
        assert best.confidence is not None
        assert best.confidence >= limit - 1e-6


def test_what_is_never_right_is_for_the_bold_only(folder: Path) -> None:
    p = ow.load(folder)
    p.model.__dict__["confidence"] = KnownConfidence({"despite": 0.9})
    assert p.paraphrase(TEXT, confidence=0).text == TEXT.replace("in spite of", "despite")
    assert "use" in p.paraphrase(TEXT, confidence="bold").text.split()


def test_the_signature_has_the_limit(known: ow.Paraphraser, unsure: ow.Paraphraser) -> None:
    assert "|confidence:0.8" in known.settle().signature
    assert "|confidence:0.9" in known.settle(confidence="high").signature
    assert "confidence" not in known.settle(confidence="bold").signature
    assert known.settle(confidence="bold").signature == unsure.settle().signature


# ---- models without confidence -------------------------------------------------------------------


def test_models_without_confidence_have_no_limit(unsure: ow.Paraphraser) -> None:
    best = unsure.paraphrase(TEXT)
    assert best.text == unsure.paraphrase(TEXT, confidence="bold").text
    assert (best.confidence, {edit.confidence for edit in best.edits}) == (None, {None})
    for ask in (
        lambda: unsure.paraphrase(TEXT, confidence=0.5),
        lambda: unsure.paraphrase(TEXT, confidence="high"),
        lambda: unsure.suggest(TEXT),
    ):
        with pytest.raises(ow.Error, match=r"names no confidence file, so .* can only be bold"):
            ask()


# ---- quotations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("marks", ["“”", '""', "«»", "„”", "„“", "‘’", "''"])
def test_quotations_stay(known: ow.Paraphraser, marks: tuple[str, str]) -> None:
    text = f"They utilise {marks[0]}we utilise tools{marks[1]}"
    kept = text.replace("They utilise", "They use")
    assert known.paraphrase(text).text == kept
    assert known.paraphrase(text, edit_quotes=True).text == text.replace("utilise", "use")
    assert [one.start for one in known.suggest(text)] == [text.index("utilise")]
    assert len(known.suggest(text, edit_quotes=True)) == 2
    assert known.paraphrase(text, confidence="bold").text.count("use") == 2


# ---- budgets -------------------------------------------------------------------------------------


def test_what_fits_is_left_alone(known: ow.Paraphraser) -> None:
    size = len(TEXT)
    best = known.compress(TEXT, max_bytes=size)
    assert (best.text, best.edits, best.fits, best.confident) == (TEXT, (), True, True)
    assert known.compress(TEXT, max_bytes=size, confidence="bold").edits


@pytest.mark.parametrize("limit", [0.5, 0.8, 0.99])
def test_of_what_fits_the_surest_is_taken(
    known: ow.Paraphraser, unsure: ow.Paraphraser, limit: float
) -> None:
    possible = everything(unsure, TEXT, "compress")
    for budget in range(min(one.size for one in possible), len(TEXT)):
        surest = max(product(one) for one in possible if one.size <= budget)
        best = known.compress(TEXT, max_bytes=budget, confidence=limit)
        assert best.fits
        assert best.size <= budget
        assert best.confidence == pytest.approx(surest, abs=1e-5)
        assert best.confident == (surest >= limit)


def test_what_cannot_fit_is_marked(known: ow.Paraphraser) -> None:
    best = known.compress(TEXT, max_bytes=3)
    assert not best.fits
    assert best.size < len(TEXT)


# ---- suggestions ---------------------------------------------------------------------------------


def test_suggestions_are_sorted_and_within_the_threshold(known: ow.Paraphraser) -> None:
    every = known.suggest(TEXT, confidence=0)
    assert [one.confidence for one in every] == sorted(KNOWN.values(), reverse=True)
    for least in (0.0, 0.1, 0.5, 0.9, 1.0):
        found = known.suggest(TEXT, confidence=least)
        assert found == [one for one in every if one.confidence >= least]
    assert known.suggest(TEXT) == known.suggest(TEXT, confidence=0.5)
    for one in every:
        assert TEXT[one.start : one.end] == one.source
        assert one.table in {"pt1", "pt2"}


def test_suggestions_serve_the_application_and_keep_terms(known: ow.Paraphraser) -> None:
    assert "the tools" not in {
        one.target for one in known.suggest(TEXT, confidence=0, application="compress")
    }
    kept = known.suggest(TEXT, confidence=0, keep=["utilise"], avoid=["help"])
    assert {one.target for one in kept} == {"despite", "aid", "the tools"}
    near = known.suggest(TEXT, confidence=0, application="toward", reference="aid")
    assert [one.target for one in near] == ["aid"]


def test_many_texts_at_once_give_the_same(known: ow.Paraphraser) -> None:
    texts = [TEXT, "", "We utilise rain. They utilise it."]
    assert known.suggest_all(texts) == [known.suggest(text) for text in texts]


# ---- the English model ---------------------------------------------------------------------------

TEXTS = [
    "In order to assist the residents, the town purchased approximately forty vehicles.",
    "He may not have been able to persuade her that the four houses must be sold.",
    "The committee failed to reach an agreement prior to the meeting on Monday.",
    "She attempted to obtain the document, but they were unable to locate it.",
]


@pytest.mark.parametrize("limit", [0.3, 0.8, 0.9])
def test_english_answers_reach_the_limit(english: ow.Paraphraser, limit: float) -> None:
    for application in ("compress", "simplify", "paraphrase"):
        for best in english.pipe(TEXTS, application=application, confidence=limit):
            assert best.confidence is not None
            assert best.confidence >= limit - 1e-9
            assert best.confident
            sure = [edit.confidence for edit in best.edits if edit.confidence is not None]
            assert best.confidence == pytest.approx(math.prod(sure), abs=1e-4)


def test_the_surest_of_suggestions_that_make_the_same_sentence_is_given(
    english: ow.Paraphraser,
) -> None:
    text = "We will answer as soon as possible, in order to help a large number of people."
    found = english.suggest(text, confidence=0.05)
    made = [text[: one.start] + one.target + text[one.end :] for one in found]
    assert len(set(made)) == len(made) > 10


def test_any_limit_of_time_is_one(english: ow.Paraphraser) -> None:
    for seconds in (1e10, 1e300):
        assert english.compress(TEXTS[0], max_seconds=seconds).optimal


def test_zero_lists_every_unit_that_no_guard_forbids(english: ow.Paraphraser) -> None:
    for text in TEXTS:
        settings = english.settle(confidence=0)
        documents = english._documents([(text, None)])
        planned = settings.plan(english.units(settings, documents, [None]))
        units = planned.units
        offered = {
            (int(units.begin[row]), int(units.end[row]), *units.columns.target(int(row)))
            for row in planned.kept
        }
        found = english.suggest(text, confidence=0)
        assert len({(one.start, one.end, one.target) for one in found}) == len(found)
        # Some are written alike, such as a word and the pattern around it.
        assert 0.5 * len(offered) <= len(found) <= len(offered)
        assert [one.confidence for one in found] == sorted(
            (one.confidence for one in found), reverse=True
        )


GUARDED = {"he", "she", "they", "her", "may", "must", "four", "forty", "monday"}


def test_guards_hold_whatever_the_limit(english: ow.Paraphraser) -> None:
    for text in TEXTS:
        for one in english.suggest(text, confidence=0):
            before, after = (
                Counter(word for word in said.lower().split() if word in GUARDED)
                for said in (one.source, one.target)
            )
            assert before == after, one


def test_english_budgets_take_the_surest(english: ow.Paraphraser) -> None:
    for text in TEXTS:
        size = len(text.encode())
        assert english.compress(text, max_bytes=size).text == text
        sure = [
            english.compress(text, max_bytes=budget).confidence
            for budget in range(size - 1, size - 12, -2)
        ]
        assert all(
            one is not None and other is not None and one >= other
            for one, other in itertools.pairwise(sure)
        )


# ---- what a review found -------------------------------------------------------------------------


@pytest.mark.parametrize("marks", [('"', '"'), ("“", "”")])
def test_quotations_of_several_sentences_stay(
    known: ow.Paraphraser, marks: tuple[str, str]
) -> None:
    opening, closing = marks
    inside = "We utilise tools . We utilise tools . We utilise tools ."
    text = f"They said : {opening}{inside}{closing} They utilise tools ."
    best = known.paraphrase(text, confidence=0)
    assert inside in best.text
    assert "They use tools" in best.text
    assert inside not in known.paraphrase(text, confidence=0, edit_quotes=True).text


def test_a_paragraph_ends_what_is_quoted(known: ow.Paraphraser) -> None:
    text = 'They said : "We utilise tools . We utilise tools .\nThey utilise tools .'
    assert known.paraphrase(text, confidence=0).text.endswith("\nThey use tools .")


def test_the_largest_n_is_no_trouble(known: ow.Paraphraser) -> None:
    best = known.paraphrase(TEXT, n=2**32 - 1, confidence=0.5)
    assert best.alternatives


def test_what_is_chosen_costs_nothing(known: ow.Paraphraser) -> None:
    place = TEXT.index("utilise")
    chosen = (place, place + len("utilise"), "use")
    best = known.paraphrase(TEXT, choices=[chosen], confidence=1.0)
    assert [edit.target for edit in best.edits] == ["use"]
    fitting = known.paraphrase(TEXT, choices=[chosen], max_bytes=1000)
    assert "use" in {edit.target for edit in fitting.edits}


def test_suggestions_take_levels_by_name(known: ow.Paraphraser) -> None:
    assert known.suggest(TEXT, confidence="high") == known.suggest(TEXT, confidence=0.9)
    with pytest.raises(ow.Error, match="suggestions need a confidence"):
        known.suggest(TEXT, confidence="bold")
    with pytest.raises(ow.Error, match="must be high, bold or a number"):
        known.paraphrase(TEXT, confidence=[1])  # type: ignore[arg-type]


def test_suggestions_bring_their_article(english: ow.Paraphraser) -> None:
    text = "They heard an additional witness."
    for one in english.suggest(text, confidence=0):
        made = text[: one.start] + one.target + text[one.end :]
        assert "an further" not in made
        assert "a additional" not in made
