"""Repetition: words that a text says again where its source did not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from otherwords.scoring.words import WordScorer
from otherwords.text.function_words import function_words


class Repetition(WordScorer):
    """0 for a text that repeats no more words than its source, else minus the number of words more.

    Repeated is a word that stands right behind itself, and one that has stood before, unless it is
    a function word or has neither letters nor digits.
    """

    def compare(self, source: list[str], texts: list[list[str]]) -> list[float]:
        """Minus the words more that are repeated."""
        usual = self.repeated(source)
        return [float(min(0, usual - self.repeated(text))) for text in texts]

    def repeated(self, words: Sequence[str]) -> int:
        """How many words are repeated."""
        content = set(filter(_has_content, words)) - function_words(self.language)
        again = sum(word in content for word in words) - len(content)
        doubled = sum(
            one == other and one not in content and _has_content(one)
            for one, other in pairwise(words)
        )
        return again + doubled


def _has_content(word: str) -> bool:
    return any(character.isalnum() for character in word)
