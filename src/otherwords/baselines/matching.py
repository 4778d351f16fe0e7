"""Which template a sentence is like, and what it has in the slots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from otherwords.baselines.templates import Element, Piece, Slot, Template

# As Barzilay and Lee have it: a word that is the same, one that is another, and one too many.
SAME, OTHER, ADDED = 1.0, -0.5, -0.1
_LONGEST = 12  # pieces in a slot


@dataclass(frozen=True)
class Match:
    """A sentence seen as a template.

    Attributes:
        score: Of the alignment, as a share of what a perfect one would have.
        fillers: For each slot where its pieces begin and end; as much for one that is empty.
    """

    score: float
    fillers: tuple[tuple[int, int], ...]


def match(pieces: Sequence[Piece], template: Template) -> Match | None:
    """The best alignment of a sentence and a template in which no slot is empty; None if there is
    none.
    """
    labels = [piece.label for piece in pieces]
    # best[e][i]: the first e elements and the first i pieces; and where that came from.
    size = len(labels) + 1
    best: list[list[float]] = [[ADDED * i for i in range(size)]]
    came: list[list[int]] = [[max(0, i - 1) for i in range(size)]]
    for element in template.elements:
        scores, froms = _after(element, labels, pieces, best[-1])
        for i in range(1, size):  # pieces that the template does not have
            if scores[i - 1] + ADDED > scores[i]:
                scores[i], froms[i] = scores[i - 1] + ADDED, -1
        best.append(scores)
        came.append(froms)
    perfect = sum(1 for each in template.elements if not _is_open(each))
    if best[-1][-1] < -_NEVER / 2 or perfect == 0:
        return None
    return Match(best[-1][-1] / perfect, _fillers(template, came, size - 1))


_NEVER = 1e9


def _is_open(element: Element) -> bool:
    return isinstance(element, Slot) and not element.kind


def _after(
    element: Element, labels: Sequence[str], pieces: Sequence[Piece], before: Sequence[float]
) -> tuple[list[float], list[int]]:
    """The scores behind an element, and how many pieces were behind the one before it."""
    size = len(before)
    scores, froms = [-_NEVER] * size, [0] * size

    def offer(i: int, start: int, gain: float) -> None:
        if before[start] + gain > scores[i]:
            scores[i], froms[i] = before[start] + gain, start

    for i in range(size):
        if isinstance(element, Slot):
            if element.kind:
                if i and pieces[i - 1].kind == element.kind:
                    offer(i, i - 1, SAME)
                continue
            for start in range(max(0, i - _LONGEST), i):
                offer(i, start, 0.0)
            continue
        offer(i, i, OTHER)  # the sentence does not have it
        wordings = [(element,)] if isinstance(element, str) else element
        for wording in wordings:
            start = i - len(wording)
            if start >= 0 and tuple(labels[start:i]) == wording:
                offer(i, start, SAME)
        if isinstance(element, str) and i:
            offer(i, i - 1, OTHER)
    return scores, froms


def _fillers(
    template: Template, came: Sequence[Sequence[int]], end: int
) -> tuple[tuple[int, int], ...]:
    fillers = []
    for number in range(len(template.elements), 0, -1):
        while came[number][end] == -1:
            end -= 1
        start = came[number][end]
        if isinstance(template.elements[number - 1], Slot):
            fillers.append((start, end))
        end = start
    return tuple(reversed(fillers))
