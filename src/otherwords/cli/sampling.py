"""Options of Monte-Carlo search."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from otherwords.cli.numbers import not_negative, positive, whole
from otherwords.search import MonteCarloMode, MonteCarloOptions

_STANDARD = MonteCarloOptions()


def add_episode_arguments(add: Callable[..., object]) -> None:
    """Declares how much is sampled, and by which random numbers."""
    add(
        "--episodes",
        type=positive,
        metavar="N",
        help="of Monte-Carlo search: so many before the best change is made for good (default: "
        f"{_STANDARD.episodes})",
    )
    add(
        "--seed",
        type=whole,
        metavar="S",
        help=f"of Monte-Carlo search: the same gives the same answers (default: {_STANDARD.seed})",
    )


def add_monte_carlo_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what only `--search monte-carlo` makes use of."""
    sampling = parser.add_argument_group("Monte-Carlo search")
    sampling.add_argument(
        "--mode",
        choices=[mode.name.lower().replace("_", "-") for mode in MonteCarloMode],
        default=_STANDARD.mode.name.lower().replace("_", "-"),
        help="what a sentence is worth (default: %(default)s)",
    )
    add_episode_arguments(sampling.add_argument)
    sampling.add_argument(
        "--confidence",
        type=not_negative,
        default=_STANDARD.confidence,
        metavar="C",
        help="make it earlier once it is this sure, e.g. 0.95 (default: never)",
    )
    sampling.add_argument(
        "--rollout-stop",
        type=not_negative,
        default=_STANDARD.rollout_stop,
        metavar="P",
        help="chance that a roll-out stops at each step, 0 for that of any other change (default: "
        "%(default)s)",
    )
    sampling.add_argument(
        "--rollout-heat",
        type=not_negative,
        default=_STANDARD.rollout_heat,
        metavar="H",
        help="roll-outs prefer changes by exp(score/H), 0 for none (default: %(default)s)",
    )
    sampling.add_argument(
        "--prior",
        type=not_negative,
        default=_STANDARD.prior,
        metavar="W",
        help="visits that the score of a change alone counts for (default: %(default)s)",
    )
    sampling.add_argument(
        "--trees",
        type=positive,
        default=_STANDARD.trees,
        metavar="T",
        help="searches a sentence, the best of which counts (default: %(default)s)",
    )


def monte_carlo_options(
    options: argparse.Namespace, *, seconds: float, model_weight: float
) -> MonteCarloOptions:
    """What the options say, for the core."""
    return MonteCarloOptions(
        mode=MonteCarloMode[options.mode.upper().replace("-", "_")],
        episodes=_STANDARD.episodes if options.episodes is None else options.episodes,
        seconds=seconds,
        confidence=options.confidence,
        seed=_STANDARD.seed if options.seed is None else options.seed,
        prior=options.prior,
        rollout_stop=options.rollout_stop,
        rollout_heat=options.rollout_heat,
        trees=options.trees,
        model_weight=model_weight,
    )
