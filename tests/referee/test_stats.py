"""Statistics against published or hand-made values."""

from __future__ import annotations

from math import inf

import pytest

from hoplon.referee.stats import compare, compare_shares, mean, sign_test, spread, t_quantile, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson(successes: int, n: int, low: float, high: float) -> None:
    found = wilson(successes, n)
    assert found.value == pytest.approx(successes / n)
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


def test_nothing_is_known_without_runs() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert (mean([]).low, mean([5.0]).high) == (-inf, inf)
    assert compare_shares([], []).p == 1.0


@pytest.mark.parametrize(("df", "value"), [(1, 12.706), (9, 2.262), (24, 2.064), (50, 2.009), (100, 1.984)])
def test_student(df: int, value: float) -> None:
    assert t_quantile(df) == pytest.approx(value, abs=1.5e-3)
    assert t_quantile(10**6) == pytest.approx(1.96, abs=1e-3)


def test_mean_and_spread() -> None:
    values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
    found = mean(values)
    assert found.value == 5.0
    assert spread(values) == pytest.approx(2.13809, abs=1e-5)
    assert (found.low, found.high) == pytest.approx((3.21251, 6.78749), abs=1e-3)


@pytest.mark.parametrize(
    ("better", "worse", "p"), [(0, 0, 1.0), (5, 5, 1.0), (9, 1, 0.021484375), (0, 6, 0.03125)]
)
def test_sign_test(better: int, worse: int, p: float) -> None:
    assert sign_test(better, worse) == pytest.approx(p)


def test_pairs_are_compared_seed_by_seed() -> None:
    found = compare([3.0, 5.0, 4.0, 9.0], [1.0, 5.0, 2.0, 10.0])
    assert (found.better, found.worse, found.p) == (2, 1, 1.0)
    assert found.difference.value == pytest.approx(0.75)


def test_shares_are_compared_by_the_pairs_that_differ() -> None:
    first = [True] * 30 + [True] * 12 + [False] * 2 + [False] * 6
    second = [True] * 30 + [False] * 12 + [True] * 2 + [False] * 6
    found = compare_shares(first, second)
    assert (found.better, found.worse) == (12, 2)
    assert found.p == pytest.approx(0.012939, abs=1e-6)
    assert found.difference.value == pytest.approx(0.2)
    assert 0.03 < found.difference.low < 0.2 < found.difference.high < 0.36
