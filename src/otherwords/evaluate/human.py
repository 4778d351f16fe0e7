"""Scores that people gave translations, and systems."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from otherwords._core import FormatError
from otherwords.evaluate.data import read_columns, read_lines
from otherwords.files import name_of

_SCORES = ("human", "human_z", "score")


@dataclass(frozen=True)
class Judged:
    """Translations with references and what people gave them.

    Attributes:
        hypotheses: The translations.
        references: One each.
        human: A score each, higher is better; None if there are none.
        groups: What each belongs to, such as a language pair.
    """

    hypotheses: Sequence[str]
    references: Sequence[str]
    human: Sequence[float] | None
    groups: Sequence[str]


def read_judged(path: str | Path) -> Judged:
    """Reads a TSV whose first line names the columns `hyp` and `ref`, perhaps one of scores
    (`human`, `human_z` or `score`) and one of groups (`lp`).
    """
    names, rows = read_columns(path)
    for needed in ("hyp", "ref"):
        if needed not in names:
            raise FormatError(f"{name_of(path)}: its first line names no column {needed!r}")
    scores = next((name for name in _SCORES if name in names), None)
    groups = [row[names.index("lp")] for row in rows] if "lp" in names else [""] * len(rows)
    return Judged(
        [row[names.index("hyp")] for row in rows],
        [row[names.index("ref")] for row in rows],
        None if scores is None else _numbers(path, names.index(scores), rows),
        groups,
    )


def read_scores(path: str | Path) -> list[float]:
    """Reads scores, one a line."""
    return [_number(line, path, number) for number, line in enumerate(read_lines(path), 1)]


def read_system_scores(path: str | Path) -> dict[str, float]:
    """Reads the scores of systems: a TSV with the columns `system` and `human` (or `human_z`)."""
    names, rows = read_columns(path)
    scores = next((name for name in _SCORES if name in names), None)
    if "system" not in names or scores is None:
        raise FormatError(
            f"{name_of(path)}: its first line does not name the columns system and human"
        )
    values = _numbers(path, names.index(scores), rows)
    return dict(zip((row[names.index("system")] for row in rows), values, strict=True))


def _numbers(path: str | Path, column: int, rows: Sequence[Sequence[str]]) -> list[float]:
    return [_number(row[column], path, number) for number, row in enumerate(rows, 2)]


def _number(text: str, path: str | Path, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(f"{name_of(path)}:{line}: {text!r} is no score; give a finite number")
    return value
