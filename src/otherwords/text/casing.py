"""Casing: how words are written, counted in text, to restore it where models are in lower case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from otherwords._core import CasingCounter, CasingForms, FormatError
from otherwords.files import name_of, replacing

__all__ = ["Casing", "CasingCounter", "load_casing", "save_casing"]


class Casing:
    """The most frequent form of each word inside of sentences.

    Of forms that are as frequent, the one with more lower-case letters counts.
    """

    def __init__(self, forms: Iterable[str], counts: Iterable[int]) -> None:
        self.core = CasingForms(list(forms), list(counts))

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


def save_casing(counter: CasingCounter, path: str | Path) -> None:
    """Keeps all forms with their counts as Parquet: columns `form` and `count`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    forms, counts = counter.forms()
    table = pa.table({"form": pa.array(forms, pa.string()), "count": pa.array(counts, pa.int64())})
    with replacing(path) as file:
        pq.write_table(table, file, compression="zstd")


def load_casing(path: str | Path) -> Casing:
    """Opens what `save_casing` wrote."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path, columns=["form", "count"])
    except (pa.ArrowException, KeyError) as error:
        raise FormatError(f"{name_of(path)}: these are no casing statistics: {error}") from None
    return Casing(table["form"].to_pylist(), table["count"].to_pylist())
