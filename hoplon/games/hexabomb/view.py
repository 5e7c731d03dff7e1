"""What a seat may see: everything but the orders that others have given in this turn.

`Position` holds a position as plain Python values with cells as (q, r); it is what bots, pictures and the
notation work with, and it can be put back into a state.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.cached_record import CachedRecord
from hoplon.core.errors import BadPosition
from hoplon.games.hexabomb.legal import asked_character
from hoplon.games.hexabomb.maps import Cell, HexMap
from hoplon.games.hexabomb.options import board_of, fitting, lay
from hoplon.games.hexabomb.rules import leader_now
from hoplon.games.hexabomb.setup import clear_board, forget_orders
from hoplon.games.hexabomb.state import ALIVE, NO_LEADER, NOT_HIT, Do, Size
from hoplon.games.hexabomb.tables import MOST_HELD, MOST_SPECIAL_BOMB, MOST_TURNS, WAIT_OF_THE_DEAD, WAYS


@dataclass(frozen=True)
class Character:
    """A character; `wait` is -1 while it lives. A corpse remembers its cell."""

    id: int
    seat: int
    cell: Cell
    held: int
    wait: int

    @property
    def alive(self) -> bool:
        """Does it live?"""
        return self.wait == ALIVE


@dataclass(frozen=True)
class Bomb:
    """A bomb of a seat."""

    seat: int
    cell: Cell
    range: int
    delay: int


@dataclass(frozen=True)
class Order:
    """An order given in this turn."""

    character: int
    kind: Do
    way: int = 0
    range: int = 0
    delay: int = 0


@dataclass(frozen=True)
class Position:
    """A position of hexabomb (2). `asked` characters had their turn; `orders` are those seen."""

    cells: tuple[Cell, ...]
    colours: tuple[int, ...]
    seats: int
    special: bool
    turn: int
    turns: int
    characters: tuple[Character, ...]
    bombs: tuple[Bomb, ...] = ()
    blasts: tuple[tuple[Cell, int], ...] = ()
    scores: tuple[int, ...] = ()
    leader: int | None = None
    asked: int = 0
    orders: tuple[Order, ...] = ()

    @property
    def board(self) -> HexMap:
        """The board alone, with its neighbours."""
        return board_of(self.cells)

    @cached_property
    def colour_at(self) -> dict[Cell, int]:
        """The colour of each cell."""
        return dict(zip(self.cells, self.colours, strict=True))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cells each seat holds."""
        return tuple(self.colours.count(seat + 1) for seat in range(self.seats))

    @property
    def to_order(self) -> Character | None:
        """The character to be ordered next; nobody after the end."""
        if self.turn >= self.turns or not self.characters:
            return None
        begins = self.turn % self.seats
        first = next(c.id for c in self.characters if c.seat == begins)
        return self.characters[(first + self.asked) % len(self.characters)]

    def size(self) -> Size:
        """The smallest record that holds it."""
        return fitting(len(self.cells), self.seats, len(self.characters))

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        found = asdict(self)
        found["counts"] = self.counts
        for order in found["orders"]:
            order["kind"] = order["kind"].name.lower()
        return found


def view(states: Any, i: int, seat: int = 0) -> Position:
    """The position as a seat sees it."""
    return _position(states, i, seat)


def whole(states: Any, i: int) -> Position:
    """The position with everybody's orders, as nobody at the table sees it."""
    return _position(states, i, None)


def _position(states: Any, i: int, seat: int | None) -> Position:
    s = CachedRecord(states[i])
    n = int(s.cells)
    cells = tuple(zip(s.q[:n].tolist(), s.r[:n].tolist(), strict=True))
    hit = np.flatnonzero(s.blast[:n] != NOT_HIT).tolist() if s.hits else []
    seats = int(s.seats)
    columns = (s.seat, s.at, s.held, s.wait)
    rows = zip(*(column[: s.characters].tolist() for column in columns), strict=True)
    bombs = (s.bomb_seat, s.bomb_cell, s.bomb_range, s.bomb_delay)
    return Position(
        cells=cells,
        colours=tuple(s.colour[:n].tolist()),
        seats=seats,
        special=bool(s.special),
        turn=int(s.turn),
        turns=int(s.turns),
        characters=tuple(
            Character(c, owner, cells[at], held, wait) for c, (owner, at, held, wait) in enumerate(rows)
        ),
        bombs=tuple(
            Bomb(owner, cells[at], reach, delay)
            for owner, at, reach, delay in zip(*(b[: s.bombs].tolist() for b in bombs), strict=True)
        ),
        blasts=tuple((cells[c], int(s.blast[c])) for c in hit),
        scores=tuple(s.score[:seats].tolist()),
        leader=None if s.leader == NO_LEADER else int(s.leader),
        asked=int(s.asked),
        orders=tuple(
            Order(int(o.who), Do(int(o.kind)), int(o.way), int(o.range), int(o.delay))
            for o in s.orders[: s.ordered]
            if seat is None or o.seat == seat
        ),
    )


