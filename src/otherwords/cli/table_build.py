"""`otherwords table build`: a table file from Moses, PPDB or TSV text."""

from __future__ import annotations

import argparse
import sys

from otherwords.cli.progress import LineProgress
from otherwords.cli.reports import summary
from otherwords.tables import TextOptions, build_table
from otherwords.tables.formats import READERS

HELP = "build a table from Moses, PPDB or TSV text"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("texts", nargs="+", metavar="TEXT", help="plain or compressed; - is the standard input")
    add("-o", "--output", required=True, metavar="FILE", help="the table to build")
    add("--format", choices=READERS, help="what the texts are (default: guessed from the first)")
    add(
        "--scores",
        type=_list,
        default=[],
        metavar="LIST",
        help="which scores, first the one to sort by: places from 0 such as 2,0 (Moses, TSV; "
        "default all), or features such as PPDB2.0Score (PPDB; default the probability of the "
        "target given the source)",
    )
    add("--names", type=_list, default=[], metavar="LIST", help="what to call the scores")
    scale = parser.add_mutually_exclusive_group()
    scale.add_argument("--prob", action="store_true", help="scores are probabilities (the default)")
    scale.add_argument("--log", action="store_true", help="scores are natural logs already")
    add("--strict", action="store_true", help="stop at the first broken line")
    add("--quantise", action="store_true", help="store each score in one byte")
    add("--patterns", metavar="FILE", help="where PPDB rules with slots go (default: nowhere)")


def run(options: argparse.Namespace) -> int:
    """Builds the table and tells on the standard error what became of the lines."""
    with LineProgress() as progress:
        report = build_table(
            options.texts,
            options.output,
            text_format=options.format,
            options=TextOptions(
                scores=options.scores, names=options.names, log=options.log, strict=options.strict
            ),
            quantise=options.quantise,
            patterns=options.patterns,
            progress=progress,
        )
    print(summary(report), file=sys.stderr)
    return 0


def _list(text: str) -> list[str]:
    items = [item.strip() for item in text.split(",")]
    # PPDB has features such as p(e|f,LHS): a comma inside brackets separates nothing.
    joined: list[str] = []
    for item in items:
        if joined and joined[-1].count("(") > joined[-1].count(")"):
            joined[-1] += f",{item}"
        else:
            joined.append(item)
    if not all(joined):
        raise argparse.ArgumentTypeError(f"{text!r} is no list such as 0,2")
    return joined
