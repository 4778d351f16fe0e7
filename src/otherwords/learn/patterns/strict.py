"""Pairs of patterns that may be right by themselves, but seldom are in sentences.

What stands around a pattern asks for its article, its punctuation and the place of its adjectives,
none of which pivots keep. So both patterns must have the same

- determiner at the beginning, behind prepositions; possessors count as `the`;
- punctuation;
- place of slots for adjectives and participles: before a noun, or behind it. `[JJ_1] people` are
  rarely `people [JJ_1]`;

and differ in more than `a` and `an`, which are written as the next word asks for. No word of the
one is the opposite of a word that only the other has (`able`, `unable`), unless slots are turned
round or something is denied.
"""

from __future__ import annotations

from collections.abc import Sequence

from otherwords.learn.patterns.filters import DENIALS, LEADING, PUNCTUATION
from otherwords.learn.patterns.slots import is_slot, slots_of
from otherwords.learn.patterns.types import EMPTY
from otherwords.learn.words import OPPOSITES

_DETERMINERS = frozenset(
    [
        "the",
        "a",
        "this",
        "that",
        "these",
        "those",
        "my",
        "your",
        "his",
        "her",
        "its",
        "our",
        "their",
        "some",
        "any",
        "each",
        "every",
        "no",
        "all",
        "both",
        "another",
        "such",
    ]
)
_MARKERS = frozenset(("'s", "’s", "'", "’"))
_MODIFIERS = ("[JJ", "[VBG", "[VBN")
_OPPOSITES = OPPOSITES["en"] | {(second, first) for first, second in OPPOSITES["en"]}
_DENYING = ("un", "in", "im", "ir", "dis", "non")


def stands_for(source: str, target: str) -> bool:
    """Whether one pattern can stand for the other in most sentences, by their words."""
    first, second = (
        ["a" if word == "an" else word for word in pattern.split()] for pattern in (source, target)
    )
    return (
        first != second
        and determiner(first) == determiner(second)
        and _punctuation(first) == _punctuation(second)
        and _places(first) == _places(second)
        and not _opposed(first, second)
    )


def determiner(words: Sequence[str]) -> str:
    """The determiner that a pattern begins with, but for prepositions; empty if there is none."""
    rest = list(words)
    while len(rest) > 1 and rest[0] in LEADING:
        del rest[0]
    if len(rest) > 1 and rest[1] in _MARKERS:
        return "the"
    return rest[0] if rest[0] in _DETERMINERS else ""


def _punctuation(words: Sequence[str]) -> list[str]:
    return sorted(word for word in words if word in PUNCTUATION and word not in _MARKERS)


def _places(words: Sequence[str]) -> dict[str, bool]:
    """Of each slot for adjectives and participles, whether something follows that it describes."""
    return {
        word: is_slot(next_word) or next_word not in EMPTY
        for word, next_word in zip(words, [*words[1:], ","], strict=True)
        if word.startswith(_MODIFIERS)
    }


def _opposed(first: Sequence[str], second: Sequence[str]) -> bool:
    # `[NNP_1] before [NNP_2]` is `[NNP_2] after [NNP_1]`, and what is not without is with.
    denials = [sum(word in DENIALS for word in words) for words in (first, second)]
    if slots_of(first) != slots_of(second) or denials[0] != denials[1]:
        return False
    mine, theirs = set(first), set(second)
    return any(_opposites(one, other) for one in mine - theirs for other in theirs - mine)


def _opposites(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return (one, other) in _OPPOSITES or (
        long.endswith(short)
        and long.removesuffix(short) in _DENYING
        # Neither `into` nor `immigration` deny what follows their first letters.
        and short not in EMPTY
        and not short.startswith("migra")
    )
