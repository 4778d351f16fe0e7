"""`otherwords rate serve`: the server of `otherwords serve`, with the rating site."""

from __future__ import annotations

import argparse

from otherwords.cli import serve
from otherwords.cli.rating import add_database_argument, opened

HELP = "serve the rating site at /rate, beside the page and the API"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action: those of `serve`, and the database."""
    serve.add_serving_arguments(parser)
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Serves until it is told to stop."""
    with opened(options):  # so that what is wrong with it is said once, and not by each worker
        pass
    options.rating = options.database
    return serve.run(options)
