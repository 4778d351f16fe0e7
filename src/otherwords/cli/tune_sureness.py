"""`otherwords tune sureness`: how likely units are correct where they stand."""

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
from otherwords.pattern_sureness import SECTION as PATTERN_SECTION
from otherwords.sureness import SECTION
from otherwords.tune.labels import read_labels
from otherwords.tune.surely import fit_pattern_sureness, fit_sureness

HELP = "fit to labels how sure units are, for `--precision high`, and write it into the model"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add_labelled_arguments(parser)
    add = parser.add_argument
    add(
        "--high",
        type=share,
        default=0.8,
        metavar="P",
        help="the least probability of a unit with --precision high, or of a pattern that "
        "`otherwords patterns` is sure of (default %(default)s)",
    )
    add(
        "--patterns",
        action="store_true",
        help="fit to the labels of patterns instead of those of phrases, for `otherwords patterns`",
    )
    add(
        "--judged",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="with --patterns: pairs of patterns that people judged, a TSV with the columns "
        "source, target and correct (1 or 0), whose edits count as well; may be given several "
        "times",
    )


def run(options: argparse.Namespace) -> int:
    """Fits, says what it is worth, and writes it."""
    paraphraser = load(options.model)
    judged = read_labels(options.labels).judged(options.rater)
    folder = paraphraser.model.folder
    if options.patterns:
        pairs = [pair for path in options.judged for pair in read_pattern_labels(path)]
        fitted, edits = fit_pattern_sureness(paraphraser, judged, pairs, options.high)
        name = PATTERN_SECTION
        if not options.dry_run:
            write_judged(edits, folder / JUDGED)
    else:
        name, fitted = SECTION, fit_sureness(paraphraser, judged, options.high)
    section = fitted.section(name, options.high)
    print(section, end="")
    if not options.dry_run:
        write_section(folder, [name], section)
    return 0
