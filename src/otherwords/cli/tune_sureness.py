"""`otherwords tune sureness`: how likely patterns are right where they stand."""

from __future__ import annotations

import argparse
from pathlib import Path

from otherwords.cli.labelled import add_labelled_arguments
from otherwords.cli.numbers import share
from otherwords.judged import write_judged
from otherwords.learn.patterns.labels import read_pattern_labels
from otherwords.manifest import write_section
from otherwords.model_file import JUDGED
from otherwords.paraphraser import load
from otherwords.pattern_sureness import SECTION
from otherwords.tune.labels import read_labels
from otherwords.tune.surely import fit_pattern_sureness

HELP = "fit to labels how sure patterns are, for `otherwords patterns`, and write it into the model"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_labelled_arguments(parser)
    add = parser.add_argument
    add(
        "--high",
        type=share,
        default=0.8,
        metavar="P",
        help="least probability of a pattern that `otherwords patterns` is sure of "
        "(default: %(default)s)",
    )
    add(
        "--patterns",
        action="store_true",
        required=True,
        help="fit to the labels of patterns; the confidence of edits is fitted by "
        "`otherwords learn confidence`",
    )
    add(
        "--judged",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="pairs of patterns that people judged, a TSV with the columns "
        "source, target and correct (1 or 0), whose edits count as well; may be given several "
        "times",
    )


def run(options: argparse.Namespace) -> int:
    """Fits, says what it is worth, and writes it."""
    paraphraser = load(options.model)
    judged = read_labels(options.labels).judged(options.rater)
    folder = paraphraser.model.folder
    pairs = [pair for path in options.judged for pair in read_pattern_labels(path)]
    fitted, edits = fit_pattern_sureness(paraphraser, judged, pairs, options.high)
    section = fitted.section(SECTION, options.high)
    print(section, end="")
    if not options.dry_run:
        write_judged(edits, folder / JUDGED)
        write_section(folder, [SECTION], section)
    return 0
