"""N-best lists as Moses writes them: `index ||| words ||| features ||| score`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from otherwords._core import FormatError


@dataclass(frozen=True)
class ListedString:
    """One line of a list."""

    index: int
    text: str
    score: float
    #: Half a unit of the last digit that was printed of the score.
    rounding: float


def read_nbest(lines: Iterable[str], name: str) -> Iterator[ListedString]:
    """The members of n-best lists; `name` is what errors call the text."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        fields = [field.strip() for field in line.split("|||")]
        if len(fields) < 4:
            raise FormatError(
                f"{name}:{number}: {len(fields)} field(s) where `index ||| words ||| features "
                "||| score` was expected; is this an n-best list?"
            )
        try:
            index, score = int(fields[0]), float(fields[3])
            if not math.isfinite(score):
                raise ValueError
        except ValueError:
            raise FormatError(
                f"{name}:{number}: the index {fields[0][:40]!r} or the score {fields[3][:40]!r} is "
                "no finite number; is this an n-best list?"
            ) from None
        yield ListedString(index, " ".join(fields[1].split()), score, _rounding(fields[3]))


def by_sentence(members: Iterable[ListedString]) -> Iterator[tuple[int, list[ListedString]]]:
    """The list of each sentence: lines that stand together and have the same index."""
    for index, group in itertools.groupby(members, key=lambda member: member.index):
        yield index, list(group)


def _rounding(number: str) -> float:
    mantissa, _, exponent = number.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return float(f"0.5e{int(exponent or 0) - decimals}")
