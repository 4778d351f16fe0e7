"""Meaning by translation: how likely a text is, given the translation of its source."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from otherwords._core import Error
from otherwords.confidence.teacher import Teacher, open_teacher
from otherwords.model import Model
from otherwords.scoring import Candidates, Scorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Pivot(Scorer):
    """log p(text | translation of the source), by translation models. 0 and below.

    Args:
        teacher: The folder of the models, or a teacher, see `otherwords.confidence.teacher`.
        language: The code of the language of the texts.
    """

    def __init__(self, teacher: Teacher | str | os.PathLike[str], language: str = "en") -> None:
        self._teacher = open_teacher(teacher, language)

    @classmethod
    def of(cls, model: Model, **options: float) -> Self:
        """The scorer with the teacher of a model."""
        if model.teacher is None:
            raise Error(
                "the scorer pivot needs a teacher; load the model with teacher=FOLDER (--teacher "
                "FOLDER), a folder with translation models"
            )
        return cls(model.teacher, model.language, **options)

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """The log probabilities; each source is translated once, and equal texts scored once."""
        import numpy as np

        sources = list(dict.fromkeys(each.source for each in batch))
        translated = dict(zip(sources, self._teacher.translate(sources), strict=True))
        pairs = [(translated[each.source], text) for each in batch for text in each.texts]
        wanted = list(dict.fromkeys(pairs))
        found = self._teacher.log_probabilities(
            [translation for translation, _ in wanted], [text for _, text in wanted]
        )
        said = dict(zip(wanted, found, strict=True))
        return np.array([said[pair] for pair in pairs], float)

    @property
    def signature(self) -> str:
        """Its name and the teacher."""
        return f"pivot({self._teacher.signature})"
