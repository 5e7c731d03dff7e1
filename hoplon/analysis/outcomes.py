"""Every position that can follow a choice, listed by one compiled loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from hoplon.core.actions import DRAWS_KEPT, FINE
from hoplon.core.dice import named
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import copied, rule
from hoplon.core.quick_dice import quick_stream

LIMIT = 1500  # falls of the dice that are listed
SAMPLES = 32
OTHER_DICE = 0x4F54
TOO_MANY = -1


@dataclass(frozen=True)
class Followers:
    """Distinct positions that can follow a choice, with their probabilities.

    `draws` says how many dice were rolled, 0 where nothing was left to chance. `exact` is False where the
    positions are a sample. Positions do not hold the dice that come next.
    """

    positions: Any
    chances: Any
    draws: int
    exact: bool


@cache
def _listing(rules: Rules) -> tuple[Callable[..., Any], Callable[..., int], Callable[..., int]]:
    take_turn, forget = rules.take_turn, rules.forget_dice

    @rule
    def odometer(root, rooms, turns, code, chances):
        """All falls of the dice like an odometer; how many, or TOO_MANY."""
        turn = turns[0]
        turn.fixed = 0
        n = 0
        while n < len(chances):
            rooms[n] = root[0]
            depth = int(turn.fixed)
            take_turn(rooms[n], turn, code)
            drawn = int(turn.drawn)
            if drawn > DRAWS_KEPT or turn.new_deal != 0 or turn.fault != FINE:
                turn.fixed = 0
                return TOO_MANY
            if depth < drawn:  # faces from here on fell by themselves: begin with the first ones
                turn.face[depth] = 0
                turn.fixed = depth + 1
                continue
            chance = 1.0
            for i in range(drawn):
                chance /= float(turn.sides[i])
            chances[n] = chance
            forget(rooms[n], named(0))
            n += 1
            while depth > 0 and turn.face[depth - 1] == turn.sides[depth - 1] - 1:
                depth -= 1
            if depth == 0:
                turn.fixed = 0
                return n
            turn.face[depth - 1] += 1
            turn.fixed = depth
        turn.fixed = 0
        return TOO_MANY

    @rule
    def sample(root, rooms, turns, code, seed):
        """As many falls of the dice as there is room for."""
        for n in range(len(rooms)):
            rooms[n] = root[0]
            forget(rooms[n], named(quick_stream(seed, OTHER_DICE, n) >> 1))
            take_turn(rooms[n], turns[0], code)
            forget(rooms[n], named(0))
        return len(rooms)

    @rule
    def count_draws(root, rooms, turns, code):
        """How many draws a choice makes; a new deal counts as one."""
        rooms[0] = root[0]
        turns[0].fixed = 0
        take_turn(rooms[0], turns[0], code)
        return max(int(turns[0].drawn), int(turns[0].new_deal))

    return odometer, sample, count_draws


def followers(game: Game, states: Any, code: int, limit: int = LIMIT, samples: int = SAMPLES) -> Followers:
    """Everything that can follow a choice, or a sample of it where it cannot be listed."""
    odometer, sample, count_draws = _listing(game.rules)
    turns = game.new_turns(1)
    room = game.new_states(1)
    draws = int(count_draws(states, room, turns, code))
    if draws == 0:
        return Followers(without_dice(game, room), np.ones(1), 0, True)
    rooms, chances = game.new_states(limit + 1), np.zeros(limit + 1)
    n = int(odometer(states, rooms, turns, code, chances))
    exact = n != TOO_MANY
    if not exact:
        rooms = game.new_states(samples)
        n = int(sample(states, rooms, turns, code, 0))
        chances = np.full(n, 1.0 / n)
    rows = np.frombuffer(rooms[:n].tobytes(), np.dtype((np.void, game.state.itemsize)))
    _, first, place = np.unique(rows, return_index=True, return_inverse=True)
    merged = np.bincount(place.reshape(-1), chances[:n], len(first))
    order = np.argsort(-merged, kind="stable")
    positions = np.frombuffer(bytearray(rooms[:n][first[order]].tobytes()), game.state)
    return Followers(positions, merged[order], draws, exact)


def without_dice(game: Game, states: Any) -> Any:
    """A copy of a position in which the dice to come are forgotten."""
    plain = copied(states)
    game.entries.forget_dice(plain, 0, 0)
    return plain
