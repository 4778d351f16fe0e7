"""Casing: how words are written, counted in text, to restore it where models are in lower case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from otherwords._core import CasingCounter, CasingForms, FormatError
from otherwords.files import name_of, starts_with

__all__ = ["Casing", "CasingCounter", "load_casing"]


class Casing:
    """The usual form of each word inside of sentences: in lower case if at least a twentieth of its
    occurrences are, otherwise the most frequent form.

    Of forms that are as frequent, the one with more lower-case letters counts.
    """

    def __init__(self, core: CasingForms) -> None:
        self.core = core

    @classmethod
    def of(cls, forms: Iterable[str], counts: Iterable[int]) -> Casing:
        """Chooses among forms by how often each was seen."""
        return cls(CasingForms(list(forms), list(counts)))

    def write(self, path: str | Path) -> None:
        """Keeps the chosen forms in a small file that opens at once."""
        self.core.write(path)

    def __len__(self) -> int:
        """How many words are not written in lower case."""
        return len(self.core)

    def form_of(self, word: str) -> str:
        """How a lower-case word is written inside of a sentence; itself if that is not known."""
        return self.core.form_of(word) or word

    def restore(self, words: Sequence[str]) -> list[str]:
        """Lower-case words as they are written in a sentence, the first with a capital."""
        restored = [self.form_of(word) for word in words]
        for place, word in enumerate(restored):
            if word[:1].isalpha():
                if word.islower():
                    restored[place] = word[0].upper() + word[1:]
                break
            if any(character.isalnum() for character in word):
                break
        return restored


def load_casing(path: str | Path) -> Casing:
    """Opens what `Casing.write` wrote."""
    if starts_with(path, b"PAR1"):
        raise FormatError(
            f"{name_of(path)}: these are casing statistics of an earlier version; "
            "run `otherwords learn` again: only the last steps are repeated"
        )
    return Casing(CasingForms.open(path))
