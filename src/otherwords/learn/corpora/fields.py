"""Fields of a line or an object, chosen by name or by place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from otherwords._core import Error, FormatError
from otherwords.files import name_of
from otherwords.learn.corpora.batches import lines_of

_DIGITS = 9  # of the number of a column, at most


def rows_of(
    path: str | Path, header: bool
) -> tuple[list[str] | None, Iterator[tuple[int, list[str]]]]:
    """The names of the columns, if the first line has them, and the rows with their lines."""
    lines = enumerate(lines_of(path), 1)
    names = None
    if header:
        first = next(lines, None)
        if first is None:
            raise FormatError(f"{name_of(path)}: it is empty, and has no header; check the file")
        names = first[1].removeprefix("\ufeff").split("\t")
    return names, ((number, line.split("\t")) for number, line in lines)


def chosen_rows(
    path: str | Path,
    columns: Sequence[str],
    *,
    header: bool,
    score: str,
    least: float,
    where: Mapping[str, str] | None,
) -> Iterator[tuple[list[int], list[str]]]:
    """The fields of each row that is kept, and the places of the columns among them."""
    names, rows = rows_of(path, header)
    places = [place_of(column, names, path) for column in columns]
    keeps = RowFilter(path, names, score, least, where or {})
    return ((places, fields) for number, fields in rows if keeps(number, fields))


def place_of(column: str, names: Sequence[str] | None, path: str | Path) -> int:
    """The place of a column that is given by its name or its number, counted from 0."""
    if names is not None and column in names:
        return names.index(column)
    if column.isdecimal() and len(column) <= _DIGITS:
        return int(column)
    if names is None:
        raise Error(
            f"{name_of(path)}: column {column!r} is no number, and the file is read without "
            "a header; say that it has one, or give the number of the column from 0"
        )
    raise Error(f"{name_of(path)}: there is no column {column!r}; there are: {', '.join(names)}")


class RowFilter:
    """Which rows to keep: a score of at least something, fields with given values."""

    def __init__(
        self,
        path: str | Path,
        names: Sequence[str] | None,
        score: str,
        least: float,
        where: Mapping[str, str],
    ) -> None:
        self._path = path
        self._score = place_of(score, names, path) if score else None
        self._least = least
        self._where = {place_of(column, names, path): value for column, value in where.items()}

    def __call__(self, number: int, fields: Sequence[str]) -> bool:
        """Whether the row on this line is kept."""
        if any(
            place >= len(fields) or fields[place] != value for place, value in self._where.items()
        ):
            return False
        if self._score is None:
            return True
        try:
            return float(fields[self._score]) >= self._least
        except (IndexError, ValueError):
            found = fields[self._score] if self._score < len(fields) else "nothing"
            raise FormatError(
                f"{name_of(self._path)}:{number}: the score is no number: {found[:40]!r}; "
                "choose another column, or mend the line"
            ) from None
