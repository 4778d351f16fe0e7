"""`otherwords evaluate`: how good outputs are, and whether systems really differ."""

from __future__ import annotations

import argparse

from otherwords.cli import evaluate_compare, evaluate_mt, evaluate_recipe, evaluate_score
from otherwords.cli.actions import Action, add_actions, run_action

_ACTIONS: dict[str, Action] = {
    "score": evaluate_score,
    "compare": evaluate_compare,
    "mt": evaluate_mt,
    "recipe": evaluate_recipe,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    add_actions(parser, _ACTIONS)


def run(options: argparse.Namespace) -> int:
    """Does what is asked for."""
    return run_action(options, _ACTIONS)
