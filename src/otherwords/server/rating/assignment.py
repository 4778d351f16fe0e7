"""Who judges which items, and in which order.

Items stand in a table of sources by systems. A judge goes through it in rounds: in each round every
source once, with systems that rotate from source to source, from judge to judge and from round to
round, as in a Latin square. So whenever a judge stops, all systems have been judged about equally
often, and a source comes again only after all others. Within that the order is random, by a seed.

Items can be shared out among a *panel* of judges, so that each is judged by some of them only.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from otherwords._core import Error


@dataclass(frozen=True, slots=True)
class Cell:
    """An item in the table of sources by systems."""

    item: int
    source: int
    system: int


@dataclass(frozen=True, slots=True)
class Panel:
    """How items are shared out.

    Attributes:
        judges: Among how many; 0: everybody judges everything.
        each: How many of them judge an item.
        shared: How many items are judged by all of them, to see how far they agree.
        seed: Of what is shared, and of the order of items.
    """

    judges: int = 0
    each: int = 0
    shared: int = 0
    seed: int = 1

    def __post_init__(self) -> None:
        if self.judges < 0 or self.each < 0 or self.shared < 0:
            raise Error("numbers of judges and items cannot be below 0")
        if not self.judges and (self.each or self.shared):
            raise Error("items are shared out among a panel only; say how many judges it has")
        if self.judges and not 1 <= self.each <= self.judges:
            raise Error(
                f"{self.each} judges cannot judge an item in a panel of {self.judges}; take a "
                f"number from 1 to {self.judges}"
            )


def cells_of(sources: Sequence[str], systems: Sequence[Sequence[str]]) -> list[Cell]:
    """The table, from the source of each item and the systems that made it."""
    rows = {source: number for number, source in enumerate(dict.fromkeys(sources))}
    names = sorted({name for each in systems for name in each})
    columns = {name: number for number, name in enumerate(names)}
    return [
        Cell(item, rows[source], columns[min(made)])
        for item, (source, made) in enumerate(zip(sources, systems, strict=True))
    ]


def items_of(place: int, cells: Sequence[Cell], panel: Panel) -> list[int]:
    """What the judge at a place of the panel (from 0) judges, in order."""
    shared = _shared(cells, panel)
    own = [
        cell
        for cell in cells
        if not panel.judges
        or cell.item in shared
        or place in _judges(panel.judges, panel.each, cell.source + cell.system)
    ]
    return _order(own, place, random.Random(f"{panel.seed} {place}"))


@cache
def _teams(judges: int, each: int) -> list[frozenset[int]]:
    """All sets of so many judges; those that are turned into each other follow each other, so that
    a run of them has every judge equally often.
    """
    teams: dict[frozenset[int], None] = {}
    for first in combinations(range(judges), each):
        for turn in range(judges):
            teams[frozenset((judge + turn) % judges for judge in first)] = None
    return list(teams)


def _judges(judges: int, each: int, turn: int) -> frozenset[int]:
    teams = _teams(judges, each)
    return teams[turn % len(teams)]


def _shared(cells: Sequence[Cell], panel: Panel) -> set[int]:
    """Whole sources while there is room, so that systems can be compared on them."""
    by_source: dict[int, list[int]] = {}
    for cell in cells:
        by_source.setdefault(cell.source, []).append(cell.item)
    groups = list(by_source.values())
    random.Random(f"{panel.seed} shared").shuffle(groups)
    return set([item for group in groups for item in group][: panel.shared])


def _order(cells: Sequence[Cell], place: int, draw: random.Random) -> list[int]:
    waiting: dict[int, list[Cell]] = {}
    for cell in cells:
        waiting.setdefault(cell.source, []).append(cell)
    systems = len({cell.system for cell in cells})
    order: list[Cell] = []
    for number in range(max(map(len, waiting.values()), default=0)):
        turn = []
        for source, row in waiting.items():
            if row:
                wanted = (source + place + number) % systems
                row.sort(key=lambda cell: ((cell.system - wanted) % systems, cell.item))
                turn.append(row.pop(0))
        order += _apart(order, _spread(turn, draw))
    return [cell.item for cell in order]


def _spread(turn: Sequence[Cell], draw: random.Random) -> list[Cell]:
    """In random order, but in each run of as many items as there are systems, each once."""
    groups: dict[int, list[Cell]] = {}
    for cell in turn:
        groups.setdefault(cell.system, []).append(cell)
    for group in groups.values():
        draw.shuffle(group)
    order: list[Cell] = []
    while groups:
        run = [group.pop() for group in groups.values()]
        draw.shuffle(run)
        order += run
        groups = {system: group for system, group in groups.items() if group}
    return order


def _apart(before: Sequence[Cell], turn: list[Cell]) -> list[Cell]:
    """Lets no source follow itself, where there is another."""
    if before and len(turn) > 1 and before[-1].source == turn[0].source:
        turn[0], turn[1] = turn[1], turn[0]
    return turn
