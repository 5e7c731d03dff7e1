"""A search by trial: each choice is played out many times with the real rules; the best on average wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from hoplon.bots.hexabomb.painter import Painter
from hoplon.bots.hexabomb.sense import asked
from hoplon.bots.hexabomb.trials import NOT_GIVEN, trial
from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.choices import Choice, Choices
from hoplon.games.hexabomb.state import order_t, state_type, turn_record
from hoplon.games.hexabomb.view import Position, put

MOST_SEED = 1 << 30
HEADSTART = 2  # cells by which a choice must beat the painter's


class Search(Bot):
    """`samples` trials of `turns` turns for each choice, with the same dice for all choices."""

    name = "search"
    LOOKS_AHEAD = True
    SETTINGS: ClassVar[Mapping[str, Setting]] = {"samples": 40, "turns": 12}

    def __init__(self, samples: int = 40, turns: int = 12) -> None:
        self.samples = samples
        self.turns = turns
        self._fallback = Painter()

    def choose(self, view: Position, legal: Choices, dice: Dice, clock: float) -> Choice:
        """The choice with the best average."""
        if len(legal) == 1:
            return legal[0]
        who = asked(view)
        size = view.size()
        states = np.zeros(2, state_type(size))
        turns = np.zeros(1, turn_record(size))
        put(view, states, 0)
        given = np.zeros(size.characters, order_t)
        given["kind"] = NOT_GIVEN
        for character in self._silent(view):
            given["kind"][character] = 0
        for order in view.orders:
            o = given[order.character]
            o.kind, o.way, o.range, o.delay = order.kind, order.way, order.range, order.delay
        orders = np.zeros(size.characters, order_t)
        seed = dice.below(MOST_SEED)
        favourite = self._fallback.choose(view, legal, dice, clock)
        worths = {
            choice: trial(states, turns, given, orders, who.id, choice.code, self.samples, self.turns, seed)
            for choice in legal
        }
        # The trials do not see far; the painter knows the way to cells beyond their horizon.
        worths[favourite] += HEADSTART * self.samples * max(1, view.seats - view.special - 1)
        best = max(worths.values())
        return next(choice for choice in legal if worths[choice] == best)

    def _silent(self, view: Position) -> list[int]:
        """Own characters that were told to stay: asked already, and without an order."""
        mine = asked(view).seat
        first = next(c.id for c in view.characters if c.seat == view.turn % view.seats)
        before = [(first + k) % len(view.characters) for k in range(view.asked)]
        ordered = {order.character for order in view.orders}
        return [c for c in before if view.characters[c].seat == mine and c not in ordered]
