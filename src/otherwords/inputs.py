"""Texts and their references, as callers give them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat, zip_longest

from otherwords._core import Error

#: A text and the reference that belongs to it.
Row = tuple[str, str | None]


def row(text: str, reference: str | None = None) -> Row:
    """One text."""
    return text, reference


def rows(texts: Iterable[str], references: Iterable[str] | None = None) -> Iterator[Row]:
    """Several texts, as they are needed."""
    if references is None:
        yield from zip(texts, repeat(None), strict=False)
        return
    for text, reference in zip_longest(texts, references):
        if text is None or reference is None:
            raise Error("there must be as many references as texts")
        yield text, reference
