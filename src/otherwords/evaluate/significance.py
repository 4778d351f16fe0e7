"""Significance: how far a figure can be trusted, and whether two systems really differ.

Statistics of each segment come first, a figure is made of their sums second. So a figure of any
sample of segments costs one sum, whatever it is: a mean, BLEU, a share of a share.

- The *bootstrap* draws samples of as many segments, with replacement, and looks at how the figure
  varies. Two systems are compared on the same samples (Koehn, 2004).
- *Approximate randomisation* swaps both systems in segments drawn at random, and counts how often
  the difference is at least as large as it was (Riezler and Maxwell, 2005).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from otherwords._core import Error

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Numbers = NDArray[np.float64]

#: From sums of statistics, a row a sample, to the figure of each sample.
Figure: TypeAlias = "Callable[[Numbers], Numbers]"

SAMPLES = 1000
LEVEL = 0.95

_AT_ONCE = 1 << 22  # numbers drawn at a time


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and where it lies with some confidence."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same segments.

    Attributes:
        first: The figure of the first.
        second: That of the second.
        difference: The second less the first, and where it lies.
        p: How likely a difference is that is at least as large, either way, if both were alike.
    """

    first: float
    second: float
    difference: Interval
    p: float


def means(values: ArrayLike) -> Numbers:
    """Statistics whose figure is `mean`: each value, and one for its count."""
    import numpy as np

    column = np.asarray(values, np.float64)
    return np.stack([column, np.ones_like(column)], axis=1)


def mean(sums: Numbers) -> Numbers:
    """The figure of `means`."""
    return sums[:, 0] / sums[:, 1]


def bootstrap(
    statistics: ArrayLike,
    figure: Figure = mean,
    *,
    samples: int = SAMPLES,
    seed: int = 1,
    level: float = LEVEL,
) -> Interval:
    """A figure and its percentile interval.

    Args:
        statistics: A row a segment; see `means` for plain numbers.
        figure: What the sums of the rows say.
        samples: How many are drawn.
        seed: The same seed gives the same interval.
        level: How much of the samples lies in the interval.
    """
    import numpy as np

    (rows,) = _checked([statistics], samples, level)
    drawn = np.concatenate([figure(weights @ rows) for weights in draws(len(rows), samples, seed)])
    return interval(float(figure(rows.sum(axis=0, keepdims=True))[0]), drawn, level)


def paired_bootstrap(
    first: ArrayLike,
    second: ArrayLike,
    figure: Figure = mean,
    *,
    samples: int = SAMPLES,
    seed: int = 1,
    level: float = LEVEL,
) -> Comparison:
    """Compares two systems by samples of the same segments; see `bootstrap` for the arguments."""
    import numpy as np

    a, b = _checked([first, second], samples, level)
    drawn = np.concatenate(
        [figure(weights @ b) - figure(weights @ a) for weights in draws(len(a), samples, seed)]
    )
    one, other = (float(figure(rows.sum(axis=0, keepdims=True))[0]) for rows in (a, b))
    # Differences as they would be if both were alike: moved so that their mean is 0.
    shifted = np.abs(drawn - drawn.mean())
    p = share(shifted >= abs(other - one))
    return Comparison(one, other, interval(other - one, drawn, level), p)


def randomisation(
    first: ArrayLike,
    second: ArrayLike,
    figure: Figure = mean,
    *,
    samples: int = SAMPLES,
    seed: int = 1,
) -> float:
    """The p of approximate randomisation; see `bootstrap` for the arguments."""
    import numpy as np

    a, b = _checked([first, second], samples, LEVEL)
    total, gap = a.sum(axis=0), b - a
    real = float(abs(_difference(figure, a.sum(axis=0), b.sum(axis=0))))
    draw = np.random.default_rng(seed)
    extreme = []
    for size in _portions(samples, len(a)):
        moved = draw.integers(0, 2, (size, len(a))).astype(np.float64) @ gap
        swapped, other = total + moved, b.sum(axis=0) - moved
        # A last bit must not decide whether two ways to add up are the same.
        extreme.append(np.abs(figure(other) - figure(swapped)) >= real * (1 - 1e-12))
    return share(np.concatenate(extreme))


def _difference(figure: Figure, first: Numbers, second: Numbers) -> float:
    return float(figure(second[None])[0] - figure(first[None])[0])


def _checked(given: Sequence[ArrayLike], samples: int, level: float) -> list[Numbers]:
    import numpy as np

    rows = [np.asarray(each, np.float64) for each in given]
    if any(each.ndim != 2 for each in rows):
        raise Error("statistics must have a row for each segment; make them with `means`")
    if len({each.shape for each in rows}) != 1:
        raise Error("both systems need statistics of the same segments; there are more of one")
    if not len(rows[0]):
        raise Error("there are no segments; give at least one")
    if samples < 1 or not 0 < level < 1:
        raise Error("samples must be at least 1, and the level between 0 and 1")
    return rows


def draws(segments: int, samples: int, seed: int) -> Iterator[Numbers]:
    """How often each segment is in each sample of the bootstrap, some samples at a time."""
    import numpy as np

    draw = np.random.default_rng(seed)
    for size in _portions(samples, segments):
        chosen = draw.integers(0, segments, (size, segments))
        chosen += np.arange(size)[:, None] * segments
        counts = np.bincount(chosen.ravel(), minlength=size * segments)
        yield counts.reshape(size, segments).astype(np.float64)


def _portions(samples: int, segments: int) -> Iterator[int]:
    most = max(1, _AT_ONCE // segments)
    for begin in range(0, samples, most):
        yield min(most, samples - begin)


def interval(value: float, drawn: Numbers, level: float) -> Interval:
    """Where a figure lies, by the figures of samples; those that have none do not count."""
    import numpy as np

    known = drawn[~np.isnan(drawn)]
    if not len(known):
        return Interval(value, math.nan, math.nan)
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(value, float(low), float(high))


def share(extreme: NDArray[np.bool_]) -> float:
    """The p of samples, some of which are as extreme as what was seen. That counts, too: a p is
    never 0.
    """
    return float((extreme.sum() + 1) / (len(extreme) + 1))