def put(position: Position, states: Any, i: int) -> None:
    """Set a position up; BadPosition says what cannot be."""
    p = position
    _check(p)
    states[i : i + 1] = 0
    s = states[i]
    lay(states, i, p.board)
    number = p.board.number
    s.cells, s.seats, s.special = len(p.cells), p.seats, p.special
    s.turn, s.turns = p.turn, p.turns
    clear_board(s)
    s.colour[: len(p.cells)] = p.colours
    s.score[: p.seats] = p.scores or [0] * p.seats
    s.count[: p.seats] = p.counts
    s.first[:], s.seat[:], s.at[:] = NOBODY, NOBODY, NOWHERE
    s.characters = len(p.characters)
    for c in p.characters:
        s.seat[c.id], s.at[c.id], s.held[c.id], s.wait[c.id] = c.seat, number[c.cell], c.held, c.wait
        if c.alive:
            s.stands[number[c.cell]] = c.id
        if s.first[c.seat] == NOBODY:
            s.first[c.seat] = c.id
    s.bombs = len(p.bombs)
    for n, bomb in enumerate(p.bombs):
        s.bomb_seat[n], s.bomb_cell[n] = bomb.seat, number[bomb.cell]
        s.bomb_range[n], s.bomb_delay[n] = bomb.range, bomb.delay
        s.mine[number[bomb.cell]] = n
    s.hits = len(p.blasts)
    for cell, colour in p.blasts:
        s.blast[number[cell]] = colour
    s.leader = NO_LEADER if p.turn == 0 else leader_now(s)
    _put_orders(p, s)


def _put_orders(p: Position, s: Any) -> None:
    forget_orders(s)
    asked = set()
    for k in range(p.asked):
        s.asked = k
        asked.add(int(asked_character(s)))
    s.asked = p.asked
    s.ordered = len(p.orders)
    for n, order in enumerate(p.orders):
        if order.character not in asked:
            raise BadPosition(f"character {order.character} has an order before it was asked")
        o = s.orders[n]
        o.kind, o.who, o.way = order.kind, order.character, order.way
        o.range, o.delay = order.range, order.delay
        o.seat = s.seat[order.character]


def _check(p: Position) -> None:
    board = set(p.cells)
    _number("the number of seats", p.seats, 1, 64)
    _number("turns", p.turns, 1, MOST_TURNS)
    _number("turn", p.turn, 0, p.turns)
    _number("asked", p.asked, 0, max(0, len(p.characters) - 1))
    if len(p.colours) != len(p.cells):
        raise BadPosition(f"there are {len(p.colours)} colours for {len(p.cells)} cells")
    for colour in {*p.colours, *(colour for _, colour in p.blasts)}:
        _number("a colour", colour, 0, p.seats)
    if p.scores and len(p.scores) != p.seats:
        raise BadPosition(f"there are {len(p.scores)} scores for {p.seats} seats")
    owners = [c.seat for c in p.characters]
    if owners != sorted(owners) or set(owners) != set(range(p.seats)):
        raise BadPosition("the characters are not in the order of their seats, at least one for each seat")
    standing: set[Cell] = set()
    for c in p.characters:
        name = f"character {c.id}"
        _on_board(name, c.cell, board)
        _number(f"the bombs held by {name}", c.held, 0, MOST_HELD)
        _number(f"the waiting time of {name}", c.wait, ALIVE, WAIT_OF_THE_DEAD)
        if c.alive and c.cell in standing:
            raise BadPosition(f"{name} stands on {c.cell[0]},{c.cell[1]} with another one")
        if c.alive:
            standing.add(c.cell)
    mined: set[Cell] = set()
    for bomb in p.bombs:
        name = f"the bomb at {bomb.cell[0]},{bomb.cell[1]}"
        _on_board(name, bomb.cell, board)
        _number(f"the seat of {name}", bomb.seat, 0, p.seats - 1)
        _number(f"the range of {name}", bomb.range, 0, MOST_SPECIAL_BOMB)
        _number(f"the delay of {name}", bomb.delay, 1, MOST_SPECIAL_BOMB)
        if bomb.cell in mined:
            raise BadPosition(f"{name} lies on another one")
        mined.add(bomb.cell)
    for cell, _ in p.blasts:
        _on_board("a blast", cell, board)
    for order in p.orders:
        _number("the way of an order", order.way, 0, WAYS - 1)


def _number(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadPosition(f"{name} is {value}; expected {least} to {most}")


def _on_board(name: str, cell: Cell, board: set[Cell]) -> None:
    if cell not in board:
        raise BadPosition(f"{name} is on {cell[0]},{cell[1]}, which is no cell of the board")
