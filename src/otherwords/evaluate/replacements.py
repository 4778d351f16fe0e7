"""Replacement precision, rate and f-measure: section 3.6 of SPG.

    rp = c(+r) / c(r)      correct replacements among all replacements in the paraphrases
    rr = w(r) / w(s)       words in replaced units among all words of the source sentences
    rf = 2 rp rr / (rp + rr)

Words are source tokens, punctuation included. A replacement that nobody has labelled counts as not
correct, so that precision is never too high; how many there are is counted beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Replacements:
    """Counts over some sentences; they can be added.

    Attributes:
        replaced: c(r), units that were replaced.
        correct: c(+r), those labelled as correct.
        unlabelled: Those without a label.
        words_replaced: w(r), source words in replaced units.
        words: w(s), all source words.
    """

    replaced: int = 0
    correct: int = 0
    unlabelled: int = 0
    words_replaced: int = 0
    words: int = 0

    def __add__(self, other: Replacements) -> Replacements:
        return Replacements(
            self.replaced + other.replaced,
            self.correct + other.correct,
            self.unlabelled + other.unlabelled,
            self.words_replaced + other.words_replaced,
            self.words + other.words,
        )

    @property
    def precision(self) -> float:
        """rp; 0 where nothing is replaced."""
        return self.correct / self.replaced if self.replaced else 0.0

    @property
    def rate(self) -> float:
        """rr; 0 where there are no words."""
        return self.words_replaced / self.words if self.words else 0.0

    @property
    def f_measure(self) -> float:
        """rf; 0 where nothing is correct."""
        both = self.precision + self.rate
        return 2 * self.precision * self.rate / both if both else 0.0


def count_replacements(words: int, units: Iterable[tuple[int, bool | None]]) -> Replacements:
    """The counts of one paraphrase of a sentence with so many words: for each replaced unit its
    source words, and whether it is correct (None if that is not known).
    """
    given = list(units)
    return Replacements(
        len(given),
        sum(label is True for _, label in given),
        sum(label is None for _, label in given),
        sum(length for length, _ in given),
        words,
    )
