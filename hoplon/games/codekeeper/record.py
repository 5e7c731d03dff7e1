"""A whole game as JSON, one object a line, in the notation of the reference recordings (see the README).

Cells are numbers `K = 100 * x + y`. The first object is the start, then one object follows for each command.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from hoplon.core.dice import any_seed
from hoplon.core.errors import BadText
from hoplon.core.kernel import rule
from hoplon.core.text import Action, turn_of
from hoplon.games.codekeeper.cells import ALL_CELLS, cheb, number_of
from hoplon.games.codekeeper.commands import read_command
from hoplon.games.codekeeper.legal import FAIL
from hoplon.games.codekeeper.maze import rows_of
from hoplon.games.codekeeper.monsters import acting_order
from hoplon.games.codekeeper.options import CodeKeeperOptions
from hoplon.games.codekeeper.position import position
from hoplon.games.codekeeper.rules import hero_phase, monster_phase
from hoplon.games.codekeeper.state import NOTHING, ROOM, Do, End, Weapon, turn_t
from hoplon.games.codekeeper.tables import FIRST_MONSTER
from hoplon.games.codekeeper.view import view
from hoplon.games.codekeeper.weapons import MOST_HIT, hit_cell
from hoplon.games.codekeeper.words import NOTE_NAMES, PHRASES

Json = dict[str, Any]


@rule
def hero_acts(states, i, turns, choice):
    """The first half of a turn, for one of many positions."""
    hero_phase(states[i], turns[0], choice)


@rule
def monsters_answer(states, i, turns):
    """The second half."""
    monster_phase(states[i], turns[0])


@rule
def order_of(states, i, acting):
    """The acting order that the next shuffle gives; call it on a copy."""
    acting_order(states[i], acting)


def hero_of(s: Any) -> list[int]:
    """`[x, y, health, score, hammer, scythe, bow]`."""
    hero = int(s.hero)
    return [hero >> 4, hero & 15, int(s.health), int(s.score), *s.charges[1:].tolist()]


def monsters_of(s: Any) -> list[list[int]]:
    """`[x, y, type, health]` of each living monster, in list order (13.2)."""
    rows = zip(s.cell.tolist(), s.kind.tolist(), s.life.tolist(), strict=True)
    found = [[cell >> 4, cell & 15, kind + FIRST_MONSTER, life] for cell, kind, life in rows]
    return [found[m] for m in s.order[: s.living].tolist()]


def items_of(s: Any) -> list[list[int]]:
    """`[x, y, type]` of each item, ascending by cell."""
    loot = s.loot.tolist()
    return [[c >> 4, c & 15, loot[c]] for c in ALL_CELLS if loot[c] != NOTHING]


def shown_hits(action: Action) -> list[int]:
    """The cells that a viewer marks as hit, as numbers K.

    When the far cell of a scythe is off the board and the near one is aimed at, the hero's own is marked too.
    """
    if action.kind != Do.ATTACK:
        return []
    cells = [int(hit_cell(action.what, action.src, action.dst, k)) for k in range(MOST_HIT)]
    if action.what == Weapon.SCYTHE and cells[1] < 0 and cheb(action.src, action.dst) == 1:
        cells[1] = action.src
    return sorted(int(number_of(c)) for c in cells if c >= 0)


class Recorder:
    """A game being recorded. `start` is its first object; `play` makes the next from a command line."""

    def __init__(self, states: Any, name: str = "", seed: int | None = None) -> None:
        self.states = states
        self.name = name
        self.seed = seed
        self._turn = np.zeros(1, turn_t)
        self._acting = np.zeros(ROOM, np.uint8)

    @property
    def status(self) -> str:
        """`running`, or how the game ended."""
        return End(int(self.states[0].end)).name.lower()

    def start(self) -> Json:
        """The game object without its turns."""
        s = self.states[0]
        return {
            "name": self.name,
            "seed": self.seed,
            "rows": rows_of(position(self.states, 0)),
            "rng": int(s.rng),
            "h": hero_of(s),
            "mon": monsters_of(s),
            "it": items_of(s),
            "in": view(self.states, 0).lines(),
        }

    def play(self, line: str) -> Json:
        """Play a command line; a fatal one ends the game."""
        turn: Json = {"c": line}
        before = monsters_of(self.states[0])
        try:
            command = read_command(line)
        except BadText:
            hero_acts(self.states, 0, self._turn, FAIL)
            return turn | self._after()
        hero_acts(self.states, 0, self._turn, command.choice)
        action = turn_of(self._turn[0], PHRASES).actions[0]
        kind = Do(action.kind).name
        facing = int(self.states[0].facing)
        turn["a"] = [kind, action.dst >> 4, action.dst & 15, max(action.what, 0), facing]
        turn["t"] = shown_hits(action)
        if command.message:
            turn["msg"] = command.message
        if action.n:
            turn["w"] = NOTE_NAMES[action.n]
        if self.status == "running":
            self._answer(turn, before)
        return turn | self._after()

    def _answer(self, turn: Json, before: list[list[int]]) -> None:
        s = self.states[0]
        between = monsters_of(s)
        order_of(self.states.copy(), 0, self._acting)
        acting = [int(number_of(int(s.cell[m]))) for m in self._acting[: s.living].tolist()]
        done = int(self._turn[0].n)
        monsters_answer(self.states, 0, self._turn)
        if self.status == "limit":
            return
        if between != before:
            turn["mid"] = between
        actions = turn_of(self._turn[0], PHRASES).actions[done:]
        turn["o"] = acting
        turn["mv"] = [
            [int(number_of(a.src)), int(number_of(a.dst))]
            for a in actions
            if a.kind == Do.STEP and a.src != a.dst
        ]
        turn["d"] = sum(a.n for a in actions if a.kind == Do.HURT)

    def _after(self) -> Json:
        s = self.states[0]
        state = {"h": hero_of(s), "mon": monsters_of(s), "it": items_of(s), "rng": int(s.rng)}
        if self.status == "running":
            return state | {"in": view(self.states, 0).lines()}
        return state | {"end": self.status}


def record(seed: int, maze: str = "", position: str = "", name: str = "") -> Recorder:
    """Begin to record a game: of a seed, of a drawn maze (rows with `/` between), or from a position."""
    from hoplon.games.codekeeper import GAME  # which names this module among its talents

    options = CodeKeeperOptions(maze=maze, position=position)
    options.check()
    states = GAME.new_states(1)
    GAME.start(states, 0, options, seed)
    return Recorder(states, name or f"seed/{seed}", seed)


def simulate(options: CodeKeeperOptions, seed: int | None, lines: Iterable[str]) -> Iterator[str]:
    """Play command lines: one JSON object for the game, then one for each command.

    Lines may still carry their line end; a CR within one ends a command too, as it does for a bot. What
    follows after the end of the game is not read.
    """
    recorder = record(any_seed() if seed is None else seed, options.maze, options.position)
    yield _json(recorder.start())
    if recorder.status != "running":
        return
    for line in lines:
        for command in line.removesuffix("\n").removesuffix("\r").split("\r"):
            yield _json(recorder.play(command))
            if recorder.status != "running":
                return


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
