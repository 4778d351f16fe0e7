"""`otherwords toward`: the same in words that come closer to a reference."""

from __future__ import annotations

import argparse

from otherwords.applications.toward import Toward
from otherwords.cli.saying import (
    add_reference_arguments,
    add_saying_arguments,
    opened,
    say,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_saying_arguments(parser)
    add_reference_arguments(parser, required=True)


def run(options: argparse.Namespace) -> int:
    """Brings texts closer to their references."""
    return say(options, Toward(), opened(options))
