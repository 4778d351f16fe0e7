"""Budgets: the best paraphrase of a text of several sentences that is short enough.

For each sentence the search gives the best derivation of every length. Which of them to take
together is decided here, exactly: of the choices for the first sentences, one matters only if no
other is as short and scores as high.
"""

from __future__ import annotations

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


def choices(sentences: Sequence[Sequence[Option]]) -> list[Choice]:
    """The best choices for every length, from the shortest to the one with the highest score."""
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
        for choice in longer:
            if not best or choice.score > best[-1].score:
                best.append(choice)
    return best
