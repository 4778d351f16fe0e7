"""Similarity of meaning: how near the vectors of two sentences are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from otherwords._core import Error
from otherwords.model import Model
from otherwords.scoring import Candidates, Scorer
from otherwords.scoring.encoder import LANGUAGE, VERSION, open_encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedding(Scorer):
    """The cosine of the vectors of text and source: 1 for the same meaning, about 0 for unrelated
    sentences, never below -1. Needs otherwords[neural].

    Args:
        threads: How many the encoder uses for one batch; scores do not depend on it.
    """

    def __init__(self, threads: float = 1) -> None:
        self._encoder = open_encoder(threads)

    @classmethod
    def of(cls, model: Model, **options: float) -> Self:
        """The scorer for English models."""
        return cls.for_language(model.language, **options)

    @classmethod
    def for_language(cls, language: str, **options: float) -> Self:
        """The scorer for English."""
        if language != LANGUAGE:
            raise Error(f"the encoder knows English, not the language {language!r}")
        return cls(**options)

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """The cosines."""
        import numpy as np

        texts = [text for each in batch for text in each.texts]
        rows = np.repeat(np.arange(len(batch)), [len(each.texts) for each in batch])
        vectors = self._encoder.encode([each.source for each in batch] + texts)
        sources, targets = vectors[: len(batch)][rows], vectors[len(batch) :]
        cosines: NDArray[np.float64] = np.sum(sources * targets, axis=1)
        # The same text has the same vector; its cosine shall be 1, not nearly so.
        return np.clip(np.round(cosines, 12), -1.0, 1.0)

    @property
    def signature(self) -> str:
        """Its name and the encoder."""
        return f"embedding({VERSION})"
