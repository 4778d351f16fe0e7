"""What a teacher's answers are worth beside the confidence of the core, fitted to annotations."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from otherwords.confidence.asking import Answers
from otherwords.confidence.taught import TeacherWeights, columns_of, in_band
from otherwords.learn.confidence.annotations import UnitKey
from otherwords.learn.confidence.fitting import Apart, Measured, measure
from otherwords.learn.confidence.teaching import Gains
from otherwords.regression import log_odds, logistic, probability

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_MOST = 6_000  # units that a teacher is asked about, drawn by a hash
_LEAST = 100  # units with answers to fit anything to
_FOLDS = 5
_PENALTY = 1.0


@dataclass(frozen=True)
class Weighed:
    """What answers are worth, and how good confidence is on the units that the teacher was asked
    about: without it, with it, and with both of its directions.

    Attributes:
        weights: Fitted to all of these units; the measures with a teacher are cross-validated by
            sentence.
    """

    weights: TeacherWeights
    without: Measured
    forward: Measured
    both_ways: Measured


def questions(apart: Apart) -> list[UnitKey]:
    """The units to ask a teacher about: of those that it would be asked about at run time, some."""
    keys = [key for key, asked in zip(apart.keys, in_band(apart.confidence), strict=True) if asked]
    return sorted(keys, key=lambda key: zlib.crc32("\t".join(map(str, key)).encode()))[:_MOST]


def weigh(apart: Apart, said: Mapping[UnitKey, Gains], *, both_ways: bool) -> Weighed | None:
    """Weights of both directions, or of the first alone; None for too few units."""
    import numpy as np

    places = np.array([at for at, key in enumerate(apart.keys) if key in said], np.intp)
    if len(places) < _LEAST:
        return None
    known = apart.some(places)
    forward, backward = np.array([said[key] for key in known.keys], np.float64).T
    alone = columns_of(known.confidence, Answers(forward))
    both = columns_of(known.confidence, Answers(forward, backward))
    found, intercept = _fitted(both if both_ways else alone, known)
    names = [field.name for field in fields(TeacherWeights)][1:]
    weights = dict(zip(names, found.tolist(), strict=False))
    return Weighed(
        TeacherWeights(intercept=intercept, **weights),
        measure(known.confidence, known.right, known.weight),
        measure(_crossed(alone, known), known.right, known.weight),
        measure(_crossed(both, known), known.right, known.weight),
    )


def teacher_section(weighed: Weighed) -> str:
    """The section `[teacher]` of a manifest, with a remark of how good it is."""
    lines = [
        "[teacher]",
        f"# AUC {weighed.without.area:.3f} without, {weighed.forward.area:.3f} with it, "
        f"{weighed.both_ways.area:.3f} both ways, on {weighed.without.units:,} units",
    ]
    for field in fields(TeacherWeights):
        lines.append(f"{field.name} = {getattr(weighed.weights, field.name):.6g}")
    return "".join(f"{line}\n" for line in lines)


def _fitted(columns: Numbers, known: Apart) -> tuple[Numbers, float]:
    return logistic(columns, known.right.astype(float), _PENALTY, known.weight)


def _crossed(columns: Numbers, known: Apart) -> Numbers:
    """The confidence of each unit by weights that were fitted to other sentences."""
    import numpy as np

    folds = np.array([zlib.crc32(key.sentence.encode()) % _FOLDS for key in known.keys])
    confidence = np.zeros(len(columns))
    for fold in range(_FOLDS):
        here = folds == fold
        weights, intercept = _fitted(columns[~here], known.some(np.flatnonzero(~here)))
        confidence[here] = probability(log_odds(columns[here], weights.tolist(), intercept))
    return confidence
