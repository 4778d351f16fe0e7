"""`otherwords rate migrate`: brings a database to the version of this program."""

from __future__ import annotations

import argparse

from otherwords.cli.rating import add_database_argument

HELP = "bring a database of ratings to the version that this program needs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Says what was done."""
    from otherwords.server.rating.database import Database

    database = Database(options.database)
    try:
        before, after = database.migrate()
    finally:
        database.close()
    print(f"version {after}" if before == after else f"version {before or 'none'} to {after}")
    return 0
