"""Similarity: the same in words that come closer to a reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from otherwords.applications import Application, Units

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Toward(Application):
    """Only targets that share more words with the reference than their sources are kept; μ is how
    many more.
    """

    def usability(self, units: Units) -> NDArray[np.floating]:
        """The words that each unit gains."""
        import numpy as np

        gained = units.overlap_gains
        return np.where(gained > 0, gained, np.nan)
