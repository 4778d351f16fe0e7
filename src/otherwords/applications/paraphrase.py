"""Paraphrasing for no purpose but other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from otherwords.applications import Application, Units

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Paraphrase(Application):
    """All units are kept but those that change spelling alone; none is more usable than another."""

    respells: ClassVar[bool] = False

    def usability(self, units: Units) -> NDArray[np.floating]:
        """0 for each unit."""
        import numpy as np

        return np.zeros(len(units))
