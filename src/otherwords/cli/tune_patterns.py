"""`otherwords tune patterns`: weights of the models of patterns from labelled pairs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.cli.numbers import not_negative

if TYPE_CHECKING:
    from otherwords.learn.patterns.tuning import Fitted

HELP = "fit the weights of the models of patterns to labelled pairs, and write them into a file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("recipe", type=Path, metavar="RECIPE", help="what was learnt, as TOML")
    parser.add_argument(
        "labels",
        type=Path,
        nargs="*",
        metavar="LABELS",
        help="TSV with the columns source, target and correct (1 or 0)",
    )
    parser.add_argument(
        "--rules",
        type=Path,
        metavar="FILE",
        help="judged rules of verbs as more labels: rule_lhs, rule_rhs and judgment (yes or no)",
    )
    parser.add_argument("--table", default="pt4", metavar="NAME", help="the table of patterns")
    parser.add_argument(
        "--work", type=Path, required=True, metavar="FOLDER", help="where `learn` keeps its steps"
    )
    parser.add_argument(
        "--beta",
        type=not_negative,
        default=1.0,
        metavar="NUMBER",
        help="below 1, precision counts more than recall in what is maximised (1: F, as published)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the random beginnings")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="the weights, as TOML"
    )


def run(options: argparse.Namespace) -> int:
    """Fits all models and says how well they do."""
    from otherwords.learn.patterns.labels import read_judged_rules, read_pattern_labels
    from otherwords.learn.patterns.models import write_pattern_models
    from otherwords.learn.pipeline import Learning
    from otherwords.learn.recipe_file import read_recipe

    labels = read_judged_rules(options.rules) if options.rules else {}
    for path in options.labels:
        labels |= read_pattern_labels(path)
    learning = Learning(read_recipe(options.recipe), options.work.absolute())
    fitted = learning.tune_patterns(options.table, labels, beta=options.beta, seed=options.seed)
    notes = {name: _note(each) for name, each in fitted.items()}
    models = {name: each.model for name, each in fitted.items()}
    write_pattern_models(models, options.output, notes=notes)
    for name, note in notes.items():
        print(f"{name}: {note}")
    return 0


def _note(fitted: Fitted) -> str:
    all_of_it, held = fitted.on_all, fitted.held_out
    return (
        f"{fitted.pairs} labelled pairs, {fitted.correct} correct; fitted on all: "
        f"P {all_of_it.precision:.3f}, R {all_of_it.recall:.3f}, F {all_of_it.f:.3f};\n"
        f"held out, five folds: P {held.precision:.3f}, R {held.recall:.3f}, F {held.f:.3f}"
    )
