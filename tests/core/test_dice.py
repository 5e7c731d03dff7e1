"""Dice: pure functions of a seed, fair, independent between streams."""

from __future__ import annotations

import pytest

from hoplon.core.dice import GREATEST, LEAST, below, number, stream

# The least value of chi-square that a fair die exceeds once in a thousand times, by degrees of freedom.
CRITICAL = {
    1: 10.83,
    2: 13.82,
    3: 16.27,
    4: 18.47,
    5: 20.52,
    6: 22.46,
    9: 27.88,
    11: 31.26,
    15: 37.70,
    24: 51.18,
}
STREAMS = [2013391429657663495, 2831817834325132688, 1120795502378269399]
NUMBERS = [2631000477, 3227435099, 1047568474, 3868457566]
SIXES = [3, 4, 1, 5, 0, 5, 1, 5, 4, 2, 0, 3, 5, 4, 3, 4, 5, 1, 4, 2]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 / expected for n in counts)


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6, 7, 10, 12])
@pytest.mark.parametrize("seed", [0, 1, 7, 2**40 + 3, 2**63 - 1])
def test_draws_are_uniform(seed, sides):
    key = stream(seed, 3, 2)
    counts = [0] * sides
    for n in range(1500):
        counts[below(key, n, sides)] += 1
    assert chi_square(counts) < CRITICAL[sides - 1]


@pytest.mark.parametrize("pair", ["next draw", "next depth", "next purpose", "next seed"])
def test_draws_are_independent_of_the_next_draw_depth_purpose_and_seed(pair):
    key = stream(11, 4, 2)
    other, shift = {
        "next draw": (key, 1),
        "next depth": (stream(11, 5, 2), 0),
        "next purpose": (stream(11, 4, 3), 0),
        "next seed": (stream(12, 4, 2), 0),
    }[pair]
    counts = [0] * 25
    for n in range(2500):
        counts[5 * below(key, n, 5) + below(other, n + shift, 5)] += 1
    assert chi_square(counts) < CRITICAL[24]


def test_first_draws_of_many_seeds_are_uniform():
    counts = [0] * 6
    for seed in range(3000):
        counts[below(stream(seed, 1, 0), 0, 6)] += 1
    assert chi_square(counts) < CRITICAL[5]


@pytest.mark.representative
def test_the_same_numbers_fall_interpreted_compiled_and_on_every_machine():
    assert [stream(seed, 1, 2) for seed in (0, 1, 2**62)] == STREAMS
    assert [number(stream(7, 3, 1), n) for n in range(4)] == NUMBERS
    assert [below(stream(7, 3, 1), n, 6) for n in range(20)] == SIXES


@pytest.mark.representative
def test_the_seeds_least_and_greatest_always_fall_on_the_first_and_last_face():
    for seed, face in ((LEAST, 0), (GREATEST, 5)):
        key = stream(seed, 9, 9)
        assert {below(key, n, 6) for n in range(50)} == {face}


@pytest.mark.representative
def test_draws_stay_within_their_sides_for_any_key():
    for key in (0, 1, 2**31, 2**62 - 1, stream(5, 5, 5)):
        for n in (0, 1, 2**31 - 1):
            for sides in (1, 2, 79, 32767):
                assert 0 <= below(key, n, sides) < sides
