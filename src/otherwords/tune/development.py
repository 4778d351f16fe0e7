"""The development set: planned sentences that are decoded with any weights, and counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from otherwords._core import DecodeOptions, UnitDerivations
from otherwords.evaluate.replacements import Replacements, count_replacements
from otherwords.model import Weights
from otherwords.paraphraser import Paraphraser
from otherwords.planning import plan
from otherwords.purposes import Purpose
from otherwords.settings import decoder_with, settle
from otherwords.tune.labels import UnitKey
from otherwords.tune.offers import documents_of
from otherwords.tune.parameters import Parameters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 16  # sentences that one thread decodes at a time


class Derivation(NamedTuple):
    """A way to say a sentence.

    Attributes:
        sentence: Number of the sentence in the set.
        units: Rows of the units it replaces, from left to right.
        features: What each weight is multiplied by.
        counts: Its replacements.
        is_exact: Whether it is proven to be in its place among the best.
    """

    sentence: int
    units: tuple[int, ...]
    features: NDArray[np.float64]
    counts: Replacements
    is_exact: bool


class DevelopmentSet:
    """Sentences planned for a purpose, with the labels of their units.

    Args:
        paraphraser: With the model to tune.
        purpose: An application or a baseline.
        sentences: Texts of single sentences.
        references: By sentence, where the application needs them.
        labels: What is known of units.
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
        model = paraphraser.model
        scores = [len(table) for table in purpose.weights(model).tables]
        self.size = len(sentences)
        self.parameters = Parameters(model.table_names, scores, model.self_score)
        self._model = model
        self._threads = threads
        self._batches = [
            _Batch(paraphraser, purpose, sentences, first, labels, references or {})
            for first in range(0, len(sentences), _BATCH)
        ]

    def decode(self, weights: Weights, n: int) -> Iterator[Derivation]:
        """The n best derivations of each sentence, sentence by sentence, best first."""
        decoder = decoder_with(self._model, weights)
        options = DecodeOptions(n=n)

        def run(batch: _Batch) -> UnitDerivations:
            return decoder.decode(batch.plan.units.columns, batch.plan.usability, options)

        with ThreadPoolExecutor(self._threads) as pool:
            for batch, found in zip(self._batches, pool.map(run, self._batches), strict=True):
                yield from batch.derivations(found, self.parameters)

    def evaluate(self, weights: Weights) -> Replacements:
        """The counts of the best paraphrases."""
        return sum((best.counts for best in self.decode(weights, 1)), Replacements())


class _Batch:
    def __init__(
        self,
        paraphraser: Paraphraser,
        purpose: Purpose,
        sentences: Sequence[str],
        first: int,
        labels: Mapping[UnitKey, bool],
        references: Mapping[str, str],
    ) -> None:
        model = paraphraser.model
        self._first = first
        self._sentences = sentences[first : first + _BATCH]
        self._labels = labels
        units = paraphraser.units(
            settle(model, purpose.application),
            documents_of(self._sentences, model.language),
            [references.get(sentence) for sentence in self._sentences],
        )
        self.plan = plan(units, purpose.application)
        self._judge = cache(self._look_up)

    def derivations(self, found: UnitDerivations, parameters: Parameters) -> Iterator[Derivation]:
        """What was decoded, with features and counts."""
        features = parameters.features(self.plan, found)
        words = self.plan.units.columns.token_offsets
        for sentence in range(len(self._sentences)):
            length = int(words[sentence + 1] - words[sentence])
            for row in range(int(found.offsets[sentence]), int(found.offsets[sentence + 1])):
                used = found.units[found.unit_offsets[row] : found.unit_offsets[row + 1]].tolist()
                yield Derivation(
                    self._first + sentence,
                    tuple(used),
                    features[row],
                    count_replacements(length, map(self._judge, used)),
                    bool(found.complete[sentence]),
                )

    def _look_up(self, unit: int) -> tuple[int, bool | None]:
        """The source words of a unit, and its label."""
        units = self.plan.units
        begin, end = int(units.begin[unit]), int(units.end[unit])
        sentence = self._sentences[int(units.sentence[unit])]
        key = UnitKey(sentence, begin, end, " ".join(units.columns.target(unit)))
        return end - begin, self._labels.get(key)
