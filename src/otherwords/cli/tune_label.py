"""`otherwords tune label`: a screen on which a rater labels unit after unit."""

from __future__ import annotations

import argparse

from otherwords.tune.labelling import Labelling

HELP = "label units in the terminal, a key each"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("labels", metavar="LABELS", help="what `otherwords tune units` wrote")
    add("--rater", required=True, metavar="NAME", help="whose labels; a column of the file")
    add("--language", default="en", metavar="CODE", help="of the sentences (default en)")


def run(options: argparse.Namespace) -> int:
    """Shows the screen, and says in the end how much is done."""
    from otherwords.tune.screen import run_screen

    labelling = Labelling(options.labels, options.rater, options.language)
    run_screen(labelling)
    print(f"{labelling.rater}: {labelling.labelled:,} of {labelling.units:,} units labelled")
    return 0
