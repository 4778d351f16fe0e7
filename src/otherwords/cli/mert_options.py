"""How hard weights are looked for, and on which sentences: what all tuning of weights takes."""

from __future__ import annotations

import argparse

from otherwords.cli.numbers import not_negative, positive, whole
from otherwords.tune.mert import MertOptions

_DEFAULTS = MertOptions()


def add_mert_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add(
        "--held-out",
        type=not_negative,
        default=0.5,
        metavar="SHARE",
        help="of the sentences that are not tuned on (default 0.5)",
    )
    add(
        "--fix",
        dest="fixed",
        action="append",
        default=[],
        metavar="NAME",
        help="keep a weight as it is: a table, lm, self or usability; may be given several times",
    )
    add(
        "--all-scores",
        action="store_true",
        help="tune all scores of tables, also those whose weight is 0",
    )
    add("-n", type=positive, default=_DEFAULTS.n, help="length of n-best lists (default 100)")
    add(
        "--restarts",
        type=whole,
        default=_DEFAULTS.restarts,
        metavar="N",
        help="random points to start from, in each iteration (default 10)",
    )
    add(
        "--iterations",
        type=positive,
        default=_DEFAULTS.iterations,
        metavar="N",
        help="most times to decode (default 20)",
    )
    add("--seed", type=whole, default=_DEFAULTS.seed, metavar="S", help="of all chance (default 1)")
    add("--threads", type=positive, default=1, metavar="T", help="weights do not depend on it")
    parser.set_defaults(refuse=parser.error)


def check_held_out(options: argparse.Namespace) -> None:
    """Refuses to leave nothing to tune on."""
    if options.held_out >= 1:
        options.refuse("--held-out must be below 1: sentences are needed to tune on")
