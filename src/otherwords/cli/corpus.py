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
from otherwords.cli.actions import Action, add_actions, run_action

_ACTIONS: dict[str, Action] = {
    "get": corpus_get,
    "tokenise": corpus_tokenise,
    "clean": corpus_clean,
    "pairs": corpus_pairs,
    "align-sentences": corpus_align_sentences,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    add_actions(parser, _ACTIONS)


def run(options: argparse.Namespace) -> int:
    """Does what is asked for."""
    return run_action(options, _ACTIONS)
