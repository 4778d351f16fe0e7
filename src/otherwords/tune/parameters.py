"""Parameters: the λ of equation 6 as one vector, and what each is multiplied by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import UnitDerivations
from otherwords.model import Weights
from otherwords.planning import Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Parameters:
    """The order of weights in a vector: the scores of each table, then language model, self table
    and usability.

    Attributes:
        tables: Their names.
        scores: How many scores of each table have a weight; none of a table that is not used.
        self_score: log c, of a word that stays as it is.
    """

    tables: Sequence[str]
    scores: Sequence[int]
    self_score: float

    @property
    def names(self) -> list[str]:
        """For each weight its table, `lm`, `self` or `usability`."""
        tables = zip(self.tables, self.scores, strict=True)
        of_scores = [table for table, count in tables for _ in range(count)]
        return [*of_scores, "lm", "self", "usability"]

    @property
    def size(self) -> int:
        """How many weights there are."""
        return sum(self.scores) + 3

    @property
    def lm(self) -> int:
        """Place of the language model."""
        return sum(self.scores)

    @property
    def own(self) -> int:
        """Place of the self table."""
        return self.lm + 1

    @property
    def usability(self) -> int:
        """Place of the usability model."""
        return self.lm + 2

    @property
    def bounded(self) -> NDArray[np.bool_]:
        """For each weight whether it must not become negative: that of the language model, which
        exact search needs so, and those of φ and of the purpose, which would be turned round.
        """
        import numpy as np

        first = np.cumsum([0, *self.scores[:-1]])[np.array(self.scores) > 0]
        bounded = np.zeros(self.size, dtype=bool)
        bounded[[*first, self.lm, self.usability]] = True
        return bounded

    def vector(self, weights: Weights) -> Numbers:
        """The weights as a vector."""
        import numpy as np

        tables = [weight for table in weights.tables for weight in table]
        return np.array([*tables, weights.lm, weights.own, weights.usability])

    def weights(self, vector: Numbers) -> Weights:
        """A vector as weights."""
        numbers = iter(vector.tolist())
        tables = tuple(tuple(next(numbers) for _ in range(count)) for count in self.scores)
        lm, own, usability = numbers
        return Weights(tables, lm, own, usability)

    def features(self, plan: Plan, found: UnitDerivations) -> Numbers:
        """One row a derivation, whose product with the vector is its score.

        A replacement that several tables offer counts in the one where the search counted it.
        """
        import numpy as np

        columns = plan.units.columns
        used = found.units
        of_unit = np.zeros((len(used), self.size))
        first = 0
        for table, count in enumerate(self.scores):
            rows = np.flatnonzero(columns.table[used] == table)
            places = columns.feature_offsets[used[rows]]
            for score in range(count):
                of_unit[rows, first + score] = columns.features[places + score]
            first += count
        lengths = columns.end[used] - columns.begin[used]
        of_unit[:, self.own] = -self.self_score * lengths
        of_unit[:, self.usability] = plan.usability[used]
        features = np.zeros((len(found.score), self.size))
        owners = np.repeat(np.arange(len(found.score)), np.diff(found.unit_offsets))
        np.add.at(features, owners, of_unit)
        tokens = np.repeat(np.diff(columns.token_offsets), np.diff(found.offsets))
        features[:, self.own] += self.self_score * tokens
        features[:, self.lm] = found.lm
        return features
