"""Texts and their references, as callers give them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat, zip_longest
from typing import Any

from otherwords._core import Error

#: A text and the reference that belongs to it.
Row = tuple[str, str | None]

_NOTHING = object()  # stands for what is not there; None is something that a caller gave


def row(text: object, reference: object = None) -> Row:
    """One text. Raises TypeError if it is not a string."""
    more = "; for several texts, use pipe" if isinstance(text, list | tuple) else ""
    return _string(text, "text", more), (
        None if reference is None else _string(reference, "reference")
    )


def rows(texts: Iterable[str], references: Iterable[str] | None = None) -> Iterator[Row]:
    """Several texts, as they are needed.

    Raises TypeError at once if they are one string or cannot be iterated over, and where one of
    them is not a string.
    """
    _check_several(texts, "texts")
    if references is not None:
        _check_several(references, "references")
    return _rows(texts, references)


def _rows(texts: Iterable[str], references: Iterable[str] | None) -> Iterator[Row]:
    pairs: Iterable[tuple[Any, Any]] = (
        zip(texts, repeat(None))
        if references is None
        else zip_longest(texts, references, fillvalue=_NOTHING)
    )
    for place, (text, reference) in enumerate(pairs, 1):
        if text is _NOTHING or reference is _NOTHING:
            raise Error("there must be as many references as texts")
        checked = _string(text, f"item {place} of texts")
        if references is None:
            yield checked, None
        else:
            yield checked, _string(reference, f"item {place} of references")


def _check_several(given: object, name: str) -> None:
    if isinstance(given, str):
        raise TypeError(f"{name} must be a list of strings, not one string; write [text]")
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise TypeError(f"{name} must be a list of strings, not {_kind(given)}")


def _string(given: object, name: str, more: str = "") -> str:
    if isinstance(given, str):
        return given
    if isinstance(given, bytes):
        more = "; decode it first, such as with text.decode()"
    raise TypeError(f"{name} must be a string, not {_kind(given)}{more}")


def _kind(given: object) -> str:
    return "None" if given is None else type(given).__name__
