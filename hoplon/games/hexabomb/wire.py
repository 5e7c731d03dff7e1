"""Hexabomb as programs speak it (rulebook 9): orders and states in JSON, exactly as on the wire."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hoplon.core.actions import FINE
from hoplon.core.errors import HoplonError, RunawayChain
from hoplon.games.hexabomb.advice import why_not
from hoplon.games.hexabomb.legal import MOVE as MOVE_CHOICE
from hoplon.games.hexabomb.legal import REVIVE as REVIVE_CHOICE
from hoplon.games.hexabomb.legal import bomb_choice
from hoplon.games.hexabomb.maps import LEAST_INT, MOST_INT, HexMap
from hoplon.games.hexabomb.options import fill, size_for
from hoplon.games.hexabomb.rules import play_orders
from hoplon.games.hexabomb.setup import new_match
from hoplon.games.hexabomb.state import Do, options_type, order_t, state_type, turn_record
from hoplon.games.hexabomb.statetext import StateText
from hoplon.games.hexabomb.tables import MOST_TURNS, WAY_NAMES

WAYS = {name: way for way, name in enumerate(WAY_NAMES)}
MOVE, BOMB, REVIVE = Do.MOVE.value, Do.BOMB.value, Do.REVIVE.value
NO_WAY = 0

Report = Callable[[str], None]
Order = tuple[int, int, int, int, int, int]


class BadActions(HoplonError):
    """What the game received is no list of players' actions."""


def read_order(given: Any, seat: int) -> Order | str:
    """An order as (kind, way, seat, character, range, delay), or what is malformed about it (3.2)."""
    if type(given) is not dict:
        return "it is no object"
    who = given.get("id")
    if type(who) is not int or not LEAST_INT <= who <= MOST_INT:
        return "'id' is missing or no integer of 32 bits"
    movement = given.get("movement")
    if movement == "move":
        way = given.get("direction")
        if type(way) is not str or way not in WAYS:
            return "'direction' is missing or none of " + ", ".join(WAY_NAMES)
        return MOVE, WAYS[way], seat, who, 0, 0
    if movement == "bomb":
        reach, delay = given.get("bomb_range"), given.get("bomb_delay")
        if type(reach) is not int or not LEAST_INT <= reach <= MOST_INT:
            return "'bomb_range' is missing or no integer of 32 bits"
        if type(delay) is not int or not LEAST_INT <= delay <= MOST_INT:
            return "'bomb_delay' is missing or no integer of 32 bits"
        return BOMB, NO_WAY, seat, who, reach, delay
    if movement == "revive":
        return REVIVE, NO_WAY, seat, who, 0, 0
    return "'movement' is missing or none of move, bomb, revive"


def read_orders(actions: Sequence[Any], seat: int, report: Report | None = None) -> list[Order]:
    """The orders kept of what a player said, in sequence (3.2, 4.1), legal or not: one for a character."""
    ordered = set()
    found: list[Order] = []
    for n, given in enumerate(actions):
        order = read_order(given, seat)
        if isinstance(order, str):
            why = order
        elif order[3] in ordered:
            why = f"character {order[3]} has an order already"
        else:
            ordered.add(order[3])
            found.append(order)
            continue
        if report is not None:
            report(f"order {n} of player {seat} is ignored: {why}")
    return found


def why_refused(states: Any, order: Order) -> str:
    """Why an order is illegal in a position (3.3); empty if it is not. No other order changes that."""
    kind, way, seat, who, reach, delay = order
    if not 0 <= who < states["characters"][0] or states["seat"][0, who] != seat:
        return f"it has no character {who}"
    return why_not(states, 0, who, kind, way, reach, delay)


def choice_of(order: Order) -> int:
    """A legal order as the choice of its character."""
    kind, way, _, _, reach, delay = order
    if kind == MOVE:
        return MOVE_CHOICE | way
    return int(bomb_choice(reach, delay)) if kind == BOMB else REVIVE_CHOICE


class Play:
    """One game as a game logic runs it: turns from players' actions, states as JSON.

    `report`, if given, is called with one line for each order that is dropped or illegal.
    """

    def __init__(self, board: HexMap, players: int, special: int = 0, report: Report | None = None) -> None:
        board.check_players(players, special)
        size = size_for(board, players, special)
        options = np.zeros(1, options_type(size))
        fill(options, 0, board, players, special, MOST_TURNS)
        self.states = np.zeros(1, state_type(size))
        new_match(self.states[0], options[0], 0)
        self.report = report
        self._turns = np.zeros(1, turn_record(size))
        self._orders = np.zeros(size.characters, order_t)
        self._text = StateText(self.states)

    def state(self) -> bytes:
        """The state as compact JSON with sorted keys (9.2)."""
        return self._text.write(self.states, 0)

    @property
    def leader(self) -> int:
        """The player who leads, or -1; before the first turn nobody does."""
        return int(self.states["leader"][0])

    @property
    def turn_number(self) -> int:
        """How many turns have been played."""
        return int(self.states["turn"][0])

    def turn(self, player_actions: Sequence[Any]) -> int:
        """Play a turn with what the players said, in that order; returns the leader."""
        orders = self.read(player_actions)
        n = len(orders)
        if n > len(self._orders):
            self._orders = np.zeros(2 * n, order_t)
        if n:
            self._orders[:n] = orders
        if self.report is not None:
            self._report_illegal(orders)
        play_orders(self.states, 0, self._turns, 0, self._orders, n)
        if self._turns["fault"][0] != FINE:
            raise RunawayChain(f"turn {self.turn_number} of hexabomb did not come to an end")
        return self.leader

    def carried_out(self) -> dict[int, int]:
        """The orders of the last turn that came about: the choice of each character that had one.

        Given in any sequence, these orders alone lead to the same board: a cell is entered once at most.
        """
        turn, near = self._turns[0], self.states["near"][0]
        found: dict[int, int] = {}
        for kind, who, what, src, dst, n, *_ in turn["log"][: int(turn["n"])].tolist():
            if kind == MOVE:
                found[who] = MOVE_CHOICE | near[src].tolist().index(dst)
            elif kind == BOMB:
                found[who] = int(bomb_choice(n, what))
            elif kind == REVIVE:
                found[who] = REVIVE_CHOICE
        return found

    def read(self, player_actions: Sequence[Any]) -> list[Order]:
        """The orders kept of a turn's entries, in sequence (3.2, 4.1), legal or not."""
        if type(player_actions) is not list:
            raise BadActions("the players' actions are no array")
        found: list[Order] = []
        for entry in player_actions:
            if type(entry) is not dict or type(entry.get("actions")) is not list:
                raise BadActions("an entry of the players' actions has no array 'actions'")
            seat = entry.get("player_id")
            if type(seat) is not int or not LEAST_INT <= seat <= MOST_INT:
                raise BadActions("an entry of the players' actions has no integer 'player_id'")
            found += read_orders(entry["actions"], seat, self.report)
        return found

    def _report_illegal(self, orders: list[Order]) -> None:
        """An order is legal or not from the start of the turn."""
        for order in orders:
            why = why_refused(self.states, order)
            if why and self.report is not None:
                self.report(f"an order of player {order[2]} is illegal: {why}")
