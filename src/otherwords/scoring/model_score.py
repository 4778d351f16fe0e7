"""The score of the model: what the search itself maximises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.scoring import Candidates, Scorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ModelScore(Scorer):
    """The true score of each text: equation 6 for the best way to make it. Any number."""

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """The scores that candidates come with."""
        import numpy as np

        given = [each.scores for each in batch]
        if any(scores is None for scores in given):
            raise Error("the scorer model needs texts that the model has scored")
        return np.concatenate([np.zeros(0), *(np.asarray(scores, float) for scores in given)])

    @property
    def needs_scores(self) -> bool:
        """They are what it gives."""
        return True

    @property
    def signature(self) -> str:
        """Its name."""
        return "model"
