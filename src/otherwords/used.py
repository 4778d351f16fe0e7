"""The units that derivations use, and what becomes of those that carry words along.

A unit of a pattern or a collocation carries words of its source along; other units may be used
inside of these. In a derivation they come behind the unit that carries their words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from otherwords._core import UnitDerivations
from otherwords.planning import Plan
from otherwords.text.surface import Replaced

if TYPE_CHECKING:
    from collections.abc import Sequence

_NEW = -1  # a word that carries no token along


class Used(NamedTuple):
    """A unit that a derivation uses, and those inside of it, by their places in `UsedUnits`."""

    unit: int
    inner: tuple[int, ...] = ()


class UsedUnits:
    """One row for each unit that a derivation of a batch uses, as lists: these are quicker than
    arrays, one number at a time.

    Attributes:
        begin: Its first source token.
        end: One behind its last.
        table: The name of its table.
        score: log φ of its entry.
        usability: μ of the application.
        rule: The pair of patterns or collocations that it comes from; empty for phrases.
        confidence: How likely it is right; None where nobody asked.
    """

    def __init__(self, plan: Plan, found: UnitDerivations, table_names: Sequence[str]) -> None:
        columns = plan.units.columns
        rows = found.units
        self._offsets: list[int] = found.unit_offsets.tolist()
        self._words = columns.target_texts(rows)
        self._carried = _carried(plan, found)
        self.begin: list[int] = columns.begin[rows].tolist()
        self.end: list[int] = columns.end[rows].tolist()
        self.table = [table_names[table] for table in columns.table[rows].tolist()]
        self.score: list[float] = columns.score[rows].tolist()
        self.usability: list[float] = plan.usability[rows].tolist()
        self.rule = columns.rule_texts(rows)
        self.confidence: list[float | None] = (
            [None] * len(rows)
            if plan.confidence is None
            else [one if one == one else None for one in plan.confidence[rows].tolist()]
        )

    def of(self, derivation: int) -> list[Used]:
        """The units of a derivation, from left to right."""
        used: list[Used] = []
        for unit in range(self._offsets[derivation], self._offsets[derivation + 1]):
            if used and self.begin[unit] < self.end[used[-1].unit]:
                used[-1] = Used(used[-1].unit, (*used[-1].inner, unit))
            else:
                used.append(Used(unit))
        return used

    def replacement(self, used: Used) -> Replaced:
        """What the surface is to write for a unit, with those inside of it."""
        unit, inner = used
        span = self.begin[unit], self.end[unit]
        if unit not in self._carried:
            return *span, self._words[unit]
        words, tokens = self._words[unit].split(" "), list(self._carried[unit])
        for other in inner:
            new = self._words[other].split(" ")
            first = tokens.index(self.begin[other])
            behind = first + self.end[other] - self.begin[other]
            words[first:behind] = new
            tokens[first:behind] = self._carried.get(other, [_NEW] * len(new))
        return *span, " ".join(words), tokens


def _carried(plan: Plan, found: UnitDerivations) -> dict[int, list[int]]:
    """For each unit that carries tokens along, these, and -1 for each word that is new."""
    import numpy as np

    columns = plan.units.columns
    places = np.flatnonzero(columns.rule[found.units] >= 0)
    rows = found.units[places]
    begins, ends = columns.target_offsets[rows], columns.target_offsets[rows + 1]
    return {
        int(place): columns.target_tokens[begin:end].tolist()
        for place, begin, end in zip(places, begins, ends, strict=True)
    }
