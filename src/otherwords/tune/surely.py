"""Fits how sure units are to labels of units in context."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords._core import Error
from otherwords.evaluate.ranking import area
from otherwords.paraphraser import Paraphraser
from otherwords.regression import logistic, probability
from otherwords.settings import settle
from otherwords.sureness import FEATURES, SECTION, features
from otherwords.tune.labels import UnitKey
from otherwords.tune.offers import documents_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDS = 5
_LEAST = 50  # labels to fit anything to
_PENALTY = 1.0
_BATCH = 64  # sentences that are looked up together


@dataclass(frozen=True)
class FittedSureness:
    """The weights, and what they are worth on sentences that they were not fitted to.

    Attributes:
        weights: By the names of `FEATURES`, and `intercept`.
        units: How many labels there are.
        correct: Share of correct ones.
        auc: Probability that a correct unit is surer than one that is not.
        kept: Share of the units that reach the limit.
        precision: Share of correct ones among these.
    """

    weights: dict[str, float]
    units: int
    correct: float
    auc: float
    kept: float
    precision: float

    def section(self, high: float) -> str:
        """The section of `model.toml`."""
        lines = [f"[{SECTION}]"]
        lines += [
            f"# {self.units} labels, {self.correct:.1%} correct; held out: AUC {self.auc:.3f},"
        ]
        lines += [f"# {self.kept:.1%} of units kept, {self.precision:.1%} of these correct"]
        lines += [f"high = {high!r}"]
        lines += [f"{name} = {weight:.6g}" for name, weight in self.weights.items()]
        return "".join(f"{line}\n" for line in lines)


def fit_sureness(
    paraphraser: Paraphraser, judged: Mapping[UnitKey, bool], high: float
) -> FittedSureness:
    """Fits to all labelled phrases that the model offers; measured in folds of whole sentences."""
    import numpy as np

    values, labels, fold = _labelled(paraphraser, judged)
    if len(labels) < _LEAST or len(set(labels)) < 2 or len(set(fold)) < 2:
        raise Error(
            f"{len(labels)} labelled units of phrases that the model offers are too few, or all "
            f"alike; label at least {_LEAST} in several sentences, correct and not"
        )
    held_out = np.zeros(len(labels))
    for number in range(FOLDS):
        rest = fold != number
        weights, intercept = logistic(values[rest], labels[rest], _PENALTY)
        held_out[~rest] = probability(values[~rest] @ weights + intercept)
    weights, intercept = logistic(values, labels, _PENALTY)
    kept = held_out >= high
    return FittedSureness(
        {"intercept": intercept, **dict(zip(FEATURES, weights.tolist(), strict=True))},
        len(labels),
        float(labels.mean()),
        area(held_out, labels > 0),
        float(kept.mean()),
        float(labels[kept].mean()) if kept.any() else float("nan"),
    )


def _labelled(
    paraphraser: Paraphraser, judged: Mapping[UnitKey, bool]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Rows of `FEATURES`, labels, and the fold of the sentence, for each labelled unit of phrases;
    others are never sure.
    """
    import numpy as np

    model = paraphraser.model
    settings = settle(model, "paraphrase")
    texts = sorted({key.sentence for key in judged})
    values: list[NDArray[np.float64]] = []
    labels: list[float] = []
    folds: list[int] = []
    for first in range(0, len(texts), _BATCH):
        batch: Sequence[str] = texts[first : first + _BATCH]
        units = paraphraser.units(
            settings, documents_of(batch, model.language), [None] * len(batch)
        )
        rows, rules = features(units), units.columns.rule
        for unit in range(len(units)):
            text = batch[int(units.sentence[unit])]
            target = " ".join(units.columns.target(unit))
            key = UnitKey(text, int(units.begin[unit]), int(units.end[unit]), target)
            if key in judged and rules[unit] < 0:
                values.append(rows[unit])
                labels.append(float(judged[key]))
                folds.append(zlib.crc32(text.encode()) % FOLDS)
    return np.array(values).reshape(-1, len(FEATURES)), np.array(labels), np.array(folds)
