"""Where a paraphrase differs from its source, for judges who want to see it at a glance."""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple

_PIECES = re.compile(r"\w+|[^\w\s]|\s+")
_LONGEST = 1500  # pieces; comparing more takes too long


class Piece(NamedTuple):
    """A part of a text, and whether the other text has it, too."""

    text: str
    changed: bool


def differences(source: str, paraphrase: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in pieces. Texts that are very long, or have no other, are one piece each."""
    one, other = _PIECES.findall(source), _PIECES.findall(paraphrase)
    if not one or max(len(one), len(other)) > _LONGEST:
        return [Piece(source, False)], [Piece(paraphrase, False)]
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    first: list[Piece] = []
    second: list[Piece] = []
    for kind, begin, end, start, stop in matcher.get_opcodes():
        changed = kind != "equal"
        first += [Piece("".join(one[begin:end]), changed)] if begin < end else []
        second += [Piece("".join(other[start:stop]), changed)] if start < stop else []
    return first, second
