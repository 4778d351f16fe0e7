"""`otherwords tune sample`: batches of pairs or of units in context for annotators."""

from __future__ import annotations

import argparse
import random
import sys
from itertools import islice
from pathlib import Path

from otherwords.cli.numbers import positive, share, whole
from otherwords.files import line_batches
from otherwords.learn.confidence.annotations import read_contexts, read_grades
from otherwords.paraphraser import load
from otherwords.tune.batches import write_batches
from otherwords.tune.sampling import PAIR_COLUMNS, UNIT_COLUMNS, offered_pairs, unsure_units

HELP = "write batches of pairs or of units in context for annotators"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("model", metavar="MODEL", help="a model directory")
    add("texts", nargs="+", metavar="TEXT", help="files with a sentence per line")
    add("-o", "--output", required=True, metavar="FOLDER", help="where the batches are written")
    add(
        "--pairs",
        action="store_true",
        help="pairs without context, those offered most first (default: units in context)",
    )
    add("--name", default="batch", metavar="NAME", help="begins the name of each file")
    add("--kind", default="text", metavar="KIND", help="kind of text that units are annotated in")
    add("--count", type=positive, default=3000, metavar="N", help="items (default: 3000)")
    add("--size", type=positive, default=150, metavar="N", help="items per batch (default: 150)")
    add(
        "--twice",
        type=share,
        default=0.05,
        metavar="SHARE",
        help="share of batches to be answered by two annotators (default: 0.05)",
    )
    add(
        "--known",
        action="append",
        default=[],
        metavar="FILE",
        help="annotations whose pairs or units are left out; repeatable",
    )
    add("--seed", type=whole, default=1, metavar="S", help="random seed of the order (default: 1)")


def run(options: argparse.Namespace) -> int:
    """Writes the batches, and says on the standard error how many there are."""
    paraphraser = load(options.model)
    lines = (line for path in options.texts for batch in line_batches(path) for line in batch)
    sentences = sorted({line for line in lines if line})
    random.Random(options.seed).shuffle(sentences)
    if options.pairs:
        pairs = {grade.pair for path in options.known for grade in read_grades(path)}
        items = offered_pairs(paraphraser, sentences, pairs)[: options.count]
    else:
        units = {unit.key for path in options.known for unit in read_contexts(path)}
        drawn = unsure_units(paraphraser, sentences, options.kind, units)
        items = list(islice(drawn, options.count))
    random.Random(options.seed).shuffle(items)
    count = write_batches(
        Path(options.output),
        options.name,
        items,
        PAIR_COLUMNS if options.pairs else UNIT_COLUMNS,
        size=options.size,
        twice=options.twice,
    )
    print(f"{len(items):,} items in {count:,} batches", file=sys.stderr)
    return 0
