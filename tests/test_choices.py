"""Choices of a user: against all derivations that keep to them, and by hand."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import numpy as np
import pytest

import otherwords as ow
from otherwords import _core
from tests.small_model import write_model
from tests.test_nested import SELF, BruteForce, lm, random_units

__all__ = ["lm"]

SENTENCE = "In spite of the rain, we utilise assistance."


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> ow.Paraphraser:
    return ow.load(write_model(tmp_path_factory.mktemp("model")))


def outermost(units: _core.Units, used: list[int]) -> set[int]:
    """Of the units of a derivation, those that are not inside of another."""
    found, end = set(), 0
    for unit in used:
        if units.begin[unit] >= end:
            found.add(unit)
            end = units.end[unit]
    return found


def test_the_best_is_that_of_all_with_a_chosen_unit(
    tmp_path: Path, lm: _core.LanguageModel
) -> None:
    random = Random(8)
    changed = nested = 0
    for _ in range(150):
        units = random_units(random, tmp_path, lm)
        if not len(units):
            continue
        usability = np.array([random.choice([math.nan, 0.0, 1.5]) for _ in range(len(units))])
        chosen = random.randrange(len(units))
        usability[chosen] = 0.0
        decoder = _core.UnitDecoder(
            lm,
            table_weights=[[1.0], [0.5]],
            lm_weight=0.6,
            self_weight=1.0,
            usability_weight=0.8,
            self_score=SELF,
            nested=1000,
        )
        scores = np.where(units.table == 0, 1.0, 0.5) * units.score + 0.8 * usability
        best: dict[str, float] = {}
        for words, score, used in BruteForce(units, scores.tolist(), SELF).derivations():
            if chosen in outermost(units, used):
                text = " ".join(words)
                best[text] = max(best.get(text, -math.inf), score + 0.6 * lm.score(text))
        options = _core.DecodeOptions(n=3)
        found = decoder.decode(units, usability, options, chosen=[chosen])
        expected = sorted(best.values(), reverse=True)[:3]
        assert found.score.tolist() == pytest.approx(expected, abs=1e-6)
        assert found.complete.all()
        changed += found.score[0] < decoder.decode(units, usability).score[0] - 1e-6
        nested += found.unit_offsets[1] > 1
        shortest = decoder.fronts(
            units, usability, np.array([-(1 << 40)]), options, chosen=[chosen]
        )
        rows = shortest.units[: shortest.unit_offsets[1]].tolist()
        assert chosen in outermost(units, rows)
    assert changed > 50
    assert nested > 20


def test_a_choice_takes_the_place_of_what_is_best(paraphraser: ow.Paraphraser) -> None:
    best = paraphraser.paraphrase(SENTENCE)
    assert best.text == "Despite the rain, we use help."
    start = SENTENCE.index("assistance")
    chosen = paraphraser.paraphrase(SENTENCE, choices=[(start, start + 10, "aid")])
    assert chosen.text == "Despite the rain, we use aid."
    assert chosen.optimal
    assert chosen.score < best.score


def test_targets_are_those_of_the_text_or_of_the_table(paraphraser: ow.Paraphraser) -> None:
    for target in ("Despite", "despite"):
        assert paraphraser.paraphrase(SENTENCE, choices=[(0, 11, target)]).text.startswith(
            "Despite"
        )


def test_what_is_rejected_stays(paraphraser: ow.Paraphraser) -> None:
    kept = paraphraser.paraphrase(SENTENCE, choices=[(3, 8, None)])
    assert kept.text == "In spite of the rain, we use help."


def test_a_choice_need_not_serve_the_application(paraphraser: ow.Paraphraser) -> None:
    text = "We utilise tools."
    assert paraphraser.compress(text).text == "We use tools."
    longer = paraphraser.compress(text, choices=[(11, 16, "the tools")])
    assert longer.text == "We use the tools."
    assert longer.edits[-1].usability == 0


def test_choices_hold_within_a_budget(paraphraser: ow.Paraphraser) -> None:
    start = SENTENCE.index("utilise")
    choices = [(start, start + 7, None)]
    short = paraphraser.compress(SENTENCE, max_bytes=36, choices=choices)
    assert "utilise" in short.text
    assert short.fits
    assert not paraphraser.compress(SENTENCE, max_bytes=30, choices=choices).fits
    assert paraphraser.compress(SENTENCE, max_bytes=30).fits


def test_in_several_sentences_each_is_found(paraphraser: ow.Paraphraser) -> None:
    text = "We utilise assistance. They utilise assistance."
    start = text.rindex("assistance")
    chosen = paraphraser.paraphrase(text, choices=[(start, start + 10, "aid"), (3, 10, None)])
    assert chosen.text == "We utilise help. They use aid."


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ([(0, 2, "despite")], "cannot become 'despite'; offered there: nothing"),
        ([(0, 11, "notwithstanding")], "offered there: despite"),
        ([(0, 11, "despite"), (3, 8, None)], "overlap"),
        ([(40, 60, None)], "not within the text"),
        ([(5, 5, None)], "not within the text"),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    paraphraser: ow.Paraphraser, choices: list[tuple[int, int, str | None]], why: str
) -> None:
    with pytest.raises(ow.Error, match=why):
        paraphraser.paraphrase(SENTENCE, choices=choices)


def test_choices_are_for_one_text_and_no_sampling(paraphraser: ow.Paraphraser) -> None:
    choices = [ow.Choice(0, 11, "despite")]
    with pytest.raises(ow.Error, match="one text"):
        list(paraphraser.pipe([SENTENCE, SENTENCE], choices=choices))
    with pytest.raises(ow.Error, match="Monte-Carlo"):
        paraphraser.paraphrase(SENTENCE, choices=choices, search="monte-carlo")


def test_the_core_refuses_what_it_cannot_keep_to(tmp_path: Path, lm: _core.LanguageModel) -> None:
    units, overlapping = next(
        (units, [one, other])
        for seed in range(50)
        for units in [random_units(Random(seed), tmp_path, lm)]
        for one in range(len(units))
        for other in range(len(units))
        if units.table[one] == units.table[other] == 0
        and units.begin[one] < units.begin[other] < units.end[one]
    )
    decoder = _core.UnitDecoder(
        lm, table_weights=[[1.0], []], lm_weight=1, self_weight=1, usability_weight=1, self_score=-1
    )
    usability = np.zeros(len(units))
    with pytest.raises(ow.Error, match="overlap"):
        decoder.decode(units, usability, chosen=overlapping)
    with pytest.raises(ow.Error, match="no such unit"):
        decoder.decode(units, usability, chosen=[len(units)])
    with pytest.raises(ow.Error, match="left out"):
        decoder.decode(units, usability, chosen=[int(np.flatnonzero(units.table == 1)[0])])


def test_lattices_show_units_and_the_best_way(paraphraser: ow.Paraphraser) -> None:
    text = f"Tools. {SENTENCE}"
    first, second = paraphraser.lattices(text, application="compress")
    assert first.units == ()
    assert text[second.start : second.end] == SENTENCE
    assert [text[token.start : token.end] for token in second.tokens][:3] == ["In", "spite", "of"]
    for unit in second.units:
        assert text[unit.start : unit.stop] == unit.source
        assert second.tokens[unit.begin].start == unit.start
        assert unit.confidence is None
    best = [(second.units[place].source, second.units[place].target) for place in second.best]
    assert best == [("In spite of", "despite"), ("utilise", "use"), ("assistance", "help")]
    kept = paraphraser.lattices(text, application="compress", choices=[ow.Choice(7, 18, None)])[1]
    assert all(unit.source != "In spite of" for unit in kept.units)


def test_protected_tokens_of_lattices(paraphraser: ow.Paraphraser) -> None:
    (lattice,) = paraphraser.lattices("We utilise assistance.", keep=["assistance"])
    assert [token.text for token in lattice.tokens if token.protected] == ["assistance"]
    assert [unit.source for unit in lattice.units] == ["utilise"]
