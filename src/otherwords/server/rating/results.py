"""Results of a project: distributions, means, agreement, and which systems differ.

A *group* is a system or, where there are several applications, a system for an application. Figures
of groups are sampled by sources, those of agreement by items.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from otherwords.evaluate.significance import Comparison, Interval, bootstrap, paired_bootstrap
from otherwords.server.rating.concord import PassAgreement, agreement_of
from otherwords.server.rating.database import Database
from otherwords.server.rating.project import Project
from otherwords.server.rating.protocols import Measure
from otherwords.server.rating.records import (
    Judgement,
    RatedItem,
    history,
    items_of_project,
    standing_judgements,
)
from otherwords.server.rating.seats import JudgeProgress, progress_of

SAMPLES = 1000
ALL_JUDGES = "all judges"


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often a judge, or all, gave each label of a measure to a group.

    Attributes:
        group: Whose items.
        judge: Who judged, or `ALL_JUDGES`.
        measure: What.
        number: How many judgements there are.
        shares: Of each label.
    """

    group: str
    judge: str
    measure: str
    number: int
    shares: dict[str, float]


@dataclass(frozen=True, slots=True)
class GroupFigure:
    """How good a group is by a measure.

    Attributes:
        group: Which one.
        measure: By what.
        items: How many items were judged.
        mean: Of all judgements; yes is 1 and no 0.
        by_all: The share of items that got the highest label from all of two or more judges; None
            where there are no such items.
    """

    group: str
    measure: str
    items: int
    mean: Interval
    by_all: Interval | None


@dataclass(frozen=True, slots=True)
class Compared:
    """Two groups on the sources that both have.

    Attributes:
        measure: By what.
        first: A group.
        second: Another.
        sources: How many they have in common.
        result: The paired bootstrap.
        adjusted: Its p by Holm's method, for all comparisons by this measure.
    """

    measure: str
    first: str
    second: str
    sources: int
    result: Comparison
    adjusted: float


class Results:
    """All figures of a project, as it is now.

    Args:
        database: Where the project is.
        project: Which one.
        samples: Of the bootstrap.
    """

    def __init__(self, database: Database, project: Project, samples: int = SAMPLES) -> None:
        self.project = project
        self.samples = samples
        self.items: list[RatedItem] = items_of_project(database, project.id)
        self.history: list[Judgement] = history(database, project.id)
        self.progress: list[JudgeProgress] = progress_of(database, project)
        self.said = standing_judgements(self.history)

    @property
    def measures(self) -> Sequence[Measure]:
        """What there are figures of."""
        return self.project.protocol.measures

    @cached_property
    def groups(self) -> list[str]:
        """All groups, in the order of their names."""
        return sorted({group for item in self.items for group in self._groups_of(item)})

    @cached_property
    def changes(self) -> int:
        """How many complete judgements were followed by another one in the same pass."""
        return sum(1 for each in self.history if each.complete and not each.stands)

    @cached_property
    def distributions(self) -> list[Distribution]:
        """The table of SPG: for each group and judge, and for all judges together."""
        judges = [judge.name for judge in self.progress]
        found = []
        for group in self.groups:
            for judge in [*judges, ALL_JUDGES]:
                said = [
                    each
                    for each in self.said
                    if group in self._groups_of(each.item) and judge in (each.judge, ALL_JUDGES)
                ]
                found += [_distribution(group, judge, measure, said) for measure in self.measures]
        return found

    @cached_property
    def figures(self) -> list[GroupFigure]:
        """The means of all groups by all measures."""
        found = []
        for measure in self.measures:
            for group in self.groups:
                figure = self._figure(measure, group)
                if figure is not None:
                    found.append(figure)
        return found

    @cached_property
    def agreement(self) -> list[PassAgreement]:
        """How far judges agree by each measure: in the end and, if there are two, in each pass."""
        passes: list[int | None] = [None]
        if self.project.current_pass > 1:
            passes = [1, None]
        return [
            agreement_of(measure, standing_judgements(self.history, number), number, self.samples)
            for measure in self.measures
            for number in passes
        ]

    @cached_property
    def comparisons(self) -> list[Compared]:
        """All pairs of groups that have judged sources in common, by all measures."""
        found: list[Compared] = []
        for measure in self.measures:
            sums = {group: self._sums(measure, group) for group in self.groups}
            pairs = []
            for first, second in combinations(self.groups, 2):
                common = [source for source in sums[first] if source in sums[second]]
                if common:
                    one, other = (
                        [sums[group][source] for source in common] for group in (first, second)
                    )
                    result = paired_bootstrap(one, other, samples=self.samples)
                    pairs.append((first, second, len(common), result))
            adjusted = holm([result.p for *_, result in pairs])
            found += [
                Compared(measure.name, *pair, p) for pair, p in zip(pairs, adjusted, strict=True)
            ]
        return found

    def _groups_of(self, item: RatedItem) -> list[str]:
        if not self._several:
            return list(item.systems)
        purpose = item.application or "no purpose"
        return [f"{system}, {purpose}" for system in item.systems]

    @cached_property
    def _several(self) -> bool:
        return len({item.application for item in self.items}) > 1

    def _sums(self, measure: Measure, group: str) -> dict[str, list[float]]:
        """For each source of a group that was judged, the sum of scores and their number."""
        sums: dict[str, list[float]] = {}
        for each in self.said:
            label = measure.read(each.answers)
            if label is not None and group in self._groups_of(each.item):
                row = sums.setdefault(each.item.source, [0.0, 0.0])
                row[0] += measure.score(label)
                row[1] += 1
        return sums

    def _figure(self, measure: Measure, group: str) -> GroupFigure | None:
        sums = self._sums(measure, group)
        if not sums:
            return None
        labels: dict[int, list[str]] = {}
        sources: dict[int, str] = {}
        for each in self.said:
            label = measure.read(each.answers)
            if label is not None and group in self._groups_of(each.item):
                labels.setdefault(each.item.number, []).append(label)
                sources[each.item.number] = each.item.source
        top: dict[str, list[float]] = {}
        for number, given in labels.items():
            if len(given) > 1:
                row = top.setdefault(sources[number], [0.0, 0.0])
                row[0] += all(label == measure.values[-1] for label in given)
                row[1] += 1
        return GroupFigure(
            group,
            measure.name,
            len(labels),
            bootstrap(list(sums.values()), samples=self.samples),
            bootstrap(list(top.values()), samples=self.samples) if top else None,
        )


def holm(given: Sequence[float]) -> list[float]:
    """Each p for a family of comparisons, by Holm's step-down method."""
    adjusted = [0.0] * len(given)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(given)), key=lambda place: given[place])):
        highest = max(highest, min(1.0, given[place] * (len(given) - rank)))
        adjusted[place] = highest
    return adjusted


def _distribution(
    group: str, judge: str, measure: Measure, said: Iterable[Judgement]
) -> Distribution:
    labels = [label for each in said if (label := measure.read(each.answers)) is not None]
    shares = {
        value: labels.count(value) / len(labels) if labels else float("nan")
        for value in measure.values
    }
    return Distribution(group, judge, measure.name, len(labels), shares)
