"""Search at Hoplite: thinks as long as it may, then makes the choice that it tried most."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import ClassVar

import numpy as np

from hoplon.bots.hoplite.instinct import PLANS, thoughts_t
from hoplon.bots.hoplite.paths import chart_t, survey
from hoplon.bots.hoplite.tree import HORIZON, USED, Desk, Tree, grow_tree
from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.choices import Choice, Choices
from hoplon.core.errors import BadOption
from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.view import Position, put

NODES = 4000
FEW_NODES = 400
CHUNK = 4000
MOST_NODES = 1 << 17
SEEDS = 2**31


class Search(Bot):
    """Limited by `nodes`, the turns simulated (then repeatable), or by `seconds` a choice."""

    name = "search"
    LOOKS_AHEAD = True
    SETTINGS: ClassVar[Mapping[str, Setting]] = {"nodes": NODES, "seconds": 1.0}

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        if nodes is not None and seconds is not None:
            raise BadOption("the bot search is limited by nodes or by seconds, not by both")
        self._nodes = NODES if nodes is None and seconds is None else nodes
        self._seconds = seconds
        room = MOST_NODES if self._nodes is None else min(MOST_NODES, self._nodes + PLANS + 1)
        table = 1 << (2 * room - 1).bit_length()
        self._tree = Tree(
            np.zeros(table, np.int64),
            np.zeros(table, np.int64),
            np.zeros(room, np.int64),
            np.zeros(room, np.float64),
            np.zeros(3, np.int64),
        )
        self._desk = Desk(
            GAME.new_states(1),
            GAME.new_turns(1),
            np.zeros(1, chart_t),
            np.zeros(1, thoughts_t),
            np.zeros(HORIZON + 2, np.int64),
        )
        self._roots = GAME.new_states(1)
        self._think(Position(), 0, 1, None)  # compiled before the clock runs

    def choose(self, view: Position, legal: Choices, dice: Dice, clock: float) -> Choice:
        """The choice tried most."""
        seconds = None if self._seconds is None else min(self._seconds, clock)
        code = self._think(view, dice.below(SEEDS), self._nodes, seconds)
        return next(choice for choice in legal if choice.code == code)

    def _think(self, view: Position, seed: int, nodes: int | None, seconds: float | None) -> int:
        began = perf_counter()
        put(view, self._roots, 0, seed)
        survey(self._roots, 0, self._desk.charts)
        for array in self._tree:
            array[:] = 0
        self._tree.counts[USED] = 1 + PLANS
        if not view.demons:  # nobody can interfere any more
            nodes = min(nodes or FEW_NODES, FEW_NODES)
        if nodes is not None:
            return int(grow_tree(self._roots, self._tree, self._desk, seed, nodes))
        code = -1
        chunk = FEW_NODES
        while code < 0 or perf_counter() - began < (seconds or 0.0):
            code = int(grow_tree(self._roots, self._tree, self._desk, seed, chunk))
            chunk = CHUNK
        return code
