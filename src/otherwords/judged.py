"""What people said of patterns: how often an edit was right, and how often it was not.

The edit of two patterns is what is left of them without the words that both begin and end with:
`the question of [NN_1]` and `the issue of [NN_1]` have the edit `question`, `issue`. A judgement of
one pattern so tells of others. A file has a line an edit, with tabs between the words of the first
pattern, those of the second, and both numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, log
from pathlib import Path
from typing import NamedTuple

from otherwords._core import FormatError
from otherwords.files import line_batches, name_of, replacing


class Edit(NamedTuple):
    """Words that give way to others, with blanks between them."""

    source: str
    target: str


class Votes(NamedTuple):
    """How often something was right, and how often wrong."""

    right: float = 0.0
    wrong: float = 0.0

    def log_odds(self, without: Votes | None = None) -> float:
        """How likely it is right, 0 where nobody said anything; as if some votes were not there."""
        less = without or _NONE
        return log((self.right - less.right + 0.5) / (self.wrong - less.wrong + 0.5))


_NONE = Votes()


@dataclass(frozen=True)
class JudgedEdits:
    """The votes of edits."""

    votes: Mapping[Edit, Votes] = field(default_factory=dict)

    def __getitem__(self, edit: Edit) -> Votes:
        return self.votes.get(edit, _NONE)


def edit_of(source: str, target: str) -> Edit:
    """The edit of two patterns."""
    old, new = source.split(" "), target.split(" ")
    left, right = common_ends(old, new)
    return Edit(" ".join(old[left : len(old) - right]), " ".join(new[left : len(new) - right]))


def common_ends(old: Sequence[object], new: Sequence[object]) -> tuple[int, int]:
    """How many items two sequences begin with and, of the others, end with in common."""
    shorter = min(len(old), len(new))
    left = 0
    while left < shorter and old[left] == new[left]:
        left += 1
    right = 0
    while right < shorter - left and old[-1 - right] == new[-1 - right]:
        right += 1
    return left, right


def count_votes(judged: Iterable[tuple[Edit, bool]]) -> JudgedEdits:
    """Adds judgements up."""
    votes: dict[Edit, Votes] = {}
    for edit, is_right in judged:
        right, wrong = votes.get(edit, _NONE)
        votes[edit] = Votes(right + is_right, wrong + (not is_right))
    return JudgedEdits(votes)


def write_judged(edits: JudgedEdits, path: Path) -> None:
    """Writes the file."""
    lines = (
        f"{edit.source}\t{edit.target}\t{votes.right:g}\t{votes.wrong:g}\n"
        for edit, votes in sorted(edits.votes.items())
    )
    with replacing(path) as file:
        file.write("".join(lines).encode())


def read_judged(path: Path) -> JudgedEdits:
    """Reads it again. Raises FormatError, with the line, for what is wrong in it."""
    votes = {}
    number = 0
    for batch in line_batches(path):
        for line in batch:
            number += 1
            fields = line.split("\t")
            try:
                source, target, right, wrong = fields
                said = Votes(float(right), float(wrong))
                if not all(isfinite(number) and number >= 0 for number in said):
                    raise ValueError
                votes[Edit(source, target)] = said
            except ValueError:
                raise FormatError(
                    f"{name_of(path)}:{number}: there should be the words of an edit, old and new, "
                    "and how often it was right and wrong; separate them by single tabs"
                ) from None
    return JudgedEdits(votes)
