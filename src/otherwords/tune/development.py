"""The development set: planned sentences that are decoded with any weights, and counted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from otherwords._core import DecodeOptions, UnitDerivations
from otherwords.model import Weights
from otherwords.paraphraser import Paraphraser
from otherwords.paraphrases import Document
from otherwords.planning import Plan, plan
from otherwords.purposes import Purpose
from otherwords.settings import decoder_with, settle
from otherwords.tune.offers import documents_of
from otherwords.tune.parameters import Parameters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_BATCH = 16  # sentences that one thread decodes at a time


class Derivation(NamedTuple):
    """A way to say a sentence.

    Attributes:
        sentence: Number of the sentence in the set.
        units: Rows of the units it replaces, from left to right.
        features: What each weight is multiplied by.
        counts: What the objective is made of when it is added up over sentences.
        is_exact: Whether it is proven to be in its place among the best.
    """

    sentence: int
    units: tuple[int, ...]
    features: Numbers
    counts: Numbers
    is_exact: bool


class Planned(NamedTuple):
    """Some sentences of the set, ready to be decoded.

    Attributes:
        first: Number of the first in the set.
        documents: One a sentence.
        plan: What the application makes of their units.
    """

    first: int
    documents: list[Document]
    plan: Plan


class DevelopmentSet(ABC):
    """Sentences planned for a purpose, and an objective.

    Args:
        paraphraser: With the model to tune.
        purpose: An application or a baseline.
        sentences: Texts of single sentences.
        references: By sentence, for an application that comes closer to one.
        threads: How many batches are decoded at the same time; results do not depend on it.
    """

    def __init__(
        self,
        paraphraser: Paraphraser,
        purpose: Purpose,
        sentences: Sequence[str],
        *,
        references: Callable[[str], str | None] = lambda _: None,
        threads: int = 1,
    ) -> None:
        model = paraphraser.model
        scores = [len(table) for table in purpose.weights(model).tables]
        settings = settle(model, purpose.application, confidence="bold")
        self.size = len(sentences)
        self.parameters = Parameters(model.table_names, scores, model.self_score)
        self._model = model
        self._threads = threads
        self._batches = []
        for first in range(0, len(sentences), _BATCH):
            some = sentences[first : first + _BATCH]
            documents = documents_of(some, model.language)
            units = paraphraser.units(settings, documents, [references(each) for each in some])
            self._batches.append(Planned(first, documents, plan(units, purpose.application)))

    @abstractmethod
    def objective(self, sums: Numbers) -> Numbers:
        """What each row of sums of counts is worth; higher is better."""

    @abstractmethod
    def counts(self, planned: Planned, found: UnitDerivations) -> Numbers:
        """A row for each derivation of a batch."""

    def decode(self, weights: Weights, n: int) -> Iterator[Derivation]:
        """The n best derivations of each sentence, sentence by sentence, best first."""
        decoder = decoder_with(self._model, weights)
        options = DecodeOptions(n=n)

        def run(batch: Planned) -> UnitDerivations:
            return decoder.decode(batch.plan.units.columns, batch.plan.usability, options)

        with ThreadPoolExecutor(self._threads) as pool:
            for batch, found in zip(self._batches, pool.map(run, self._batches), strict=True):
                yield from self._derivations(batch, found)

    def evaluate(self, weights: Weights) -> tuple[float, ...]:
        """The sums of the counts of the best paraphrases."""
        return added_up(best.counts for best in self.decode(weights, 1))

    def value(self, sums: Sequence[float]) -> float:
        """The objective of one row of sums."""
        import numpy as np

        return float(self.objective(np.array([sums]))[0])

    def _derivations(self, planned: Planned, found: UnitDerivations) -> Iterator[Derivation]:
        features = self.parameters.features(planned.plan, found)
        counts = self.counts(planned, found)
        for sentence in range(len(planned.documents)):
            for row in range(int(found.offsets[sentence]), int(found.offsets[sentence + 1])):
                used = found.units[found.unit_offsets[row] : found.unit_offsets[row + 1]].tolist()
                yield Derivation(
                    planned.first + sentence,
                    tuple(used),
                    features[row],
                    counts[row],
                    bool(found.complete[sentence]),
                )


def added_up(rows: Iterable[Numbers]) -> tuple[float, ...]:
    """The sum of rows of counts."""
    import numpy as np

    sums: Numbers = np.sum(list(rows), axis=0)
    return tuple(sums.tolist())
