"""Words as metrics count them: tokens of this package, in lower case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from otherwords.text import tokenise_lines

#: What a signature says of them.
SIGNED = "case:lc|tok:otherwords"


def words_of(texts: Iterable[str]) -> list[list[str]]:
    """The words of each text."""
    lines = [text.replace("\n", " ") for text in texts]
    return [line.split() for line in tokenise_lines(lines, lower=True, threads=1)]


def grams_of(words: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    """How often each n-gram of one order occurs."""
    return Counter(zip(*(words[start:] for start in range(order)), strict=False))
