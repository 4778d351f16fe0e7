"""`otherwords tune units`: all that a model offers for development sentences, to be labelled."""

from __future__ import annotations

import argparse
import os
import sys

from otherwords.cli.numbers import positive, whole
from otherwords.cli.reports import plural
from otherwords.paraphraser import load
from otherwords.tune.labels import (
    Labels,
    check_spans,
    merge_labels,
    read_labels,
    sort_rows,
    write_labels,
)
from otherwords.tune.offers import offers, sample
from otherwords.tune.sentences import read_sentences

HELP = "write the units on development sentences to a file of labels, or add them to one"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("model", metavar="MODEL", help="a model directory")
    add(
        "sentences",
        metavar="SENTENCES",
        help="one a line, or a TSV with the columns `source` and perhaps `reference`",
    )
    add(
        "-o",
        "--output",
        required=True,
        metavar="LABELS",
        help="the file of labels; those in it already are kept",
    )
    add(
        "--application",
        action="append",
        default=[],
        metavar="NAME",
        help="only units that serve it; may be given several times (default: all units)",
    )
    add(
        "--best",
        type=positive,
        metavar="N",
        help="only units in the N best paraphrases for the applications, with the weights they "
        "have (default: all units)",
    )
    add("--references", metavar="FILE", help="one a line, for `toward`")
    add(
        "--sample",
        type=positive,
        metavar="N",
        help="draw whole sentences by chance until they have N units (default: all sentences)",
    )
    add("--seed", type=whole, default=1, metavar="S", help="of --sample (default 1)")
    add(
        "--rater",
        action="append",
        default=[],
        metavar="NAME",
        help="a column for labels; may be given several times (default: rater1)",
    )
    parser.set_defaults(refuse=parser.error)


def run(options: argparse.Namespace) -> int:
    """Writes the file, and says on the standard error what is in it."""
    paraphraser = load(options.model)
    sentences = read_sentences(
        options.sentences, options.references, language=paraphraser.model.language
    )
    exists = options.output != "-" and os.path.exists(options.output)
    old = read_labels(options.output) if exists else Labels([], [])
    check_spans(old, paraphraser.model.language)
    for rater in options.rater or ([] if old.raters else ["rater1"]):
        old.add_rater(rater)
    if options.best is not None and not options.application:
        options.refuse("--best needs --application")
    rows = offers(paraphraser, sentences, options.application, best=options.best)
    if options.sample is not None:
        rows = sample(rows, options.sample, options.seed)
    labels = merge_labels(old, sort_rows(rows), (sentence.text for sentence in sentences))
    write_labels(labels, options.output)
    units = [row for row in labels.rows if row.is_unit]
    labelled = sum(bool(row.labels) for row in units)
    print(
        f"{plural(len(labels.sentences), 'sentence')}, {plural(len(units), 'unit')}, "
        f"{labelled:,} labelled",
        file=sys.stderr,
    )
    return 0
