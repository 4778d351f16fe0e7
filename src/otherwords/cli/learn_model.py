"""`otherwords learn model`: a model from corpora, as a recipe says."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from otherwords.cli.learn_progress import (
    LearnProgress,
    add_learning_arguments,
    plan_of,
)
from otherwords.cli.sizes import size
from otherwords.files import replacing
from otherwords.learn.pipeline import Learning
from otherwords.learn.recipe_file import read_recipe

HELP = "learn a model from corpora (what `otherwords learn` does unless it is told otherwise)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("recipe", metavar="RECIPE", help="what to learn, as TOML")
    add("-o", "--output", metavar="FOLDER", help="the model (default: the recipe's name)")
    add_learning_arguments(parser, "model")
    add("--engine", default="duckdb", help="duckdb, spark://HOST:PORT or local[*] (default duckdb)")
    add(
        "--memory",
        type=size,
        default="4G",
        metavar="SIZE",
        help="memory for queries; what does not fit goes to disk (default 4G)",
    )


def run(options: argparse.Namespace) -> int:
    """Learns, and tells on the standard error how it goes and what came of it."""
    recipe = read_recipe(options.recipe).sampled(options.sample)
    model = Path(options.output or recipe.name)
    work = Path(options.work or f"{model}.work")
    progress = LearnProgress()
    learning = Learning(
        recipe,
        work.absolute(),
        engine=options.engine,
        threads=options.threads,
        memory=options.memory,
        watch=progress.tell,
    )
    if options.dry_run:
        print(plan_of(learning))
        return 0
    try:
        learnt = learning.run(model)
    finally:
        progress.finish()
    from otherwords.learn.report import as_html, as_text

    for name, text in (("report.txt", as_text(learnt)), ("report.html", as_html(learnt))):
        with replacing(model / name) as file:
            file.write(text.encode())
    print(as_text(learnt), end="", file=sys.stderr)
    return 0
