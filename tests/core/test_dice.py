"""Dice: pure functions of a seed, fair, independent between streams."""

from __future__ import annotations

import pytest

from hoplon.core.dice import (
    BEYOND,
    GREATEST,
    LEAST,
    NAMED,
    below,
    named,
    number,
    secret_from,
    secret_seed,
    stream,
    threefry,
    words,
)

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
ONES = 0xFFFFFFFF
# Of the authors of Threefry: key, counter, what comes out; the last ones are digits of pi.
KNOWN = [
    ((0,) * 4, (0,) * 4, (0x9C6CA96A, 0xE17EAE66, 0xFC10ECD4, 0x5256A7D8)),
    ((ONES,) * 4, (ONES,) * 4, (0x2A881696, 0x57012287, 0xF6C7446E, 0xA16A6732)),
    (
        (0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89),
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0x59CD1DBB, 0xB8879579, 0x86B5D00C, 0xAC8B6D84),
    ),
]
NUMBERS = [3270476529, 1100627924, 742337254, 1798114105]
SEEDS = [0, 1, 7, 2**40 + 3, 2**63 - 1, 2**124 + 5, 2**125 - 1]
SIXES = [4, 1, 1, 2, 1, 2, 3, 1, 3, 1, 3, 4, 2, 5, 0, 3, 5, 2, 3, 4]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 / expected for n in counts)


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6, 7, 10, 12])
@pytest.mark.parametrize("seed", SEEDS)
def test_draws_are_uniform(seed, sides):
    key = stream(words(seed), 4, 2)
    counts = [0] * sides
    for n in range(1500):
        counts[below(key, n, sides)] += 1
    assert chi_square(counts) < CRITICAL[sides - 1]


@pytest.mark.parametrize("pair", ["next draw", "next depth", "next purpose", "next seed"])
def test_draws_are_independent_of_the_next_draw_depth_purpose_and_seed(pair):
    key = stream(named(11), 4, 2)
    other, shift = {
        "next draw": (key, 1),
        "next depth": (stream(named(11), 5, 2), 0),
        "next purpose": (stream(named(11), 4, 3), 0),
        "next seed": (stream(named(12), 4, 2), 0),
    }[pair]
    counts = [0] * 25
    for n in range(2500):
        counts[5 * below(key, n, 5) + below(other, n + shift, 5)] += 1
    assert chi_square(counts) < CRITICAL[24]


def test_first_draws_of_many_seeds_are_uniform():
    counts = [0] * 6
    for seed in range(3000):
        counts[below(stream(named(seed), 1, 0), 0, 6)] += 1
    assert chi_square(counts) < CRITICAL[5]


@pytest.mark.representative
def test_the_same_numbers_fall_interpreted_compiled_and_on_every_machine():
    assert [number(stream(named(7), 3, 1), n) for n in range(4)] == NUMBERS
    assert [below(stream(named(7), 3, 1), n, 6) for n in range(20)] == SIXES


@pytest.mark.representative
def test_the_seeds_least_and_greatest_always_fall_on_the_first_and_last_face():
    for seed, face in ((LEAST, 0), (GREATEST, 5)):
        key = stream(named(seed), 9, 9)
        assert {below(key, n, 6) for n in range(50)} == {face}


@pytest.mark.representative
def test_draws_stay_within_their_sides_for_any_key():
    for key in (stream(words(seed), a, b) for seed in SEEDS for a, b in ((0, 0), (2**31, 7), (ONES, ONES))):
        for n in (0, 1, 2**31 - 1):
            for sides in (1, 2, 79, 32767):
                assert 0 <= below(key, n, sides) < sides


@pytest.mark.representative
@pytest.mark.parametrize(("key", "counter", "expected"), KNOWN)
def test_threefry_gives_what_its_authors_say(key, counter, expected):
    assert tuple(threefry(*key, *counter)) == expected


@pytest.mark.representative
def test_every_bit_of_a_seed_changes_about_half_of_what_is_drawn():
    """A seed that is squeezed on its way to the dice can be found by trying."""
    base = secret_from(0x0123456789ABCDEF_FEDCBA9876543210)
    plain = [number(stream(words(base), 0, 0), n) for n in range(4)]
    for bit in range(124):
        if 62 <= bit < 63:
            continue  # between the words
        other = [number(stream(words(base ^ (1 << bit)), 0, 0), n) for n in range(4)]
        changed = sum((a ^ b).bit_count() for a, b in zip(plain, other, strict=True))
        assert 32 < changed < 96, bit


def test_secret_seeds_have_123_bits_from_the_system():
    seeds = [secret_seed() for _ in range(400)]
    assert len(set(seeds)) == 400
    assert all(NAMED <= seed < BEYOND for seed in seeds)
    free = [bit for bit in range(125) if 100 < sum(seed >> bit & 1 for seed in seeds) < 300]
    assert len(free) == 123
    assert {secret_from(1 << bit) for bit in range(123)}.isdisjoint({secret_from(0)})
