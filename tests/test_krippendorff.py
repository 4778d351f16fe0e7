"""Krippendorff's alpha, held to the examples that its author has worked out."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from otherwords import Error
from otherwords.evaluate.krippendorff import Metric, alpha, alpha_of, coincidences
from otherwords.evaluate.significance import bootstrap

# Krippendorff (2011), section C: four observers, twelve units, some not observed.
TABLE = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]


def units(table: list[list[int | None]]) -> list[list[int]]:
    return [[value for value in column if value is not None] for column in zip(*table, strict=True)]


@pytest.mark.parametrize(("metric", "published"), [("nominal", 0.743), ("ordinal", 0.815)])
def test_four_observers_with_gaps(metric: Metric, published: float) -> None:
    assert alpha(units(TABLE), [1, 2, 3, 4, 5], metric) == pytest.approx(published, abs=5e-4)


def test_two_observers_and_two_labels() -> None:
    first, second = "0100000010", "1110010000"  # section A
    assert alpha(zip(first, second, strict=True), "01") == pytest.approx(0.095, abs=5e-4)


def test_two_observers_and_five_labels() -> None:
    first, second = "aabbdcccedda", "babbbccceddd"  # section B
    assert alpha(zip(first, second, strict=True), "abcde") == pytest.approx(0.692, abs=5e-4)


@pytest.mark.parametrize("metric", ["nominal", "ordinal"])
def test_it_is_what_the_definition_says(metric: Metric) -> None:
    """All pairs of values, one by one, as the definition has them."""
    given = [[1, 2, 2], [3, 3], [1, 1, 3], [2], [2, 3, 3]]
    pairable = [unit for unit in given if len(unit) > 1]
    values = [value for unit in pairable for value in unit]

    def distance(one: int, other: int) -> float:
        if metric == "nominal":
            return float(one != other)
        low, high = sorted((one, other))
        between = sum(low <= value <= high for value in values)
        return (between - (values.count(low) + values.count(high)) / 2) ** 2 * (one != other)

    observed = sum(
        distance(one, other) / (len(unit) - 1)
        for unit in pairable
        for i, one in enumerate(unit)
        for j, other in enumerate(unit)
        if i != j
    ) / len(values)
    expected = sum(distance(one, other) for one, other in product(values, values))
    expected /= len(values) * (len(values) - 1)
    assert alpha(given, [1, 2, 3], metric) == pytest.approx(1 - observed / expected)


def test_full_agreement_is_one_and_no_variation_is_undefined() -> None:
    assert alpha([[1, 1], [2, 2]], [1, 2]) == 1.0
    assert math.isnan(alpha([[1, 1], [1, 1]], [1, 2]))
    assert math.isnan(alpha([], [1, 2]))
    assert math.isnan(alpha([[1], [2]], [1, 2]))


def test_for_two_labels_the_metric_does_not_matter() -> None:
    given = [[0, 1], [1, 1], [0, 0], [1, 1], [0, 1, 1]]
    assert alpha(given, [0, 1], "ordinal") == pytest.approx(alpha(given, [0, 1]))


def test_the_bootstrap_takes_coincidences() -> None:
    rows = coincidences(units(TABLE), [1, 2, 3, 4, 5])
    interval = bootstrap(rows, alpha_of("ordinal"), samples=200)
    assert interval.value == pytest.approx(0.815, abs=5e-4)
    assert interval.low < interval.value < interval.high
    assert np.allclose(rows.sum(), 40)  # one of 41 values stands alone in its unit


def test_what_it_does_not_know_is_refused() -> None:
    with pytest.raises(Error, match="none of the labels"):
        alpha([[1, 7]], [1, 2])
    with pytest.raises(Error, match="no metric"):
        alpha_of("ratio")  # type: ignore[arg-type]
