"""Positions that nothing was fitted to, and matches played on from them by the player of the evaluation.

A position is known by its game and its number. From HELD_OUT on numbers are kept for measuring;
`fit_foresight.py` takes those below. The match begins with options drawn by the number, the player of the
evaluation plays at every seat for some choices, and a few choices at random follow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from unstuck import unstuck

import hoplon
from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.playouts import PLAY_ON, Player, playouts_of
from hoplon.bots import network_of
from hoplon.bots.foresight import LEARNED, MCTS
from hoplon.bots.generic.network import read_network
from hoplon.core.foresight import Foresight
from hoplon.core.match import Match

HELD_OUT = 500_000
LONG = 1000  # choices after which a match counts as one without an end

Playing = tuple[Callable[..., None], Any]  # playouts, and the tools of who plays them


@dataclass(frozen=True)
class Start:
    """How matches begin: the values of some options, of which one is drawn.

    Fewer choices than `choices` lead to the position, and then fewer than `strayed` at random. `endless` says
    that the rules set no end to a match, so that whoever plays on must not go round in circles.
    """

    choices: int
    strayed: int
    options: Mapping[str, tuple[Any, ...]]
    endless: bool = False


def starts(name: str) -> Start:
    """How the matches of a game begin."""
    if name == "hoplite":
        return Start(150, 6, {"depth": (1, 1, 3, 6, 9, 12, 15), "hearts": (1, 2, 3)}, endless=True)
    if name == "hexabomb":
        return Start(400, 30, {"map": ("duel", "delta", "crossroads", "five-isles")})
    if name == "codekeeper":
        return Start(50, 24, {})
    if name == "cardbattle":
        return Start(400, 4, {"army_a": _armies(), "army_b": _armies()})
    return Start(40, 4, {})


@cache
def _armies() -> tuple[str, ...]:
    from hoplon.games.cardbattle.armies import supplied

    return tuple(army.id for army in supplied())


@dataclass(frozen=True)
class Position:
    """A position, what the player of the evaluation has seen on the way, and how the match began."""

    number: int
    options: dict[str, Any]
    match: Match
    memory: Any
    choices: int


class Stage:
    """Plays one game from its beginning to positions, and from positions to the end."""

    def __init__(self, name: str) -> None:
        self.name = name
        match = hoplon.new(name, seed=0)
        self.evaluator = Evaluator(match.game, match.game.seat_count(match.options))
        foresight, player = self.evaluator.foresight, self.evaluator.player
        game = self.evaluator.game
        self._rooms, self._turns = game.new_states(2), game.new_turns(1)
        self._tools = player.tools(game)
        self._lead_there = self._playing(player, replace(foresight, expect=None, stops=None))
        if starts(name).endless:
            player = unstuck(player, game.rules, read_network(network_of(name), game).encoding)
        self._to_the_end = self._playing(player, replace(foresight, expect=None, stops=None))
        self._to_the_stop = (
            self._playing(player, replace(foresight, expect=None)) if foresight.stops else None
        )

    def _playing(self, player: Player, foresight: Foresight) -> Playing:
        evaluator = self.evaluator
        is_policy = foresight.player not in (LEARNED, MCTS)
        measure = evaluator.evaluation.measure
        run = playouts_of(evaluator.game.rules, player, foresight, measure, is_policy)
        return run, player.tools(evaluator.game)

    def _play(
        self, playing: Playing, states: Any, memory: Any, seat: int, seed: int, world: int, most: int
    ) -> tuple[Any, Any]:
        """The quantities after so many choices in one world, which then lies in `_rooms`, and the memory."""
        run, tools = playing
        room = np.zeros_like(memory)
        results = np.zeros((1, 1, len(self.evaluator.quantities)))
        run(
            states, memory, self._rooms, self._turns, room, tools, seat, False,
            np.array([PLAY_ON], np.int64), seed, world, most, results,
        )  # fmt: skip
        return results[0, 0], room

    def position(self, number: int) -> Position | None:
        """The position of this number; None if none of its kind lies before the end of the match."""
        dice = np.random.default_rng([0x504F53, number])
        start = starts(self.name)
        drawn = {key: values[int(dice.integers(len(values)))] for key, values in start.options.items()}
        try:
            match = hoplon.new(self.name, seed=number, **drawn)
        except hoplon.BadOption:  # armies of two periods do not meet
            return None
        game = self.evaluator.game
        if match.game.rules is not game.rules:
            raise SystemExit(f"{self.name} with {drawn} is compiled in another way than without")
        states = match._states
        choices = int(dice.integers(0, start.choices))
        while True:
            _, memory = self._play(
                self._lead_there, states, self.evaluator.memory_for(states), 0, number, 0, choices
            )
            if game.entries.mover(self._rooms, 0) >= 0 or choices == 0:
                break
            choices //= 2
        match._place(self._rooms[:1].copy())
        for _ in range(int(dice.integers(0, start.strayed))):
            if match.is_over:
                return None
            self.evaluator.notice(match._states, memory)
            legal = match.legal()
            match.play(legal[int(dice.integers(len(legal)))])
        if match.is_over:
            return None
        return Position(number, drawn, match, memory, choices)

    def seats(self, position: Position) -> int:
        """How many play."""
        return int(position.match.game.seat_count(position.match.options))

    def foretell(self, position: Position, seat: int, worlds: int, deals: bool) -> Any:
        """What is expected of each quantity: by what the seat may know if `deals`, else with all open."""
        seed = 2 * position.number
        found = self.evaluator.play(
            position.match._states, seat, worlds=worlds, seed=seed, deals=deals, memory=position.memory
        )
        return found[0].mean(axis=0)

    def play_on(
        self, position: Position, seat: int, times: int, stops: bool = True
    ) -> tuple[Any, list[bool]]:
        """What happens, each time with other dice: times × quantities, and which of them came to an end.

        Where playouts stop before the end (at the stairs, for instance), amounts are those of the stop,
        unless `stops` is False.
        """
        states, seed = position.match._states, 2 * position.number + 1
        amounts = [bool(quantity.unit) for quantity in self.evaluator.quantities]
        found, ended = np.zeros((times, len(amounts))), []
        for world in range(times):
            given = states, position.memory, seat, seed, world, LONG
            found[world], _ = self._play(self._to_the_end, *given)
            ended.append(bool(self.evaluator.game.entries.mover(self._rooms, 0) < 0))
            if stops and self._to_the_stop is not None:
                stopped, _ = self._play(self._to_the_stop, *given)
                found[world, amounts] = stopped[amounts]
        return found, ended

    def thought(self, position: Position) -> float:
        """What the network of a learned player expects."""
        states, memory = self.evaluator.game.new_states(2), position.memory.copy()
        states[:] = position.match._states[0]
        self.evaluator.game.entries.conceal(states, 1, position.match.to_move)
        self.evaluator.player.notice(states, memory)
        return float(self.evaluator.player.value(states, memory, self._tools))
