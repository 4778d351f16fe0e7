"""`otherwords rate second-pass`: judges look again at what they disagree on."""

from __future__ import annotations

import argparse

from otherwords.cli.rating import add_project_argument, opened
from otherwords.cli.reports import plural

HELP = "let judges look again at the items on which they disagree (protocol pr)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_project_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Says how many items there are to look at."""
    from otherwords.server.rating.passes import open_second_pass
    from otherwords.server.rating.projects import find_project

    with opened(options) as database:
        disputed = open_second_pass(database, find_project(database, options.project))
    print(f"{plural(disputed, 'item')} to look at again")
    return 0
