"""Units as items: from the labels of `otherwords tune` to a project, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from otherwords.text.surface import Surface
from otherwords.tune.labels import (
    CLOSE,
    OPEN,
    LabelRow,
    Labels,
    UnitKey,
    check_spans,
    read_labels,
    sort_rows,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """Where a replacement stands in its sentence; see `tune.labels.LabelRow` for the fields."""

    number: int
    begin: int
    end: int
    start: int
    source: str
    target: str
    tables: list[str]


@dataclass(frozen=True, slots=True)
class LabelledUnit:
    """A unit of a sentence, and what judges say of it."""

    sentence: str
    unit: Unit
    labels: dict[str, bool]


def units_of_labels(path: str | Path, language: str) -> Iterator[tuple[LabelRow, Unit, str]]:
    """The units of a file of labels, and their sentences with only that replacement made."""
    from otherwords.tune.screen import replaced

    labels = read_labels(path)
    check_spans(labels, language)
    surface = Surface(language)
    for row in labels.rows:
        if row.is_unit:
            key = row.key
            text = replaced(row, surface, language).replace(OPEN, "").replace(CLOSE, "")
            tables = list(row.tables)
            unit = Unit(row.number, key.begin, key.end, row.start, row.source, key.target, tables)
            yield row, unit, text


def labels_of_units(judged: Iterable[LabelledUnit], judges: Iterable[str]) -> Labels:
    """What `otherwords tune` reads, with a column for each judge."""
    labels = Labels([], [])
    for name in judges:
        labels.add_rater(name)
    rows = []
    for each in judged:
        unit = each.unit
        key = UnitKey(each.sentence, unit.begin, unit.end, unit.target)
        rows.append(
            LabelRow(unit.number, key, unit.start, unit.source, unit.tables, dict(each.labels))
        )
    labels.rows = sort_rows(rows)
    return labels
