"""Statistics against published or hand-made values."""

from __future__ import annotations

import random

import pytest

from hoplon.referee.stats import (
    Interval,
    compare,
    compare_shares,
    mean,
    share_of_points,
    sign_test,
    spread,
    t_quantile,
    wilson,
)


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
    assert found is not None
    assert found.value == pytest.approx(successes / n)
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


def test_nothing_is_made_of_nothing() -> None:
    assert wilson(0, 0) is None
    assert mean([]) is None
    assert mean([5.0]) == Interval(5.0)
    assert compare([], []) is None
    assert compare_shares([], []) is None
    assert share_of_points([]) is None
    assert share_of_points([[1.0, 1.0]]) == Interval(1.0)


def test_matches_alone_have_wilson_s_interval() -> None:
    found = share_of_points([[1.0]] * 81 + [[0.0]] * 182)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=5e-4)


def test_pairs_count_as_pairs() -> None:
    """Where both matches of a pair always go the same way, they are worth one; where the better seat always
    wins, they tell at least as much as two."""
    same = share_of_points([[1.0, 1.0]] * 30 + [[0.0, 0.0]] * 10)
    once = share_of_points([[1.0]] * 30 + [[0.0]] * 10)
    split = share_of_points([[1.0, 0.0]] * 40)
    assert same is not None
    assert once is not None
    assert (same.low, same.high) == pytest.approx((once.low, once.high), abs=1e-3)
    twice = wilson(40, 80)
    assert twice == split


def test_all_won_is_not_certainty() -> None:
    found = share_of_points([[1.0, 1.0]] * 5)
    assert found is not None
    assert found.low == pytest.approx(0.5655, abs=1e-3)  # Wilson's of 5 out of 5, not of 10


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    dice = random.Random(5)

    def pair() -> list[float]:
        luck = 0.9 if dice.random() < 0.5 else 0.3  # the deal decides, for both matches of a pair
        return [float(dice.random() < luck) for _ in range(2)]

    held = 0
    for _ in range(400):
        found = share_of_points([pair() for _ in range(60)])
        assert found is not None
        held += (found.low or 0) <= 0.6 <= (found.high or 0)
    assert 365 <= held <= 395  # 95 % are 380


@pytest.mark.parametrize(("df", "value"), [(1, 12.706), (9, 2.262), (24, 2.064), (50, 2.009), (100, 1.984)])
def test_student(df: int, value: float) -> None:
    assert t_quantile(df) == pytest.approx(value, abs=1.5e-3)
    assert t_quantile(10**6) == pytest.approx(1.96, abs=1e-3)


def test_mean_and_spread() -> None:
    values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
    found = mean(values)
    assert found is not None
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
    assert found is not None
    assert (found.better, found.worse, found.p) == (2, 1, 1.0)
    assert found.difference.value == pytest.approx(0.75)


def test_shares_are_compared_by_the_pairs_that_differ() -> None:
    first = [True] * 30 + [True] * 12 + [False] * 2 + [False] * 6
    second = [True] * 30 + [False] * 12 + [True] * 2 + [False] * 6
    found = compare_shares(first, second)
    assert found is not None
    assert found.difference.low is not None
    assert found.difference.high is not None
    assert (found.better, found.worse) == (12, 2)
    assert found.p == pytest.approx(0.012939, abs=1e-6)
    assert found.difference.value == pytest.approx(0.2)
    assert 0.03 < found.difference.low < 0.2 < found.difference.high < 0.36
