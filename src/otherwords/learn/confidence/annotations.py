"""What annotators said: grades of pairs, and units where they stand.

Both are tables in TSV, plain or compressed, whose first line names the columns. A pair is two
phrases or two patterns; its grade says how often the second can replace the first: 3 in most
contexts, 2 in a sizeable share, 1 rarely, 0 practically never. A unit is a sentence, the tokens
`[begin, end)` that are replaced, and the words that come. Its answer is `1` for right, `v` for a
spelling variant, and else what is wrong with it, see `ANSWERS`.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, NoReturn

from otherwords._core import FormatError
from otherwords.files import line_batches, name_of, writing

GRADE_COLUMNS = ("source", "target", "grade", "annotator", "date", "batch")
CONTEXT_COLUMNS = (
    "kind",
    "sentence",
    "begin",
    "end",
    "target",
    "answer",
    "annotator",
    "date",
    "batch",
    "weight",
    "part",
)
#: What can be said of a unit in context.
ANSWERS = {
    "1": "right",
    "0": "wrong",
    "0s": "another sense",
    "0i": "information lost or added",
    "0g": "grammar broken",
    "0c": "odd collocation, broken idiom or term",
    "0p": "polarity, person, gender, number, quantity or entity changed",
    "0r": "register changed",
    "v": "a spelling variant",
}
#: What units are for: fitting, calibration alone, or measuring on whole sentences and on units that
#: were drawn at random.
PARTS = ("fit", "calibration", "held-sentences", "held-random")


class Pair(NamedTuple):
    """Two phrases or patterns, words with spaces between them."""

    source: str
    target: str


class UnitKey(NamedTuple):
    """Tokens `[begin, end)` of a sentence, and the words that replace them."""

    sentence: str
    begin: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class Grade:
    """What an annotator said of a pair."""

    pair: Pair
    grade: int
    annotator: str
    date: str
    batch: str


@dataclass(frozen=True, slots=True)
class InContext:
    """What an annotator said of a unit.

    Attributes:
        kind: The kind of text.
        weight: How many units that are offered it stands for.
        part: One of `PARTS`.
    """

    kind: str
    key: UnitKey
    answer: str
    annotator: str
    date: str
    batch: str
    weight: float
    part: str

    @property
    def is_right(self) -> bool:
        """Whether the unit was found right."""
        return self.answer == "1"


def mean_grades(grades: Iterable[Grade]) -> dict[Pair, float]:
    """For each pair the mean of its grades."""
    said: dict[Pair, list[int]] = defaultdict(list)
    for each in grades:
        said[each.pair].append(each.grade)
    return {pair: sum(some) / len(some) for pair, some in said.items()}


def agreement(said: Mapping[object, Sequence[object]]) -> tuple[int, float]:
    """How many items have two answers, and how many of these the same."""
    twice = [answers[:2] for answers in said.values() if len(answers) > 1]
    same = sum(first == second for first, second in twice)
    return len(twice), same / len(twice) if twice else float("nan")


def read_grades(path: str | Path) -> list[Grade]:
    """Reads grades. Raises FormatError, with the line, for what is wrong."""
    grades = []
    for line, row in read_rows(path, GRADE_COLUMNS):
        if row["grade"] not in {"0", "1", "2", "3"}:
            _fail(path, line, f"the grade is {row['grade']!r}; it must be 0, 1, 2 or 3")
        pair = Pair(row["source"], row["target"])
        if not (pair.source and pair.target):
            _fail(path, line, "a side of the pair is empty")
        grades.append(Grade(pair, int(row["grade"]), row["annotator"], row["date"], row["batch"]))
    return grades


def write_grades(grades: Iterable[Grade], path: str | Path) -> None:
    """Writes grades, compressed if the name says so."""
    _write(
        path,
        GRADE_COLUMNS,
        ([*each.pair, str(each.grade), each.annotator, each.date, each.batch] for each in grades),
    )


def read_contexts(path: str | Path) -> list[InContext]:
    """Reads units in context. Raises FormatError, with the line, for what is wrong."""
    units = []
    for line, row in read_rows(path, CONTEXT_COLUMNS):
        begin, end = (_whole(path, line, name, row[name]) for name in ("begin", "end"))
        if begin >= end:
            _fail(path, line, "begin must be less than end")
        if row["answer"] not in ANSWERS:
            known = ", ".join(ANSWERS)
            _fail(path, line, f"the answer is {row['answer']!r}; it must be one of {known}")
        if row["part"] not in PARTS:
            _fail(path, line, f"the part is {row['part']!r}; it must be one of {', '.join(PARTS)}")
        try:
            weight = float(row["weight"])
        except ValueError:
            weight = float("nan")
        if not 0 < weight < float("inf"):
            _fail(path, line, f"the weight is {row['weight']!r}; it must be a number above 0")
        key = UnitKey(row["sentence"], begin, end, row["target"])
        said = row["answer"], row["annotator"], row["date"], row["batch"]
        units.append(InContext(row["kind"], key, *said, weight, row["part"]))
    return units


def write_contexts(units: Iterable[InContext], path: str | Path) -> None:
    """Writes units in context, compressed if the name says so."""
    _write(
        path,
        CONTEXT_COLUMNS,
        (
            [
                each.kind,
                each.key.sentence,
                str(each.key.begin),
                str(each.key.end),
                each.key.target,
                each.answer,
                each.annotator,
                each.date,
                each.batch,
                f"{each.weight:g}",
                each.part,
            ]
            for each in units
        ),
    )


def read_rows(path: str | Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table in TSV by column, each with its line. Raises FormatError, with the line,
    where there are other columns.
    """
    number = 0
    for batch in line_batches(path):
        for line in batch:
            number += 1
            fields = line.split("\t")
            if number == 1:
                if tuple(fields) != tuple(columns):
                    _fail(path, 1, f"the first line must name the columns {', '.join(columns)}")
                continue
            if len(fields) != len(columns):
                _fail(path, number, f"it has {len(fields)} fields, not {len(columns)}")
            yield number, dict(zip(columns, fields, strict=True))


def _write(path: str | Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    with writing(path) as fd, os.fdopen(os.dup(fd), "w", encoding="utf-8", newline="\n") as file:
        file.write("\t".join(columns) + "\n")
        file.writelines("\t".join(row) + "\n" for row in rows)


def _whole(path: str | Path, line: int, name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        _fail(path, line, f"{name} is {text!r}; it must be a whole number")
    return int(text)


def _fail(path: str | Path, line: int, why: str) -> NoReturn:
    raise FormatError(f"{name_of(path)}:{line}: {why}")
