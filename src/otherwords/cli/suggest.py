"""`otherwords suggest`: possible replacements with their confidence, for editors."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys

from otherwords.cli.numbers import confidence
from otherwords.cli.saying import (
    References,
    add_model_arguments,
    add_reference_arguments,
    add_teacher_argument,
    add_term_arguments,
    opened,
)
from otherwords.cli.texts import add_text_arguments, batches_of, terms_of
from otherwords.suggestions import Suggestion


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_text_arguments(parser)
    add_model_arguments(parser)
    add_teacher_argument(parser)
    wanted = parser.add_argument_group("what is wanted")
    wanted.add_argument(
        "--confidence",
        type=confidence,
        default=0.5,
        metavar="P",
        help="least probability that a replacement is right; 0 for all (default: %(default)s)",
    )
    wanted.add_argument(
        "--application",
        default="paraphrase",
        metavar="NAME",
        help="only replacements that serve this application (default: %(default)s)",
    )
    add_term_arguments(wanted)
    add_reference_arguments(parser, required=False)
    parser.add_argument("--json", action="store_true", help="one JSON object per text")
    parser.set_defaults(refuse=parser.error)


def run(options: argparse.Namespace) -> int:
    """Lists the suggestions for each text while the input goes on, the surest first."""
    paraphraser = opened(options)
    references = References(options)
    for batch in batches_of(options):
        texts = [text for text, _ in batch]
        found = paraphraser.suggest_all(
            texts,
            references.of(batch),
            confidence=options.confidence,
            application=options.application,
            keep=terms_of(options, "keep"),
            avoid=terms_of(options, "avoid"),
            edit_quotes=options.edit_quotes,
        )
        show = _as_json if options.json else _lines
        for text, suggestions in zip(texts, found, strict=True):
            sys.stdout.buffer.write(show(text, suggestions).encode())
        sys.stdout.buffer.flush()
    references.finish()
    return 0


def _as_json(text: str, suggestions: list[Suggestion]) -> str:
    content = {"source": text, "suggestions": [dataclasses.asdict(one) for one in suggestions]}
    return json.dumps(content, ensure_ascii=False) + "\n"


def _lines(text: str, suggestions: list[Suggestion]) -> str:
    """One suggestion per line, then a blank line, so that texts can be told apart."""
    lines = [
        f"{one.start}\t{one.end}\t{one.confidence:.2f}\t"
        f"{_on_one_line(one.source)} → {_on_one_line(one.target)}\t{one.table}\n"
        for one in suggestions
    ]
    return "".join([*lines, "\n"])


def _on_one_line(text: str) -> str:
    return " ".join(text.split()) or "(nothing)"
