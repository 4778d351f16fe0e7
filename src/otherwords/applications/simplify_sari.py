"""Simplification as SARI wants it: bold, and the bolder the more common the new words are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from otherwords.applications import Units
from otherwords.applications.simplify import Simplify

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A target that is e³, about 20 times, as frequent as its source is as usable as can be.
_ENOUGH = 3.0
_NONE = 1e-9  # rarity of what is as common as can be, so that it has a logarithm


class SimplifySari(Simplify):
    """Only targets more frequent than their sources by frequency lists are kept; μ grows with the
    logarithm of how much more, up to 1. Its weights are tuned for SARI and not for single edits to
    be correct. Needs otherwords[wordfreq].
    """

    def __init__(self, *, language: str = "en") -> None:
        super().__init__("wordfreq", language=language)

    def usability(self, units: Units) -> NDArray[np.floating]:
        """How much more frequent each target is."""
        import numpy as np

        source, target = (np.log(_NONE - listed) for listed in self._listed(units))
        gained = np.minimum((source - target) / _ENOUGH, 1.0)
        return np.where(gained > 0, gained, np.nan)
