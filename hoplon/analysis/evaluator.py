"""An evaluator: plays one game on from any of its positions, on as many threads as are wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from hoplon.analysis.playouts import PLAY_ON, player_of, playouts_of, slipping
from hoplon.bots.foresight import LEARNED, MCTS, foresight_of
from hoplon.core.choices import Choice
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import rule
from hoplon.core.match import Match
from hoplon.core.talents import Evaluation, Quantity


def evaluation_of(game: Game, seats: int) -> Evaluation:
    """What values mean in a game: what it says, else the score, or who has the highest one."""
    return game.evaluation or _by_score(game.rules, seats)


@cache
def _by_score(rules: Rules, seats: int) -> Evaluation:
    score = rules.score
    if seats == 1:

        @rule
        def measure_alone(s, seat, out):
            """The score."""
            out[0] = float(score(s, seat))

        return Evaluation((Quantity("score", "expected score", "points"),), measure_alone, (0.5, 1.0, 2.0))

    @rule
    def measure(s, seat, out):
        """Won or not, a shared lead as half; and by how much."""
        own = score(s, seat)
        best = score(s, 1 if seat == 0 else 0)
        for other in range(seats):
            if other != seat:
                best = max(best, score(s, other))
        out[0] = 1.0 if own > best else 0.5 if own == best else 0.0
        out[1] = float(own - best)

    quantities = (Quantity("win", "chance to win"), Quantity("lead", "expected lead", "points"))
    return Evaluation(quantities, measure, (0.05, 0.1, 0.2))


class Evaluator:
    """Plays positions of one game on. The game fits the options of the match.

    Of a hundred choices, whoever plays on makes `slips` at random.
    """

    def __init__(self, game: Game, seats: int, threads: int = 1, slips: int = 0) -> None:
        self.game = game
        self.seats = seats
        self.evaluation = evaluation_of(game, seats)
        self.foresight = foresight_of(game)
        self.player = player_of(game, self.foresight)
        self.threads = threads
        is_policy = self.foresight.player not in (LEARNED, MCTS)
        player = slipping(game.rules, self.player, slips) if slips else self.player
        self._run = playouts_of(game.rules, player, self.foresight, self.evaluation.measure, is_policy)
        self._rooms: list[tuple[Any, Any, Any]] = []
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """What a value says."""
        return self.evaluation.quantities

    @property
    def sign(self) -> float:
        """1 if more of the first quantity is better, else -1."""
        return -1.0 if self.quantities[0].less_is_better else 1.0

    def horizon(self, deals: bool) -> int:
        """How many choices are played on."""
        dealt = self.foresight.dealt
        return dealt if deals and self.game.hides and dealt is not None else self.foresight.horizon

    @property
    def first_glance(self) -> tuple[int, int]:
        """The horizon and the worlds of a glance."""
        return self.foresight.glance, self.foresight.worlds

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def memory_for(self, states: Any) -> Any:
        """The memory of a player that has seen nothing yet."""
        return np.zeros((self.player.count(states), max(self.player.memory, 1)), np.uint8)

    def told_apart(self, states: Any, legal: Sequence[Choice], memory: Any) -> list[Choice]:
        """The legal choices that the player that plays on tells apart: some texts mean the same."""
        if self.player.options is None:
            return list(legal)
        rooms, codes = self.game.new_states(2), np.zeros(self.game.most_choices, np.int64)
        rooms[1] = states[0]
        self.game.entries.conceal(rooms, 1, int(self.game.entries.mover(states, 0)))
        n = int(self.player.options(rooms, memory, self.player.tools(self.game), codes))
        wanted = set(codes[:n].tolist())
        return [choice for choice in legal if choice.code in wanted] or list(legal)

    def notice(self, states: Any, memory: Any) -> None:
        """Let whoever is asked in a position remember what is seen there."""
        mover = int(self.game.entries.mover(states, 0))
        if mover >= 0 and self.player.memory:
            rooms = self.game.new_states(2)
            rooms[1] = states[0]
            self.game.entries.conceal(rooms, 1, mover)
            self.player.notice(rooms, memory)

    def play(
        self,
        states: Any,
        seat: int,
        codes: Sequence[int] = (PLAY_ON,),
        worlds: int = 1,
        *,
        first: int = 0,
        seed: int = 0,
        horizon: int | None = None,
        deals: bool = False,
        memory: Any = None,
    ) -> Any:
        """What comes of each choice in each world: choices × worlds × quantities."""
        memory = self.memory_for(states) if memory is None else memory
        horizon = self.horizon(deals) if horizon is None else horizon
        chosen = np.array(codes, np.int64)
        results = np.zeros((len(chosen), worlds, len(self.quantities)))

        def work(part: int, begin: int, end: int) -> None:
            mine = np.zeros((len(chosen), end - begin, len(self.quantities)))
            self._one(part, states, memory, seat, deals, chosen, seed, first + begin, horizon, mine)
            results[:, begin:end] = mine

        self._shared(worlds, work)
        return results

    def look(self, positions: Any, seat: int, memory: Any = None, seed: int = 0) -> tuple[Any, Any]:
        """A glance at many positions: the first quantity of each, and its standard error."""
        horizon, worlds = self.first_glance
        values, errors = np.zeros(len(positions)), np.zeros(len(positions))
        codes = np.array([PLAY_ON], np.int64)

        def work(part: int, begin: int, end: int) -> None:
            for i in range(begin, end):
                found = np.zeros((1, worlds, len(self.quantities)))
                one = positions[i : i + 1]
                own = self.memory_for(one) if memory is None else memory
                self._one(part, one, own, seat, False, codes, seed, 0, horizon, found)
                values[i], errors[i] = mean_and_error(found[0, :, 0])

        self._shared(len(positions), work)
        return values, errors

    def _shared(self, n: int, work: Callable[[int, int, int], None]) -> None:
        """Share n things among the threads."""
        parts = min(self.threads, n) if self._pool is not None else 1
        while len(self._rooms) < max(parts, 1):
            self._rooms.append(
                (self.game.new_states(2), self.game.new_turns(1), self.player.tools(self.game))
            )
        if parts <= 1 or self._pool is None:
            work(0, 0, n)
            return
        bounds = [n * k // parts for k in range(parts + 1)]
        for done in [self._pool.submit(work, k, bounds[k], bounds[k + 1]) for k in range(parts)]:
            done.result()

    def _one(
        self, part: int, states: Any, memory: Any, seat: int, deals: bool, codes: Any, seed: int,
        first: int, horizon: int, results: Any,
    ) -> None:  # fmt: skip
        rooms, turns, tools = self._rooms[part]
        room = np.zeros_like(memory)
        self._run(
            states, memory, rooms, turns, room, tools, seat, deals, codes, seed, first, horizon, results
        )


def make_ready(match: Match) -> None:
    """Compile what an analysis of this match needs, or load it."""
    Evaluator(match.game, match.game.seat_count(match.options)).play(match.states_at(0), 0)


def mean_and_error(results: Any) -> tuple[float, float]:
    """The mean of results, and its standard error."""
    n = len(results)
    error = float(np.std(results, ddof=1)) / n**0.5 if n > 1 else 0.0
    return float(np.mean(results)), error
