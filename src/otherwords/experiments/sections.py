"""What experiments find: tables with published figures beside measured ones, and plots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Plot:
    """A drawing.

    Attributes:
        name: Of its file, without an ending.
        title: What it shows.
        svg: The drawing itself, as `otherwords.evaluate.plots` makes it.
    """

    name: str
    title: str
    svg: str


@dataclass(frozen=True)
class Section:
    """One table.

    Attributes:
        title: What it is, and where in the paper.
        columns: Their names; that of the first may be empty.
        rows: A cell for each column; an empty one where there is no figure.
        note: What a reader of the figures must know.
        signature: What the figures depend on.
        plots: What belongs to it.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    signature: str = ""
    plots: tuple[Plot, ...] = ()

    def content(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "note": self.note,
            "signature": self.signature,
            "plots": [f"{plot.name}.svg" for plot in self.plots],
        }


def as_text(section: Section) -> str:
    """The table for a terminal."""
    return "\n".join(_lines(section))


def _lines(section: Section) -> Iterator[str]:
    yield section.title
    rows = [section.columns, *section.rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(section.columns))]
    for row in rows:
        first = f"{row[0]:<{widths[0]}}"
        others = (f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join(["", first, *others]).rstrip()
    if section.note:
        yield f"  {section.note}"
    if section.signature:
        yield f"  {section.signature}"
