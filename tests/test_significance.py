"""Bootstrap and randomisation against what can be worked out."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from otherwords import Error
from otherwords.evaluate.significance import (
    bootstrap,
    mean,
    means,
    paired_bootstrap,
    randomisation,
)


def test_interval_of_a_mean_is_that_of_the_normal_distribution() -> None:
    values = np.random.default_rng(5).normal(3.0, 2.0, 400)
    found = bootstrap(means(values), samples=20_000)
    error = values.std() / np.sqrt(len(values))
    assert found.value == pytest.approx(values.mean())
    assert found.low == pytest.approx(values.mean() - 1.96 * error, abs=0.02)
    assert found.high == pytest.approx(values.mean() + 1.96 * error, abs=0.02)


def test_the_same_seed_gives_the_same_and_another_does_not() -> None:
    rows = means(np.random.default_rng(1).random(50))
    assert bootstrap(rows, seed=3) == bootstrap(rows, seed=3)
    assert bootstrap(rows, seed=3) != bootstrap(rows, seed=4)


def test_pairs_are_drawn_together() -> None:
    values = np.random.default_rng(2).normal(0.0, 10.0, 60)
    found = paired_bootstrap(means(values), means(values + 1.0))
    assert found.difference.low == pytest.approx(1.0)
    assert found.difference.high == pytest.approx(1.0)
    assert found.p == pytest.approx(1 / 1001)


def test_alike_systems_do_not_differ() -> None:
    draw = np.random.default_rng(3)
    shares = [
        paired_bootstrap(means(draw.random(40)), means(draw.random(40)), samples=200).p < 0.05
        for _ in range(200)
    ]
    assert 0 <= sum(shares) / len(shares) < 0.12


def test_randomisation_is_that_of_all_swaps() -> None:
    first, second = [1.0, 2.0, 4.0, 3.0, 1.0], [2.0, 2.5, 3.0, 6.0, 1.5]
    gap = np.array(second) - np.array(first)
    signs = np.array(list(product([-1, 1], repeat=5)))
    exact = np.mean(np.abs(signs @ gap) >= abs(gap.sum()) - 1e-9)
    found = randomisation(means(first), means(second), samples=40_000)
    assert found == pytest.approx(exact, abs=0.01)


def test_a_figure_of_sums_is_no_mean_of_figures() -> None:
    rows = np.array([[1.0, 1.0], [0.0, 9.0]])
    assert bootstrap(rows, mean).value == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("first", "second"), [([1.0], [1.0]), (means([1.0]), means([1.0, 2.0])), (means([]), means([]))]
)
def test_what_cannot_be_compared_is_refused(first: object, second: object) -> None:
    with pytest.raises(Error):
        paired_bootstrap(first, second)  # type: ignore[arg-type]
