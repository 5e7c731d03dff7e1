"""What is true of the secrets of every game: `conceal` and `redeal` change nothing that a seat may see."""

from __future__ import annotations

import random

import pytest

import hoplon
from hoplon.core.match import Match

TURNS = 25


def wander(name: str, seed: int, turns: int) -> Match:
    """A match in the middle of random play."""
    match, dice = hoplon.new(name, seed=seed), random.Random(seed)
    for _ in range(turns):
        if match.is_over:
            break
        match.play(dice.choice(match.legal()))
    return match


@pytest.mark.representative
@pytest.mark.parametrize("name", hoplon.game_names())
def test_a_position_dealt_anew_looks_the_same_to_the_seat(name: str) -> None:
    for seed in range(3):
        for turns in range(0, TURNS, 6):
            match = wander(name, seed, turns)
            game = match.game
            for seat in range(game.seat_count(match.options)):
                states, other = match.state.array, match.state.array
                game.entries.redeal(other, 0, seat, 10**12 + 7 * turns)
                assert game.view(other, 0, seat) == game.view(states, 0, seat)
                game.entries.conceal(states, 0, seat)
                game.entries.conceal(other, 0, seat)
                assert states.tobytes() == other.tobytes()


@pytest.mark.representative
@pytest.mark.parametrize("name", hoplon.game_names())
def test_a_position_dealt_anew_can_be_played(name: str) -> None:
    match = wander(name, 5, 9)
    dealt = match.state.array
    match.game.entries.redeal(dealt, 0, match.to_move or 0, 3)
    going_on, dice = match.copy(), random.Random(1)
    going_on._states = dealt
    assert list(going_on.legal()) == list(match.legal())
    for _ in range(TURNS):
        if going_on.is_over:
            break
        going_on.play(dice.choice(going_on.legal()))
