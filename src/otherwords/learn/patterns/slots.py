"""Patterns as texts: their words and slots, and the numbers of slots."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: A slot, its tag and its number.
SLOT = re.compile(r"\[([A-Z]+)_(\d+)\]")


def is_slot(word: str) -> bool:
    """Whether a word of a pattern is a slot; words have no capitals."""
    return len(word) > 4 and word[0] == "[" and "A" <= word[1] <= "Z"


def slots_of(words: Sequence[str]) -> list[str]:
    """The slots among the words of a pattern."""
    return [word for word in words if is_slot(word)]


def renumbered(source: str, target: str) -> tuple[str, str]:
    """The same pair with the slots of each tag numbered from left to right in the source.

    Both sides have the numbers of a pivot, where the order may be another; but a pattern of a
    sentence is looked up with its slots counted from left to right.
    """
    if "_2]" not in source:
        return source, target
    new: dict[str, str] = {}
    counts: dict[str, int] = {}
    for match in SLOT.finditer(source):
        tag = match[1]
        counts[tag] = counts.get(tag, 0) + 1
        new[match[0]] = f"[{tag}_{counts[tag]}]"

    def rename(match: re.Match[str]) -> str:
        return new.get(match[0], match[0])

    return SLOT.sub(rename, source), SLOT.sub(rename, target)
