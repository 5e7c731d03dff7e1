"""The sequential test: its ratio, its errors, and what it says at the end."""

from __future__ import annotations

from itertools import cycle
from math import log

import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.ratings import FIVE, five, llr, run_tests
from hoplon.core.errors import BadOption
from hoplon.league.sprt import (
    TINY,
    Sprt,
    chance_to_rise,
    elo_of,
    likelihood_of_superiority,
    score_of,
)


def test_points_and_shares_are_two_ways_to_say_the_same() -> None:
    assert score_of(0) == 0.5
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(score_of(123)) == pytest.approx(123)


def test_the_ratio_is_that_of_the_likeliest_distributions() -> None:
    test = Sprt(0, 40)
    counts = np.array([3, 9, 20, 17, 6], float)

    def best(mean: float) -> float:
        fixed = (
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ FIVE - mean},
        )
        start, bounds = np.full(5, 0.2), [(1e-9, 1)] * 5
        found = minimize(
            lambda p: -counts @ np.log(p),
            start,
            bounds=bounds,
            constraints=fixed,
            method="SLSQP",
            options={"ftol": 1e-13, "maxiter": 500},
        )
        return -float(found.fun)

    mine = test.llr({float(x): int(n) for x, n in zip(FIVE, counts, strict=True)})
    assert mine == pytest.approx(best(score_of(40)) - best(score_of(0)), abs=1e-5)


def test_a_few_wins_in_a_row_do_not_end_a_test() -> None:
    assert Sprt(0, 10).verdict({1.0: 5}) == -1
    assert Sprt(0, 10).verdict({0.0: 5}) == -1
    assert Sprt(0, 10).verdict({}) == -1
    assert Sprt(0, 10).llr({0.5: 50}) < 0
    assert abs(Sprt(-10, 10).llr({0.5: 50})) < 1e-6


def test_the_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 10, 0.05, 0.1).bounds == pytest.approx((log(0.1), log(20)))


def test_the_simulation_computes_what_the_test_does() -> None:
    random = np.random.default_rng(1)
    test = Sprt(0, 60)
    for _ in range(50):
        row = random.integers(0, 12, 5) * (random.random(5) < 0.7)
        mine = llr(row, score_of(0), score_of(60), np.zeros(2)) if row.any() else 0.0
        assert mine == pytest.approx(
            test.llr({x: int(n) for x, n in zip(FIVE.tolist(), row, strict=True) if n})
        )
    assert TINY < 0.01


@pytest.mark.parametrize(("ties", "alike"), [(0.0, 0.0), (0.4, 0.5)])
def test_errors_are_as_rare_as_promised(ties: float, alike: float) -> None:
    """A quick look; `benchmarks/ratings.py sprt` runs 10,000 tests."""
    test = Sprt(0, 80)
    wrong, lengths, held = run_tests(test, 0, ties, alike, 400)
    right, _, _ = run_tests(test, 80, ties, alike, 400)
    assert wrong < 0.085
    assert right > 0.915
    chances = five(0, ties, alike)
    expected = test.expected_units(0, float(chances @ (FIVE - 0.5) ** 2))
    assert lengths.mean() == pytest.approx(expected, rel=0.25)
    assert held > 0.91


def test_the_chance_to_rise_is_that_of_a_random_walk() -> None:
    random = np.random.default_rng(2)
    steps, down, up, drift = 400, 1.5, 2.0, 0.7
    walk = np.cumsum(random.normal(drift / steps, steps**-0.5, (4000, 3 * steps)), 1)
    above, below = walk >= up, walk <= -down
    first = np.where(above.any(1), above.argmax(1), 10**9)
    other = np.where(below.any(1), below.argmax(1), 10**9)
    for time in (0.5, 1.0, 3.0):
        walked = np.mean((first < other) & (first < time * steps))
        assert chance_to_rise(time, drift, 1.0, down, up) == pytest.approx(walked, abs=0.03)
    assert chance_to_rise(1e6, 0.0, 1.0, down, up) == pytest.approx(down / (down + up), abs=1e-3)


def test_an_estimate_lies_within_its_interval_on_the_side_of_the_verdict() -> None:
    test = Sprt(0, 50)
    won = dict.fromkeys((0.25, 0.5, 0.75, 1.0), 0)
    for share in cycle((0.5, 0.75, 0.25, 0.75, 1.0, 0.5)):
        won[share] += 1
        if test.verdict(won) >= 0:
            break
    assert test.verdict(won) == 1
    found = test.estimate(won)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < found.value < found.high
    assert likelihood_of_superiority(won) > 0.99
    assert likelihood_of_superiority({}) == 0.5
    assert test.estimate({}) is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((10, 0), "the hypotheses of the test are 10 and 0; expected the smaller first"),
        ((0, 0), "expected the smaller first"),
        ((0, 5000), "within 2000 points"),
        ((0, 10, 0.7), "alpha is 0.7; expected a chance between 0 and 0.5"),
        ((0, 10, 0.05, 0), "beta is 0; expected"),
    ],
)
def test_what_makes_no_test_is_refused(given: tuple[float, ...], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Sprt(*given)
