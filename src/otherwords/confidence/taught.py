"""Confidence with a teacher at hand: what it says of the units that matter counts, too.

Asking is slow, so it is done for units that are neither hopeless nor as good as certain, and for
the surest of each sentence alone. All others keep the confidence of the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.confidence import Assessor
from otherwords.confidence.asking import Answers, ask
from otherwords.confidence.teacher import Teacher
from otherwords.regression import log_odds, probability
from otherwords.tables.units import Units
from otherwords.text.surface import Surface

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

#: Confidences of units that a teacher is asked about, the ends included.
BAND = (0.1, 0.97)
#: How many changes of a sentence it is asked about, the surest.
MOST = 12
#: Characters of the longest sentence that it is asked about.
LONGEST = 1000

_CLIP = (-12.0, 4.0)  # of what it says; natural logs
_LOW = -2.0  # below this, what it says has a weight of its own, too
_LARGEST = 1000.0  # of a weight


@dataclass(frozen=True)
class TeacherWeights:
    """What the answers of a teacher are worth: weights of log-odds, `[teacher]` in `model.toml`.

    Attributes:
        intercept: What is added.
        core: Weight of the log-odds of the core.
        forward: Of log p(new sentence | translation) less that of the old one, from -12 to 4.
        low: Of the lesser of that and -2.
        backward: Of log p(translation | new sentence) less that of the old one, from -12 to 4. At 0
            it is not asked for, which takes half of the time.
    """

    intercept: float
    core: float
    forward: float
    low: float
    backward: float = 0.0

    def confidence(self, core: Numbers, answers: Answers) -> Numbers:
        """The confidence of units of which a teacher says something."""
        columns = columns_of(core, answers)
        weights = (self.core, self.forward, self.low, self.backward)
        return probability(log_odds(columns, weights[: columns.shape[1]], self.intercept))


def columns_of(core: Numbers, answers: Answers) -> Numbers:
    """What is weighted: a row for each unit, without the last column if it was not asked for."""
    import numpy as np

    forward = np.clip(answers.forward, *_CLIP)
    columns = [np.log(core / (1.0 - core)), forward, np.minimum(forward, _LOW)]
    if answers.backward is not None:
        columns.append(np.clip(answers.backward, *_CLIP))
    return np.column_stack(columns)


def teacher_weights(numbers: Mapping[str, float]) -> TeacherWeights:
    """The weights with these names. Raises Error where one is missing, unknown or absurd."""
    known = [field.name for field in fields(TeacherWeights)]
    for name, number in numbers.items():
        if name not in known:
            raise Error(f"there is no weight {name!r}; known: {', '.join(known)}")
        if not abs(number) <= _LARGEST:
            raise Error(f"{name} is {number:g}; it must be from {-_LARGEST:g} to {_LARGEST:g}")
    for name in known:
        if name not in numbers and name != "backward":
            raise Error(f"{name} is missing")
    return TeacherWeights(**numbers)


class TaughtConfidence:
    """Says how likely units are right, with the help of a teacher.

    Args:
        core: What says so without one.
        teacher: Who is asked.
        weights: What its answers are worth.
        surface: Writes the sentences that it is asked about.
    """

    def __init__(
        self, core: Assessor, teacher: Teacher, weights: TeacherWeights, surface: Surface
    ) -> None:
        self._core = core
        self._teacher = teacher
        self._weights = weights
        self._surface = surface

    def of(self, units: Units, rows: NDArray[np.intp]) -> Numbers:
        """The same as that of the core, but for units that the teacher is asked about."""
        confidence = self._core.of(units, rows)
        asked = worth_asking(units, confidence)
        if len(asked) == 0:
            return confidence
        answers = ask(
            self._teacher,
            units,
            asked.tolist(),
            self._surface,
            both_ways=self._weights.backward != 0,
        )
        confidence[asked] = self._weights.confidence(confidence[asked], answers)
        return confidence

    @property
    def signature(self) -> list[str]:
        """What it depends on beside the model."""
        return [f"teacher:{self._teacher.signature}"]


def in_band(confidence: Numbers) -> NDArray[np.bool_]:
    """Which confidences are those of units that are neither hopeless nor as good as certain."""
    least, most = BAND
    return (confidence >= least) & (confidence <= most)


def worth_asking(units: Units, confidence: Numbers) -> NDArray[np.intp]:
    """The rows of units that a teacher is asked about, in ascending order.

    Rows that make the same change count once.
    """
    import numpy as np

    rows = np.flatnonzero(in_band(confidence))
    rows = rows[np.argsort(-confidence[rows], kind="stable")]
    targets = units.columns.target_texts(rows.astype(np.int64))
    changes: dict[int, set[tuple[int, int, str]]] = {}
    chosen: list[int] = []
    for row, target in zip(rows.tolist(), targets, strict=True):
        number = int(units.sentence[row])
        if len(units.sentences[number].text) > LONGEST:
            continue
        change = int(units.begin[row]), int(units.end[row]), target
        of_sentence = changes.setdefault(number, set())
        if change in of_sentence or len(of_sentence) < MOST:
            of_sentence.add(change)
            chosen.append(row)
    return np.array(sorted(chosen), np.intp)
