"""`otherwords tune sureness`: how likely units are correct where they stand."""

from __future__ import annotations

import argparse

from otherwords.cli.labelled import add_labelled_arguments
from otherwords.cli.numbers import share
from otherwords.manifest import write_section
from otherwords.paraphraser import load
from otherwords.sureness import SECTION
from otherwords.tune.labels import read_labels
from otherwords.tune.surely import fit_sureness

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
        help="the least probability of a unit with --precision high (default %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Fits, says what it is worth, and writes it."""
    paraphraser = load(options.model)
    judged = read_labels(options.labels).judged(options.rater)
    section = fit_sureness(paraphraser, judged, options.high).section(options.high)
    print(section, end="")
    if not options.dry_run:
        write_section(paraphraser.model.folder, [SECTION], section)
    return 0
