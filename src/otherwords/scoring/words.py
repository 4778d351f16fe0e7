"""Words as scorers compare them, and scorers that look at nothing else."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from otherwords.model import Model
from otherwords.scoring import Candidates, Scorer
from otherwords.text.tokens import tokenise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class WordScorer(Scorer):
    """Compares the words of each text with those of its source, in lower case."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    @classmethod
    def of(cls, model: Model, **options: float) -> Self:
        """The scorer for the language of a model."""
        return cls.for_language(model.language, **options)

    @classmethod
    def for_language(cls, language: str, **options: float) -> Self:
        """The scorer for texts of a language."""
        return cls(language, **options)

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """What `compare` says of each text."""
        import numpy as np

        return np.array(
            [
                compared
                for each in batch
                for compared in self.compare(
                    self._words(each.source), [self._words(text) for text in each.texts]
                )
            ],
            float,
        )

    @abstractmethod
    def compare(self, source: list[str], texts: list[list[str]]) -> list[float]:
        """A score for each text."""

    def _words(self, text: str) -> list[str]:
        return [word.lower() for word in tokenise(text, self.language).words]
