"""`otherwords learn analyser`: an analyser from text that spaCy analyses, and from a treebank."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from otherwords.cli.learn_progress import (
    LearnProgress,
    add_learning_arguments,
    plan_of,
)
from otherwords.learn.analyser.pipeline import AnalyserLearning, LearntAnalyser
from otherwords.learn.analyser.recipe import read_analyser_recipe

HELP = "learn an analyser: tags, lemmas, trees and entities, as spaCy and a treebank teach them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("recipe", metavar="RECIPE", help="what to learn from, as TOML")
    add(
        "-o",
        "--output",
        metavar="FILE",
        default="analyser",
        help="the analyser (default: analyser)",
    )
    add_learning_arguments(parser, "file")


def run(options: argparse.Namespace) -> int:
    """Learns, and tells on the standard error how it goes and how good it has become."""
    recipe = read_analyser_recipe(options.recipe).sampled(options.sample)
    output = Path(options.output)
    work = Path(options.work or f"{output}.work")
    progress = LearnProgress()
    learning = AnalyserLearning(
        recipe, work.absolute(), threads=options.threads, watch=progress.tell
    )
    if options.dry_run:
        print(plan_of(learning))
        return 0
    try:
        learnt = learning.run(output)
    finally:
        progress.finish()
    for line in _report(learnt):
        print(line, file=sys.stderr)
    return 0


def _report(learnt: LearntAnalyser) -> Iterator[str]:
    """What agrees with the teacher and with people, in percent."""
    for name, agreement in learnt.agreement.items():
        figures = asdict(agreement)
        words = figures.pop("words")
        yield f"{name}, {words:,} words that were held out; as the teacher has it:"
        for key, share in figures.items():
            yield f"  {key.replace('_', ' '):<18} {share:7.2%}"
    if learnt.gold is not None:
        ours, teachers = learnt.gold
        yield f"tags as people have them: {ours:.2%} (the teacher: {teachers:.2%})"
