"""`otherwords paraphrase`: the same in other words, for no purpose or for one of your own."""

from __future__ import annotations

import argparse

from otherwords.applications.paraphrase import Paraphrase
from otherwords.cli.saying import (
    add_reference_arguments,
    add_saying_arguments,
    opened,
    say,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_saying_arguments(parser)
    parser.add_argument(
        "--application",
        metavar="NAME",
        help="an installed application, also one of your own (default: paraphrase)",
    )
    add_reference_arguments(parser, required=False)


def run(options: argparse.Namespace) -> int:
    """Says texts in other words."""
    # Looking for installed applications takes time.
    return say(options, options.application or Paraphrase(), opened(options))
