"""Pairs of patterns that cannot be right, whatever fills their slots.

Pivots lose some words: prepositions that depend on what stands before a pattern, the gender of
pronouns, and which of two names came first. So both patterns must have the same

- slots; in the same order, unless other words tell the change (`[NNP_1] 's growth`, `growth of
  [NNP_1]`);
- numbers;
- denials, but for an even number of them;
- pronouns, and kinds of conjunction (`and`, `or`);
- preposition at the beginning, if both have one, and punctuation at the ends.

Where one side only has fewer words that matter, two ways must lead from one to the other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from otherwords.learn.patterns.slots import is_slot, slots_of
from otherwords.learn.patterns.types import is_nested, type_of

DENIALS = frozenset(
    ("not", "n't", "n’t", "no", "nor", "never", "none", "nobody", "nothing", "neither", "without")
)
_PRONOUNS = {
    "i": "1", "me": "1", "my": "1", "mine": "1", "myself": "1",
    "we": "11", "us": "11", "our": "11", "ours": "11", "ourselves": "11",
    "you": "2", "your": "2", "yours": "2", "yourself": "2", "yourselves": "2",
    "he": "m", "him": "m", "his": "m", "himself": "m",
    "she": "f", "her": "f", "hers": "f", "herself": "f",
    "it": "n", "its": "n", "itself": "n",
    "they": "33", "them": "33", "their": "33", "theirs": "33", "themselves": "33",
}  # fmt: skip
_PREPOSITIONS = (
    "of to in on for with from by at into about against between through under over as than after "
    "before during within without towards upon among"
)
PUNCTUATION = frozenset("&/,;:.!?()-–—\"'’”“")
LEADING = frozenset(_PREPOSITIONS.split())
_NUMBER = re.compile(r"\d+")


def fits(source: str, target: str, ways: int) -> bool:
    """Whether the words of two patterns, and the number of ways from one to the other, allow that
    they say the same.
    """
    first, second = source.split(), target.split()
    slots, others = slots_of(first), slots_of(second)
    if sorted(slots) != sorted(others) or (
        slots != others and sorted(first) == sorted(second)  # the same words, turned round
    ):
        return False
    mine, theirs = set(first), set(second)
    if mine != theirs and not _agree(first, second, mine ^ theirs):
        return False
    # Neither of most pairs contains the other, and that is quickly seen.
    nested = is_nested(mine, theirs)
    return ways > 1 or not nested or type_of(source, target) != "information"


def _agree(first: Sequence[str], second: Sequence[str], different: set[str]) -> bool:
    """Whether what two patterns differ in may do so."""
    return (
        _same_preposition(first[0], second[0])
        and all(_mark(first[end]) == _mark(second[end]) for end in (0, -1))
        and "or" not in different
        and (different.isdisjoint(_PRONOUNS) or _pronouns(first) == _pronouns(second))
        and (
            different.isdisjoint(DENIALS)
            or _count(first, DENIALS) % 2 == _count(second, DENIALS) % 2
        )
        and _numbers(first) == _numbers(second)
    )


def _count(words: Sequence[str], wanted: Collection[str]) -> int:
    return sum(word in wanted for word in words)


def _numbers(words: Sequence[str]) -> list[str]:
    return sorted(_NUMBER.findall(" ".join(word for word in words if not is_slot(word))))


def _pronouns(words: Sequence[str]) -> set[str]:
    return {_PRONOUNS[word] for word in words if word in _PRONOUNS}


def _same_preposition(first: str, second: str) -> bool:
    return first == second or not {first, second} <= LEADING


def _mark(word: str) -> str:
    return word if word in PUNCTUATION else ""
