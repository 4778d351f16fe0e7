"""Climbing: line search after line search, until none leads higher."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords.tune.line_search import NARROW, Candidates, search_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

#: The objective must grow by more than this for a step to be taken.
GAIN = 1e-9
#: How far a line is followed, in lengths of the vector: almost as far as it makes a difference.
_FAR = 100.0
_RANDOM_LINES = 10
_CYCLES = 20


@dataclass(frozen=True)
class Peak:
    """Weights from which no line led higher, and the objective of the candidates there."""

    vector: Numbers
    value: float


class Climber:
    """Looks for weights with a high objective on merged n-best lists.

    A weight matters by what it is multiplied by: lines and random points are drawn in units of the
    spread that each feature has among the derivations of a sentence. A feature that has none keeps
    its weight.

    Args:
        candidates: The lists.
        bounded: For each weight whether it must not become negative.
        generator: Of lines and points.
        fixed: For each weight whether it keeps its value.
    """

    def __init__(
        self,
        candidates: Candidates,
        bounded: NDArray[np.bool_],
        generator: np.random.Generator,
        fixed: NDArray[np.bool_],
    ) -> None:
        import numpy as np

        self._candidates = candidates
        self._bounded = bounded
        self._generator = generator
        self._spread = np.where(fixed, 0.0, _spread(candidates))

    def climb(self, starts: Iterable[Numbers]) -> Peak:
        """The highest peak that is reached from one of the starts; of equal ones the first."""
        peaks = map(self._climb, starts)
        best = next(peaks)
        for peak in peaks:
            if peak.value > best.value + GAIN:
                best = peak
        return best

    def random_point(self, start: Numbers) -> Numbers:
        """Weights by chance; those that keep their values have those of the start."""
        import numpy as np

        drawn = self._draw()
        return np.where(self._spread > 0, np.where(self._bounded, abs(drawn), drawn), start)

    def _climb(self, point: Numbers) -> Peak:
        value = -1.0
        for _ in range(_CYCLES):
            before = value
            for line in self._lines():
                length = self._length(point) or 1.0
                low, high = self._limits(point, line, _FAR * length)
                if high - low <= NARROW * length:
                    continue
                step = search_line(self._candidates, point, line, low, high, length)
                if step.value > value + GAIN:
                    point, value = point + step.gamma * line, step.value
            if value <= before + GAIN:
                break
        return Peak(point, value)

    def _lines(self) -> Iterator[Numbers]:
        """Each weight by itself, and some lines by chance, all as long as 1."""
        import numpy as np

        places = np.flatnonzero(self._spread)
        for place in places:
            line = np.zeros(len(self._spread))
            line[place] = 1.0 / self._spread[place]
            yield line
        for _ in range(_RANDOM_LINES if len(places) else 0):
            line = self._draw()
            yield line / self._length(line)

    def _draw(self) -> Numbers:
        import numpy as np

        numbers = self._generator.normal(size=len(self._spread))
        return np.divide(numbers, self._spread, out=np.zeros_like(numbers), where=self._spread > 0)

    def _length(self, vector: Numbers) -> float:
        return math.hypot(*(vector * self._spread))

    def _limits(self, point: Numbers, line: Numbers, far: float) -> tuple[float, float]:
        """How far the line can be followed until a weight is 0 that must not become negative."""
        low, high = -far, far
        for place in (self._bounded & (line != 0.0)).nonzero()[0]:
            # One that is negative from the start may at least not become more so.
            end = -max(0.0, float(point[place])) / float(line[place])
            low, high = (max(low, end), high) if line[place] > 0 else (low, min(high, end))
        return low, high


def _spread(candidates: Candidates) -> Numbers:
    """By how much each feature differs between derivations of the same sentence."""
    import numpy as np

    _, owner, sizes = np.unique(candidates.sentence, return_inverse=True, return_counts=True)
    sums = np.zeros((len(sizes), candidates.features.shape[1]))
    np.add.at(sums, owner, candidates.features)
    apart = candidates.features - (sums / sizes[:, None])[owner]
    spread = np.sqrt((apart**2).mean(axis=0))
    return np.where(spread > 1e-9, spread, 0.0)
