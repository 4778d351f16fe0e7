"""Systems beside each other: figures with intervals, how sure differences are, where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import Error, version
from otherwords.evaluate.data import System
from otherwords.evaluate.metric import Metric
from otherwords.evaluate.significance import (
    LEVEL,
    SAMPLES,
    Comparison,
    Interval,
    bootstrap,
    paired_bootstrap,
    randomisation,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Chance:
    """How samples are drawn.

    Attributes:
        samples: How many.
        seed: The same seed gives the same intervals.
        level: How much of the samples lies in an interval.
    """

    samples: int = SAMPLES
    seed: int = 1
    level: float = LEVEL

    @property
    def signature(self) -> str:
        """For the signature of a figure."""
        return f"samples:{self.samples}|level:{self.level:g}|seed:{self.seed}"


@dataclass(frozen=True)
class Figure:
    """One figure of one system.

    Attributes:
        value: The figure, and where it lies.
        signature: What it depends on.
        against: The comparison with the first system, by paired bootstrap; None for that itself.
        p: How likely such a difference is if both were alike, by approximate randomisation.
    """

    value: Interval
    signature: str
    against: Comparison | None = None
    p: float | None = None


@dataclass(frozen=True)
class Measured:
    """One metric of all systems.

    Attributes:
        name: Of the metric.
        higher_is_better: None where neither is.
        decimals: How many are worth showing.
        figures: One a system.
        by_segment: One row a system: the figure of each segment alone.
    """

    name: str
    higher_is_better: bool | None
    decimals: int
    figures: list[Figure]
    by_segment: NDArray[np.float64]


def measure(
    name: str, metric: Metric, systems: Sequence[System], data: str, chance: Chance
) -> Measured:
    """One metric of systems; `data` is the checksum of what they were given."""
    import numpy as np

    rows = [metric.counts(system.segments) for system in systems]
    if len({len(each) for each in rows}) != 1:
        raise Error("systems need outputs for the same texts; some have more of them")
    options = {"samples": chance.samples, "seed": chance.seed}
    figures = []
    for place, (system, own) in enumerate(zip(systems, rows, strict=True)):
        against, p = None, None
        if place:
            against = paired_bootstrap(rows[0], own, metric.figure, level=chance.level, **options)
            p = randomisation(rows[0], own, metric.figure, **options)
        figures.append(
            Figure(
                bootstrap(own, metric.figure, level=chance.level, **options),
                "|".join(
                    [
                        metric.signature,
                        f"otherwords:{version}",
                        f"segments:{len(own)}",
                        f"data:{data}",
                        chance.signature,
                        f"system:[{system.signature}]",
                    ]
                ),
                against,
                p,
            )
        )
    segments = np.stack([metric.by_segment(system.segments) for system in systems])
    return Measured(name, metric.higher_is_better, metric.decimals, figures, segments)


def differing(measured: Measured, most: int) -> list[int]:
    """The segments in which systems differ most by a metric, those with the largest range first."""
    import numpy as np

    spread = np.ptp(measured.by_segment, axis=0)
    order = np.argsort(-spread, kind="stable")
    return [int(place) for place in order[:most] if spread[place] > 0]
