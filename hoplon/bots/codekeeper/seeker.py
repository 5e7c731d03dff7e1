"""Seeker: remembers the maze, guesses where the exit is, and plays the fights out before it moves.

Where to go is a field over the known cells: the cost of the cheapest way to something wanted, less what that
is worth. An unseen cell may hold the exit, the likelier the farther it is from the start; the edge of the
known is wanted for the unseen cells that it would show. How to go is a search over the seeker's own commands
and the monsters' answers on the known part of the maze, with the game's own rules.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from hoplon.bots.codekeeper.kernels import MOST, believe, search
from hoplon.bots.codekeeper.memory import FLOOR, SIDES, SQUARE, UNKNOWN, Memory
from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.choices import Choice, Choices
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.cells import ALL_CELLS, cheb
from hoplon.games.codekeeper.state import LAST_TURN, NOTHING, Thing
from hoplon.games.codekeeper.view import View
from hoplon.games.codekeeper.words import TEXT_OF

# How likely the exit is on a cell so many steps (manh) from the start, counted over 20,000 mazes.
EXIT_ODDS = (0, 0, 2, 5, 10, 11, 14, 17, 29, 32, 52, 54, 81, 77, 104, 103, 124, 122, 112, 113, 114, 126, 120,
             116, 145, 138, 154)  # fmt: skip

DEEPEST = 6
FAR = 1 << 20

TURN_PRICE = 50  # what one turn is worth, in points
DEATH_PRICE = 3000
EXIT_BONUS = 3000
SIGHT_PRICE = 6000  # seeing all of where the exit may be
CHEST_PRICE = 60
CHARGE_PRICES = (20, 25, 35)
PATIENCE = 5  # turns without news that it bears
# Turns and damage that a monster in the way costs, by kind.
FIGHT_TURNS = (1, 1, 2, 1, 1)
FIGHT_DAMAGE = (0, 0, 3, 0, 2)
# How far those reach that never move: skeleton and orc.
SITTERS = {1: 1, 3: 2}


def fear(health: int) -> int:
    """What it is worth not to have so little health."""
    return int(DEATH_PRICE * math.exp(-max(health, 0) / 5))


FEAR = np.array([fear(health) for health in range(41)], np.int64)


class Seeker(Bot):
    """Looks for the exit and stays alive. `nodes` bounds the turns it plays in its head for one move."""

    name = "seeker"
    LOOKS_AHEAD = True
    SETTINGS: ClassVar[Mapping[str, Setting]] = {"nodes": 12000}

    def __init__(self, nodes: int = 12000) -> None:
        self.nodes = nodes
        self.turn_price = TURN_PRICE
        self.memory = Memory()
        self._states = GAME.new_states(DEEPEST + 2)
        self._turn = GAME.new_turns(1)
        self._choices = np.zeros((DEEPEST + 1, MOST), np.int64)
        self._counts = np.zeros(DEEPEST + 1, np.int64)
        self._places = np.zeros(DEEPEST + 1, np.int64)
        self._best = np.zeros(DEEPEST + 1, np.int64)
        self._haste = np.zeros(DEEPEST + 2, np.int64)
        self.think(View(1, 5, 5, 20, 0, 5, 5, 5, ()))  # so that nothing is compiled when the clock runs
        self.memory.forget()

    def see(self, view: View) -> None:
        """Learn what an earlier view showed."""
        self.memory.see(view)

    def choose(self, view: View, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """Look, think, answer."""
        code = self.think(view)
        return Choice(TEXT_OF[code], code)

    def think(self, view: View) -> int:
        """The number of the choice to make."""
        m = self.memory
        m.see(view)
        self.turn_price = TURN_PRICE * (PATIENCE + max(m.turn - m.news - PATIENCE, 0)) // PATIENCE
        field = self.field(view)
        numbers = np.array(
            [view.turn - 1, view.health, view.score, view.hammer, view.scythe, view.bow, view.turn], np.int64
        )
        believe(self._states, m.ground, m.item, m.kind, m.life, m.hero, numbers)
        dread = fear(view.health - 1) - fear(view.health)
        prices = np.array([self.turn_price, *CHARGE_PRICES, DEATH_PRICE, EXIT_BONUS, dread // 2], np.int64)
        best = m.hero
        spent = 0
        for depth in range(3, DEEPEST + 1):
            left = min(depth, LAST_TURN - view.turn + 1)
            best, _, played = search(
                self._states, self._turn, field, FEAR, prices, self._choices, self._counts, self._places,
                self._best, self._haste, left, 3, self.nodes,
            )  # fmt: skip
            spent += played
            if left < depth or spent + 5 * played > self.nodes:
                break
        return int(best)

    def field(self, view: View) -> Any:
        """For every known cell, in points: the cheapest way to something wanted, less what it is worth."""
        m = self.memory
        goals = self.goals(view)
        dread = fear(view.health - 1) - fear(view.health)
        price = [self.turn_price] * len(m.ground)
        for c in ALL_CELLS:
            kind = int(m.kind[c])
            if kind == NOTHING:
                continue
            price[c] += self.turn_price * FIGHT_TURNS[kind] + dread * FIGHT_DAMAGE[kind]
            if kind in SITTERS:
                for n in SQUARE[c]:
                    if cheb(n, c) <= SITTERS[kind]:
                        price[n] += dread * (kind + 1) // 2
        value = np.full(len(m.ground), FAR, np.int64)
        queue = [(-worth, c) for c, worth in goals.items()]
        heapq.heapify(queue)
        ground = m.ground.tolist()
        while queue:
            cost, c = heapq.heappop(queue)
            if cost >= value[c]:
                continue
            value[c] = cost
            step = cost + price[c]
            for n in SIDES[c]:
                if ground[n] == FLOOR and step < value[n]:
                    heapq.heappush(queue, (step, n))
        known = value < FAR
        value[known] -= value[known].min()
        return value

    def goals(self, view: View) -> dict[int, int]:
        """What is wanted, by cell, in points."""
        m = self.memory
        goals = {m.hero: 0}
        exit_known = False
        for c in ALL_CELLS:
            item = int(m.item[c])
            if item == NOTHING:
                continue
            if item == Thing.EXIT:
                goals[c] = 10000 + EXIT_BONUS
                exit_known = True
            elif item == Thing.TREASURE:
                goals[c] = 100
            elif item == Thing.POTION:
                goals[c] = fear(view.health) - fear(min(view.health + 10, 20))
            else:
                goals[c] = CHEST_PRICE
        if not exit_known:
            self.add_edges(goals)
        return goals

    def add_edges(self, goals: dict[int, int]) -> None:
        """The edge of the known: cells from which unseen ones come into sight."""
        m = self.memory
        unseen = [c for c in ALL_CELLS if m.ground[c] == UNKNOWN]
        sx, sy = m.start >> 4, m.start & 15
        odds = {c: EXIT_ODDS[abs((c >> 4) - sx) + abs((c & 15) - sy)] + 1 for c in unseen}
        total = sum(odds.values()) or 1
        for c in ALL_CELLS:
            if m.ground[c] == FLOOR and any(m.ground[n] == UNKNOWN for n in SIDES[c]):
                shown = sum(odds.get(n, 0) for n in SQUARE[c])
                goals[c] = max(goals.get(c, 0), 400 + SIGHT_PRICE * shown // total)
