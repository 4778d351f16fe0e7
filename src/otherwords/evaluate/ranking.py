"""How well numbers rank what people have judged: Spearman's ρ, and the area under the ROC curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def ranks(values: ArrayLike) -> NDArray[np.float64]:
    """Ranks from 1 on; equal values share the mean of theirs."""
    import numpy as np

    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    shared: NDArray[np.float64] = (ends - (counts - 1) / 2)[places]
    return shared


def spearman(one: ArrayLike, other: ArrayLike) -> float:
    """Correlation of the ranks."""
    import numpy as np

    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def area(scores: ArrayLike, good: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Probability that something good has a higher score than something that is not; with weights,
    each counts as many times.
    """
    import numpy as np

    is_good = np.asarray(good, bool)
    if weights is not None:
        return _weighted_area(np.asarray(scores, float), is_good, np.asarray(weights, float))
    pairs = int(is_good.sum()) * int((~is_good).sum())
    above = ranks(scores)[is_good].sum() - is_good.sum() * (is_good.sum() + 1) / 2
    return float(above / pairs)


def _weighted_area(
    scores: NDArray[np.float64], good: NDArray[np.bool_], weights: NDArray[np.float64]
) -> float:
    import numpy as np

    _, places = np.unique(scores, return_inverse=True)
    of_good = np.bincount(places, np.where(good, weights, 0.0))
    of_others = np.bincount(places, np.where(good, 0.0, weights))
    below = np.cumsum(of_others) - 0.5 * of_others
    return float((of_good * below).sum() / (of_good.sum() * of_others.sum()))
