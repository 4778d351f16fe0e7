"""Fits the weights of the quality model: logistic regression with a quadratic penalty."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.evaluate.ranking import area, spearman
from otherwords.learn.quality.features import FEATURES
from otherwords.regression import logistic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDS = 5
GOOD = 3.0  # a mean judgement from here on is one of a good pair
_KIND = 50  # pairs of a kind from which on it has a scale of its own
_ACCEPTED = 4.0  # what a judge must say to accept a pair


@dataclass(frozen=True)
class Judged:
    """Entries that people have judged from 1 to 5.

    Attributes:
        sources: Their source phrases.
        values: Rows of `FEATURES`.
        judgements: What each judge said of them.
        in_sentences: Whether they were judged where they stood in sentences, not by themselves.
    """

    sources: Sequence[str]
    values: NDArray[np.float64]
    judgements: Sequence[Sequence[float]]
    in_sentences: NDArray[np.bool_]


@dataclass(frozen=True)
class Ranking:
    """How well weights that were fitted to other phrases rank judged pairs, and how well the direct
    probability does.
    """

    pairs: int
    rho: float
    auc: float
    direct_rho: float
    direct_auc: float


@dataclass(frozen=True)
class Fitted:
    """The weights; and the rankings of pairs judged by themselves and of those in sentences, None
    where there are none, or all are alike.
    """

    weights: dict[str, float]
    alone: Ranking | None
    in_sentences: Ranking | None


def fit(judged: Judged, *, penalty: float = 10.0) -> Fitted:
    """Fits to all, and measures by cross-validation with all pairs of a source in one fold.

    Judges of pairs by themselves are easier to please: how much so is fitted along with the
    weights, which foretell what is said of pairs in sentences if there are such.
    """
    import numpy as np

    if len(judged.sources) < 10 * FOLDS:
        raise Error(f"only {len(judged.sources)} judged pairs are candidates; judge more")
    accepted = np.array([np.mean(np.array(each) >= _ACCEPTED) for each in judged.judgements])
    means = np.array([float(np.mean(each)) for each in judged.judgements])
    fold = np.array([zlib.crc32(source.encode()) % FOLDS for source in judged.sources])
    if any(len(set(each.tolist())) < 2 for each in (accepted, means >= GOOD, fold)):
        raise Error("the judged pairs are all good, all bad, or of one phrase; judge others, too")
    few = min(judged.in_sentences.sum(), (~judged.in_sentences).sum()) < _KIND
    alone = np.zeros(len(fold)) if few else (~judged.in_sentences).astype(np.float64)
    values: NDArray[np.float64] = np.column_stack((judged.values, alone))
    held_out = np.zeros(len(fold))
    for number in range(FOLDS):
        rest = fold != number
        weights, intercept = logistic(values[rest], accepted[rest], penalty)
        held_out[~rest] = values[~rest] @ weights + intercept
    weights, intercept = logistic(values, accepted, penalty)
    direct = judged.values[:, FEATURES.index("direct")]

    def ranking(chosen: NDArray[np.bool_]) -> Ranking | None:
        good = means[chosen] >= GOOD
        if good.all() or not good.any():
            return None
        return Ranking(
            int(chosen.sum()),
            spearman(held_out[chosen], means[chosen]),
            area(held_out[chosen], good),
            spearman(direct[chosen], means[chosen]),
            area(direct[chosen], good),
        )

    return Fitted(
        {"intercept": intercept, **dict(zip(FEATURES, weights[:-1].tolist(), strict=True))},
        ranking(~judged.in_sentences),
        ranking(judged.in_sentences),
    )
