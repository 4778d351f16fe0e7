"""Moses phrase tables: `source ||| target ||| scores [||| alignment [||| counts [||| …]]]`.

Of three counts the last is that of the pair; a single one is, too. Tag signatures have no place in
this format and are not written.
"""

from __future__ import annotations

from os import PathLike

from otherwords._core import Table, TextImport
from otherwords.files import name_of, writing
from otherwords.tables.formats.columns import places_of
from otherwords.tables.formats.options import TextOptions


def importer(options: TextOptions) -> TextImport:
    """What reads this format."""
    return TextImport.moses(places_of(options), options.names, options.log, options.strict)


def write(table: Table, path: str | PathLike[str], *, log: bool) -> None:
    """Writes a table, compressed if the name of the file says so."""
    with writing(str(path)) as fd:
        table.write_moses(fd, name_of(path, "standard output"), log)
