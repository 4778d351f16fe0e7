"""`otherwords corpus tokenise`: the tokens of a text, with single spaces between them."""

from __future__ import annotations

import argparse
import os

from otherwords.cli.numbers import whole
from otherwords.files import line_batches, writing
from otherwords.text import tokenise_lines

HELP = "cut text into tokens, line by line"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("text", nargs="?", default="-", metavar="TEXT", help="plain or compressed (default: stdin)")
    add("-o", "--output", default="-", metavar="FILE", help="where to write (default: stdout)")
    add("--language", default="en", metavar="CODE", help="of the text (default en)")
    add("--lower", action="store_true", help="put all words in lower case")
    add("--threads", type=whole, default=0, help="how many to use (default: one a core)")


def run(options: argparse.Namespace) -> int:
    """Writes a line of tokens for each line."""
    with writing(options.output) as fd:
        for lines in line_batches(options.text, most=10_000):
            tokens = tokenise_lines(
                lines, options.language, lower=options.lower, threads=options.threads
            )
            with os.fdopen(fd, "wb", closefd=False) as file:
                file.write("".join(f"{line}\n" for line in tokens).encode())
    return 0
