"""Exact line search: the best point on a line through the space of weights (Och, 2003).

Along a line `point + γ · direction` the score of each derivation is a straight line over γ, and the
best derivation of a sentence is the upper envelope of these. Where it changes, the counts of the
corpus change by a known amount, so the objective is known at every γ.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Integers = NDArray[np.int64]

#: From sums of counts, one row each, to what is to become as high as possible.
Objective: TypeAlias = "Callable[[Numbers], Numbers]"

#: Intervals no wider than this angle are no place for weights: the next rounding leaves them.
NARROW = 1e-7


@dataclass(frozen=True)
class Candidates:
    """Derivations of all sentences, those of a sentence next to each other.

    Attributes:
        sentence: Number of its sentence.
        features: One row a derivation: what each weight is multiplied by.
        counts: One row a derivation: what the objective is made of when it is added up.
        objective: What the sums are worth.
    """

    sentence: Integers
    features: Numbers
    counts: Numbers
    objective: Objective

    def scores(self, vector: Numbers) -> Numbers:
        """The score of each derivation, summed in the same order on every machine."""
        import numpy as np

        scores = np.zeros(len(self.features))
        for place in np.flatnonzero(vector):
            scores += vector[place] * self.features[:, place]
        return scores


class Step(NamedTuple):
    """A point on a line, and the objective there."""

    gamma: float
    value: float


def search_line(
    candidates: Candidates,
    point: Numbers,
    direction: Numbers,
    low: float,
    high: float,
    unit: float = 1.0,
) -> Step:
    """The middle of the widest interval of those with the highest value, for γ from low to high.

    Only the ratios of weights matter, so widths are angles: `unit` is the γ with which the
    direction counts as much as the point.
    """
    import numpy as np

    gammas, counts = _breaks(
        candidates, candidates.scores(point), candidates.scores(direction), low, high
    )
    values = candidates.objective(counts)
    angles = np.arctan(np.concatenate(([low], gammas, [high])) / unit)
    widths = np.diff(angles)
    values[widths <= NARROW] = -1.0
    widths[values < values.max() - 1e-12] = -1.0
    best = int(widths.argmax())
    middle = 0.5 * float(angles[best] + angles[best + 1])
    return Step(unit * math.tan(middle), float(values[best]))


def _breaks(
    candidates: Candidates, offsets: Numbers, slopes: Numbers, low: float, high: float
) -> tuple[Numbers, Numbers]:
    """Where the best derivation of any sentence changes between low and high, in order; and the
    sums of counts in the intervals between, one more.

    All envelopes are followed at once, from left to right: from the best line, a sentence goes to
    the line that meets it first of those that are steeper.
    """
    import numpy as np

    rows = np.arange(len(slopes))
    current = _first_of_segments(candidates.sentence, -(offsets + low * slopes), -slopes)
    totals = candidates.counts[current].sum(axis=0)
    place = np.searchsorted(candidates.sentence[current], candidates.sentence)
    gammas: list[Numbers] = []
    changes: list[Numbers] = []
    while True:
        at = current[place[rows]]
        steeper = slopes[rows] > slopes[at]
        rows, at = rows[steeper], at[steeper]
        meeting = (offsets[at] - offsets[rows]) / (slopes[rows] - slopes[at])
        near = meeting < high
        if not near.any():
            break
        # Lines that are met behind the end are met even later from a steeper one.
        rows, meeting = rows[near], meeting[near]
        chosen = _first_of_segments(place[rows], meeting, -slopes[rows])
        following = rows[chosen]
        sentences = place[following]
        gammas.append(np.maximum(meeting[chosen], low))
        changes.append(candidates.counts[following] - candidates.counts[current[sentences]])
        current[sentences] = following
    if not gammas:
        return np.empty(0), totals[None, :]
    where = np.concatenate(gammas)
    order = np.argsort(where, kind="stable")
    moved = np.concatenate(changes)[order]
    return where[order], np.vstack((totals, totals + np.cumsum(moved, axis=0)))


def _first_of_segments(segments: Integers, keys: Numbers, more: Numbers) -> Integers:
    """For each segment of equal numbers the place of its least key; ties by `more`, then place."""
    import numpy as np

    starts = np.flatnonzero(np.concatenate(([True], segments[1:] != segments[:-1])))
    lengths = np.diff(np.append(starts, len(segments)))
    is_least = keys == np.repeat(np.minimum.reduceat(keys, starts), lengths)
    tied = np.where(is_least, more, np.inf)
    is_least &= tied == np.repeat(np.minimum.reduceat(tied, starts), lengths)
    places = np.flatnonzero(is_least)
    return places[
        np.unique(np.repeat(np.arange(len(starts)), lengths)[places], return_index=True)[1]
    ]
