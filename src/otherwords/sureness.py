"""Sureness: how likely a replacement is correct where it stands, and planning by it.

The score of a table knows a pair of phrases, not the sentence. What the language model gains or
loses when the unit alone is replaced tells more. A logistic model over both, fitted to labels of
units in context (`otherwords tune sureness`), gives a probability; with `precision="high"` planning
keeps only units that reach the model's limit. Units of patterns and collocations are never sure: of
53 that reached the limit on development sentences, 33 were correct, and 47 of 52 of phrases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import Error, FormatError
from otherwords.files import name_of
from otherwords.model import Model
from otherwords.model_file import MANIFEST
from otherwords.planning import Plan
from otherwords.regression import log_odds, probability
from otherwords.tables.units import Units

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The section of `model.toml`.
SECTION = "sureness"
#: What decides, beside the intercept; see `features`.
FEATURES = ("odds", "gained", "lost", "longer", "shorter", "words")

_HIGHEST = -1e-4  # of a log score: odds are finite


@dataclass(frozen=True)
class Sureness:
    """A logistic model, and the probability from which on a unit counts as sure.

    Attributes:
        weights: By the names of `FEATURES`, and `intercept`.
        high: The limit of `precision="high"`.
    """

    weights: Mapping[str, float]
    high: float

    def probability(self, units: Units) -> NDArray[np.float64]:
        """For each unit, how likely it is correct where it stands."""
        by_feature = [self.weights[name] for name in FEATURES]
        return probability(log_odds(features(units), by_feature, self.weights["intercept"]))

    def plan(self, planned: Plan) -> Plan:
        """Deletes the units that are not sure, those that carry words along, and those that change
        spelling alone.
        """
        import numpy as np

        units = planned.units
        fit = (units.columns.rule < 0) & ~units.respellings
        sure = (self.probability(units) >= self.high) & fit
        return Plan(units, np.where(sure, planned.usability, np.nan))


def sureness_of(model: Model) -> Sureness:
    """What the model says of it. Raises Error if it says nothing, FormatError if not all."""
    given = model.sureness()
    if not given:
        raise Error(
            f"precision can only be normal: {name_of(model.folder / MANIFEST)} has no [{SECTION}]; "
            "fit it to labels with `otherwords tune sureness`"
        )
    known = {"high", "intercept", *FEATURES}
    if wrong := known ^ set(given):
        raise FormatError(
            f"{name_of(model.folder / MANIFEST)}: [{SECTION}] has or lacks {min(wrong)!r}; "
            f"it should have {', '.join(sorted(known))}"
        )
    return Sureness(given, given["high"])


def features(units: Units) -> NDArray[np.float64]:
    """Rows of `FEATURES`: the log-odds of φ, what fluency gains and loses, how many words more and
    fewer the target has, and how many the source has.
    """
    import numpy as np

    score = np.minimum(units.score, _HIGHEST)
    gain = units.fluency_gains
    source = (units.end - units.begin).astype(np.float64)
    longer = np.diff(units.columns.target_offsets) - source
    return np.stack(
        [
            score - np.log(-np.expm1(score)),
            np.maximum(gain, 0.0),
            np.minimum(gain, 0.0),
            np.maximum(longer, 0.0),
            np.maximum(-longer, 0.0),
            source,
        ],
        axis=1,
    )
