"""A game known from its states alone, as a viewer sees it: the orders that lead from each state to the next.

Whatever is found is played with the rules and compared with the state that was seen, field by field.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from hoplon.games.hexabomb.client import BadState, order_of, position_of
from hoplon.games.hexabomb.legal import MOVE, REVIVE, bomb_choice
from hoplon.games.hexabomb.maps import BadMap, Cell, checked
from hoplon.games.hexabomb.tables import LEAST_BOMB, MOST_BOMB, MOST_SPECIAL_BOMB, WAY_STEPS
from hoplon.games.hexabomb.view import Character, Position, put
from hoplon.games.hexabomb.wire import Play

State = Mapping[str, Any]
MOST_TRIES = 2000
MOST_UNSEEN = 2  # bombs of one turn that are tried because they went off in the turn they were dropped


class Retrace:
    """Follows a game. `play` stands where the game stands, and holds the orders of its last turn."""

    def __init__(self, start: State, players: int, special: int, turns: int) -> None:
        self._special, self._turns = special, turns
        first = position_of(start, special, 0, turns)
        if len(first.scores) != players + special or not first.characters:
            raise BadState(
                f"the state tells of {len(first.scores)} players, the server of {players + special}"
            )
        groups: dict[int, list[Cell]] = {}
        for c in first.characters:
            groups.setdefault(c.seat, []).append(c.cell)
        try:
            own = groups.pop(0, []) if special else []
            self.board = checked(first.cells, {seat - special: group for seat, group in groups.items()}, own)
            self.play = Play(self.board, players, special)
        except BadMap as error:
            raise BadState(f"the state is not the beginning of a game: {error}") from None
        if not self._shows(start):
            raise BadState("the state is not the beginning of a game")

    def see(self, state: State) -> bool:
        """Play the next turn as it was played; False if the state does not follow from the one before."""
        play, before = self.play, self.play.states.copy()
        now = position_of(state, self._special, play.turn_number + 1, self._turns)
        then = position_of(json.loads(play.state()), self._special, play.turn_number, self._turns)
        if len(now.characters) != len(then.characters) or now.cells != then.cells:
            raise BadState("the state is one of another game")
        for _, orders in zip(range(MOST_TRIES), explanations(then, now), strict=False):
            play.turn(orders)
            if self._shows(state):
                return True
            play.states[:] = before
        return False

    def jump(self, state: State, turn: int) -> None:
        """Go on from a state that does not follow from the one before, which stays as it is."""
        self.play.states = self.play.states.copy()
        put(position_of(state, self._special, turn, self._turns), self.play.states, 0)

    def _shows(self, state: State) -> bool:
        return bool(json.loads(self.play.state()) == dict(state))


def explanations(then: Position, now: Position) -> Iterator[list[dict[str, Any]]]:
    """What may have been ordered between two positions, the likeliest first."""
    seen = visible_orders(then, now)
    if seen is None:
        return
    yield entries(then, seen)
    unseen = [c for c in then.characters if c.id not in seen and may_have_bombed(then, now, c)]
    for count in range(1, MOST_UNSEEN + 1):
        for who in combinations(unseen, count):
            for reaches in product(*(range(LEAST_BOMB, most_range(then, c) + 1) for c in who)):
                bombs = {c.id: bomb_choice(n, LEAST_BOMB) for c, n in zip(who, reaches, strict=True)}
                yield entries(then, seen | bombs)


def visible_orders(then: Position, now: Position) -> dict[int, int] | None:
    """The orders that left a trace, bombs first and in the order of their list; None if somebody jumped."""
    found: dict[int, int] = {}
    old = {bomb.cell for bomb in then.bombs}
    standing = {c.cell: c for c in then.characters if c.alive}
    for bomb in now.bombs:
        if bomb.cell not in old:
            if bomb.cell not in standing:
                return None
            found[standing[bomb.cell].id] = bomb_choice(bomb.range, bomb.delay)
    for c, after in zip(then.characters, now.characters, strict=True):
        step = (after.cell[0] - c.cell[0], after.cell[1] - c.cell[1])
        if step in WAY_STEPS:
            found[c.id] = MOVE | WAY_STEPS.index(step)
        elif step != (0, 0):
            return None
        elif after.alive and not c.alive:
            found[c.id] = REVIVE
    return found


def may_have_bombed(then: Position, now: Position, c: Character) -> bool:
    """Could it have dropped a bomb that another set off in the same turn?"""
    burnt = any(cell == c.cell for cell, _ in now.blasts)
    return c.alive and burnt and c.held > 0 and all(bomb.cell != c.cell for bomb in then.bombs)


def most_range(p: Position, c: Character) -> int:
    """The longest bomb of a character."""
    return MOST_SPECIAL_BOMB if p.special and c.seat == 0 else MOST_BOMB


def entries(p: Position, orders: Mapping[int, int]) -> list[dict[str, Any]]:
    """Orders as a game logic receives them; each in an entry of its own, which keeps their sequence."""
    return [
        {"player_id": p.characters[who].seat, "turn_number": 0, "actions": [order_of(who, choice)]}
        for who, choice in orders.items()
    ]
