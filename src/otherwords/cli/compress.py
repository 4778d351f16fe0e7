"""`otherwords compress`: the same in fewer bytes."""

from __future__ import annotations

import argparse

from otherwords.applications.compress import Compress
from otherwords.cli.saying import add_saying_arguments, opened, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_saying_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Shortens texts."""
    return say(options, Compress(), opened(options))
