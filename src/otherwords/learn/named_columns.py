"""Tables that people fill in: columns with tabs between them, named by the first line."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from otherwords._core import FormatError
from otherwords.files import name_of


def rows_by_name(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows with their lines. Raises FormatError where one of the columns is missing, or the
    text is none.
    """
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        try:
            missing = [name for name in columns if name not in (reader.fieldnames or [])]
            if missing:
                raise FormatError(
                    f"{name_of(path)}:1: there is no column {missing[0]}; the first line names "
                    f"{', '.join(columns)}, with tabs between them"
                )
            for row in reader:
                if any(row[name] is None for name in columns):
                    raise FormatError(f"{name_of(path)}:{reader.line_num}: a column is missing")
                yield reader.line_num, row
        except csv.Error as error:
            raise FormatError(f"{name_of(path)}:{reader.line_num + 1}: {error}") from None
        except UnicodeDecodeError:
            raise FormatError(
                f"{name_of(path)}: this is no UTF-8 text; convert it to UTF-8"
            ) from None
