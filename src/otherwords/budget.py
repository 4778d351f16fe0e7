"""Budgets: the best paraphrases of a text of several sentences that are short enough.

For each sentence the search gives the n best derivations of every length. Which of them to take
together is decided here, exactly: of the choices for the first sentences, one matters only if fewer
than n others are as short and score as high.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Option(NamedTuple):
    """One derivation of a sentence: how many bytes it makes the text longer, and its score."""

    growth: int
    score: float


@dataclass
class Choices:
    """Ways to take one derivation of each sentence, from the shortest to the longest.

    Attributes:
        growth: How many bytes each makes the text longer.
        score: The sum of the scores.
    """

    growth: NDArray[np.int64]
    score: NDArray[np.float64]
    # For each sentence, the choice for those before it and the option that make each choice.
    _steps: list[tuple[NDArray[np.intp], NDArray[np.intp]]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.growth)

    def options(self, choice: int) -> list[int]:
        """The option of each sentence that a choice takes."""
        taken = []
        for before, option in reversed(self._steps):
            taken.append(int(option[choice]))
            choice = int(before[choice])
        return taken[::-1]

    def within(self, growth: int) -> list[int]:
        """The choices that grow by no more than this, best first."""
        import numpy as np

        fitting = np.flatnonzero(self.growth <= growth)
        return [int(choice) for choice in fitting[np.argsort(-self.score[fitting], kind="stable")]]


def choices(sentences: Sequence[Sequence[Option]], n: int = 1) -> Choices:
    """The n best choices for every length."""
    import numpy as np

    best = Choices(np.zeros(1, np.int64), np.zeros(1))
    for options in sentences:
        growth = np.add.outer(best.growth, [option.growth for option in options]).ravel()
        score = np.add.outer(best.score, [option.score for option in options]).ravel()
        order = np.lexsort((-score, growth))
        order = order[_leading(score[order], n)]
        steps = np.divmod(order, len(options))
        best._steps.append(steps)
        best = Choices(growth[order], score[order], best._steps)
    return best


def _leading(scores: NDArray[np.float64], n: int) -> NDArray[np.bool_]:
    """Which scores are higher than all but n - 1 before them."""
    import numpy as np

    leads = np.ones(len(scores), np.bool_)
    if n == 1:
        leads[1:] = scores[1:] > np.maximum.accumulate(scores)[:-1]
        return leads
    leaders: list[float] = []
    for place, score in enumerate(scores.tolist()):
        if len(leaders) < n:
            heapq.heappush(leaders, score)
        elif score > leaders[0]:
            heapq.heapreplace(leaders, score)
        else:
            leads[place] = False
    return leads
