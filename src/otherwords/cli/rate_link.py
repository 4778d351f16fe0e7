"""`otherwords rate link`: a new link for the organiser of a project."""

from __future__ import annotations

import argparse

from otherwords.cli.rating import add_address_argument, add_project_argument, link_of, opened

HELP = "make a new link for the organiser of a project; the old one ends"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_project_argument(parser)
    add_address_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the link."""
    from otherwords.server.rating.projects import find_project, new_organiser_link

    with opened(options) as database:
        token = new_organiser_link(database, find_project(database, options.project))
    print(f"organiser: {link_of(options, token)}")
    return 0
