"""Grades of dictionary entries: what was said of an entry holds for all its forms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of
from otherwords.learn.confidence.annotations import Grade, Pair, read_rows
from otherwords.learn.dictionary.entries import KINDS, Entry
from otherwords.learn.dictionary.forms import forms_of
from otherwords.text import tokenise_lines

COLUMNS = ("kind", "source", "target", "grade", "annotator", "date", "batch")
_GRADES = {"0", "1", "2", "3"}
_BATCH = 10_000  # entries that are tokenised together


def read_entry_grades(path: Path, language: str) -> Iterator[Grade]:
    """The grades of a file of graded entries, one for each form, as tokens in lower case. Raises
    FormatError, with the line, for what is wrong.
    """
    rows = []
    for line, row in read_rows(path, COLUMNS):
        kind, grade = row["kind"], row["grade"]
        if kind not in KINDS or grade not in _GRADES:
            raise FormatError(
                f"{name_of(path)}:{line}: the kind is {kind!r} and the grade {grade!r}; a kind is "
                f"one of {', '.join(KINDS)}, a grade 0, 1, 2 or 3"
            )
        rows.append(row)
    for first in range(0, len(rows), _BATCH):
        forms = [
            (pair, row) for row in rows[first : first + _BATCH] for pair in forms_of(_entry(row))
        ]
        sources = tokenise_lines([pair[0] for pair, _ in forms], language, lower=True)
        targets = tokenise_lines([pair[1] for pair, _ in forms], language, lower=True)
        for source, target, (_, row) in zip(sources, targets, forms, strict=True):
            said = row["annotator"], row["date"], row["batch"]
            yield Grade(Pair(source, target), int(row["grade"]), *said)


def _entry(row: dict[str, str]) -> Entry:
    return Entry(row["kind"], row["source"], row["target"], int(row["grade"]))
