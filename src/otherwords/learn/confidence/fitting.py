"""Fitting: a network from what a teacher and annotators say, calibrated and measured."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from otherwords import _core
from otherwords._core import ContextNetwork, Error
from otherwords.confidence import ORIGINS
from otherwords.evaluate.ranking import area
from otherwords.learn.confidence.annotations import UnitKey
from otherwords.learn.confidence.examples import Examples
from otherwords.regression import logistic, probability

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST = 200  # annotated units to fit anything to
_APART = 8  # one sentence in so many is for calibration
_FEW = 300  # annotated units of an origin that are calibrated with all others
_BINS = 10
_SCALE = 4.0  # of what a teacher says: natural logs
_PENALTY = 1.0
_STEPS = 20  # of Newton's method
_NAN = float("nan")

#: Told what is being done, how much of it is done, and of how much.
Watch = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Said:
    """What was said of units.

    Attributes:
        right: The share of annotators who found a unit right.
        weight: How many units that are offered an annotated one stands for.
        teacher: log p of the new sentence less that of the old one, by the teacher.
        calibration: The share who found a unit right that is for calibration alone.
    """

    right: Mapping[UnitKey, float]
    weight: Mapping[UnitKey, float] = field(default_factory=dict)
    teacher: Mapping[UnitKey, float] = field(default_factory=dict)
    calibration: Mapping[UnitKey, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Training:
    """How to train.

    Attributes:
        teacher_rounds: Through all units, with what the teacher says of them.
        rounds: After these, through the annotated ones.
    """

    teacher_rounds: int = 2
    rounds: int = 2
    width: int = 32
    hidden: int = 64
    rate: float = 0.0015
    decay: float = 0.1
    least_count: int = 3
    row_dropout: float = 0.2
    weight_dropout: float = 0.1
    reach: float = 0.05
    seed: int = 1


@dataclass(frozen=True)
class Measured:
    """How good confidence is on units that it was not fitted to.

    Attributes:
        area: Probability that a right unit gets more than a wrong one.
        error: Expected calibration error.
        bins: By confidence, how many units there are, the mean confidence and the share of right
            ones; weighted.
    """

    units: int
    right: float
    area: float
    error: float
    bins: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True)
class Apart:
    """Annotated units that a network had not seen.

    Attributes:
        confidence: By that network, calibrated.
        right: The share of annotators who found a unit right.
        weight: How many units that are offered it stands for.
    """

    keys: list[UnitKey]
    confidence: NDArray[np.float64]
    right: NDArray[np.float32]
    weight: NDArray[np.float64]

    def some(self, places: NDArray[np.intp]) -> Apart:
        """Some of them."""
        keys = [self.keys[place] for place in places.tolist()]
        return Apart(keys, self.confidence[places], self.right[places], self.weight[places])


@dataclass(frozen=True)
class Fitted:
    """A network, its calibration by origin, and how good it was before it saw all units."""

    network: ContextNetwork
    calibrations: list[tuple[float, float]]
    measured: Measured
    apart: Apart


def fit(
    examples: Examples,
    said: Said,
    training: Training,
    watch: Watch = lambda what, done, all_: None,
) -> Fitted:
    """Fits to all units. The calibration comes from a network that had not seen one sentence in
    eight: a network looks better than it is on what it was fitted to. Units for calibration alone
    shift it.
    """
    import numpy as np

    right, teacher, weight = columns_of(examples, said)
    annotated = ~np.isnan(right)
    if annotated.sum() < _LEAST:
        raise Error(
            f"{annotated.sum():,} annotated units that the model offers are too few; annotate at "
            f"least {_LEAST}"
        )
    apart = np.array([zlib.crc32(key.sentence.encode()) % _APART == 0 for key in examples.keys])
    known = annotated | ~np.isnan(teacher)
    first = train(examples, right, teacher, known & ~apart, training, watch, "training to measure")
    held = np.flatnonzero(annotated & apart)
    odds = predict(examples, held, first)
    origins = np.array(examples.origins)
    calibrations = _calibrate(odds, right[held], weight[held], origins[held])
    unseen = _apart(examples, held, odds, calibrations, right, weight)
    measured = measure(unseen.confidence, unseen.right, unseen.weight)
    network = train(examples, right, teacher, known, training, watch, "training on all")
    said_apart = np.array([said.calibration.get(key, _NAN) for key in examples.keys], np.float32)
    alone = np.flatnonzero(~np.isnan(said_apart))
    if len(alone) >= _LEAST:
        odds, ones = predict(examples, alone, network), np.ones(len(right))
        calibrations = _shifted(calibrations, odds, said_apart[alone], origins[alone])
        unseen = _apart(examples, alone, odds, calibrations, said_apart, ones)
    return Fitted(network, calibrations, measured, unseen)


def _apart(
    examples: Examples,
    rows: NDArray[np.intp],
    odds: NDArray[np.float64],
    calibrations: Sequence[tuple[float, float]],
    right: NDArray[np.float32],
    weight: NDArray[np.float64],
) -> Apart:
    import numpy as np

    confidence = apply_calibration(odds, np.array(examples.origins)[rows], calibrations)
    keys = [examples.keys[row] for row in rows.tolist()]
    return Apart(keys, confidence, right[rows], weight[rows])


def columns_of(
    examples: Examples, said: Said
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64]]:
    """For each example what annotators and the teacher said, and its weight."""
    import numpy as np

    right = np.array([said.right.get(key, _NAN) for key in examples.keys], np.float32)
    teacher = np.array([said.teacher.get(key, _NAN) for key in examples.keys], np.float32)
    weight = np.array([said.weight.get(key, 1.0) for key in examples.keys], np.float64)
    return right, np.clip(teacher / _SCALE, -3.0, 1.5).astype(np.float32), weight


def train(
    examples: Examples,
    right: NDArray[np.float32],
    teacher: NDArray[np.float32],
    chosen: NDArray[np.bool_],
    training: Training,
    watch: Watch = lambda what, done, all_: None,
    what: str = "training",
) -> ContextNetwork:
    """Trains on some examples: first with what the teacher says of them, then with what annotators
    do.
    """
    import numpy as np

    def told(done: int, all_: int, loss: float) -> None:
        watch(f"{what}, loss {loss:.4f}", done, all_)

    shape: dict[str, Any] = {"width": training.width, "hidden": training.hidden}
    common: dict[str, Any] = {
        "rate": training.rate,
        "decay": training.decay,
        "least_count": training.least_count,
        "row_dropout": training.row_dropout,
        "weight_dropout": training.weight_dropout,
        "reach": training.reach,
        "seed": training.seed,
        "watch": told,
    }
    network: ContextNetwork | None = None
    rows = np.flatnonzero(chosen)
    if training.teacher_rounds and not np.isnan(teacher[rows]).all():
        batch = examples.examples(rows, right[rows], teacher[rows], np.ones(len(rows), np.float32))
        network = _core.train_context(batch, rounds=training.teacher_rounds, **shape, **common)
    rows = np.flatnonzero(chosen & ~np.isnan(right))
    batch = examples.examples(rows, right[rows], teacher[rows], np.ones(len(rows), np.float32))
    common["rate"] = training.rate * (0.5 if network is not None else 1.0)
    return _core.train_context(batch, begin=network, rounds=training.rounds, **shape, **common)


def predict(
    examples: Examples, rows: NDArray[np.intp], network: ContextNetwork
) -> NDArray[np.float64]:
    """The log-odds of some examples before they are calibrated."""
    import numpy as np

    nothing = np.full(len(rows), np.nan, np.float32)
    batch = examples.examples(rows.astype(np.int64), nothing, nothing, nothing)
    odds = _core.predict_context(batch, network).reshape(-1, 2)[:, 0]
    return odds.astype(np.float64)


def _calibrate(
    odds: NDArray[np.float64],
    right: NDArray[np.float32],
    weight: NDArray[np.float64],
    origins: NDArray[np.int64],
) -> list[tuple[float, float]]:
    def line(chosen: NDArray[np.bool_]) -> tuple[float, float]:
        weights, intercept = logistic(
            odds[chosen][:, None], right[chosen].astype(float), _PENALTY, weight[chosen]
        )
        return float(weights[0]), intercept

    everything = line(origins >= 0)
    return [
        line(origins == origin) if (origins == origin).sum() >= _FEW else everything
        for origin in range(len(ORIGINS))
    ]


def _shifted(
    calibrations: Sequence[tuple[float, float]],
    odds: NDArray[np.float64],
    right: NDArray[np.float32],
    origins: NDArray[np.int64],
) -> list[tuple[float, float]]:
    """Calibrations whose log-odds are shifted so that as many units are right as they say."""
    import numpy as np

    slopes, shifts = np.array(calibrations)[origins].T
    known, shift = slopes * odds + shifts, 0.0
    for _ in range(_STEPS):
        chance = probability(known + shift)
        shift += float((right - chance).sum() / (chance * (1.0 - chance)).sum())
    return [(slope, old + shift) for slope, old in calibrations]


def apply_calibration(
    odds: NDArray[np.float64],
    origins: NDArray[np.int64],
    calibrations: Sequence[tuple[float, float]],
) -> NDArray[np.float64]:
    """Probabilities from the odds of the network."""
    import numpy as np

    slopes, shifts = np.array(calibrations)[origins].T
    return probability(slopes * odds + shifts)


def measure(
    confidence: NDArray[np.float64], right: NDArray[np.float32], weight: NDArray[np.float64]
) -> Measured:
    """Area, calibration error and reliability of confidences, weighted."""
    import numpy as np

    is_right = right >= 0.5
    bins, error, total = [], 0.0, weight.sum()
    places = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    for place in range(_BINS):
        here = places == place
        if not here.any():
            continue
        mass = float(weight[here].sum())
        mean = float(np.average(confidence[here], weights=weight[here]))
        share = float(np.average(is_right[here], weights=weight[here]))
        bins.append((mass, mean, share))
        error += mass / total * abs(mean - share)
    return Measured(
        len(confidence),
        float(np.average(is_right, weights=weight)),
        area(confidence, is_right, weight),
        float(error),
        tuple(bins),
    )
