"""Labels: which units are correct, in a TSV that a person can edit.

    number  sentence                       begin  end  source  target  tables  ann  ben
    3       They ⟦utilise⟧ many tools.     1      2    utilise use     pt1 pt2 1

The first line names the columns; those behind `tables` are the raters. A label is `1` for correct,
`0` for not, and empty for not labelled. It is about a sentence, a span and a target, and not about
the model that offered the unit. A sentence with no units has one row without a span: it counts in
the replacement rate.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import NamedTuple, NoReturn

from otherwords._core import Error, FormatError
from otherwords.files import line_batches, name_of, writing
from otherwords.text.tokens import Tokens, tokenise

COLUMNS = ("number", "sentence", "begin", "end", "source", "target", "tables")
OPEN, CLOSE = "⟦", "⟧"
_LABELS = {"": None, "1": True, "0": False}


class UnitKey(NamedTuple):
    """What a label is about: tokens `[begin, end)` of the sentence give way to the target."""

    sentence: str
    begin: int
    end: int
    target: str


@dataclass(slots=True)
class LabelRow:
    """A unit and its labels.

    Attributes:
        number: The record that the sentence comes from.
        key: Which unit; `begin` is `end` in the row of a sentence without units.
        start: The first character of the source.
        source: What stands there.
        tables: Names of the tables that offer it; none if the last model did not.
        labels: By rater, where there is one.
        place: File and line that it was read from.
    """

    number: int
    key: UnitKey
    start: int
    source: str
    tables: Sequence[str]
    labels: dict[str, bool] = field(default_factory=dict)
    place: str = ""

    @property
    def is_unit(self) -> bool:
        """Whether there is anything to label."""
        return self.key.begin < self.key.end

    @property
    def marked(self) -> str:
        """The sentence with the source between marks."""
        text, end = self.key.sentence, self.start + len(self.source)
        if not self.is_unit:
            return text
        return f"{text[: self.start]}{OPEN}{self.source}{CLOSE}{text[end:]}"


@dataclass(slots=True)
class Labels:
    """What raters say of units: rows in the order of sentences, spans and targets."""

    raters: list[str]
    rows: list[LabelRow]

    def add_rater(self, name: str) -> None:
        """Makes room for the labels of a rater, if there is none yet."""
        if name not in self.raters:
            _check_rater(name, self.raters)
            self.raters.append(name)

    @property
    def sentences(self) -> list[str]:
        """The different sentences, in order."""
        return list(dict.fromkeys(row.key.sentence for row in self.rows))

    def judged(self, raters: Iterable[str] = ()) -> dict[UnitKey, bool]:
        """For each unit with a label whether all raters (or all of those named) who labelled it
        take it for correct.
        """
        chosen = list(raters) or self.raters
        for name in chosen:
            if name not in self.raters:
                known = ", ".join(self.raters) or "none"
                raise Error(f"there are no labels of {name!r}; raters: {known}")
        said = (
            (row.key, [row.labels[rater] for rater in chosen if rater in row.labels])
            for row in self.rows
        )
        return {key: all(labels) for key, labels in said if labels}


def merge_labels(old: Labels, offered: Iterable[LabelRow], sentences: Iterable[str]) -> Labels:
    """What is offered now, with the labels that were given before.

    Labelled units that are not offered any more stay, without tables. Raises FormatError for a
    labelled sentence that is not one of the sentences.
    """
    rows = {row.key: row for row in offered}
    numbers = {row.key.sentence: row.number for row in rows.values()}
    known = set(sentences)
    for row in old.rows:
        if not row.labels:
            continue
        if row.key.sentence not in known:
            raise FormatError(
                f"{row.place}: the sentence is labelled but not among those given; give it, too, "
                "or write another file"
            )
        now = rows.setdefault(row.key, row)
        if now is row:
            row.tables = ()
            row.number = numbers.get(row.key.sentence, row.number)
        now.labels = row.labels
    return Labels(old.raters, sort_rows(rows.values()))


def sort_rows(rows: Iterable[LabelRow]) -> list[LabelRow]:
    """The rows in order; the row without a span goes where there are others of its sentence."""
    ordered = sorted(rows, key=lambda row: (row.number, row.key))
    with_units = {row.key.sentence for row in ordered if row.is_unit}
    return [row for row in ordered if row.is_unit or row.key.sentence not in with_units]


def write_labels(labels: Labels, path: str | Path) -> None:
    """Writes all or nothing."""
    lines = ["\t".join([*COLUMNS, *labels.raters])]
    lines += (_line(row, labels.raters) for row in labels.rows)
    with writing(path) as fd, os.fdopen(os.dup(fd), "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def _line(row: LabelRow, raters: Sequence[str]) -> str:
    key = row.key
    span = [str(key.begin), str(key.end)] if row.is_unit else ["", ""]
    shown = {None: "", True: "1", False: "0"}
    return "\t".join(
        [
            str(row.number),
            row.marked,
            *span,
            row.source,
            key.target,
            " ".join(row.tables),
            *(shown[row.labels.get(rater)] for rater in raters),
        ]
    )


def read_labels(path: str | Path) -> Labels:
    """Reads a file again. Raises FormatError, with the line, for what is wrong in it."""
    lines = chain.from_iterable(line_batches(path))
    names = next(lines, "").split("\t")
    if tuple(names[: len(COLUMNS)]) != COLUMNS:
        _fail(path, 1, f"the columns must be {', '.join(COLUMNS)} and the raters")
    raters: list[str] = []
    for name in names[len(COLUMNS) :]:
        try:
            _check_rater(name, raters)
        except Error as error:
            _fail(path, 1, str(error))
        raters.append(name)
    rows: dict[UnitKey, tuple[int, LabelRow]] = {}
    for number, line in enumerate(lines, start=2):
        fields = line.split("\t")
        if len(fields) != len(names):
            _fail(
                path,
                number,
                f"there are {len(fields)} columns but the first line names {len(names)}; "
                "separate them by single tabs",
            )
        row = _row(fields, raters, path, number)
        first, _ = rows.setdefault(row.key, (number, row))
        if first != number:
            _fail(path, number, f"the same unit stands in line {first}; take one of them out")
    return Labels(raters, [row for _, row in rows.values()])


def _row(fields: Sequence[str], raters: Sequence[str], path: str | Path, line: int) -> LabelRow:
    number, marked, begin, end, source, target, tables, *labels = fields
    start = marked.find(OPEN)
    text = marked.replace(OPEN, "").replace(CLOSE, "")
    is_unit = any((begin, end, source, target))
    if is_unit and marked != f"{text[:start]}{OPEN}{source}{CLOSE}{text[start + len(source) :]}":
        _fail(
            path,
            line,
            f"the sentence does not mark {source!r}; it must have {OPEN}{source}{CLOSE} once",
        )
    if not is_unit and marked != text:
        _fail(path, line, "the sentence has marks but the row has no unit; fill in all columns")
    if is_unit and not (source and target):
        _fail(path, line, "source or target is empty; take the row out, or fill it in")
    key = UnitKey(
        text,
        _whole(begin, "begin", path, line) if is_unit else 0,
        _whole(end, "end", path, line) if is_unit else 0,
        target,
    )
    if is_unit and not key.begin < key.end:
        _fail(path, line, f"the unit ends at {end} but begins at {begin}; it must end behind it")
    return LabelRow(
        _whole(number, "number", path, line),
        key,
        start if is_unit else 0,
        source,
        tables.split(),
        _labels(dict(zip(raters, labels, strict=True)), path, line),
        f"{name_of(path)}:{line}",
    )


def check_spans(labels: Labels, language: str) -> None:
    """Raises FormatError where begin and end are not those of the source."""
    tokens: dict[str, Tokens] = {}
    for row in labels.rows:
        text, begin, end, _ = row.key
        if text not in tokens:
            tokens[text] = tokenise(text, language)
        starts, ends = tokens[text].starts[begin:end], tokens[text].ends[begin:end]
        span = (starts[0], ends[-1]) if len(starts) == end - begin > 0 else None
        if row.is_unit and span != (row.start, row.start + len(row.source)):
            raise FormatError(
                f"{row.place}: tokens {begin} to {end} of the sentence are not {row.source!r}; "
                "correct begin and end"
            )


def _labels(given: Mapping[str, str], path: str | Path, line: int) -> dict[str, bool]:
    labels = {}
    for rater, label in given.items():
        if label.strip() not in _LABELS:
            _fail(path, line, f"the label of {rater} is {label!r}; it must be 1, 0 or empty")
        if (value := _LABELS[label.strip()]) is not None:
            labels[rater] = value
    return labels


def _whole(text: str, name: str, path: str | Path, line: int) -> int:
    if not (text.isascii() and text.isdigit()):
        _fail(path, line, f"{name} is {text!r}; it must be a whole number")
    return int(text)


def _check_rater(name: str, others: Sequence[str]) -> None:
    if not name.strip() or "\t" in name or "\n" in name:
        raise Error(f"{name!r} is no name of a rater; use letters and digits")
    if name in COLUMNS or name in others:
        raise Error(f"there is a column {name!r} already; give the rater another name")


def _fail(path: str | Path, line: int, why: str) -> NoReturn:
    raise FormatError(f"{name_of(path)}:{line}: {why}")
