"""Chapter 11 of the rulebook: the random generator."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.chance import init, shuffle, skip_shuffle
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
    states["rng"] = init(seed)
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
