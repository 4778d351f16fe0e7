"""What all tuning on labels takes: a model, labels, and whose."""

from __future__ import annotations

import argparse


def add_labelled_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares them."""
    add = parser.add_argument
    add("model", metavar="MODEL", help="a model directory")
    add("labels", metavar="LABELS", help="what `otherwords tune units` wrote and people labelled")
    add(
        "--rater",
        action="append",
        default=[],
        metavar="NAME",
        help="use the labels of this one; may be given several times (default: all)",
    )
    add("--dry-run", action="store_true", help="leave the model as it is")
