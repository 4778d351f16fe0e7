"""`otherwords table merge`: the union of tables."""

from __future__ import annotations

import argparse
import sys

from otherwords.cli.reports import contents, open_reporting, plural
from otherwords.tables import Duplicates, TableBuilder

HELP = "merge tables that have the same scores"

_DUPLICATES = {"max": Duplicates.BEST, "first": Duplicates.FIRST, "sum": Duplicates.SUM}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("tables", nargs="+", metavar="TABLE", help="a table file, or a text")
    add("-o", "--output", required=True, metavar="FILE", help="the table to build")
    add(
        "--duplicates",
        choices=_DUPLICATES,
        default="max",
        help="of entries with the same source and target keep the one with the highest first "
        "score, keep the one of the first table, or add up probabilities and counts (default max)",
    )
    add("--quantise", action="store_true", help="store each score in one byte")


def run(options: argparse.Namespace) -> int:
    """Merges the tables and tells on the standard error how many entries there are."""
    tables = [open_reporting(path) for path in options.tables]
    builder = TableBuilder(tables[0].score_names)
    for table in tables:
        builder.add_table(table)
    written = builder.write(
        options.output, duplicates=_DUPLICATES[options.duplicates], quantise=options.quantise
    )
    print(f"{contents(written)}; {plural(written.duplicates, 'duplicate')}", file=sys.stderr)
    return 0
