"""How far judges agree: percent, kappa of two kinds, and Krippendorff's alpha, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from otherwords.evaluate.agreement import agreement
from otherwords.evaluate.krippendorff import alpha_of, coincidences
from otherwords.evaluate.significance import Interval, bootstrap
from otherwords.server.rating.protocols import Measure
from otherwords.server.rating.records import Judgement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two judges on the items that both have judged.

    Attributes:
        first: A judge.
        second: Another.
        items: How many both have judged.
        observed: The share of equal labels.
        uniform: Kappa with P(E) = 1 / number of labels, as in SPG.
        cohen: Cohen's kappa.
    """

    first: str
    second: str
    items: int
    observed: Interval
    uniform: Interval
    cohen: Interval


@dataclass(frozen=True, slots=True)
class PassAgreement:
    """All judges by one measure.

    Attributes:
        measure: What was judged.
        number: In which pass; None for what stands in the end.
        items: How many were judged by two or more.
        pairs: All pairs of judges who have items in common.
        nominal: Krippendorff's alpha, where labels are the same or not; None without such items.
        ordinal: The same, where labels can be more or less apart; None for two labels, too.
    """

    measure: str
    number: int | None
    items: int
    pairs: list[PairAgreement]
    nominal: Interval | None
    ordinal: Interval | None


def agreement_of(
    measure: Measure, said: Sequence[Judgement], number: int | None, samples: int
) -> PassAgreement:
    """From judgements that stand: at most one of each judge about each item."""
    labels: dict[int, dict[str, str]] = {}
    for each in said:
        label = measure.read(each.answers)
        if label is not None:
            labels.setdefault(each.item.number, {})[each.judge] = label
    judges = list(dict.fromkeys(each.judge for each in sorted(said, key=lambda one: one.judge)))
    pairs = []
    for first, second in combinations(judges, 2):
        both = [(by[first], by[second]) for by in labels.values() if first in by and second in by]
        if both:
            pairs.append(_pair(first, second, both, measure.values, samples))
    several = [list(by.values()) for by in labels.values() if len(by) > 1]
    rows = coincidences(several, measure.values)
    nominal = bootstrap(rows, alpha_of("nominal"), samples=samples) if several else None
    ordinal = None
    if several and measure.ordered:
        ordinal = bootstrap(rows, alpha_of("ordinal"), samples=samples)
    return PassAgreement(measure.name, number, len(several), pairs, nominal, ordinal)


def _pair(
    first: str, second: str, both: list[tuple[str, str]], values: Sequence[str], samples: int
) -> PairAgreement:
    import numpy as np

    size = len(values)
    place = {value: number for number, value in enumerate(values)}
    rows = np.zeros((len(both), size * size))
    rows[np.arange(len(both)), [place[a] * size + place[b] for a, b in both]] = 1.0
    exact = agreement(both, size)

    def observed(sums: Numbers) -> Numbers:
        table = sums.reshape(-1, size, size)
        equal: Numbers = np.trace(table, axis1=1, axis2=2) / table.sum(axis=(1, 2))
        return equal

    def cohen(sums: Numbers) -> Numbers:
        table = sums.reshape(-1, size, size)
        number = table.sum(axis=(1, 2))
        by_chance = (table.sum(axis=1) * table.sum(axis=2)).sum(axis=1) / number**2
        with np.errstate(divide="ignore", invalid="ignore"):
            kappa = (observed(sums) - by_chance) / (1 - by_chance)
        return np.where(by_chance < 1, kappa, np.nan)

    share = bootstrap(rows, observed, samples=samples)
    chance = 1 / size
    kappa = bootstrap(rows, cohen, samples=samples)
    return PairAgreement(
        first,
        second,
        len(both),
        share,
        Interval(
            exact.uniform, *((end - chance) / (1 - chance) for end in (share.low, share.high))
        ),
        Interval(exact.cohen, kappa.low, kappa.high),
    )
