"""Figures about the order of lists, worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.evaluate.order import (
    ScoredList,
    kendall_tau_a,
    order_report,
    rerank,
    tau_by_length,
)


@pytest.mark.parametrize(
    ("true_scores", "tau"),
    [
        ([-1.0, -2.0, -3.0, -4.0], 1.0),
        ([-4.0, -3.0, -2.0, -1.0], -1.0),
        ([-2.0, -1.0], -1.0),
        ([-2.0, -1.0, -3.0], 1 / 3),  # one of three pairs inverted
        ([-3.0, -1.0, -2.0, -4.0], 2 / 6),  # two of six pairs inverted
        ([-1.0, -1.0, -1.0], 1.0),  # re-ranking would not move equals
        ([-1.0, -1.0 + 1e-12], 1.0),  # equal but for the order of additions
        ([-math.inf, -1.0], -1.0),
    ],
)
def test_tau_a_by_hand(true_scores: list[float], tau: float) -> None:
    assert kendall_tau_a(true_scores) == pytest.approx(tau)


def test_a_single_string_has_no_order() -> None:
    assert math.isnan(kendall_tau_a([-1.0]))
    assert math.isnan(kendall_tau_a([]))


@given(st.lists(st.integers(-5, 5).map(float), min_size=2, max_size=30))
def test_tau_a_counts_pairs(true_scores: list[float]) -> None:
    count = len(true_scores)
    pairs = [(i, j) for j in range(count) for i in range(j)]
    inverted = sum(true_scores[i] < true_scores[j] for i, j in pairs)
    expected = (len(pairs) - 2 * inverted) / len(pairs)
    assert kendall_tau_a(true_scores) == pytest.approx(expected)
    assert tau_by_length(true_scores, [2, count])[count] == pytest.approx(expected)


def test_tau_by_length_looks_at_the_first_strings_only() -> None:
    scores = [-2.0, -1.0, -3.0, -4.0, -5.0]
    assert tau_by_length(scores) == {2: -1.0, 5: pytest.approx(8 / 10)}


def test_re_ranking_is_stable() -> None:
    assert rerank([-2.0, -1.0, -2.0, -1.0 + 1e-12, -3.0]) == [1, 3, 0, 2, 4]


def test_the_report_by_hand() -> None:
    report = order_report(
        [
            # The third string is the best: the first falls to rank 2; two scores were too low.
            ScoredList([-1.0, -2.0, -3.0], [-1.0, -1.5, -0.5], [0.01] * 3),
            # Nothing changes; 0.005 is within the tolerance.
            ScoredList([-1.0, -2.0], [-1.0, -1.995], [0.01] * 2),
            # The second of three cannot be made; what is left is in order.
            ScoredList([-1.0, -2.0, -3.0], [-1.0, -math.inf, -3.0], [0.01] * 3),
        ],
        lengths=[2, 3],
    )
    assert (report.lists, report.members, report.impossible) == (3, 7, 1)
    assert report.changed_scores == pytest.approx(2 / 7)
    assert report.changed_best == pytest.approx(1 / 3)
    assert report.old_best_after.mean == pytest.approx((2 + 1 + 1) / 3)
    assert report.old_best_after_changed.mean == 2
    assert math.isnan(report.old_best_after_changed.deviation)
    assert report.new_best_before.mean == pytest.approx((3 + 1 + 1) / 3)
    assert report.new_best_before.deviation == pytest.approx(math.sqrt(4 / 3))
    assert report.new_best_before_changed.largest == 3
    assert report.tau[2].mean == pytest.approx(1.0)
    assert report.tau[3].mean == pytest.approx(-1 / 3)
    assert (report.tau[2].count, report.tau[3].count) == (3, 1)
    assert report.tau_whole.count == 3


def test_no_lists_no_figures() -> None:
    report = order_report([])
    assert report.lists == 0
    assert math.isnan(report.changed_scores)
    assert report.tau == {}
