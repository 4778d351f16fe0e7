"""Replacement f-measure, line search and MERT: by hand, by brute force, and on a task whose optimum
is known.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import otherwords as ow
from otherwords._core import DecodeOptions
from otherwords.evaluate.replacements import Replacements, count_replacements
from otherwords.model import Weights
from otherwords.planning import plan
from otherwords.purposes import choose
from otherwords.settings import decoder_with
from otherwords.settings import settle as settle_options
from otherwords.tune.climbing import Climber
from otherwords.tune.labelled import LabelledSet, f_measures, replacements
from otherwords.tune.labels import UnitKey
from otherwords.tune.line_search import Candidates, search_line
from otherwords.tune.mert import MertOptions, rounded, tune
from otherwords.tune.offers import documents_of
from otherwords.tune.parameters import Parameters
from tests.small_model import TABLES, write_model

Numbers = NDArray[np.float64]

# ---- section 3.6 of SPG --------------------------------------------------------------------------


def test_rp_rr_rf_by_hand() -> None:
    # "in the long term , overseas investment should occupy a certain proportion .": 13 words.
    # Replaced: "the long term" (correct), "overseas" (not correct), "a certain proportion" (not
    # labelled).
    first = count_replacements(13, [(3, True), (1, False), (3, None)])
    assert first == Replacements(replaced=3, correct=1, unlabelled=1, words_replaced=7, words=13)
    # A second sentence of 7 words: one unit of two words, correct; a third one stays as it is.
    all_three = first + count_replacements(7, [(2, True)]) + count_replacements(5, [])
    assert all_three == Replacements(4, 2, 1, 9, 25)
    assert all_three.precision == 2 / 4
    assert all_three.rate == 9 / 25
    assert all_three.f_measure == pytest.approx(2 * 0.5 * 0.36 / (0.5 + 0.36))  # 0.41860…
    assert f_measures(np.array([[4, 2, 1, 9, 25]]))[0] == pytest.approx(0.36 / 0.86)


def test_where_nothing_is_replaced_or_correct() -> None:
    nothing = count_replacements(5, [])
    assert (nothing.precision, nothing.rate, nothing.f_measure) == (0.0, 0.0, 0.0)
    wrong = count_replacements(5, [(5, False)])
    assert (wrong.precision, wrong.rate, wrong.f_measure) == (0.0, 1.0, 0.0)
    assert Replacements().f_measure == 0.0
    assert f_measures(np.array([[0, 0, 0, 0, 5], [1, 0, 0, 5, 5]])).tolist() == [0.0, 0.0]


# ---- features ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> ow.Paraphraser:
    return ow.load(write_model(tmp_path_factory.mktemp("model"), more="self_score = -1.5"))


@given(
    st.lists(st.floats(-2, 2), min_size=4, max_size=4),
    st.floats(0, 2) | st.just(0.0),
    st.sampled_from(["compress", "paraphrase"]),
)
@settings(max_examples=30, deadline=None)
def test_weights_times_features_are_the_score(
    paraphraser: ow.Paraphraser, others: list[float], lm: float, name: str
) -> None:
    model = paraphraser.model
    weights = Weights(((others[0],), (others[1],)), lm, others[2], others[3])
    chosen = settle_options(model, name)
    documents = documents_of(["We utilise assistance", "", "rain", "in spite of tools ."], "en")
    planned = plan(paraphraser.units(chosen, documents, [None] * 4), chosen.application)
    found = decoder_with(model, weights).decode(
        planned.units.columns, planned.usability, DecodeOptions(n=50)
    )
    parameters = Parameters(model.table_names, [1, 1], model.self_score)
    assert parameters.names == ["pt1", "pt2", "lm", "self", "usability"]
    vector = parameters.vector(weights)
    assert parameters.weights(vector) == weights
    features = parameters.features(planned, found)
    assert features @ vector == pytest.approx(found.score, abs=1e-9)
    # The last weight is of no use where μ is 0; the language model speaks even if nobody listens.
    assert (features[:, parameters.lm] < 0).all()


# ---- line search ---------------------------------------------------------------------------------

small = st.integers(-4, 4)
derivations = st.tuples(small, small, st.integers(0, 3), st.integers(0, 3), st.integers(0, 5))
sentences = st.lists(st.lists(derivations, min_size=1, max_size=6), min_size=1, max_size=5)


def candidates_of(lists: Sequence[Sequence[tuple[int, ...]]], words: int) -> Candidates:
    rows = [(number, *row) for number, each in enumerate(lists) for row in each]
    table = np.array(rows)
    counts = np.zeros((len(rows), 5))
    counts[:, [0, 1, 3]] = np.stack((table[:, 3] + table[:, 4], table[:, 3], table[:, 5]), axis=1)
    counts[:, 4] = words / len(rows)

    def objective(sums: Numbers) -> Numbers:
        return f_measures(np.column_stack((sums[:, :4], np.full(len(sums), words))))

    return Candidates(table[:, 0], table[:, 1:3].astype(np.float64), counts, objective)


def f_at(candidates: Candidates, points: Numbers) -> Numbers:
    """What is decoded from the lists with each of these weights, the plain way."""
    scores = candidates.features @ np.atleast_2d(points).T
    total = np.zeros((scores.shape[1], 5))
    for number in np.unique(candidates.sentence):
        rows = np.flatnonzero(candidates.sentence == number)
        total += candidates.counts[rows[scores[rows].argmax(axis=0)]]
    return candidates.objective(total)


@given(sentences, small, small, st.sampled_from([(-10.0, 10.0), (-0.3, 7.0), (0.0, 1.0)]))
@settings(max_examples=200, deadline=None)
def test_no_point_of_a_fine_grid_is_better(
    lists: list[list[tuple[int, ...]]], x: int, y: int, limits: tuple[float, float]
) -> None:
    candidates = candidates_of(lists, words=25)
    # Irrational, so that no two lines meet on the grid or are the same by accident.
    point = np.array([1.0, 0.5 * np.sqrt(2.0)])
    direction = np.array([x + np.sqrt(3.0) / 5, y - np.sqrt(5.0) / 7])
    low, high = limits
    step = search_line(candidates, point, direction, low, high)
    assert low < step.gamma < high
    assert step.value == pytest.approx(f_at(candidates, point + step.gamma * direction)[0])
    grid = low + (np.arange(400) + 0.5) * (high - low) / 400
    assert step.value >= f_at(candidates, point + np.outer(grid, direction)).max() - 1e-12


def test_the_middle_of_the_widest_interval() -> None:
    # One sentence, scores -1, 0 and γ - 2: the second is best up to 2, then the third.
    rows = [(-1, 0, 1, 0, 1), (0, 0, 0, 1, 1), (-2, 1, 1, 0, 2)]
    candidates = candidates_of([rows], words=2)
    step = search_line(candidates, np.array([1.0, 0.0]), np.array([0.0, 1.0]), -10.0, 10.0, 3.0)
    middle = 3.0 * math.tan((math.atan(2.0 / 3.0) + math.atan(10.0 / 3.0)) / 2)
    assert step == pytest.approx((middle, 1.0))


# ---- climbing ------------------------------------------------------------------------------------


def test_climbing_finds_what_a_grid_finds_and_keeps_what_is_fixed() -> None:
    generator = np.random.default_rng(5)
    for _ in range(4):
        lists = [
            [
                tuple(map(int, generator.integers([-4, -4, 0, 0, 0], [5, 5, 3, 3, 6])))
                for _ in "abcd"
            ]
            for _ in range(6)
        ]
        candidates = candidates_of(lists, words=40)
        free = np.array([False, False])
        climber = Climber(candidates, np.array([True, False]), np.random.default_rng(1), free)
        start = np.array([1.0, 1.0])
        peak = climber.climb([start, *(climber.random_point(start) for _ in range(8))])
        angles = np.linspace(-np.pi / 2, np.pi / 2, 721)[1:-1] + 1e-4
        everywhere = np.stack((np.cos(angles), np.sin(angles)), axis=1)
        assert peak.vector[0] >= 0
        assert peak.value >= f_at(candidates, everywhere).max() - 1e-9
        assert peak.value == pytest.approx(f_at(candidates, peak.vector)[0])
        fixed = Climber(
            candidates, np.array([True, False]), np.random.default_rng(1), np.array([False, True])
        )
        assert fixed.climb([start, fixed.random_point(start)]).vector[1] == 1.0


def test_no_weight_turns_a_probability_round() -> None:
    parameters = Parameters(("a", "b", "c"), (2, 0, 3), -1.0)
    assert parameters.names == ["a", "a", "c", "c", "c", "lm", "self", "usability"]
    assert parameters.bounded.tolist() == [True, False, True, False, False, True, False, True]
    # The second derivation is correct and has the lower φ: only a negative weight would take it.
    candidates = candidates_of([[(5, 0, 0, 1, 2), (-5, 0, 1, 0, 2)]], words=4)
    bounded = np.array([True, False])
    for bound, highest in ((bounded, 0.0), (~bounded, 2 / 3)):
        climber = Climber(candidates, bound, np.random.default_rng(1), np.array([False, True]))
        assert climber.climb([np.array([1.0, 0.0])]).value == pytest.approx(highest)


# ---- MERT ----------------------------------------------------------------------------------------

SENTENCES = [
    "we utilise rain in spite of tools",
    "they utilise the assistance",
    "in spite of rain they utilise tools",
    "a rain",
]


def label_all(
    paraphraser: ow.Paraphraser, correct: set[str], sentences: Sequence[str] = SENTENCES
) -> dict[UnitKey, bool]:
    model = paraphraser.model
    units = paraphraser.units(
        settle_options(model, "paraphrase"), documents_of(sentences, "en"), [None] * len(sentences)
    )
    keys = [
        UnitKey(
            sentences[int(units.sentence[unit])],
            int(units.begin[unit]),
            int(units.end[unit]),
            " ".join(units.columns.target(unit)),
        )
        for unit in range(len(units))
    ]
    return {key: key.target in correct for key in keys}


@pytest.mark.parametrize("threads", [1, 3])
def test_mert_finds_the_known_optimum(tmp_path: Path, threads: int) -> None:
    # All of pt1 is correct and nothing of pt2 is, but the weights at the start say the contrary.
    tables = {
        "pt1": [("in spite of", "despite", -0.5), ("utilise", "use", -0.25)],
        "pt2": [("assistance", "help", -0.5), ("rain", "the", -0.5)],
    }
    weights = "[weights.paraphrase]\ntables = {pt1 = 100.0, pt2 = 0.1}\n"
    p = ow.load(write_model(tmp_path, tables, weights))
    sentences = ["in spite of rain utilise", "utilise in spite of", "in spite of assistance"]
    labels = label_all(p, {"despite", "use"}, sentences)
    purpose = choose("paraphrase")
    start = purpose.weights(p.model)
    development = LabelledSet(p, purpose, sentences, labels, threads=threads)
    before = development.evaluate(start)
    assert replacements(before) == Replacements(2, 0, 0, 2, 13)
    found = tune(development, start, MertOptions(n=3, seed=2))
    # All of pt1, 5 units with 3 · 3 + 2 words: rf = 11 / 12. Each unit of pt2 would cost more
    # precision than it adds to the rate.
    assert replacements(found.counts) == Replacements(5, 5, 0, 11, 13)
    assert found.counts == development.evaluate(found.weights)
    assert found.iterations[0].counts == before
    assert len(found.iterations) > 2
    assert found.weights.lm >= 0
    assert max(map(abs, development.parameters.vector(found.weights))) == 1.0
    # The same again, whatever the number of threads.
    again = LabelledSet(p, purpose, sentences, labels)
    assert tune(again, start, MertOptions(n=3, seed=2)) == found


def test_mert_is_no_worse_than_a_grid(paraphraser: ow.Paraphraser) -> None:
    purpose = choose("compress")
    labels = label_all(paraphraser, {"use", "aid", "the tools"})
    development = LabelledSet(paraphraser, purpose, SENTENCES, labels)
    start = purpose.weights(paraphraser.model)
    found = tune(development, start, MertOptions(n=20))
    steps = (-2.0, 0.0, 0.5, 2.0)
    grid = itertools.product(steps, steps, (0.0, 0.5), steps, steps)
    highest = max(
        development.value(development.evaluate(Weights(((a,), (b,)), c, d, e)))
        for a, b, c, d, e in grid
    )
    assert found.value >= highest - 1e-12
    assert found.value > development.value(development.evaluate(start))
    held = tune(development, start, MertOptions(n=20, fixed=["usability", "pt1"]))
    scaled = rounded(development.parameters.vector(start))
    got = development.parameters.vector(held.weights)
    assert got[0] / got[4] == pytest.approx(scaled[0] / scaled[4], rel=1e-4)
    with pytest.raises(ow.Error, match="no weight of 'pt7'; known: pt1, pt2, lm, self, usability"):
        tune(development, start, MertOptions(fixed=["pt7"]))


def test_what_is_not_labelled_is_counted_and_not_correct(paraphraser: ow.Paraphraser) -> None:
    purpose = choose("compress")
    start = purpose.weights(paraphraser.model)
    known = label_all(paraphraser, {"use"})
    labels = {key: True for key in known if key.target != "use"}
    counts = LabelledSet(paraphraser, purpose, SENTENCES, labels).evaluate(start)
    assert replacements(counts) == Replacements(6, 3, 3, 10, 20)
    with pytest.raises(ow.Error, match="no sentences to tune on"):
        tune(LabelledSet(paraphraser, purpose, [], {}), start)


def test_unweighted_scores_stay_out_unless_asked_for(tmp_path: Path) -> None:
    from otherwords.tables import TableBuilder

    folder = write_model(tmp_path, TABLES)
    builder = TableBuilder(["p", "q"])
    for source, target, scores in [
        ("utilise", "use", [-1.0, -9.0]),
        ("tools", "aid", [-1.0, -0.5]),
        ("rain", "the", [-1.0, -0.5]),
    ]:
        builder.add(source, target, scores)
    builder.write(folder / "pt1.table")
    p = ow.load(folder)
    purpose = choose("baseline-2", "baseline-2")
    development = LabelledSet(p, purpose, SENTENCES, label_all(p, {"use"}))
    start = purpose.weights(p.model)
    assert tune(development, start).weights.tables[0][1] == 0.0
    assert tune(development, start, MertOptions(all_scores=True)).weights.tables[0][1] != 0.0


def test_scale_and_rounding() -> None:
    assert rounded(np.array([0.5, -4.0, 1 / 3])).tolist() == [0.125, -1.0, 0.0833333]
    assert rounded(np.zeros(2)).tolist() == [0.0, 0.0]
