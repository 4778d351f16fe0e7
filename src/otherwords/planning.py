"""Planning: figure 2 of SPG.

Of all units that the tables offer for a sentence, those are kept that can achieve the application.
A source unit none of whose targets is left is thereby gone too: the columns have one row a target.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.applications import Application, Units
from otherwords.confidence import Assessor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Plan:
    """What an application makes of the units of a batch.

    Attributes:
        units: All of them.
        usability: μ of each; not-a-number for those that were deleted.
        chosen: Rows of units that a user has decided for; see `otherwords.choices`.
        confidence: How likely each is right; not-a-number where that is not known. None where
            nobody asks.
    """

    units: Units
    usability: NDArray[np.float64]
    chosen: Sequence[int] = ()
    confidence: NDArray[np.float64] | None = None

    @property
    def kept(self) -> NDArray[np.intp]:
        """The rows of the units that can achieve the application."""
        import numpy as np

        return np.flatnonzero(~np.isnan(self.usability))


def plan(units: Units, application: Application) -> Plan:
    """Deletes the units that cannot achieve the application, and computes μ of the others."""
    import numpy as np

    usability = np.ascontiguousarray(application.usability(units), dtype=np.float64)
    name = type(application).__name__
    if usability.shape != (len(units),):
        raise Error(
            f"{name}.usability gave an array of shape {usability.shape} for {len(units)} units; "
            "give one number for each unit"
        )
    if np.isinf(usability).any():
        raise Error(f"{name}.usability is infinite; to leave a unit out, give not-a-number")
    if not application.respells:
        usability = np.where(units.respellings, np.nan, usability)
    return Plan(units, usability)


def assess(planned: Plan, confidence: Assessor) -> Plan:
    """The plan with the confidence of its units, without those that are never right."""
    import numpy as np

    known = confidence.of(planned.units, planned.kept)
    usability = np.where(np.isnan(known), np.nan, planned.usability)
    return replace(planned, usability=usability, confidence=known)


def limit(planned: Plan, least: float) -> Plan:
    """The plan without units that are less likely right. Those that were chosen stay."""
    import numpy as np

    if planned.confidence is None:
        return planned
    kept = planned.confidence >= least
    kept[list(planned.chosen)] = True
    return replace(planned, usability=np.where(kept, planned.usability, np.nan))
