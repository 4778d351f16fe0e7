"""`otherwords tune agreement`: how far raters agree."""

from __future__ import annotations

import argparse
import math
from itertools import combinations

from otherwords.cli.reports import plural
from otherwords.evaluate.agreement import agreement
from otherwords.tune.labels import read_labels

HELP = "say how many units raters have labelled, and how far they agree"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    parser.add_argument("labels", metavar="LABELS", help="a file of labels")


def run(options: argparse.Namespace) -> int:
    """Prints the figures."""
    labels = read_labels(options.labels)
    rows = [row for row in labels.rows if row.is_unit]
    print(f"{plural(len(rows), 'unit')} of {plural(len(labels.sentences), 'sentence')}")
    width = max(map(len, labels.raters), default=0)
    for rater in labels.raters:
        given = [row.labels[rater] for row in rows if rater in row.labels]
        correct = f", {_share(sum(given) / len(given))} correct" if given else ""
        print(f"{rater:<{width}}  {len(given):,} labelled{correct}")
    for first, second in combinations(labels.raters, 2):
        both = agreement(
            (row.labels[first], row.labels[second])
            for row in rows
            if first in row.labels and second in row.labels
        )
        print(
            f"{first} and {second}: {plural(both.items, 'unit')}, agreement "
            f"{_share(both.observed)}, Cohen's kappa {_number(both.cohen)}, "
            f"kappa with P(E) = 1/2 {_number(both.uniform)}"
        )
    return 0


def _share(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.1%}"


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.4f}"
