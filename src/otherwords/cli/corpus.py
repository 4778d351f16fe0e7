"""`otherwords corpus`: get, tokenise, clean and align corpora, and find sentence pairs in news."""

from __future__ import annotations

import argparse

from otherwords.cli import (
    corpus_align_sentences,
    corpus_clean,
    corpus_get,
    corpus_pairs,
    corpus_tokenise,
)

_ACTIONS = {
    "get": corpus_get,
    "tokenise": corpus_tokenise,
    "clean": corpus_clean,
    "pairs": corpus_pairs,
    "align-sentences": corpus_align_sentences,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, module in _ACTIONS.items():
        action = actions.add_parser(
            name, help=module.HELP, description=module.HELP, allow_abbrev=False
        )
        module.add_arguments(action)


def run(options: argparse.Namespace) -> int:
    """Does what is asked for."""
    return int(_ACTIONS[options.action].run(options))
