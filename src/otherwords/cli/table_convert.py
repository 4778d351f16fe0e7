"""`otherwords table convert`: a table as Moses text, TSV or Parquet."""

from __future__ import annotations

import argparse

from otherwords.cli.reports import open_reporting
from otherwords.tables.formats import WRITERS, write_table

HELP = "write a table as Moses text, TSV or Parquet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("table", metavar="TABLE", help="a table file, or a text")
    add(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="ends in .moses or .txt, .tsv or .parquet; texts may be compressed by .gz, .xz or "
        ".zst (default: Moses text on the standard output)",
    )
    add("--format", choices=WRITERS, help="whatever the name of the output says")
    add("--log", action="store_true", help="natural logs instead of probabilities")


def run(options: argparse.Namespace) -> int:
    """Writes the table."""
    write_table(open_reporting(options.table), options.output, name=options.format, log=options.log)
    return 0
