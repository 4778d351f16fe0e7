"""`otherwords tune`: label units on development sentences, and tune weights on the labels."""

from __future__ import annotations

import argparse

from otherwords.cli import (
    tune_agreement,
    tune_label,
    tune_merge,
    tune_metric,
    tune_patterns,
    tune_sample,
    tune_sureness,
    tune_units,
    tune_weights,
)
from otherwords.cli.actions import Action, add_actions, run_action

_ACTIONS: dict[str, Action] = {
    "sample": tune_sample,
    "merge": tune_merge,
    "units": tune_units,
    "label": tune_label,
    "agreement": tune_agreement,
    "weights": tune_weights,
    "metric": tune_metric,
    "sureness": tune_sureness,
    "patterns": tune_patterns,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    add_actions(parser, _ACTIONS)


def run(options: argparse.Namespace) -> int:
    """Does what is asked for."""
    return run_action(options, _ACTIONS)
