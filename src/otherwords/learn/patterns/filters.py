"""Pairs of patterns that cannot be right, whatever fills their slots."""

from __future__ import annotations

import re
from collections import Counter

from otherwords.learn.patterns.slots import slots_of

_NEGATIONS = frozenset(
    ("not", "n't", "n’t", "no", "nor", "never", "none", "nobody", "nothing", "neither", "without")
)
_NUMBER = re.compile(r"\d+")
_JOINERS = frozenset(("and", "or", *"&/,;:.!?()-–—\"'’”“"))


def fits(source: str, target: str) -> bool:
    """Whether the words of two patterns allow that they say the same: both have the same slots,
    numbers, names of the year and so on, and deny equally often; neither ends or begins with what
    only joins, unless both do.
    """
    first, second = source.split(), target.split()
    return (
        Counter(slots_of(first)) == Counter(slots_of(second))
        and _numbers(source) == _numbers(target)
        and _denials(first) == _denials(second)
        and _joint(first[0]) == _joint(second[0])
        and _joint(first[-1]) == _joint(second[-1])
    )


def _numbers(pattern: str) -> list[str]:
    words = (word for word in pattern.split() if not word.startswith("["))
    return sorted(number for word in words for number in _NUMBER.findall(word))


def _denials(words: list[str]) -> int:
    return sum(word in _NEGATIONS for word in words) % 2


def _joint(word: str) -> str:
    return word if word in _JOINERS else ""
