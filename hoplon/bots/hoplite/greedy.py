"""Greedy at Hoplite: try every choice once and take the one that leaves the best position."""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.bots.hoplite.paths import chart_t, measure, steps_from, steps_to_go, survey
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.core.kernel import rule
from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.cells import CELLS, only
from hoplon.games.hoplite.facts import walkable
from hoplon.games.hoplite.state import End
from hoplon.games.hoplite.view import Position, put

WON = 10_000
LOST = -10_000
OF_DEATH = -200  # for who minds it no more
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
PATIENCE = 100  # turns late before caution is lost, over as many turns again
CAUTIOUS = 100
DESPAIR = 1000  # what the whim grows to after that
SEEDS = 2**31


@rule
def survey_spear(states: Any, i: int, to_spear: Any) -> int:
    """Fill in the steps from every tile to where the spear lies, and say where; none if the hero has it."""
    s = states[i]
    if s.spear >= 0:
        measure(walkable(s), only(int(s.spear)), to_spear)
    return int(s.spear)


@rule
def score(states: Any, i: int, charts: Any, to_spear: Any, spear: int, depth: int, caution: int) -> int:
    """How good a position is, for a hero who was on `depth` a turn ago and minds wounds by `caution` %."""
    s = states[i]
    if s.end == End.WON:
        return WON
    total = OF_HEART * int(s.max_health) + OF_HEART * int(s.health) * caution // CAUTIOUS
    prayers = int(s.prayers)
    while prayers != 0:
        total += OF_PRAYER
        prayers &= prayers - 1
    if s.end != End.RUNNING:
        return total + OF_DEATH + LOST * caution // CAUTIOUS
    if s.depth != depth:
        return total + OF_DEPTH
    total += OF_DEMON * int(s.demons) + OF_ENERGY_PER_10 * (int(s.energy) // 10)
    altar = caution == CAUTIOUS
    if s.spear < 0:
        total += OF_SPEAR
    if s.spear < 0 or s.spear != spear:
        return total + OF_STEP * int(steps_to_go(s, charts[0], altar))
    steps = int(to_spear[s.hero]) + int(steps_from(s, charts[0], altar, spear))
    return total + OF_STEP * steps


class Greedy(Bot):
    """One turn ahead, with the demons' walks as they happen to fall once."""

    name = "greedy"

    def __init__(self) -> None:
        self._states = GAME.new_states(2)
        self._turns = GAME.new_turns(1)
        self._charts = np.zeros(1, chart_t)
        self._to_spear = np.zeros(CELLS, np.int8)

    def choose(self, view: Position, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """The best choice by score and whim.

        Who dawdles grows more whimsical, then leaves the altar alone and minds wounds less and less, and in
        the end does anything, lest he wait forever: archers on his way could keep him from the spear.
        """
        put(view, self._states, 0, dice.below(SEEDS))
        survey(self._states, 0, self._charts)
        spear = survey_spear(self._states, 0, self._to_spear)
        late = max(0, view.turn - TURNS_A_DEPTH * view.depth)
        whim = min(WHIM + late, max(MOST_WHIM, min(late - 2 * PATIENCE, DESPAIR)))
        caution = CAUTIOUS * min(PATIENCE, max(0, 2 * PATIENCE - late)) // PATIENCE
        scores = [self._score(choice.code, spear, view.depth, caution) + dice.below(whim) for choice in legal]
        return legal[scores.index(max(scores))]

    def _score(self, code: int, spear: int, depth: int, caution: int) -> int:
        self._states[1] = self._states[0]
        GAME.entries.play(self._states, 1, self._turns, 0, code)
        return int(score(self._states, 1, self._charts, self._to_spear, spear, depth, caution))
