"""`otherwords model`: describe a model."""

from __future__ import annotations

import argparse

from otherwords.cli import model_info
from otherwords.cli.actions import Action, add_actions, run_action

_ACTIONS: dict[str, Action] = {"info": model_info}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    add_actions(parser, _ACTIONS)


def run(options: argparse.Namespace) -> int:
    """Does what is asked for."""
    return run_action(options, _ACTIONS)
