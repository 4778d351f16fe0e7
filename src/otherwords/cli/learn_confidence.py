"""`otherwords learn confidence`: how likely units are right, from annotations."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from otherwords.cli.numbers import whole
from otherwords.cli.progress import Progress
from otherwords.learn.confidence.fitting import Measured
from otherwords.learn.confidence.pipeline import (
    ConfidenceRecipe,
    LearntConfidence,
    learn_confidence,
)

HELP = "learn how likely replacements are right, from annotations and perhaps a teacher"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("model", metavar="MODEL", help="a model directory")
    add("-o", "--output", required=True, metavar="FOLDER", help="the model with confidence")
    add(
        "--annotations",
        required=True,
        metavar="FOLDER",
        help="folder with grades.tsv and contexts.tsv, plain or compressed",
    )
    add("--guards", required=True, metavar="FILE", help="what no replacement may change, as TOML")
    add(
        "--text",
        action="append",
        default=[],
        metavar="FILE",
        help="sentences, one per line, that tell which tags words can have and what company they "
        "keep; repeatable",
    )
    add(
        "--teacher",
        metavar="FOLDER",
        help="translation models that score units of the text, and some that are annotated, which "
        "tells what their answers are worth at run time",
    )
    add(
        "--both-ways",
        action="store_true",
        help="at run time the teacher also scores translations, which takes twice as long",
    )
    add(
        "--asked",
        action="append",
        default=[],
        metavar="FILE",
        help="sentences, one per line, that the teacher is asked about; repeatable (default: those "
        "of --text)",
    )
    add(
        "--sentences",
        type=whole,
        default=20_000,
        metavar="N",
        help="sentences to ask the teacher about before annotations are learnt; 0 for none "
        "(default: 20000)",
    )
    add(
        "--work",
        metavar="FOLDER",
        help="where the teacher's scores are kept (default: the output's name with .work)",
    )


def run(options: argparse.Namespace) -> int:
    """Learns, and reports on the standard error how good it has become."""
    recipe = ConfidenceRecipe(
        Path(options.model),
        Path(options.annotations),
        Path(options.guards),
        [Path(text) for text in options.text],
        None if options.teacher is None else Path(options.teacher),
        [Path(text) for text in options.asked],
        options.sentences,
        options.both_ways,
    )
    work = Path(options.work or f"{options.output}.work")
    with Progress() as progress:
        learnt = learn_confidence(
            recipe,
            Path(options.output),
            work,
            lambda what, done, all_: progress.show(what, f"{done:,} of {all_:,}", done / all_),
        )
    for line in report(learnt):
        print(line, file=sys.stderr)
    return 0


def report(learnt: LearntConfidence) -> Iterator[str]:
    """What became of tables, and how good confidence is."""
    for name, table in learnt.tables.items():
        yield (
            f"{name}: {table.graded:,} entries graded, {table.predicted:,} with a predicted grade, "
            f"{table.left_out:,} left out"
        )
    yield from _figures("sentences apart from those fitted to", learnt.fitted)
    for part, measured in learnt.held_out.items():
        yield from _figures(part, measured)
    if learnt.weighed is not None:
        yield from _figures("asked of the teacher, without it", learnt.weighed.without)
        yield from _figures("asked of the teacher, with it", learnt.weighed.forward)
        yield from _figures("asked of the teacher, both ways", learnt.weighed.both_ways)


def _figures(name: str, measured: Measured) -> Iterator[str]:
    yield (
        f"{name}: {measured.units:,} units, {measured.right:.1%} right, AUC {measured.area:.3f}, "
        f"expected calibration error {measured.error:.3f}"
    )
    for mass, mean, share in measured.bins:
        yield f"  confidence {mean:6.1%}: {share:6.1%} right of {mass:,.0f}"
