"""Asking a teacher about units: the sentences that they make, and what it says of these.

What is learnt from a teacher and what is asked at run time goes through here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from otherwords.confidence.teacher import Teacher
from otherwords.tables.units import Units
from otherwords.text.surface import Surface

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class Answers(NamedTuple):
    """What a teacher says of units, in natural logs.

    Attributes:
        forward: log p(new sentence | translation) less log p(old sentence | translation).
        backward: log p(translation | new sentence) less log p(translation | old sentence); None if
            it was not asked for.
    """

    forward: Numbers
    backward: Numbers | None = None


def ask(
    teacher: Teacher,
    units: Units,
    rows: Sequence[int],
    surface: Surface,
    *,
    both_ways: bool = False,
) -> Answers:
    """What a teacher says of some units. It is asked once for units that are written alike.

    Args:
        teacher: Who is asked.
        units: They know the tokens of their sentences.
        rows: Which of them.
        surface: Writes the new sentences.
        both_ways: Whether the translation is to be scored, too.
    """
    import numpy as np

    numbers = [int(units.sentence[row]) for row in rows]
    old = {number: units.sentences[number].text for number in sorted(set(numbers))}
    translated = dict(zip(old, teacher.translate(list(old.values())), strict=True))
    made = list(zip(numbers, new_sentences(units, rows, surface), strict=True))
    wanted = list(dict.fromkeys([*old.items(), *made]))
    translations = [translated[number] for number, _ in wanted]
    texts = [text for _, text in wanted]

    def gains(scores: Sequence[float]) -> Numbers:
        said = dict(zip(wanted, scores, strict=True))
        return np.array([said[each] - said[each[0], old[each[0]]] for each in made], np.float64)

    forward = gains(teacher.log_probabilities(translations, texts))
    if not both_ways:
        return Answers(forward)
    return Answers(forward, gains(teacher.log_probabilities_of_translations(translations, texts)))


def new_sentences(units: Units, rows: Sequence[int], surface: Surface) -> list[str]:
    """For each of some units its sentence with this replacement alone."""
    numbers = [int(units.sentence[row]) for row in rows]
    written = surface.write(
        [units.sentences[number] for number in numbers],
        [[units.replacement(row)] for row in rows],
        [units.protected(number) for number in numbers],
    )
    return [each.text for each in written]
