"""`otherwords learn`: models and analysers from corpora, as recipes say."""

from __future__ import annotations

import argparse

from otherwords.cli import learn_analyser, learn_confidence, learn_model
from otherwords.cli.actions import Action, add_actions, run_action

ACTIONS: dict[str, Action] = {
    "model": learn_model,
    "analyser": learn_analyser,
    "confidence": learn_confidence,
}
#: The action that is meant where none is named: `otherwords learn RECIPE`.
DEFAULT_ACTION = "model"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    add_actions(parser, ACTIONS)


def run(options: argparse.Namespace) -> int:
    """Learns what is asked for."""
    return run_action(options, ACTIONS)
