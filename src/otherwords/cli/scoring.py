"""Options that `decode` and `true-score` share: what a sentence is scored with."""

from __future__ import annotations

import argparse
import contextlib

from otherwords.cli.numbers import finite, not_negative, whole
from otherwords.search import Decoder, open_decoder


def add_scoring_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares tables, language model and weights."""
    scoring = parser.add_argument_group("scores (natural logs; every weight is 1 by default)")
    scoring.add_argument(
        "--table",
        action="append",
        required=True,
        metavar="FILE",
        help="paraphrase table, binary or text; may be repeated, the best table wins for a pair",
    )
    scoring.add_argument(
        "--table-weight",
        action="append",
        type=_weights,
        metavar="W[,W…]",
        help="one weight for each score of a table; once for each --table, in the same order",
    )
    scoring.add_argument(
        "--lm", required=True, metavar="FILE", help="language model, binary or ARPA text"
    )
    scoring.add_argument("--lm-weight", type=not_negative, default=1.0, metavar="W")
    scoring.add_argument(
        "--self",
        dest="self_score",
        type=finite,
        metavar="SCORE",
        help="give every word an edge to itself with this score (default: no such edges)",
    )
    scoring.add_argument(
        "--unknown",
        type=finite,
        default=-100.0,
        metavar="SCORE",
        help="score of a word that no entry covers and that passes through (default: %(default)s)",
    )
    parser.add_argument(
        "--threads", type=whole, default=0, metavar="T", help="0, the default: all cores"
    )


def opened_decoder(options: argparse.Namespace) -> contextlib.AbstractContextManager[Decoder]:
    """The decoder that the options describe."""
    weights = options.table_weight
    if weights is not None and len(weights) != len(options.table):
        options.refuse("--table-weight must be given once for each --table, or not at all")
    return open_decoder(
        options.table,
        options.lm,
        table_weights=weights,
        lm_weight=options.lm_weight,
        self_score=options.self_score,
        unknown=options.unknown,
    )


def _weights(text: str) -> list[float]:
    return [finite(weight) for weight in text.split(",")]
