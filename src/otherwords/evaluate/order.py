"""How well n-best lists are ordered, as Chevelu, Putois and Lepage (2010) measure it.

A list is given by the true scores of its members, in the order of the list. Re-ranking sorts it by
true score and is stable: members whose true scores are equal (to 1e-9) stay in the order of the
list. The order of such a pair therefore counts as preserved, and a list that no re-ranking changes
has a coefficient of exactly 1.
"""

from __future__ import annotations

import bisect
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: Lengths at which the coefficient is reported.
LENGTHS = (2, 5, 10, 20, 50, 100)

_GRID = 1e9


def kendall_tau_a(true_scores: Sequence[float]) -> float:
    """Kendall's τ_A between the order of a list and the order of its true scores.

    (preserved pairs - inverted pairs) / all pairs; between -1 and 1. A list of fewer than two
    members has no pairs: nan.
    """
    return _tau(len(true_scores), sum(_inversions(true_scores)))


def tau_by_length(
    true_scores: Sequence[float], lengths: Iterable[int] = LENGTHS
) -> dict[int, float]:
    """τ_A of the first members of a list, for each of the lengths that the list reaches."""
    inversions = _inversions(true_scores)
    return {
        length: _tau(length, sum(inversions[:length]))
        for length in lengths
        if 2 <= length <= len(true_scores)
    }


def _inversions(true_scores: Sequence[float]) -> list[int]:
    """For each member how many before it have a lower true score."""
    seen: list[float] = []
    counts = []
    for score in map(_on_grid, true_scores):
        place = bisect.bisect_left(seen, score)
        counts.append(place)
        seen.insert(place, score)
    return counts


def _tau(length: int, inverted: int) -> float:
    pairs = length * (length - 1) // 2
    return (pairs - 2 * inverted) / pairs if pairs else math.nan


def _on_grid(score: float) -> float:
    return score if math.isinf(score) else float(round(score * _GRID))


def rerank(true_scores: Sequence[float]) -> list[int]:
    """The order of the list by true score: places in the list, best first."""
    keys = [_on_grid(score) for score in true_scores]
    return sorted(range(len(keys)), key=lambda place: -keys[place])


@dataclass(frozen=True)
class Spread:
    """Mean, standard deviation of the sample, and maximum of some numbers."""

    count: int
    mean: float
    deviation: float
    largest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of any number of values; nan where it is not defined."""
        return cls(
            count=len(values),
            mean=statistics.fmean(values) if values else math.nan,
            deviation=statistics.stdev(values) if len(values) > 1 else math.nan,
            largest=max(values, default=math.nan),
        )


@dataclass(frozen=True)
class OrderReport:
    """What re-ranking by true score does to n-best lists."""

    lists: int
    members: int
    #: τ_A by length, over the lists that are long enough.
    tau: dict[int, Spread]
    #: τ_A of whole lists.
    tau_whole: Spread
    #: Share of members whose true score is above the one in the list.
    changed_scores: float
    #: Share of lists whose first member is not the best one.
    changed_best: float
    #: Rank that the first member of a list falls to.
    old_best_after: Spread
    #: The same for the lists where it is not the best one.
    old_best_after_changed: Spread
    #: Rank that the best member of a list comes from.
    new_best_before: Spread
    #: The same for the lists where it is not the first one.
    new_best_before_changed: Spread
    #: Members that cannot be made, which the other figures leave out.
    impossible: int


@dataclass(frozen=True)
class ScoredList:
    """The scores of one n-best list, in its order."""

    scores: Sequence[float]
    true_scores: Sequence[float]
    #: How much a true score must be above the one in the list to count as changed.
    tolerances: Sequence[float]


def order_report(lists: Iterable[ScoredList], lengths: Iterable[int] = LENGTHS) -> OrderReport:
    """The figures of section 3.3 of the paper for any number of lists."""
    lengths = tuple(lengths)
    taus: dict[int, list[float]] = {length: [] for length in lengths}
    whole: list[float] = []
    after: list[int] = []
    before: list[int] = []
    members = changed = impossible = 0
    for scored in lists:
        kept = [
            (given, true, tolerance)
            for given, true, tolerance in zip(
                scored.scores, scored.true_scores, scored.tolerances, strict=True
            )
            if true != -math.inf
        ]
        impossible += len(scored.scores) - len(kept)
        if not kept:
            continue
        true_scores = [true for _, true, _ in kept]
        members += len(kept)
        changed += sum(true > given + tolerance for given, true, tolerance in kept)
        for length, tau in tau_by_length(true_scores, lengths).items():
            taus[length].append(tau)
        if len(kept) > 1:
            whole.append(kendall_tau_a(true_scores))
        order = rerank(true_scores)
        after.append(order.index(0) + 1)
        before.append(order[0] + 1)
    moved = [i for i, rank in enumerate(after) if rank > 1]
    return OrderReport(
        lists=len(after),
        members=members,
        tau={length: Spread.of(values) for length, values in taus.items() if values},
        tau_whole=Spread.of(whole),
        changed_scores=changed / members if members else math.nan,
        changed_best=len(moved) / len(after) if after else math.nan,
        old_best_after=Spread.of(after),
        old_best_after_changed=Spread.of([after[i] for i in moved]),
        new_best_before=Spread.of(before),
        new_best_before_changed=Spread.of([before[i] for i in moved]),
        impossible=impossible,
    )
