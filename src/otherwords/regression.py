"""Logistic regression with a quadratic penalty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STEPS = 50
_TOLERANCE = 1e-10


def logistic(
    values: NDArray[np.float64],
    shares: NDArray[np.float64],
    penalty: float,
    weights: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.float64], float]:
    """Weights of columns and an intercept that best foretell the share of yes of each row, which
    counts as much as its weight, if there are any.

    Newton's method; the penalty is on weights of columns that are scaled to unit variance.
    """
    import numpy as np

    mean, spread = values.mean(axis=0), values.std(axis=0)
    spread[np.ptp(values, axis=0) == 0] = np.inf  # what never changes has no say
    rows = np.column_stack(((values - mean) / spread, np.ones(len(values))))
    penalties = np.append(np.full(values.shape[1], penalty), 1e-6)
    counts = np.ones(len(rows)) if weights is None else weights
    found = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = probability(rows @ found)
        gradient = rows.T @ (counts * (shares - chance)) - penalties * found
        curvature = (rows.T * (counts * chance * (1.0 - chance))) @ rows + np.diag(penalties)
        step = np.linalg.solve(curvature, gradient)
        found += step
        if np.abs(step).max() < _TOLERANCE:
            break
    by_column = found[:-1] / spread
    return by_column, float(found[-1] - by_column @ mean)


def probability(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities that these log-odds are of."""
    import numpy as np

    chance: NDArray[np.float64] = np.exp(-np.logaddexp(0.0, -odds))
    return chance


def log_odds(
    values: NDArray[np.float64], weights: Sequence[float], intercept: float
) -> NDArray[np.float64]:
    """What such weights foretell for each row.

    Column by column: a product of matrices may differ in the last bit with the number of rows, and
    a row shall have one answer whatever it stands among.
    """
    import numpy as np

    odds = np.full(len(values), intercept)
    for column, weight in enumerate(weights):
        odds += values[:, column] * weight
    return odds
