"""Columns separated by tabs: source, target, scores.

The first line is a header when none of its columns from the third on is a number. A header names
the scores and may name columns `count`, `tags` and `alignment`, which are no scores.
"""

from __future__ import annotations

from os import PathLike

from otherwords._core import Table, TextImport
from otherwords.files import name_of, writing
from otherwords.tables.formats.columns import places_of
from otherwords.tables.formats.options import TextOptions


def importer(options: TextOptions) -> TextImport:
    """What reads this format."""
    return TextImport.tsv(places_of(options), options.names, options.log, options.strict)


def write(table: Table, path: str | PathLike[str], *, log: bool) -> None:
    """Writes a table with a header, compressed if the name of the file says so."""
    with writing(str(path)) as fd:
        table.write_tsv(fd, name_of(path, "standard output"), log)
