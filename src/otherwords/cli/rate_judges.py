"""`otherwords rate judges`: who judges, and their personal links."""

from __future__ import annotations

import argparse

from otherwords._core import Error
from otherwords.cli.rating import add_address_argument, add_project_argument, link_of, opened

HELP = "add judges and print their personal links, list or remove them, or make new links"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_project_argument(parser)
    parser.add_argument(
        "what",
        nargs="?",
        default="list",
        choices=("list", "add", "link", "remove"),
        help="list (default), add, link (a new link; the old one ends) or remove",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a judge")
    add_address_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Does it."""
    from otherwords.server.rating.projects import find_project
    from otherwords.server.rating.seats import (
        add_judge,
        new_judge_link,
        progress_of,
        remove_judge,
    )

    if (options.what == "list") == bool(options.names):
        raise Error("`list` takes no names, and the others at least one")
    with opened(options) as database:
        project = find_project(database, options.project)
        if options.what == "list":
            for judge in progress_of(database, project):
                gone = ", removed" if judge.removed else ""
                print(f"{judge.name}: {judge.done:,} of {judge.assigned:,} items judged{gone}")
        for name in options.names:
            if options.what == "remove":
                remove_judge(database, project, name)
            else:
                make = add_judge if options.what == "add" else new_judge_link
                print(f"{name}: {link_of(options, make(database, project, name))}", flush=True)
    return 0
