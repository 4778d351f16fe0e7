"""Confidence: how likely a replacement is right where it stands, and sentences that are right.

The confidence of a unit is the calibrated probability that a careful editor would accept the
sentence with this replacement alone. That of a sentence is the product of those of its edits. A
model has a file for it, which `otherwords learn confidence` writes from annotations.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from otherwords._core import ConfidenceModel, LanguageModel
from otherwords.option_checks import is_number, wrong
from otherwords.tables.units import Units
from otherwords.text.casing import Casing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Names of levels; None stands for no limit.
LEVELS: dict[str, float | None] = {"high": 0.9, "bold": None}
#: What a whole sentence must reach by default.
DEFAULT = 0.8

#: How tables came about, in the order of `Origin` in core/context/traits.h, by their methods.
ORIGINS = {"pivot": 0, "direct": 1, "given": 2, "patterns": 3, "collocations": 4}
#: The score of an entry that says how often pairs of its grade are right.
GRADE = "grade"

STEPS = 1_000_000  # costs are whole numbers of so many parts of a natural log
_SUREST = 1.0 - 2e-6  # no edit is for nothing: the source is what costs nothing


def limit_of(given: object) -> float | None:
    """The probability that a level or a number stands for; None for no limit."""
    if isinstance(given, str) and given in LEVELS:
        return LEVELS[given]
    if not is_number(given) or not 0 <= given <= 1:
        raise wrong("confidence", given, "high, bold or a number from 0 to 1")
    return float(given)


class Assessor(Protocol):
    """Says how likely units are right."""

    def of(self, units: Units, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """By unit, the confidence of those of some rows, in ascending order. It is not-a-number for
        all others, and for what is never right.
        """

    @property
    def signature(self) -> list[str]:
        """What it depends on beside the model, as `name:value`."""


class Confidence:
    """Says how likely units are right.

    Args:
        core: The model's confidence file.
        traits: For each table the number of its origin and the place of its grades, or -1.
        lm: The language model of the same model.
        casing: How words are written; None if that is not known.
    """

    def __init__(
        self,
        core: ConfidenceModel,
        traits: Sequence[tuple[int, int]],
        lm: LanguageModel,
        casing: Casing | None,
    ) -> None:
        self._core = core
        self._traits = list(traits)
        self._lm = lm
        self._casing = casing

    def of(self, units: Units, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """By unit, the confidence of those of some rows, in ascending order. It is not-a-number for
        all others, and for what is never right: another polarity, person, gender, modality, number,
        quantity or name.
        """
        import numpy as np

        confidence = np.full(len(units), np.nan)
        chosen = np.ascontiguousarray(rows, np.int64)
        forbidden = self._core.forbidden(
            units.columns, chosen, None if self._casing is None else self._casing.core
        )
        chosen = chosen[forbidden == 0]
        odds = self._core.odds(units.columns, self._lm, self._traits, chosen)
        confidence[chosen] = 1.0 / (1.0 + np.exp(-odds.astype(np.float64)))
        return confidence

    @property
    def signature(self) -> list[str]:
        """Nothing: all is in the model."""
        return []


def costs(confidence: NDArray[np.float64]) -> NDArray[np.int32]:
    """What the search is to count for units: sums of costs are products of confidences."""
    import numpy as np

    known = np.clip(np.nan_to_num(confidence, nan=1.0), 1e-30, _SUREST)
    whole: NDArray[np.int32] = np.rint(-np.log(known) * STEPS).astype(np.int32)
    return whole


def most_cost(limit: float) -> int:
    """What a sentence of this confidence may cost."""
    return round(-math.log(max(limit, 1e-300)) * STEPS)


def joint(cost: int) -> float:
    """The confidence of a sentence whose units cost this together."""
    return math.exp(-cost / STEPS)
