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


def area(scores: ArrayLike, good: ArrayLike) -> float:
    """Probability that something good has a higher score than something that is not."""
    import numpy as np

    is_good = np.asarray(good, bool)
    pairs = int(is_good.sum()) * int((~is_good).sum())
    above = ranks(scores)[is_good].sum() - is_good.sum() * (is_good.sum() + 1) / 2
    return float(above / pairs)
