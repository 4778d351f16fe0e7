"""Krippendorff's alpha: how far any number of raters agree, where not all rated everything.

    alpha = 1 - D_o / D_e

D_o is how much the labels of one item differ, D_e how much labels of any items do. How much two
labels differ is the metric: for *nominal* labels, whether; for *ordinal* ones, how many labels lie
between them. All of it follows from the *coincidences*, a matrix of labels by labels to which each
item adds the pairs of labels that it got, divided by the number of its labels less one
(Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011). So coincidences of items are
statistics of segments, and `significance.bootstrap` says how far an alpha can be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from otherwords._core import Error

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from otherwords.evaluate.significance import Figure

    Numbers = NDArray[np.float64]

Metric = Literal["nominal", "ordinal"]


def coincidences(items: Iterable[Iterable[Hashable]], labels: Sequence[Hashable]) -> Numbers:
    """The coincidences of each item: a row an item, which is a matrix of the labels.

    Args:
        items: For each item, the labels that it got, in any order.
        labels: All that there are to choose from, the lowest first.
    """
    import numpy as np

    place = {label: number for number, label in enumerate(labels)}
    rows = []
    for given in items:
        counts = np.zeros(len(labels))
        for label in given:
            if label not in place:
                raise Error(f"{label!r} is none of the labels; name all that there are")
            counts[place[label]] += 1
        pairs = np.outer(counts, counts) - np.diag(counts)
        rows.append((pairs / max(1.0, counts.sum() - 1)).ravel())
    return np.array(rows).reshape(len(rows), len(labels) ** 2)


def alpha_of(metric: Metric) -> Figure:
    """Alpha as a figure of sums of coincidences; nan where they do not vary at all."""
    metrics: dict[str, Callable[[Numbers], Numbers]] = {"nominal": _nominal, "ordinal": _ordinal}
    if metric not in metrics:
        raise Error(f"{metric!r} is no metric; take nominal or ordinal")

    def figure(sums: Numbers) -> Numbers:
        import numpy as np

        labels = round(sums.shape[1] ** 0.5)
        matrix = sums.reshape(-1, labels, labels)
        totals = matrix.sum(axis=2)
        number = totals.sum(axis=1)
        distance = metrics[metric](totals)
        observed = (matrix * distance).sum(axis=(1, 2)) * (number - 1)
        expected = (totals[:, :, None] * totals[:, None, :] * distance).sum(axis=(1, 2))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(expected > 0, 1 - observed / expected, np.nan)

    return figure


def alpha(
    items: Iterable[Iterable[Hashable]], labels: Sequence[Hashable], metric: Metric = "nominal"
) -> float:
    """Alpha of the labels that items got; nan where they do not vary at all.

    Items with fewer than two labels say nothing. See `coincidences` for the arguments.
    """
    return float(alpha_of(metric)(coincidences(items, labels).sum(axis=0, keepdims=True))[0])


def _nominal(totals: Numbers) -> Numbers:
    import numpy as np

    labels = totals.shape[1]
    return np.broadcast_to(1.0 - np.eye(labels), (len(totals), labels, labels))


def _ordinal(totals: Numbers) -> Numbers:
    """Squared: the labels from one to the other, those at both ends counted by half."""
    import numpy as np

    up_to = np.cumsum(totals, axis=1) - totals / 2
    return (up_to[:, :, None] - up_to[:, None, :]) ** 2
