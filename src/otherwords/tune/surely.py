"""Fits how sure patterns are to labels of units in context."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from otherwords._core import Error, UnitFinder
from otherwords.evaluate.ranking import area
from otherwords.judged import Edit, JudgedEdits, count_votes, edit_of
from otherwords.matches import pattern_pairs
from otherwords.paraphraser import Paraphraser
from otherwords.pattern_sureness import FEATURES, Told, confirming_phrases, features
from otherwords.regression import logistic, probability
from otherwords.settings import settle
from otherwords.tables.units import Units
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

    def section(self, name: str, high: float) -> str:
        """The section of `model.toml` with this name."""
        lines = [f"[{name}]"]
        lines += [
            f"# {self.units} labels, {self.correct:.1%} correct; held out: AUC {self.auc:.3f},"
        ]
        lines += [f"# {self.kept:.1%} of units kept, {self.precision:.1%} of these correct"]
        lines += [f"high = {high!r}"]
        lines += [f"{name} = {weight:.6g}" for name, weight in self.weights.items()]
        return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True)
class Labelled:
    """Labelled units.

    Attributes:
        values: The values of `FEATURES`, a row a unit.
        labels: 1 for correct, 0 for not.
        folds: The fold of the sentence of each.
    """

    values: NDArray[np.float64]
    labels: NDArray[np.float64]
    folds: NDArray[np.int64]

    def fit(self, high: float) -> FittedSureness:
        """Fits to all; measured in folds of whole sentences."""
        import numpy as np

        if len(self.labels) < _LEAST or len(set(self.labels)) < 2 or len(set(self.folds)) < 2:
            raise Error(
                f"{len(self.labels)} labelled units of patterns that the model offers are too "
                f"few, or all alike; label at least {_LEAST} in several sentences, correct and not"
            )
        held_out = np.zeros(len(self.labels))
        for number in range(FOLDS):
            rest = self.folds != number
            weights, intercept = logistic(self.values[rest], self.labels[rest], _PENALTY)
            held_out[~rest] = probability(self.values[~rest] @ weights + intercept)
        weights, intercept = logistic(self.values, self.labels, _PENALTY)
        kept = held_out >= high
        return FittedSureness(
            {"intercept": intercept, **dict(zip(FEATURES, weights.tolist(), strict=True))},
            len(self.labels),
            float(self.labels.mean()),
            area(held_out, self.labels > 0),
            float(kept.mean()),
            float(self.labels[kept].mean()) if kept.any() else float("nan"),
        )


def fit_pattern_sureness(
    paraphraser: Paraphraser,
    judged: Mapping[UnitKey, bool],
    pairs: Sequence[tuple[str, str, bool]],
    high: float,
) -> tuple[FittedSureness, JudgedEdits]:
    """Fits to all labelled patterns that the model offers, or would if it looked them up loosely.

    What people said of an edit counts as well, but for what they said of the sentence at hand; the
    votes for use are those of all labels, and of pairs of patterns that were judged.
    """
    import numpy as np

    found = list(_labelled_patterns(paraphraser, judged))
    said = [(each.edit, judged[each.key]) for each in found]
    votes = count_votes([*said, *((edit_of(*pair), right) for *pair, right in pairs)])
    own: dict[str, list[tuple[Edit, bool]]] = defaultdict(list)
    for each, label in zip(found, said, strict=True):
        own[each.key.sentence].append(label)
    of_sentence = {text: count_votes(labels) for text, labels in own.items()}
    for each in found:
        own_votes = of_sentence[each.key.sentence][each.edit]
        each.values[-1] = votes[each.edit].log_odds(own_votes)
    values = np.array([each.values for each in found]).reshape(-1, len(FEATURES))
    labels = np.array([float(judged[each.key]) for each in found])
    folds = np.array([_fold(each.key.sentence) for each in found])
    return Labelled(values, labels, folds).fit(high), votes


class _Found(NamedTuple):
    key: UnitKey
    edit: Edit
    values: NDArray[np.float64]


def _labelled_patterns(
    paraphraser: Paraphraser, judged: Mapping[UnitKey, bool]
) -> Iterator[_Found]:
    """The units of patterns that have labels, each once; nobody has said anything of them yet."""
    import numpy as np

    model = paraphraser.model
    phrases, patterns = (
        [number for number, each in enumerate(model.table_kinds) if each == kind]
        for kind in ("phrases", "patterns")
    )
    done: set[UnitKey] = set()
    exact = _found(paraphraser, judged, model.finder)
    loosely = _found(paraphraser, judged, model.loose_finder)
    for (batch, units), (_, loose) in zip(exact, loosely, strict=True):
        confirming = confirming_phrases(units, phrases)
        chosen = np.flatnonzero(np.isin(units.table, patterns)).tolist()
        for found, rows in ((units, chosen), (loose, list(range(len(loose))))):
            told = Told(confirming, loose=found is loose)
            of_rows = features(found, rows, [0.0] * len(rows), told)
            pairs = pattern_pairs(found, rows)
            for unit, values, pair in zip(rows, of_rows, pairs, strict=True):
                key = _key(batch, found, unit)
                if key in judged and key not in done:
                    done.add(key)
                    yield _Found(key, edit_of(*pair), values)


def _found(
    paraphraser: Paraphraser, judged: Mapping[UnitKey, bool], finder: UnitFinder
) -> Iterator[tuple[list[str], Units]]:
    """The labelled sentences in batches, with what a finder finds in them."""
    model = paraphraser.model
    settings = settle(model, "paraphrase", confidence="bold")
    texts = sorted({key.sentence for key in judged})
    for first in range(0, len(texts), _BATCH):
        batch = texts[first : first + _BATCH]
        documents = documents_of(batch, model.language)
        yield batch, paraphraser.units(settings, documents, [None] * len(batch), finder)


def _key(batch: Sequence[str], units: Units, unit: int) -> UnitKey:
    target = " ".join(units.columns.target(unit))
    text = batch[int(units.sentence[unit])]
    return UnitKey(text, int(units.begin[unit]), int(units.end[unit]), target)


def _fold(sentence: str) -> int:
    return zlib.crc32(sentence.encode()) % FOLDS
