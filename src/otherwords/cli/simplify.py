"""`otherwords simplify`: the same in more common words."""

from __future__ import annotations

import argparse

from otherwords.applications.simplify import Simplify
from otherwords.cli.saying import add_saying_arguments, opened, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_saying_arguments(parser)
    parser.add_argument(
        "--frequency",
        choices=["lm", "wordfreq"],
        default="lm",
        help="what says which words are common: the language model, or lists of words",
    )


def run(options: argparse.Namespace) -> int:
    """Simplifies texts."""
    paraphraser = opened(options)
    application = Simplify(options.frequency, language=paraphraser.model.language)
    return say(options, application, paraphraser)
