"""What replacements come to, of systems that tell their edits: how many there are, and section 3.6
of SPG (`replacements.py`) with intervals.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING, ClassVar

from otherwords.evaluate.metric import Metric, Segments, f_measure, ratio

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class _Replacing(Metric):
    needs: ClassVar[frozenset[str]] = frozenset({"replacements"})
    higher_is_better: ClassVar[bool | None] = None
    name: ClassVar[str]

    def statistics(self, segments: Segments) -> Numbers:
        """The fields of `Replacements`, and one for the segment."""
        import numpy as np

        return np.array([(*astuple(each), 1) for each in segments.replacements or ()], np.float64)

    @property
    def signature(self) -> str:
        """Its name."""
        return self.name


class ReplacementsEach(_Replacing):
    """How many units are replaced in a text, in the mean."""

    name = "replacements"

    def figure(self, sums: Numbers) -> Numbers:
        """The mean."""
        return ratio(sums[:, 0], sums[:, 5])


class ReplacementRate(_Replacing):
    """rr: words in replaced units among all words of the sources, in percent."""

    name = "rr"

    def figure(self, sums: Numbers) -> Numbers:
        """The share."""
        return 100.0 * ratio(sums[:, 3], sums[:, 4])


class ReplacementPrecision(_Replacing):
    """rp: correct replacements among all, in percent; what nobody has labelled is not correct."""

    higher_is_better: ClassVar[bool | None] = True
    name = "rp"

    def figure(self, sums: Numbers) -> Numbers:
        """The share."""
        return 100.0 * ratio(sums[:, 1], sums[:, 0])


class ReplacementF(_Replacing):
    """rf: the harmonic mean of both, in percent."""

    higher_is_better: ClassVar[bool | None] = True
    name = "rf"

    def figure(self, sums: Numbers) -> Numbers:
        """F."""
        return 100.0 * f_measure(ratio(sums[:, 1], sums[:, 0]), ratio(sums[:, 3], sums[:, 4]))
