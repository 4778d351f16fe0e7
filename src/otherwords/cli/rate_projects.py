"""`otherwords rate projects`: which projects there are."""

from __future__ import annotations

import argparse

from otherwords.cli.rating import add_database_argument, opened
from otherwords.cli.reports import plural

HELP = "list the projects of a database"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Prints a line for each."""
    from otherwords.server.rating.projects import all_projects

    with opened(options) as database:
        for name, protocol, items, judges in all_projects(database):
            print(f"{name}: {protocol}, {plural(items, 'item')}, {plural(judges, 'judge')}")
    return 0
