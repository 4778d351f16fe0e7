"""`otherwords table`: build, look up, convert, merge and describe paraphrase tables."""

from __future__ import annotations

import argparse

from otherwords.cli import (
    table_build,
    table_convert,
    table_info,
    table_lookup,
    table_merge,
)
from otherwords.cli.actions import Action, add_actions, run_action

_ACTIONS: dict[str, Action] = {
    "build": table_build,
    "info": table_info,
    "lookup": table_lookup,
    "convert": table_convert,
    "merge": table_merge,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    add_actions(parser, _ACTIONS)


def run(options: argparse.Namespace) -> int:
    """Does what is asked for."""
    return run_action(options, _ACTIONS)
