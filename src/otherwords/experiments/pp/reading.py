"""What is drawn to be read, and what readers said of it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence

from otherwords.experiments.given import Given
from otherwords.experiments.pp.pairs import Pair
from otherwords.experiments.verdicts import NO, YES, Line, Verdicts

QUESTION = "correct"
QUESTIONS = {QUESTION: (YES, NO)}


def draw(pairs: Iterable[Pair], count: int, seed: int, known: Collection[Pair] = ()) -> list[Pair]:
    """So many pairs at random, none of those that are known. Which pairs come first is a matter of
    the pairs themselves, so that lists that have pairs in common are read on the same ones.
    """

    def place(pair: Pair) -> bytes:
        return hashlib.sha256(f"{seed}\t{pair[0]}\t{pair[1]}".encode()).digest()

    return sorted((pair for pair in pairs if pair not in known), key=place)[:count]


def verdict(verdicts: Verdicts, line: Line) -> bool | None:
    """What the first reader says of a line; as in the paper, a second one is there to compare with.
    None where nobody has read it.
    """
    said = [answers[QUESTION] for answers in verdicts.of(line) if QUESTION in answers]
    return said[0] == YES if said else None


def read_of(verdicts: Verdicts, lines: Iterable[Line]) -> list[bool]:
    """What was said of the lines that were read."""
    said = (verdict(verdicts, line) for line in lines)
    return [each for each in said if each is not None]


def share(said: Sequence[bool]) -> str:
    """Which share is correct, of how many; nothing where nothing was read."""
    return f"{sum(said) / len(said):.2%} of {len(said):,}" if said else ""


def note_of(given: Given, lines: Sequence[Line], prefix: str, published: str) -> str:
    """Writes the sheets of some lines; says what there is to be read, and how readers agree."""
    note = given.sheets(lines, prefix=prefix, questions=(QUESTION,))
    twice = given.verdicts.agreed(QUESTION, lines)
    ours = (
        f"two readers agree on {twice.observed:.1%} of {twice.items:,}, Cohen's kappa {twice.told}"
        if twice.items
        else "none were read twice"
    )
    return f"{prefix}unread.tsv: {note}; {ours} (paper: {published})"
