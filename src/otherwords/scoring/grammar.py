"""A guard of grammar: words that do not agree with each other, as the parse shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from otherwords._core import Error
from otherwords.evaluate.concord import discords
from otherwords.model import Model
from otherwords.scoring import Candidates, Scorer
from otherwords.text.analysis import Analyser
from otherwords.text.tokens import tokenise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LANGUAGE = "en"
_PARTS = ("tags", "heads", "relations")


class Grammar(Scorer):
    """0 for a text with no more discords (`they goes`) than its source, else minus the number of
    discords more. Some that an analyser sees are none; comparing with the source takes these off.

    Args:
        analyser: It parses English sentences.
    """

    def __init__(self, analyser: Analyser) -> None:
        self._analyser = analyser

    @classmethod
    def of(cls, model: Model, **options: float) -> Self:
        """The scorer with the analyser of a model."""
        if model.language != _LANGUAGE:
            raise Error(f"the scorer grammar knows English, not the language {model.language!r}")
        if model.analyser is None:
            raise Error(
                f"the scorer grammar needs an analyser, and {model.folder} has none; "
                'load it with analyser="spacy" (--analyser spacy)'
            )
        return cls(model.analyser, **options)

    def score(self, batch: Sequence[Candidates]) -> NDArray[np.floating]:
        """Minus the discords more."""
        import numpy as np

        # Each text is parsed once: the source is among its candidates, as a rule.
        texts = dict.fromkeys(text for each in batch for text in (each.source, *each.texts))
        words = [tokenise(text, _LANGUAGE).words for text in texts]
        analysed = self._analyser.analyse(words, _PARTS)
        counts = {
            text: len(discords(each, analysis))
            for text, each, analysis in zip(texts, words, analysed, strict=True)
        }
        return np.array(
            [min(0.0, counts[each.source] - counts[text]) for each in batch for text in each.texts],
            float,
        )

    @property
    def signature(self) -> str:
        """Its name and the analyser."""
        return f"grammar({self._analyser.version})"
