"""What the actions of `otherwords rate` have in common: the database, a project, links."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.server.rating.database import Database

VARIABLE = "OTHERWORDS_RATING"
_DEFAULT = "ratings.db"
_ADDRESS = "http://127.0.0.1:8520"


def add_database_argument(parser: argparse.ArgumentParser) -> None:
    """Declares where ratings are."""
    parser.add_argument(
        "--database",
        default=os.environ.get(VARIABLE, _DEFAULT),
        metavar="PLACE",
        help=f"a file, or postgresql://… (default: what {VARIABLE} says, or {_DEFAULT})".replace(
            "%", "%%"
        ),
    )


def add_project_argument(parser: argparse.ArgumentParser) -> None:
    """Declares the database and a project."""
    parser.add_argument("project", metavar="PROJECT", help="the name of a project")
    add_database_argument(parser)


def add_address_argument(parser: argparse.ArgumentParser) -> None:
    """Declares where the site is, for links."""
    parser.add_argument(
        "--address",
        default=_ADDRESS,
        metavar="URL",
        help=f"where judges find the site, for links (default: {_ADDRESS})",
    )


@contextmanager
def opened(options: argparse.Namespace) -> Iterator[Database]:
    """The database, after a look at its version."""
    from otherwords.server.rating.database import Database

    database = Database(options.database)
    try:
        database.check()
        yield database
    finally:
        database.close()


def link_of(options: argparse.Namespace, token: str) -> str:
    """A personal link; what stands behind `#` is not sent to servers, and not in their logs."""
    return f"{options.address.rstrip('/')}/rate/enter#{token}"
