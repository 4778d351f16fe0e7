"""What formats that give scores by place have in common."""

from __future__ import annotations

from otherwords._core import Error
from otherwords.tables.formats.options import TextOptions


def places_of(options: TextOptions) -> list[int]:
    """The chosen scores as numbers, from 0."""
    for score in options.scores:
        if not (score.isascii() and score.isdigit()):
            raise Error(f"a score is chosen by its place, 0 for the first, not by {score!r}")
    return [int(score) for score in options.scores]
