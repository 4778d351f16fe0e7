"""A development set with references of people: any metric of whole texts is to be high."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from otherwords._core import UnitDerivations
from otherwords.evaluate.metric import Metric, Segments
from otherwords.paraphraser import Paraphraser
from otherwords.purposes import Purpose
from otherwords.text.surface import Surface
from otherwords.tune.development import DevelopmentSet, Planned
from otherwords.writing import Writer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class MeasuredSet(DevelopmentSet):
    """Texts planned for a purpose, with references for a metric.

    Args:
        paraphraser: With the model to tune.
        purpose: An application or a baseline.
        texts: Each is taken as one sentence.
        metric: What is to be high; where lower is better, low.
        wanted: References, by text.
        threads: How many batches are decoded at the same time; results do not depend on it.
    """

    def __init__(
        self,
        paraphraser: Paraphraser,
        purpose: Purpose,
        texts: Sequence[str],
        metric: Metric,
        wanted: Mapping[str, tuple[str, ...]],
        *,
        threads: int = 1,
    ) -> None:
        super().__init__(
            paraphraser,
            purpose,
            texts,
            references=lambda text: next(iter(wanted.get(text, ())), None),
            threads=threads,
        )
        self.metric = metric
        self._wanted = wanted
        self._sign = -1.0 if metric.higher_is_better is False else 1.0
        self._surface = Surface(self._model.language, casing=self._model.casing)
        self._known: dict[tuple[str, str], Numbers] = {}

    def objective(self, sums: Numbers) -> Numbers:
        """The metric."""
        return self._sign * self.metric.figure(sums)

    def counts(self, planned: Planned, found: UnitDerivations) -> Numbers:
        """The statistics of the metric. Each text is counted once, whatever the weights are when it
        comes up again.
        """
        import numpy as np

        sentences = [document.sentences[0] for document in planned.documents]
        writer = Writer(planned.plan, found, self._model, self._surface)
        said = [
            (each.source, text)
            for each in writer.candidates((one, writer.derivations(one)) for one in sentences)
            for text in each.texts
        ]
        new = [pair for pair in dict.fromkeys(said) if pair not in self._known]
        if new:
            segments = Segments(
                [text for _, text in new],
                [source for source, _ in new],
                [self._wanted.get(source, ()) for source, _ in new],
            )
            self._known.update(zip(new, self.metric.counts(segments), strict=True))
        return np.array([self._known[pair] for pair in said])
