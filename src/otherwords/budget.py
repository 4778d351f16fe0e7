"""Budgets: the best paraphrase of a text of several sentences that is short enough.

For each sentence the search gives the n best derivations of every length. Which of them to take
together is decided here, exactly: of the choices for the first sentences, one matters only if fewer
than n others are as short and score as high.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import NamedTuple


class Option(NamedTuple):
    """One derivation of a sentence: how many bytes it makes the text longer, and its score."""

    growth: int
    score: float


class Choice(NamedTuple):
    """One derivation for each sentence, by its number among the options, and what they come to."""

    growth: int
    score: float
    options: tuple[int, ...]


def choices(sentences: Sequence[Sequence[Option]], n: int = 1) -> list[Choice]:
    """The n best choices for every length, from the shortest to the longest, then best first."""
    best = [Choice(0, 0.0, ())]
    for options in sentences:
        longer = [
            Choice(
                choice.growth + option.growth,
                choice.score + option.score,
                (*choice.options, number),
            )
            for choice in best
            for number, option in enumerate(options)
        ]
        longer.sort(key=lambda choice: (choice.growth, -choice.score, choice.options))
        best = []
        leaders: list[float] = []  # the n highest scores so far, lowest first
        for choice in longer:
            if len(leaders) == n and choice.score <= leaders[0]:
                continue
            best.append(choice)
            insort(leaders, choice.score)
            del leaders[:-n]
    return best
