"""A length window: texts that are neither much shorter nor much longer than their sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.scoring import Candidates, Scorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Length(Scorer):
    """0 within the window; below and above it minus the distance to it, all as shares of the
    characters of the source.

    Args:
        least: The lower end.
        most: The upper end.
    """

    def __init__(self, least: float = 0.5, most: float = 1.5) -> None:
        if not 0 <= least <= most:
            raise Error(f"the length window is {least:g} to {most:g}; it must be 0 ≤ least ≤ most")
        self.least = least
        self.most = most

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """How far outside of the window texts are."""
        import numpy as np

        shares = np.array(
            [len(text) / max(1, len(each.source)) for each in batch for text in each.texts]
        )
        return np.minimum(0.0, np.minimum(shares - self.least, self.most - shares))

    @property
    def signature(self) -> str:
        """Its name and the window."""
        return f"length({self.least:g},{self.most:g})"
