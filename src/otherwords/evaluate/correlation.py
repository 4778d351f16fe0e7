"""Meta-evaluation: how well a metric follows the scores that people gave.

Pearson's r and Kendall's τ_b, with intervals by the bootstrap: as many segments (or systems) are
drawn with replacement, and two metrics are compared on the same samples. Scores may come in groups,
as language pairs do, which are told apart and averaged: samples are drawn within each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from otherwords._core import Error
from otherwords.evaluate.comparison import Chance
from otherwords.evaluate.significance import Comparison, Interval, draws, interval, share

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

#: From how often each item is in each sample, a row a sample, to the coefficient of each sample.
Coefficient: TypeAlias = "Callable[[Numbers], Numbers]"

_LEAST = 3  # items that are correlated
_LEAST_FOR_P = 20  # samples of fewer are too much alike to say how likely a difference is
_NOTHING = 1e-12


def pearson(scores: Numbers, human: Numbers) -> Coefficient:
    """Pearson's r of samples of items; not-a-number where all are alike."""
    import numpy as np

    one, other = scores - scores.mean(), human - human.mean()
    rows = np.stack([one, other, one * one, other * other, one * other], axis=1)

    def of(counts: Numbers) -> Numbers:
        x, y, xx, yy, xy = (counts @ rows / counts.sum(axis=1, keepdims=True)).T
        spreads = [np.maximum(xx - x * x, 0.0), np.maximum(yy - y * y, 0.0)]
        # What is left of nothing by rounding is no spread.
        alike = (spreads[0] <= _NOTHING * xx) | (spreads[1] <= _NOTHING * yy)
        return _divided(xy - x * y, np.where(alike, 0.0, spreads[0] * spreads[1]))

    return of


def kendall(scores: Numbers, human: Numbers) -> Coefficient:
    """Kendall's τ_b of samples of items; not-a-number where all are alike."""
    import numpy as np

    one, other = (np.sign(np.subtract.outer(each, each)) for each in (scores, human))
    agreeing, *apart = one * other, np.abs(one), np.abs(other)

    def of(counts: Numbers) -> Numbers:
        above = ((counts @ agreeing) * counts).sum(axis=1)
        below = [((counts @ each) * counts).sum(axis=1) for each in apart]
        return _divided(above, below[0] * below[1])

    return of


def _divided(above: Numbers, squared: Numbers) -> Numbers:
    """By the root of what is below; not-a-number where that is 0."""
    import numpy as np

    unknown = np.full_like(above, np.nan)
    return np.divide(above, np.sqrt(squared), out=unknown, where=squared > 0)


COEFFICIENTS = {"pearson": pearson, "kendall": kendall}


def correlation(groups: Sequence[Coefficient], sizes: Sequence[int], chance: Chance) -> Interval:
    """The mean of a coefficient over groups of so many items each."""
    drawn = _mean(groups, _samples(sizes, chance))
    return interval(_whole(groups, sizes), drawn, chance.level)


def compare(
    first: Sequence[Coefficient],
    second: Sequence[Coefficient],
    sizes: Sequence[int],
    chance: Chance,
) -> Comparison:
    """Two metrics on the same items; their p is not known where there are few of them."""
    import numpy as np

    samples = list(_samples(sizes, chance))
    drawn = _mean(second, samples) - _mean(first, samples)
    one, other = _whole(first, sizes), _whole(second, sizes)
    known = drawn[~np.isnan(drawn)]
    # Differences as they would be if both were alike: moved so that their mean is 0.
    enough = len(known) and min(sizes) >= _LEAST_FOR_P
    p = share(np.abs(known - known.mean()) >= abs(other - one)) if enough else math.nan
    return Comparison(one, other, interval(other - one, drawn, chance.level), p)


def _whole(groups: Sequence[Coefficient], sizes: Sequence[int]) -> float:
    import numpy as np

    return float(_mean(groups, (np.ones((1, size)) for size in sizes))[0])


def _mean(groups: Sequence[Coefficient], samples: Iterator[Numbers] | Sequence[Numbers]) -> Numbers:
    found = [group(counts) for group, counts in zip(groups, samples, strict=True)]
    mean: Numbers = sum(found[1:], start=found[0]) / len(found)
    return mean


def _samples(sizes: Sequence[int], chance: Chance) -> Iterator[Numbers]:
    import numpy as np

    for place, size in enumerate(sizes):
        if size < _LEAST:
            raise Error(f"{size} scores are too few to correlate; give at least {_LEAST}")
        yield np.concatenate(list(draws(size, chance.samples, chance.seed + place)))
