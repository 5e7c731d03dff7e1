"""`mcts`: a search that plays every game, by simulating matches that the seat considers possible."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from time import perf_counter
from typing import Any, ClassVar

from hoplon.bots.generic.desk import EXPLORE, SEATS, Desk, new_desk
from hoplon.bots.generic.clear_search import clear_search
from hoplon.bots.generic.open_search import open_search
from hoplon.bots.generic.simulation import Search
from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.defaults import no_dice
from hoplon.core.errors import BadOption
from hoplon.core.game import Game, Rules
from hoplon.core.match import Choice, Choices
from hoplon.games import game as find_game

NODES = 2000
HORIZON_ = 30
EXPLORE_ = 1.5
MOST_NODES = 1 << 18  # 8 MiB
SEEDS = 2**31


@cache
def search_of(rules: Rules) -> Search:
    """The search of a game."""
    is_clear = rules.forget_dice is no_dice and rules.redeal is None
    return clear_search(rules) if is_clear else open_search(rules)


class Mcts(Bot):
    """Limited by `nodes`, the matches simulated for a choice (then repeatable), or by `seconds`."""

    name = "mcts"
    SETTINGS: ClassVar[Mapping[str, Setting]] = {
        "nodes": NODES,
        "seconds": 1.0,
        "horizon": HORIZON_,
        "explore": EXPLORE_,
    }

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        horizon: int = HORIZON_,
        explore: float = EXPLORE_,
    ) -> None:
        if nodes is not None and seconds is not None:
            raise BadOption("the bot mcts is limited by nodes or by seconds, not by both")
        self._nodes = NODES if nodes is None and seconds is None else nodes
        self._seconds = seconds
        self._horizon = horizon
        self._explore = explore
        self._desk: tuple[Game, Desk] | None = None

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:
        """The choice tried most."""
        seed = dice.below(SEEDS)
        if len(legal) == 1:
            return legal[0]
        game, known = find_game(self.game).known(view)
        code = self.think(game, known, seed, clock)
        return next(choice for choice in legal if choice.code == code)

    def think(self, game: Game, known: Any, seed: int, clock: float) -> int:
        began = perf_counter()
        search = search_of(game.rules)
        if self._desk is None or self._desk[0] is not game:
            self._desk = game, new_desk(game, search.node, MOST_NODES)
        desk = self._desk[1]
        desk.states[0] = known[0]
        desk.counts[SEATS] = game.seats[0]
        import os
        desk.sums[5] = float(os.environ.get("RANDOMLY", "75"))
        desk.sums[7] = float(os.environ.get("GAMMA", "0.95"))
        desk.sums[8] = float(os.environ.get("KBONUS", "1"))
        desk.sums[EXPLORE] = self._explore
        search.prepare(desk, seed, self._horizon)
        if self._nodes is not None:
            return int(search.grow(desk, seed, self._nodes))
        seconds = min(self._seconds or 0.0, clock)
        code = int(search.grow(desk, seed, 10))
        while perf_counter() - began < seconds:
            code = int(search.grow(desk, seed, 100))
        return code
