"""`otherwords corpus align-sentences`: sentence pairs from two translations of one work."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from otherwords.cli.numbers import finite
from otherwords.cli.pair_table import write_pairs
from otherwords.learn.corpora.sentence_alignment import LEAST_OVERLAP, align_works

HELP = "align two translations of one work, sentence by sentence"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("first", metavar="FIRST", help="a sentence a line, blank lines between chapters")
    add("second", metavar="SECOND", help="the same work in other words")
    add("-o", "--output", default="-", metavar="FILE", help="where to write (default: stdout)")
    add("--language", default="en", metavar="CODE", help="of both (default en)")
    add("--split", action="store_true", help="a line is a paragraph: cut it into sentences")
    add(
        "--least",
        type=finite,
        default=LEAST_OVERLAP,
        help=f"least overlap of a pair, 0 to 1 (default {LEAST_OVERLAP})",
    )


def run(options: argparse.Namespace) -> int:
    """Writes a table of pairs, and on the standard error how many there are."""
    counts: Counter[bool] = Counter()

    def rows() -> Iterator[tuple[str, ...]]:
        for pair in align_works(
            options.first, options.second, language=options.language, split=options.split
        ):
            near = pair.overlap >= options.least
            counts[near] += 1
            if near:
                yield pair.source, pair.target, f"{pair.overlap:.3f}", pair.shape

    write_pairs(options.output, ("source", "target", "overlap", "shape"), rows())
    kept, loose = counts[True], counts[False]
    print(f"{kept:,} pairs; {loose:,} left out for their overlap", file=sys.stderr)
    return 0
