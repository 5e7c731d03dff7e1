"""Positions by the number of choices that lead to them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hoplon.authoring.game import Game


def positions_by_ply(game: Game, plies: int) -> Iterator[int]:
    """How many different positions there are after 0, 1, 2 … choices."""
    yield from (len(level) for level in _levels(game, plies))


def courses_by_ply(game: Game, plies: int) -> Iterator[int]:
    """In how many ways 0, 1, 2 … choices can be made."""
    yield from (sum(level.values()) for level in _levels(game, plies))


def _levels(game: Game, plies: int) -> Iterator[dict[bytes, int]]:
    """All positions as bytes, each with the number of ways to reach it."""
    states, turns, codes = game.new_states(1), game.new_turns(1), np.zeros(game.most_choices, np.int64)
    game.start(states, 0, game.options(), 0)
    level = {states.tobytes(): 1}
    for ply in range(plies + 1):
        yield level
        found: dict[bytes, int] = {}
        for position, ways in level.items() if ply < plies else ():
            start = np.frombuffer(position, game.state)
            states[:] = start
            for choice in codes[: game.entries.legal(states, 0, codes)].tolist():
                states[:] = start
                game.entries.play(states, 0, turns, 0, choice)
                key = states.tobytes()
                found[key] = found.get(key, 0) + ways
        level = found
