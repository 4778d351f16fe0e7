"""Planning: figure 2 of SPG.

Of all units that the tables offer for a sentence, those are kept that can achieve the application.
A source unit none of whose targets is left is thereby gone too: the columns have one row a target.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.applications import Application, Units

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
    """

    units: Units
    usability: NDArray[np.float64]
    chosen: Sequence[int] = ()

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
