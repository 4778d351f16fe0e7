"""Weights and thresholds of the models of patterns: those with the greatest F on labelled pairs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords.evaluate.ranking import area
from otherwords.learn.patterns.models import (
    FEATURES,
    OF_WAYS,
    QUALITY,
    PatternModel,
    quality_values,
)
from otherwords.regression import logistic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RESTARTS = 6
_STEPS = (1.0, 0.5, 0.25, 0.1, 0.05)
_PENALTY = 3.0


@dataclass(frozen=True)
class LabelledPairs:
    """Pairs of patterns that were read, with the features of their ways.

    Attributes:
        ways: A row for each way, with h1 to h5; those of a pair one after the other.
        begins: Where the ways of each pair begin.
        likelihoods: Of each pair, h6 and h7.
        types: Of each pair, see `type_of`.
        likenesses: Of each pair, a row of `LIKENESS`.
        correct: Of each pair, whether it is correct.
    """

    ways: NDArray[np.float64]
    begins: NDArray[np.intp]
    likelihoods: NDArray[np.float64]
    types: Sequence[str]
    likenesses: NDArray[np.float64]
    correct: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.correct)

    def log_scores(self, weights: Sequence[float]) -> NDArray[np.float64]:
        """Of each pair, by equation 8."""
        import numpy as np

        if not len(self):
            return np.zeros(0)
        of_ways = self.ways @ np.asarray(weights[:OF_WAYS])
        highest = np.maximum.reduceat(of_ways, self.begins)
        sizes = np.diff(np.append(self.begins, len(of_ways)))
        sums = np.add.reduceat(np.exp(of_ways - np.repeat(highest, sizes)), self.begins)
        scores: NDArray[np.float64] = highest + np.log(sums)
        scores += self.likelihoods @ np.asarray(weights[OF_WAYS:])
        return scores

    def chosen(self, rows: NDArray[np.intp]) -> LabelledPairs:
        """Some of the pairs."""
        import numpy as np

        ends = np.append(self.begins[1:], len(self.ways))
        sizes = (ends - self.begins)[rows]
        places = [np.arange(self.begins[row], ends[row]) for row in rows]
        ways = self.ways[np.concatenate(places)] if places else self.ways[:0]
        begins = np.append(0, np.cumsum(sizes)[:-1]) if len(rows) else np.zeros(0, np.intp)
        types = [self.types[row] for row in rows]
        return LabelledPairs(
            ways,
            begins,
            self.likelihoods[rows],
            types,
            self.likenesses[rows],
            self.correct[rows],
        )

    def quality_values(self, weights: Sequence[float]) -> NDArray[np.float64]:
        """The features of `QUALITY`."""
        import numpy as np

        sizes = np.diff(np.append(self.begins, len(self.ways))).astype(np.float64)
        scores = self.log_scores(weights)
        return quality_values(scores, sizes, self.likelihoods, self.types, self.likenesses)


@dataclass(frozen=True)
class Fit:
    """How well a model tells correct pairs from others."""

    precision: float
    recall: float
    f: float


def fit_model(name: str, pairs: LabelledPairs, *, beta: float = 1.0, seed: int = 1) -> PatternModel:
    """The weights and the threshold with the greatest F, found by going up in one coordinate after
    the other from several beginnings, since F is no smooth function. With a `beta` below 1,
    precision counts more than recall.

    The first weight stays 1, for only proportions matter; the model of Bannard and Callison-Burch
    has no weights to be found. The quality is not fitted, see `fit_quality`.
    """
    import numpy as np

    count = FEATURES[name]
    draw = np.random.default_rng(seed)
    found = (-1.0, _padded(np.ones(count)))
    begins = [np.ones(count)]
    if name != "bc":
        begins += [np.append(1.0, draw.uniform(0.0, 2.0, count - 1)) for _ in range(_RESTARTS)]
    for begin in begins:
        weights = begin if name == "bc" else _climbed(begin, pairs, beta)
        reached = _best(pairs.log_scores(_padded(weights)), pairs.correct, beta)[0]
        found = max(found, (reached, _padded(weights)))
    return PatternModel(found[1], _best(pairs.log_scores(found[1]), pairs.correct, beta)[1])


def fit_quality(
    model: PatternModel, pairs: LabelledPairs, in_sentences: LabelledPairs | None = None
) -> PatternModel:
    """The same model with the weights of a logistic model of whether a pair is correct.

    What is correct by itself need not be so in a sentence. Where pairs were judged `in_sentences`,
    these have an intercept of their own, and the quality is that of pairs in sentences.
    """
    import numpy as np

    both = [each for each in (pairs, in_sentences) if each is not None]
    values = np.vstack([each.quality_values(model.weights) for each in both])
    correct = np.concatenate([each.correct for each in both]).astype(np.float64)
    place = np.concatenate([np.full(len(each), float(each is in_sentences)) for each in both])
    weights, intercept = logistic(np.column_stack([values, place]), correct, _PENALTY)
    *by_feature, of_sentences = weights.tolist()
    quality = {"intercept": intercept + (of_sentences if in_sentences is not None else 0.0)}
    quality |= dict(zip(QUALITY, by_feature, strict=True))
    return dataclasses.replace(model, quality=quality)


def measure(model: PatternModel, pairs: LabelledPairs) -> Fit:
    """Precision, recall and F of what a model extracts of labelled pairs."""
    extracted = pairs.log_scores(model.weights) >= model.threshold
    right = float((extracted & pairs.correct).sum())
    precision = right / max(1.0, float(extracted.sum()))
    recall = right / max(1.0, float(pairs.correct.sum()))
    return Fit(precision, recall, 2 * precision * recall / max(1e-300, precision + recall))


def cross_validate(
    name: str, pairs: LabelledPairs, *, beta: float = 1.0, folds: int = 5, seed: int = 1
) -> Fit:
    """The same on pairs that were not fitted on: each fold by weights of the others."""
    import numpy as np

    order = np.random.default_rng(seed).permutation(len(pairs))
    counts = np.zeros(3)
    for fold in range(folds):
        held = np.sort(order[fold::folds])
        rest = np.sort(np.setdiff1d(order, held))
        model = fit_model(name, pairs.chosen(rest), beta=beta, seed=seed)
        part = pairs.chosen(held)
        extracted = part.log_scores(model.weights) >= model.threshold
        counts += ((extracted & part.correct).sum(), extracted.sum(), part.correct.sum())
    right, extracted_count, correct = counts
    precision, recall = right / max(1.0, extracted_count), right / max(1.0, correct)
    return Fit(precision, recall, 2 * precision * recall / max(1e-300, precision + recall))


def rank(
    model: PatternModel,
    pairs: LabelledPairs,
    in_sentences: LabelledPairs | None = None,
    *,
    folds: int = 5,
    seed: int = 1,
) -> list[float]:
    """The area under the ROC curve of the quality of pairs, and of those in sentences if there are
    any, each fold by what was fitted to the others.
    """
    import numpy as np

    both = [each for each in (pairs, in_sentences) if each is not None]
    values = np.vstack([each.quality_values(model.weights) for each in both])
    # A pair that was judged more than once is held out whole. Its features tell it, but for the
    # last bits of products.
    different, same = np.unique(values.round(9), axis=0, return_inverse=True)
    fold_of = np.random.default_rng(seed).permutation(len(different))[same.ravel()] % folds
    folds_of = np.split(fold_of, [len(pairs)])[: len(both)]
    quality = [np.zeros(len(each)) for each in both]
    for fold in range(folds):
        rest = [
            each.chosen(np.flatnonzero(own != fold))
            for each, own in zip(both, folds_of, strict=True)
        ]
        fitted = fit_quality(model, *rest)
        for each, own, found in zip(both, folds_of, quality, strict=True):
            held = np.flatnonzero(own == fold)
            found[held] = fitted.log_quality(each.chosen(held).quality_values(model.weights))
    return [area(found, each.correct) for found, each in zip(quality, both, strict=True)]


def _padded(weights: NDArray[np.float64]) -> tuple[float, ...]:
    return (*weights.tolist(), *(0.0 for _ in range(7 - len(weights))))


def _climbed(
    weights: NDArray[np.float64], pairs: LabelledPairs, beta: float
) -> NDArray[np.float64]:
    """Goes up while a step in any coordinate makes F greater, with smaller and smaller steps."""
    best = _best(pairs.log_scores(_padded(weights)), pairs.correct, beta)[0]
    for step in _STEPS:
        improved = True
        while improved:
            improved = False
            for place in range(1, len(weights)):
                for change in (step, -step):
                    tried = weights.copy()
                    tried[place] = max(0.0, tried[place] + change)
                    f = _best(pairs.log_scores(_padded(tried)), pairs.correct, beta)[0]
                    if f > best:
                        weights, best, improved = tried, f, True
    return weights


def _best(
    scores: NDArray[np.float64], correct: NDArray[np.bool_], beta: float
) -> tuple[float, float]:
    """The greatest F of any threshold, and that threshold."""
    import numpy as np

    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(correct[order])
    # Pairs with equal scores are extracted together.
    last = np.append(np.diff(scores[order]) != 0, True)
    square, extracted = beta * beta, np.arange(1, len(order) + 1)
    f = (1.0 + square) * right / (extracted + square * max(1, correct.sum()))
    f = np.where(last, f, -1.0)
    place = int(np.argmax(f))
    return float(f[place]), float(scores[order[place]])
