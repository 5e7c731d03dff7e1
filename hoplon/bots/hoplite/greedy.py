"""Greedy at Hoplite: try every choice once and take the one that leaves the best position."""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.bots.hoplite.paths import chart_t, steps_to_go, survey
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.core.kernel import rule
from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.state import End
from hoplon.games.hoplite.view import Position, put

WON = 10_000
LOST = -10_000
OF_DEPTH = 500
OF_HEART = 100
OF_PRAYER = 60
OF_DEMON = -20
OF_STEP = -8
OF_SPEAR = 15
OF_ENERGY_PER_10 = 1
WHIM = 15
MOST_WHIM = 100
TURNS_A_DEPTH = 25
SEEDS = 2**31


@rule
def score(states: Any, i: int, charts: Any, depth: int) -> int:
    """How good a position is, for a hero who was on `depth` a turn ago."""
    s = states[i]
    if s.end == End.WON:
        return WON
    if s.end != End.RUNNING:
        return LOST
    total = OF_HEART * int(s.health) + OF_HEART * int(s.max_health)
    prayers = int(s.prayers)
    while prayers != 0:
        total += OF_PRAYER
        prayers &= prayers - 1
    if s.depth != depth:
        return total + OF_DEPTH
    total += OF_DEMON * int(s.demons) + OF_ENERGY_PER_10 * (int(s.energy) // 10)
    total += OF_STEP * int(steps_to_go(s, charts[0], True))
    if s.spear < 0:
        total += OF_SPEAR
    return total


class Greedy(Bot):
    """One turn ahead, with the demons' walks as they happen to fall once."""

    name = "greedy"

    def __init__(self) -> None:
        self._states = GAME.new_states(2)
        self._turns = GAME.new_turns(1)
        self._charts = np.zeros(1, chart_t)

    def choose(self, view: Position, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """The best choice by score and whim; who dawdles grows more whimsical, lest he wait forever."""
        put(view, self._states, 0, dice.below(SEEDS))
        survey(self._states, 0, self._charts)
        late = max(0, view.turn - TURNS_A_DEPTH * view.depth)
        whim = min(WHIM + late, MOST_WHIM)
        scores = [self._score(choice.code, view.depth) + dice.below(whim) for choice in legal]
        return legal[scores.index(max(scores))]

    def _score(self, code: int, depth: int) -> int:
        self._states[1] = self._states[0]
        GAME.entries.play(self._states, 1, self._turns, 0, code)
        return int(score(self._states, 1, self._charts, depth))
