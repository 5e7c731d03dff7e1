"""`search` at card battles: tries the choices in battles that it thinks possible, and takes the best.

Only what the seat may know goes in: each trial deals the rest anew. All choices of a round of trials meet the
same deals and dice; after each round the worse half is dropped. The choice of `judge` stands unless another
one is better by more than chance explains.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, sqrt
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from hoplon.bots.cardbattle.judge import find
from hoplon.bots.cardbattle.trials import NODES, list_choices, trial
from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.choices import Choice, Choices
from hoplon.core.errors import BadOption
from hoplon.core.kernel import rule
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.naming import SEATS
from hoplon.games.cardbattle.view import View

DEFAULT_NODES = 20_000
WIDTH = 6  # choices tried at most
HORIZON = 12  # turns that a trial goes on for, the one under way included
FIELD = 0.25  # weight of the chances on the field at the end of a trial
LEAST_WORLDS = 4  # deals of a round
SURE = 2.0  # standard errors by which another choice must beat judge's
HOPELESS = 1.5  # standard errors by which a choice is worse and no longer tried after a round
CERTAIN = 3.0  # standard errors that settle a comparison within a round
EQUAL = 0.006  # of an army's level: a standard error so small that the difference hardly matters
LOOK_EVERY = 32  # worlds
MOST_WORLDS = 4096
SEEDS = 2**31


@rule
def list_in(states, codes, likes):
    """The choices worth a trial in the first battle of an array."""
    return list_choices(states[0], codes, likes)


@rule
def try_in(states, turns, counts, codes, alive, seat, seed, horizon, field, results, world):
    """One trial of each choice that is still in the running, in the same world."""
    for k in range(len(alive)):
        i = alive[k]
        results[i, world] = trial(states, turns, counts, seat, codes[i], seed, horizon, field)


class Search(Bot):
    """Limited by `nodes`, the choices simulated for each choice (then repeatable), or by `seconds`."""

    name = "search"
    LOOKS_AHEAD = True
    SETTINGS: ClassVar[Mapping[str, Setting]] = {
        "nodes": DEFAULT_NODES,
        "seconds": 1.0,
        "width": WIDTH,
        "horizon": HORIZON,
        "field": FIELD,
        "sure": SURE,
    }

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        width: int = WIDTH,
        horizon: int = HORIZON,
        field: float = FIELD,
        sure: float = SURE,
    ) -> None:
        if nodes is not None and seconds is not None:
            raise BadOption("the bot search is limited by nodes or by seconds, not by both")
        self._nodes = DEFAULT_NODES if nodes is None and seconds is None else nodes
        self._seconds = seconds
        self._width = width
        self._horizon = horizon
        self._field = field
        self._sure = sure
        self._states = GAME.new_states(2)
        self._turns = GAME.new_turns(1)
        self._counts = np.zeros(2, np.int64)
        self._codes = np.zeros(GAME.most_choices, np.int64)
        self._likes = np.zeros(GAME.most_choices)
        self._results = np.zeros((GAME.most_choices, MOST_WORLDS))

    def choose(self, view: View, legal: Choices, dice: Dice, clock: float) -> Choice:
        """The choice that did best in its trials."""
        seed = dice.below(SEEDS)
        if len(legal) == 1:
            return legal[0]
        return find(legal, self.think(view.known, SEATS.index(view.seat), seed, clock))

    def think(self, known: Any, seat: int, seed: int, clock: float = inf) -> int:
        """The choice of a seat that knows this much; `clock` seconds are left for it."""
        began = perf_counter()
        seconds = None if self._seconds is None else min(self._seconds, clock)
        self._states[0] = known[0]
        self._counts[:] = 0
        n = int(list_in(self._states, self._codes, self._likes))
        if n == 1:
            return int(self._codes[0])
        order = np.argsort(-self._likes[:n], kind="stable")[: self._width]
        self._codes[: len(order)] = self._codes[order]
        alive = np.arange(len(order))
        rounds = max(1, (len(order) - 1).bit_length())
        worlds = 0
        for stage in range(1, rounds + 1):
            while worlds < MOST_WORLDS:
                try_in(self._states, self._turns, self._counts, self._codes, alive, seat,
                       seed + worlds, self._horizon, self._field, self._results, worlds)  # fmt: skip
                worlds += 1
                if worlds >= LEAST_WORLDS and self._spent(began, seconds) >= stage / rounds:
                    break
                if worlds % LOOK_EVERY == 0:
                    alive = self._hopeful(alive, worlds, CERTAIN)
                    if self._is_settled(alive, worlds):
                        return int(self._codes[self._verdict(alive, worlds)])
            if stage < rounds:
                alive = self._better_half(self._hopeful(alive, worlds, HOPELESS), worlds)
            if len(alive) == 1:
                break
        return int(self._codes[self._verdict(alive, worlds)])

    def _spent(self, began: float, seconds: float | None) -> float:
        """The part of the allowance that is gone."""
        if seconds is not None:
            return (perf_counter() - began) / seconds
        return float(self._counts[NODES]) / float(self._nodes or 1)

    def _hopeful(self, alive: Any, worlds: int, sure: float) -> Any:
        """Without the choices that are worse than judge's by this many standard errors."""
        gains = self._results[alive, :worlds] - self._results[0, :worlds]
        errors = gains.std(axis=1) / sqrt(worlds)
        return alive[(gains.mean(axis=1) + sure * errors >= 0.0) | (alive == 0)]

    def _is_settled(self, alive: Any, worlds: int) -> bool:
        """Whether one choice is certainly the best, or all are as good: more trials would change nothing."""
        best = alive[int(np.argmax(self._results[alive, :worlds].mean(axis=1)))]
        leads = self._results[best, :worlds] - self._results[alive[alive != best], :worlds]
        errors = leads.std(axis=1) / sqrt(worlds)
        return bool(((leads.mean(axis=1) > CERTAIN * errors) | (errors < EQUAL)).all())

    def _better_half(self, alive: Any, worlds: int) -> Any:
        """The better half of the choices, and judge's in any case."""
        means = self._results[alive, :worlds].mean(axis=1)
        kept = alive[np.argsort(-means, kind="stable")[: max((len(alive) + 1) // 2, 2)]]
        return np.sort(kept if 0 in kept else np.append(kept[:-1], 0))

    def _verdict(self, alive: Any, worlds: int) -> int:
        """The best choice, but judge's if the best is not clearly better."""
        means = self._results[alive, :worlds].mean(axis=1)
        best = int(alive[int(np.argmax(means))])
        if best == 0:
            return 0
        gain = self._results[best, :worlds] - self._results[0, :worlds]
        error = float(gain.std()) / sqrt(worlds)
        return best if float(gain.mean()) > self._sure * error else 0
