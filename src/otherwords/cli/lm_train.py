"""`otherwords lm train`: a language model from tokenised text."""

from __future__ import annotations

import argparse
import sys
import time

from otherwords import lm
from otherwords.cli.numbers import not_negative, positive
from otherwords.cli.sizes import size


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("texts", nargs="*", metavar="TEXT", help="a sentence a line (default: stdin)")
    add("-o", "--output", required=True, metavar="FILE", help="the model, as ARPA text")
    add("--binary", action="store_true", help="write a model file instead of ARPA text")
    add(
        "--order",
        type=positive,
        default=3,
        help="length of the longest n-grams, 1 to 5 (default 3)",
    )
    add(
        "--memory",
        type=size,
        default="2G",
        metavar="SIZE",
        help="memory to stay near; the model does not depend on it (default 2G)",
    )
    add("--temp", metavar="FOLDER", help="where to keep what does not fit into memory")
    add(
        "--prune",
        type=_count,
        nargs="+",
        default=[],
        metavar="COUNT",
        help="for each order from 1 on, drop n-grams that occur this often or less: the first is "
        "0, none is below the one before, the last holds for all further orders",
    )
    add(
        "--entropy",
        type=not_negative,
        default=0.0,
        metavar="SHARE",
        help="drop n-grams whose removal raises the perplexity by less than this share, e.g. 1e-8",
    )
    add(
        "--vocabulary",
        type=_count,
        default=0,
        metavar="WORDS",
        help="keep the most frequent words only; the others become <unk>",
    )
    add(
        "--fallback-discounts",
        action="store_true",
        help="accept text too small to compute the discounts of an order from",
    )


def run(options: argparse.Namespace) -> int:
    """Trains a model and prints what it is on the standard error."""
    start = time.perf_counter()
    report = lm.train(
        options.texts or ["-"],
        options.output,
        order=options.order,
        binary=options.binary,
        memory=options.memory,
        folder=options.temp,
        cutoffs=options.prune,
        entropy=options.entropy,
        vocabulary=options.vocabulary,
        fallback_discounts=options.fallback_discounts,
    )
    seconds = time.perf_counter() - start
    print(f"{options.output}: {_summary(report)}\nseconds {seconds:.1f}", file=sys.stderr)
    return 0


def _summary(report: lm.TrainReport) -> str:
    lines = [f"{report.tokens:,} words in {report.sentences:,} sentences"]
    lines.append("order         n-grams      D1      D2     D3+")
    for order, count in enumerate(report.ngram_counts, start=1):
        discounts = " ".join(f"{discount:7.4f}" for discount in report.discounts[order - 1])
        lines.append(f"{order:>5} {count:>15,} {discounts}")
    return "\n".join(lines)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)
