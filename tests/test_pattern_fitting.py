"""Weights of the models of patterns: scores, fitting, the file of models, likelihoods."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords._core import FormatError
from otherwords.align.columns import bitext, links
from otherwords.align.phrases import count_table, lexicon_from_counts, lexicon_from_table
from otherwords.learn import parts
from otherwords.learn.patterns.fitting import (
    LabelledPairs,
    cross_validate,
    fit_model,
    fit_quality,
    measure,
    rank,
)
from otherwords.learn.patterns.likelihood import likelihoods, train_lexicon
from otherwords.learn.patterns.likeness import LIKENESS
from otherwords.learn.patterns.models import (
    FEATURES,
    PatternModel,
    plain_model,
    quality_values,
    read_pattern_models,
    write_pattern_models,
)
from otherwords.learn.recipe import PATTERN_MODELS

#: The ways of a pair, its likelihoods and whether it is correct.
Pair = tuple[Sequence[Sequence[float]], Sequence[float], bool]


def labelled(pairs: Sequence[Pair]) -> LabelledPairs:
    sizes = [len(ways) for ways, _, _ in pairs]
    return LabelledPairs(
        np.array([way for ways, _, _ in pairs for way in ways], float).reshape(-1, 5),
        np.array([sum(sizes[:i]) for i in range(len(sizes))], np.intp),
        np.array([each for _, each, _ in pairs], float).reshape(-1, 2),
        ["replacement"] * len(pairs),
        np.zeros((len(pairs), len(LIKENESS))),
        np.array([correct for _, _, correct in pairs], bool),
    )


def random_pairs(count: int, seed: int) -> LabelledPairs:
    """Pairs that are the likelier to be correct the greater their third feature is."""
    chance = random.Random(seed)
    pairs: list[Pair] = []
    for _ in range(count):
        ways = [[-chance.uniform(0, 4) for _ in range(5)] for _ in range(chance.randint(1, 3))]
        correct = max(way[2] for way in ways) + chance.gauss(0, 0.4) > -1.5
        pairs.append((ways, [-chance.uniform(0, 2), -chance.uniform(0, 2)], correct))
    return labelled(pairs)


def f_of(scores: Sequence[float], correct: Sequence[bool], threshold: float, beta: float) -> float:
    extracted = [score >= threshold for score in scores]
    right = sum(a and b for a, b in zip(extracted, correct, strict=True))
    if right == 0:
        return 0.0
    precision, recall = right / sum(extracted), right / sum(correct)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def test_scores_by_equation_8() -> None:
    pairs = random_pairs(20, seed=1)
    weights = (1.0, 0.5, 2.0, 0.25, 0.75, 1.5, 0.1)
    ends = [*pairs.begins[1:], len(pairs.ways)]
    for number, score in enumerate(pairs.log_scores(weights)):
        ways = pairs.ways[pairs.begins[number] : ends[number]]
        of_ways = sum(math.exp(float(np.dot(way, weights[:5]))) for way in ways)
        of_pair = float(np.dot(pairs.likelihoods[number], weights[5:]))
        assert score == pytest.approx(math.log(of_ways) + of_pair)
    assert len(labelled([]).log_scores(weights)) == 0


def test_some_of_the_pairs() -> None:
    pairs, weights = random_pairs(20, seed=2), (1.0,) * 7
    rows = np.array([2, 3, 11, 19])
    some = pairs.chosen(rows)
    assert some.log_scores(weights) == pytest.approx(pairs.log_scores(weights)[rows])
    assert list(some.correct) == list(pairs.correct[rows])
    assert len(pairs.chosen(rows[:0])) == 0


# Scores of few values, so that many are equal.
some_labels = st.lists(
    st.tuples(st.sampled_from((-1.0, -2.0, -3.0, -4.0)), st.booleans()), min_size=1, max_size=12
)


@settings(max_examples=100, deadline=None)
@given(rows=some_labels, beta=st.sampled_from((0.0, 0.5, 1.0, 2.0)))
def test_no_threshold_is_better(rows: list[tuple[float, bool]], beta: float) -> None:
    pairs = labelled([([[score, 0, 0, 0, 0]], [0, 0], correct) for score, correct in rows])
    model = fit_model("bc", pairs, beta=beta)
    scores, correct = zip(*rows, strict=True)
    best = max(f_of(scores, correct, threshold, beta) for threshold in scores)
    assert f_of(scores, correct, model.threshold, beta) == pytest.approx(best)
    fit = measure(model, pairs)
    assert fit.f == pytest.approx(f_of(scores, correct, model.threshold, 1.0))


@pytest.mark.parametrize("name", PATTERN_MODELS)
def test_fitted_weights_are_no_worse_than_plain_ones(name: str) -> None:
    pairs = random_pairs(80, seed=3)
    scores = pairs.log_scores(plain_model(name).weights).tolist()
    plain = max(f_of(scores, pairs.correct.tolist(), threshold, 1.0) for threshold in scores)
    model = fit_model(name, pairs)
    fit = measure(model, pairs)
    assert fit.f >= plain - 1e-12
    assert (fit.f > plain + 0.01) == (name != "bc")  # only a weight of h3 tells these pairs
    assert len(model.weights) == 7
    assert model.weights[0] == 1.0
    assert set(model.weights[FEATURES[name] :]) <= {0.0}
    assert min(model.weights) >= 0.0
    assert fit_model(name, pairs) == model


def test_beta_weighs_precision_and_recall() -> None:
    pairs = random_pairs(80, seed=4)
    careful, plain, eager = (measure(fit_model("bc", pairs, beta=b), pairs) for b in (0.2, 1, 5))
    assert careful.precision > plain.precision
    assert eager.recall > careful.recall
    assert plain.f >= max(careful.f, eager.f)


def test_likelier_pairs_have_a_greater_quality() -> None:
    pairs = random_pairs(80, seed=5)
    types = ["trivial" if correct else "structural" for correct in pairs.correct]
    pairs = replace(pairs, types=types)
    model = fit_quality(fit_model("model1", pairs), pairs)
    assert model.quality["score"] > 0
    assert model.quality["trivial"] > 0 > model.quality["structural"]
    assert model.quality["forward"] != 0  # it tells, though the score of Model 1 has it not
    scores, ways, none = np.array([-9.0, -5.0, -1.0]), np.ones(3), np.zeros((3, 2))
    alike = np.zeros((3, len(LIKENESS)))
    values = quality_values(scores, ways, none, ["replacement"] * 3, alike)
    quality = np.exp(model.log_quality(values))
    assert all(0 < low < high < 1 for low, high in pairwise(quality))
    values = quality_values(scores, ways, none, ["structural"] * 3, alike)
    assert (np.exp(model.log_quality(values)) < quality).all()
    # Where nothing is known of it, the score stands for it.
    above = quality_values(scores + 2, ways, none, ["trivial"] * 3, alike)
    assert plain_model("bc").log_quality(above).tolist() == [-7.0, -3.0, 0.0]


def test_quality_by_hand() -> None:
    model = PatternModel(
        (1.0,) * 7, 0.0, {"intercept": 0.5, "score": 0.1, "ways": 2, "trivial": 3, "nearness": 4}
    )
    alike = np.zeros((2, len(LIKENESS)))
    alike[:, LIKENESS.index("nearness")] = (0.5, 0.25)
    values = quality_values(
        np.array([-4.0, -4.0]),
        np.array([1.0, 3.0]),
        np.zeros((2, 2)),
        ["trivial", "information"],
        alike,
    )
    odds = [0.5 - 0.4 + 3 + 0.5 * 4, 0.5 - 0.4 + 2 * math.log(3) + 0.25 * 4]
    assert model.log_quality(values) == pytest.approx([-math.log1p(math.exp(-o)) for o in odds])


def test_quality_in_sentences_has_an_intercept_of_its_own() -> None:
    pairs, others = random_pairs(200, seed=7), random_pairs(200, seed=8)
    model = fit_model("model1", pairs)
    # In sentences, half of what is correct by itself is not.
    unlucky = np.random.default_rng(1).random(len(others)) < 0.5
    in_sentences = replace(others, correct=others.correct & ~unlucky)
    alone, both = fit_quality(model, pairs), fit_quality(model, pairs, in_sentences)

    def mean(fitted: PatternModel) -> float:
        values = in_sentences.quality_values(fitted.weights)
        return float(np.exp(fitted.log_quality(values)).mean())

    assert mean(both) == pytest.approx(in_sentences.correct.mean(), abs=0.02)
    assert mean(alone) > mean(both) + 0.1


def test_quality_is_measured_by_weights_of_others() -> None:
    pairs, in_sentences = random_pairs(150, seed=9), random_pairs(100, seed=10)
    model = fit_model("model1", pairs)
    areas = rank(model, pairs, in_sentences)
    assert len(areas) == 2
    assert all(area > 0.8 for area in areas)
    assert rank(model, pairs, in_sentences) == areas
    chance = np.random.default_rng(1).random(150) < 0.5
    (noise,) = rank(model, replace(pairs, correct=chance))
    assert 0.3 < noise < 0.65
    # A pair that was judged often cannot be learnt by heart.
    few, draw = random_pairs(40, seed=11), np.random.default_rng(2)
    few = replace(few, likenesses=draw.normal(size=few.likenesses.shape), correct=chance[:40])
    (often,) = rank(model, few.chosen(np.repeat(np.arange(40), 10)))
    assert often < 0.65


def test_pairs_are_measured_by_weights_of_others() -> None:
    pairs = random_pairs(60, seed=6)
    held = cross_validate("model1", pairs)
    assert held == cross_validate("model1", pairs)
    assert held != cross_validate("model1", pairs, seed=2)
    assert held.f <= measure(fit_model("model1", pairs), pairs).f
    # Labels by chance: what is fitted on them says nothing of others.
    chance = np.random.default_rng(1).random(60) < 0.5
    noise = replace(pairs, correct=chance)
    assert cross_validate("model3", noise).f < measure(fit_model("model3", noise), noise).f


def test_models_are_kept_in_a_file(tmp_path: Path) -> None:
    quality = {"intercept": 1.5, "score": 0.125, "reordering": -0.75}
    models = {
        "bc": PatternModel((1.0, 1.0, *(0.0,) * 5), -7.25, quality),
        "model3": PatternModel((1.0, 0.1, 0.25, 0.0, 5.0, 1e-7, 0.3), -123.456),
        "model2": plain_model("model2"),
    }
    path = tmp_path / "weights.toml"
    write_pattern_models(models, path, notes={"bc": "one\ntwo"})
    assert path.read_text("utf-8").startswith("# one\n# two\n[bc]\nweights = [1, 1]\n")
    assert read_pattern_models(path) == models


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("[bc", ": this is no TOML"),
        ("bc = 3", ": bc: there are no weights; write weights"),
        ("[bc]\nthreshold = 1", ": bc: there are no weights"),
        ("[model4]\nweights = [1]", ": model4: there is no such model; known: bc, model1, "),
        ("[bc]\nweights = [1]", r": bc\.weights: the model has 2 features; give a list of as"),
        ("[bc]\nweights = 1", r": bc\.weights: the model has 2 features"),
        ("[bc]\nweights = [1, true]", r": bc\.weights: True is no finite number"),
        ("[bc]\nweights = [1, nan]", r": bc\.weights: nan is no finite number"),
        ("[bc]\nweights = [1, -1]", r": bc\.weights: a weight is negative"),
        ("[bc]\nweights = [1, 1]\nthreshold = 'x'", r": bc\.threshold: 'x' is no finite number"),
        ("[bc]\nweights = [1, 1]\nquality = 3", r": bc\.quality: write \{NAME = NUMBER"),
        ("[bc]\nweights = [1, 1]\nquality = {a = 3}", r": bc\.quality: write \{NAME = NUMBER"),
        ("[bc]\nweights = [1, 1]\nquality = {score = []}", r": bc\.quality\.score: \[\] is no"),
        ("[bc]\nweights = [1, inf]", r": bc\.weights: inf is no finite number"),
        ("[bc]\nweights = [1, 1]\nquality = {ways = inf}", r": bc\.quality\.ways: inf is no"),
        ("[bc]\nweights = [1, 1]\nthreshold = inf", r": bc\.threshold: inf is no finite number"),
        ("[bc]\nweights = [1, 1]\ntreshold = 3", r": bc\.treshold: there is no such setting"),
    ],
)
def test_broken_files_of_models_are_told_where(tmp_path: Path, content: str, why: str) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(content, "utf-8")
    with pytest.raises(FormatError, match=r"weights\.toml" + why):
        read_pattern_models(path)


def test_missing_and_strange_files_of_models(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.toml: no such file; fit the weights with"):
        read_pattern_models(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9\n")
    with pytest.raises(FormatError, match=r"latin\.toml: this is no TOML"):
        read_pattern_models(tmp_path / "latin.toml")


def test_likelihoods_are_those_of_model_1(tmp_path: Path) -> None:
    pairs = {
        "source": ["buy [NN_1]", "purchase [NN_1]", "buy a [NN_1]", "sell [NN_1]"],
        "target": ["purchase [NN_1]", "buy [NN_1]", "purchase a [NN_1]", "vend [NN_1]"],
    }
    parts.write_table(pyarrow.table(pairs), tmp_path / "pairs.parquet")
    train_lexicon([str(tmp_path / "pairs.parquet")] * 2, 1, str(tmp_path / "lexicon.parquet"))
    lexicon = lexicon_from_table(parts.read(tmp_path / "lexicon.parquet"))
    forward, backward = likelihoods(
        ["buy [NN_1]", "buy [NN_1]", "buy [NN_1]"],
        ["purchase [NN_1]", "vend [NN_1]", "purchase a [NN_1]"],
        lexicon,
    )
    assert forward[0] > forward[1]
    assert backward[0] > backward[1]
    assert max(*forward, *backward) < 0


def test_likelihoods_by_hand() -> None:
    counts = count_table(bitext(["buy tea", "up"], ["purchase tea", ""]), links(["0-0 1-1", ""]))
    lexicon = lexicon_from_counts([counts])
    forward, backward = likelihoods(["buy tea up", "buy"], ["purchase tea", "purchase"], lexicon)
    # Each word by the mean over the words of the other side and the null word, then by length.
    assert forward[0] == pytest.approx(2 * math.log(1 / 4) / 2, abs=1e-5)
    assert backward[0] == pytest.approx(3 * math.log(1 / 3) / 3, abs=1e-5)
    assert (forward[1], backward[1]) == pytest.approx((math.log(1 / 2),) * 2, abs=1e-5)
