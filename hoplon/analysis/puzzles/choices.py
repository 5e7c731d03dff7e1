"""The choices of a position that lead somewhere else, and what they are worth compared world by world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.analysis.evaluator import Evaluator, mean_and_error
from hoplon.core.choices import Choice
from hoplon.core.kernel import copied
from hoplon.core.match import Match
from hoplon.core.themes import themes_of


def different(match: Match, evaluator: Evaluator) -> list[Choice]:
    """The legal choices that lead to different positions.

    Of several that lead to the same, the first that the player of the evaluator would make stands for all.
    """
    game, legal = match.game, list(match.legal())
    found: dict[bytes, Choice] = {}
    turns = game.new_turns(1)
    usual = evaluator.told_apart(match._states, legal, evaluator.memory_for(match._states))
    for choice in (*usual, *legal):
        states = copied(match._states)
        game.entries.play(states, 0, turns, 0, choice.code)
        found.setdefault(states.tobytes(), choice)
    return list(found.values())


@dataclass(frozen=True)
class Position:
    """Where a seat has to choose."""

    evaluator: Evaluator
    states: Any
    seat: int
    memory: Any

    def worth(
        self, choices: Sequence[Choice], worlds: int, seed: int, first: int = 0, horizon: int | None = None
    ) -> Any:
        """What comes of each choice in each world, in what decides; more is better."""
        evaluator = self.evaluator
        found = evaluator.play(
            self.states, self.seat, [choice.code for choice in choices], worlds,
            first=first, seed=seed, horizon=horizon, deals=evaluator.game.hides, memory=self.memory,
        )  # fmt: skip
        return evaluator.sign * found[:, :, 0]


def evaluator_for(match: Match, which: int = 0) -> Evaluator:
    """Who plays on from the positions of a match while puzzles are looked for, with slips of the game."""
    slips = themes_of(match.game).slips[which]
    return Evaluator(match.game, match.game.seat_count(match.options), slips=slips)


def leads(found: Any) -> tuple[int, list[tuple[float, float]]]:
    """Which choice is best, and by how much it is ahead of each, with the standard error of that."""
    best = int(np.argmax(found.mean(axis=1)))
    return best, [mean_and_error(found[best] - other) for other in found]


def position_of(match: Match, evaluator: Evaluator) -> Position:
    """The position of a match that begins there: nothing was seen before."""
    seat = match.to_move
    assert seat is not None
    return Position(evaluator, match._states, seat, evaluator.memory_for(match._states))
