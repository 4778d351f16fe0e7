"""Weighted combinations of scorers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple

from otherwords._core import Error
from otherwords.scoring import Candidates, Scorer, rate
from otherwords.scoring.model_score import ModelScore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Part(NamedTuple):
    """A scorer and its weight."""

    weight: float
    scorer: Scorer


class Combination(Scorer):
    """The sum of what several scorers say, each times its weight."""

    def __init__(self, parts: Sequence[Part]) -> None:
        if not parts:
            raise Error("a combination of scorers needs at least one with a weight")
        for weight, scorer in parts:
            if not isinstance(weight, Real) or not math.isfinite(weight):
                raise Error(
                    f"the weight of {scorer.signature} is {weight!r}; it must be a finite number"
                )
        self.parts = tuple(parts)

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """The weighted sum."""
        first, *others = (weight * rate(scorer, batch) for weight, scorer in self.parts)
        return sum(others, first)

    @property
    def needs_scores(self) -> bool:
        """Whether one of its parts does."""
        return any(scorer.needs_scores for _, scorer in self.parts)

    @property
    def signature(self) -> str:
        """Weights and signatures of its parts."""
        return "+".join(f"{weight:g}*{scorer.signature}" for weight, scorer in self.parts)


def apart(scorer: Scorer) -> tuple[float, Scorer | None]:
    """The weight that the score of the model has in a scorer, and what else there is in it."""
    if isinstance(scorer, ModelScore):
        return 1.0, None
    if not isinstance(scorer, Combination):
        return 0.0, scorer
    inner = [(weight, *apart(part)) for weight, part in scorer.parts]
    others = [Part(weight, rest) for weight, _, rest in inner if rest is not None]
    total = sum(weight * share for weight, share, _ in inner)
    return total, Combination(others) if others else None
