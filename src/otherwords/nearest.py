"""The name that somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable

_LIKENESS = 0.7  # from 0 to 1; of names that are less alike, nobody means one by the other


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like this one; None if none does."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(known), n=1, cutoff=_LIKENESS)), None)
