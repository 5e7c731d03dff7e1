"""`mcts`: a search that plays every game, by simulating matches that its seat considers possible."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from time import perf_counter
from typing import Any, ClassVar

from hoplon.bots.generic.clear_search import clear_search
from hoplon.bots.generic.desk import EXPLORE, KNOWN, SEATS, Desk, new_desk
from hoplon.bots.generic.open_search import open_search
from hoplon.bots.generic.simulation import Search
from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.choices import Choice, Choices
from hoplon.core.defaults import no_dice
from hoplon.core.errors import BadOption
from hoplon.core.game import Game, Rules
from hoplon.games import game as find_game

NODES = 4000
HORIZON = 12
EAGER = 1.5
ROOM = 1 << 18  # nodes: 8 MiB
FIRST_CHUNK, CHUNK_SECONDS = 8, 0.002
SEEDS = 2**31


@cache
def search_of(rules: Rules) -> Search:
    """The search of a game, compiled on first use."""
    is_clear = rules.forget_dice is no_dice and rules.redeal is None
    return clear_search(rules) if is_clear else open_search(rules)


class Mcts(Bot):
    """Limited by `nodes`, the matches simulated for a choice (then repeatable), or by `seconds`.

    Where the score changes before the end, a simulation ends after `horizon` choices of each seat. `explore`
    is how eager it is to try what seems worse.
    """

    name = "mcts"
    summary = "simulates matches that may come"
    LOOKS_AHEAD = True
    SETTINGS: ClassVar[Mapping[str, Setting]] = {
        "nodes": NODES,
        "seconds": 1.0,
        "horizon": HORIZON,
        "explore": EAGER,
    }

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        horizon: int = HORIZON,
        explore: float = EAGER,
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
        began = perf_counter()
        seed = dice.below(SEEDS)
        if len(legal) == 1:
            return legal[0]
        own = find_game(self.game) if isinstance(self.game, str) else self.game
        game, known = own.known(view)
        self.set_up(game, known, seed)
        code = self.think(seed, began + min(self._seconds or clock, clock))
        return next(choice for choice in legal if choice.code == code)

    def set_up(self, game: Game, known: Any, seed: int) -> Desk:
        """Begin a search from what the seat knows."""
        search = search_of(game.rules)
        if self._desk is None or self._desk[0] is not game:
            self._desk = game, new_desk(game, search.node, ROOM)
        desk = self._desk[1]
        desk.states[KNOWN] = known[0]
        desk.counts[SEATS] = game.seats[0]
        desk.sums[EXPLORE] = self._explore
        search.prepare(desk, seed, self._horizon)
        return desk

    def think(self, seed: int, until: float) -> int:
        """Simulate so many matches, or until a time of `perf_counter`."""
        assert self._desk is not None
        game, desk = self._desk
        grow = search_of(game.rules).grow
        if self._nodes is not None:
            return int(grow(desk, seed, self._nodes))
        chunk, began = FIRST_CHUNK, perf_counter()
        code = int(grow(desk, seed, chunk))
        while (now := perf_counter()) < until:
            chunk = max(1, int(chunk * min(2.0, CHUNK_SECONDS / max(now - began, 1e-6))))
            began = now
            code = int(grow(desk, seed, chunk))
        return code
