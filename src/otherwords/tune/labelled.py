"""A development set whose units are labelled: the replacement f-measure is to be high."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING

from otherwords._core import UnitDerivations
from otherwords.evaluate.replacements import Replacements, count_replacements
from otherwords.paraphraser import Paraphraser
from otherwords.purposes import Purpose
from otherwords.tune.development import DevelopmentSet, Planned
from otherwords.tune.labels import UnitKey

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class LabelledSet(DevelopmentSet):
    """Sentences planned for a purpose, with the labels of their units.

    Args:
        paraphraser: With the model to tune.
        purpose: An application or a baseline.
        sentences: Texts of single sentences.
        labels: What is known of units.
        references: By sentence, where the application needs them.
        threads: How many batches are decoded at the same time; results do not depend on it.
    """

    def __init__(
        self,
        paraphraser: Paraphraser,
        purpose: Purpose,
        sentences: Sequence[str],
        labels: Mapping[UnitKey, bool],
        *,
        references: Mapping[str, str] | None = None,
        threads: int = 1,
    ) -> None:
        super().__init__(
            paraphraser,
            purpose,
            sentences,
            references=(references or {}).get,
            threads=threads,
        )
        self._labels = labels

    def objective(self, sums: Numbers) -> Numbers:
        """The replacement f-measure."""
        return f_measures(sums)

    def counts(self, planned: Planned, found: UnitDerivations) -> Numbers:
        """The fields of `Replacements`."""
        import numpy as np

        words = planned.plan.units.columns.token_offsets
        judged: dict[int, tuple[int, bool | None]] = {}
        rows = []
        for sentence in range(len(planned.documents)):
            length = int(words[sentence + 1] - words[sentence])
            for row in range(int(found.offsets[sentence]), int(found.offsets[sentence + 1])):
                used = found.units[found.unit_offsets[row] : found.unit_offsets[row + 1]].tolist()
                for unit in used:
                    if unit not in judged:
                        judged[unit] = self._look_up(planned, unit)
                rows.append(astuple(count_replacements(length, (judged[unit] for unit in used))))
        return np.array(rows, np.float64).reshape(len(rows), len(astuple(Replacements())))

    def _look_up(self, planned: Planned, unit: int) -> tuple[int, bool | None]:
        """The source words of a unit, and its label."""
        units = planned.plan.units
        begin, end = int(units.begin[unit]), int(units.end[unit])
        sentence = planned.documents[int(units.sentence[unit])].text
        key = UnitKey(sentence, begin, end, " ".join(units.columns.target(unit)))
        return end - begin, self._labels.get(key)


def replacements(sums: Sequence[float]) -> Replacements:
    """Sums of counts under their names."""
    return Replacements(*map(int, sums))


def f_measures(counts: Numbers) -> Numbers:
    """The f-measure for each row with the fields of `Replacements`: 2 rp rr / (rp + rr) without
    fractions inside.
    """
    import numpy as np

    replaced, correct, _, words_replaced, words = counts.astype(np.float64).T
    above = 2.0 * correct * words_replaced
    below = correct * words + words_replaced * replaced
    values: Numbers = np.divide(above, below, out=np.zeros_like(above), where=below > 0)
    return values
