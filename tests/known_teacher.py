"""A teacher that goes by words, for tests without translation models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class KnownTeacher:
    """Sums what is known of the words of texts; translations are in capitals."""

    def __init__(self, by_word: Mapping[str, float]) -> None:
        self._by_word = by_word
        self.asked: list[list[str]] = []
        self.translated: list[list[str]] = []
        self.backward = 0

    @property
    def signature(self) -> str:
        return "known"

    def translate(self, texts: Sequence[str]) -> list[str]:
        self.translated.append(list(texts))
        return [text.upper() for text in texts]

    def log_probabilities(self, translations: Sequence[str], texts: Sequence[str]) -> list[float]:
        assert all(translation.isupper() for translation in translations)
        self.asked.append(list(texts))
        return [self._sum(text) for text in texts]

    def log_probabilities_of_translations(
        self, translations: Sequence[str], texts: Sequence[str]
    ) -> list[float]:
        self.backward += 1
        return [self._sum(text) / 2 for text in texts]

    def _sum(self, text: str) -> float:
        return sum(self._by_word.get(word, 0.0) for word in text.lower().split())
