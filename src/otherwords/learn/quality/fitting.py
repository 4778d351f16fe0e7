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
_ACCEPTED = 4.0  # what a judge must say to accept a pair


@dataclass(frozen=True)
class Judged:
    """Entries that people have judged from 1 to 5.

    Attributes:
        sources: Their source phrases.
        values: Rows of `FEATURES`.
        judgements: What each judge said of them.
    """

    sources: Sequence[str]
    values: NDArray[np.float64]
    judgements: Sequence[Sequence[float]]


@dataclass(frozen=True)
class Fitted:
    """The weights, and how well those fitted to other phrases rank phrases that were held out."""

    weights: dict[str, float]
    pairs: int
    rho: float
    auc: float
    direct_rho: float
    direct_auc: float


def fit(judged: Judged, *, penalty: float = 10.0) -> Fitted:
    """Fits to all, and measures by cross-validation with all pairs of a source in one fold."""
    import numpy as np

    if len(judged.sources) < 10 * FOLDS:
        raise Error(f"only {len(judged.sources)} judged pairs are candidates; judge more")
    accepted = np.array([np.mean(np.array(each) >= _ACCEPTED) for each in judged.judgements])
    means = [float(np.mean(each)) for each in judged.judgements]
    fold = np.array([zlib.crc32(source.encode()) % FOLDS for source in judged.sources])
    good = [mean >= GOOD for mean in means]
    if any(len(set(each)) < 2 for each in (accepted.tolist(), good, fold.tolist())):
        raise Error("the judged pairs are all good, all bad, or of one phrase; judge others, too")
    held_out = np.zeros(len(fold))
    for number in range(FOLDS):
        rest = fold != number
        weights, intercept = logistic(judged.values[rest], accepted[rest], penalty)
        held_out[~rest] = judged.values[~rest] @ weights + intercept
    weights, intercept = logistic(judged.values, accepted, penalty)
    direct = judged.values[:, FEATURES.index("direct")]
    return Fitted(
        {"intercept": intercept, **dict(zip(FEATURES, weights.tolist(), strict=True))},
        len(means),
        spearman(held_out, means),
        area(held_out, good),
        spearman(direct, means),
        area(direct, good),
    )
