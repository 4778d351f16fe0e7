"""`otherwords tune patterns`: weights of the models of patterns from labelled pairs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.cli.numbers import not_negative, whole

if TYPE_CHECKING:
    from otherwords.learn.patterns.fitting import Fit
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
    parser.add_argument(
        "--in-sentences",
        type=Path,
        action="append",
        default=[],
        metavar="LABELS",
        help="the same columns, but judged in sentences, some pairs more than once: the quality is "
        "then that of pairs in sentences; may be given several times",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="keep the weights and thresholds of this file, and fit the quality only",
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
    parser.add_argument("--seed", type=whole, default=1, help="of the random beginnings")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="the weights, as TOML"
    )


def run(options: argparse.Namespace) -> int:
    """Fits all models and says how well they do."""
    from otherwords.learn.patterns.labels import read_judged_rules, read_pattern_labels
    from otherwords.learn.patterns.models import read_pattern_models, write_pattern_models
    from otherwords.learn.patterns.tuning import Judged
    from otherwords.learn.pipeline import Learning
    from otherwords.learn.recipe_file import read_recipe

    labels = read_judged_rules(options.rules) if options.rules else {}
    for path in options.labels:
        labels |= {(source, target): right for source, target, right in read_pattern_labels(path)}
    in_sentences = [label for path in options.in_sentences for label in read_pattern_labels(path)]
    judged = Judged(
        labels,
        in_sentences if options.in_sentences else None,
        read_pattern_models(options.keep) if options.keep else {},
    )
    learning = Learning(read_recipe(options.recipe), options.work.absolute())
    fitted = learning.tune_patterns(options.table, judged, beta=options.beta, seed=options.seed)
    notes = {name: _note(each) for name, each in fitted.items()}
    models = {name: each.model for name, each in fitted.items()}
    write_pattern_models(models, options.output, notes=notes)
    for name, note in notes.items():
        print(f"{name}: {note}")
    return 0


def _note(fitted: Fitted) -> str:
    of_pairs, *of_sentences = (f"AUC {area:.3f}" for area in fitted.areas)
    quality = [f"quality, held out: {of_pairs}"]
    quality += [f"{each} of {fitted.in_sentences} in sentences" for each in of_sentences]
    lines = [
        f"{fitted.pairs} labelled pairs, {fitted.correct} correct; "
        f"{'' if fitted.held_out else 'weights kept, '}on all: {_figures(fitted.on_all)};",
        *([f"held out, five folds: {_figures(fitted.held_out)};"] if fitted.held_out else []),
        ", ".join(quality),
    ]
    return "\n".join(lines)


def _figures(fit: Fit) -> str:
    return f"P {fit.precision:.3f}, R {fit.recall:.3f}, F {fit.f:.3f}"
