"""Compression: the same in fewer bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from otherwords.applications import Application, Units

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Compress(Application):
    """Only targets shorter than their sources are kept; μ is the number of bytes saved."""

    # A byte is less than a word: not each one is worth a worse score.
    usability_weight: ClassVar[float] = 0.25
    respells: ClassVar[bool] = False

    def usability(self, units: Units) -> NDArray[np.floating]:
        """The bytes that each unit saves."""
        import numpy as np

        saved = units.source_bytes - units.target_bytes
        return np.where(saved > 0, saved, np.nan)
