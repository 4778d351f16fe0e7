"""Metrics: how good the outputs of a system are, one figure each.

A metric makes statistics of each segment first, and its figure of the sums of these second. So the
figure of any part of the segments costs one sum, which is what significance (`significance.py`) and
tuning (`otherwords.tune`) need. Those of this package and those of others are found by their entry
points in the group `otherwords.metrics`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from otherwords._core import Error
from otherwords.evaluate.replacements import Replacements
from otherwords.plugins import find_plugin, plugin_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Numbers = NDArray[np.float64]

GROUP = "otherwords.metrics"


@dataclass(frozen=True)
class Segments:
    """What a system made of some texts.

    Attributes:
        outputs: The texts as the system says them.
        sources: The texts as they were.
        references: How people say them, any number for each.
        replacements: Counts of what was replaced in each, where the system tells.
    """

    outputs: Sequence[str]
    sources: Sequence[str] | None = None
    references: Sequence[tuple[str, ...]] | None = None
    replacements: Sequence[Replacements] | None = None

    def __post_init__(self) -> None:
        for name in ("sources", "references", "replacements"):
            given = getattr(self, name)
            if given is not None and len(given) != len(self.outputs):
                raise Error(
                    f"there are {len(given):,} {name} for {len(self.outputs):,} outputs; "
                    "give one for each"
                )

    def __len__(self) -> int:
        return len(self.outputs)


class Metric(ABC):
    """One figure of a system's outputs.

    Attributes:
        needs: What segments must have beside outputs.
        higher_is_better: Whether a higher figure is better; None where neither is.
        decimals: How many are worth showing.
    """

    needs: ClassVar[frozenset[str]] = frozenset()
    higher_is_better: ClassVar[bool | None] = True
    decimals: ClassVar[int] = 2

    @abstractmethod
    def statistics(self, segments: Segments) -> Numbers:
        """A row a segment; rows can be added."""

    @abstractmethod
    def figure(self, sums: Numbers) -> Numbers:
        """The figure of each row of sums."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """What the figure depends on beside the segments, as `name:value|name:value`."""

    def counts(self, segments: Segments) -> Numbers:
        """The statistics; raises Error where segments lack what they are made of."""
        for name in sorted(self.needs):
            if getattr(segments, name) is None:
                raise Error(f"{type(self).__name__.lower()} needs {name}; give them")
        if not len(segments):
            raise Error("there are no segments; give at least one")
        return self.statistics(segments)

    def by_segment(self, segments: Segments) -> Numbers:
        """The figure of each segment by itself."""
        return self.figure(self.counts(segments))

    def of(self, segments: Segments) -> float:
        """The figure of all segments."""
        return self.of_sums(self.counts(segments).sum(axis=0))

    def of_sums(self, sums: ArrayLike) -> float:
        """The figure of one row of sums."""
        import numpy as np

        return float(self.figure(np.asarray(sums, np.float64)[None])[0])


def metric_names() -> list[str]:
    """The names of all metrics that are installed."""
    return plugin_names(GROUP)


def find_metric(name: str) -> Metric:
    """The metric with this name; raises Error when there is none or it cannot be loaded."""
    return find_plugin(GROUP, name, Metric)()  # type: ignore[type-abstract]


def ratio(above: Numbers, below: Numbers) -> Numbers:
    """Element by element; 0 where nothing is below."""
    import numpy as np

    shares: Numbers = np.divide(above, below, out=np.zeros_like(above), where=below != 0)
    return shares


def f_measure(precision: Numbers, recall: Numbers) -> Numbers:
    """The harmonic mean; 0 where both are."""
    return ratio(2.0 * precision * recall, precision + recall)
