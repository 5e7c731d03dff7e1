"""Chapter 11 of the rulebook: the random generator."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplon.core import dice
from hoplon.core.dice import secret_from, words
from hoplon.core.match import Match
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.chance import below, init, real, seed_dice, shuffle, skip_shuffle
from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("11")
def test_a_phase_draws_whether_anybody_moves_or_not() -> None:
    match = match_of("H....00\n.....00", x=2, y=2)
    before = match.state.record.rng
    match.play("MOVE 2 2")
    drawn = match.state.record.rng
    assert drawn != before
    match = match_of("HX", x=2, y=2)
    before = match.state.record.rng
    match.play("MOVE 2 2")
    assert match.state.record.rng == before


@given(st.integers(-(2**63), 2**63 - 1), st.integers(0, 95))
@section("11", "13.2")
def test_skipping_a_shuffle_equals_shuffling(seed: int, n: int) -> None:
    states = GAME.new_states(2)
    states["rng"] = init(words(seed))
    shuffle(states[0], np.arange(n), n)
    skip_shuffle(states[1], n)
    assert states["rng"][0] == states["rng"][1]


@pytest.mark.parametrize("ahead", range(8))
@section("11", "13.2")
def test_skipping_a_shuffle_sees_a_refused_draw(ahead: int) -> None:
    unstep = pow(0x5DEECE66D, -1, 2**48)
    state = (2**31 - 1) << 17  # the next draw below 45 from here on is refused
    for _ in range(ahead + 1):
        state = (state - 0xB) * unstep % 2**48
    states = GAME.new_states(2)
    states["rng"] = state
    shuffle(states[0], np.arange(45), 45)
    skip_shuffle(states[1], 45)
    assert states["rng"][0] == states["rng"][1]


@given(st.integers(0, 2**123 - 1), st.integers(0, 95))
@section("11", "13.2")
def test_a_secret_seed_draws_from_hoplons_dice(number: int, n: int) -> None:
    states = GAME.new_states(2)
    seed = words(secret_from(number))
    for state in states:
        seed_dice(state, seed)
    stream = dice.stream(seed, 0, 0)
    assert [below(states[0], 10) for _ in range(3)] == [dice.below(stream, draw, 10) for draw in range(3)]
    high, low = dice.below(stream, 3, 2**26), dice.below(stream, 4, 2**27)
    assert real(states[0]) == high * 2**27 + low
    states["rng"][1] = states["rng"][0]
    shuffle(states[0], np.arange(n), n)
    skip_shuffle(states[1], n)
    assert states["rng"][0] == states["rng"][1] == 5 + max(n - 1, 0)


@section("11", "12")
def test_a_secret_seed_makes_the_same_maze_however_the_rules_run() -> None:
    match, other = (Match(GAME, secret_from(number)) for number in (1, 2))
    assert str(match) != str(other)
    for n in range(3):
        match.play(match.legal()[n])
    assert match.checks == [936560864, 3205030000, 469140515, 4050563620]
