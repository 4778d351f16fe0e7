"""Paraphrase tables: which phrases can be said how, with which scores.

>>> from otherwords.tables import TableBuilder, open_table
>>> builder = TableBuilder(["p"])
>>> builder.add("in spite of", "despite", [-0.51])
>>> builder.write("small.table")  # doctest: +SKIP
>>> open_table("small.table").lookup("in spite of")  # doctest: +SKIP
"""

from otherwords._core import Duplicates, Entry, ImportReport, Match, Table, TableBuilder
from otherwords.tables.building import BuildReport, InputReport, build_table, open_table
from otherwords.tables.formats import TextOptions, write_table

__all__ = [
    "BuildReport",
    "Duplicates",
    "Entry",
    "ImportReport",
    "InputReport",
    "Match",
    "Table",
    "TableBuilder",
    "TextOptions",
    "build_table",
    "open_table",
    "write_table",
]
