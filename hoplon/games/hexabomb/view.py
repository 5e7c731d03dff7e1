"""What a seat may see: everything but the orders that others have given in this turn.

`Position` holds a position as plain Python values with cells as (q, r); it is what bots, pictures and the
notation work with, and it can be put back into a state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.errors import BadPosition
from hoplon.core.json_line import values_of
from hoplon.core.kernel import copied, rule
from hoplon.core.late import late, later, plain
from hoplon.games.hexabomb.checks import check
from hoplon.games.hexabomb.legal import asked_character, fate
from hoplon.games.hexabomb.maps import Cell, HexMap
from hoplon.games.hexabomb.options import board_of, fitting, lay
from hoplon.games.hexabomb.rules import leader_now
from hoplon.games.hexabomb.secrets import conceal
from hoplon.games.hexabomb.setup import clear_board, forget_orders
from hoplon.games.hexabomb.state import ALIVE, NO_LEADER, NOT_HIT, Do, Fate, Size

ORDER_COLUMNS = ("who", "kind", "way", "range", "delay")


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


@late
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

    def _repr_svg_(self) -> str:
        from hoplon.games.hexabomb.svg import draw_svg  # which needs this module

        return draw_svg(self)

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        found: dict[str, Any] = values_of(self)
        found["counts"] = self.counts
        for order in found["orders"]:
            order["kind"] = order["kind"].name.lower()
        return found


@rule
def conceal_in(states, i, seat):
    """Take out of one of many positions what the seat cannot know."""
    conceal(states[i], seat)


def view(states: Any, i: int, seat: int = 0) -> Position:
    """The position as a seat sees it."""
    known = copied(states, i)
    conceal_in(known, 0, seat)
    return later(Position, _position, known)


def whole(states: Any, i: int) -> Position:
    """The position with everybody's orders, as nobody at the table sees it."""
    return later(Position, _position, copied(states, i))


@lru_cache(maxsize=64)
def _cells(q: bytes, r: bytes, kind: str) -> tuple[Cell, ...]:
    """The cells of a board, which are the same in all positions of a match."""
    return tuple(zip(*(np.frombuffer(column, kind).tolist() for column in (q, r)), strict=True))


def _position(states: Any) -> Position:
    """The only record of an array as plain Python values."""
    s = plain(states)
    n, seats = s.cells, s.seats
    cells = _cells(s.q[:n].tobytes(), s.r[:n].tobytes(), s.q.dtype.str)
    blasts: tuple[tuple[Cell, int], ...] = ()
    if s.hits:
        blasts = tuple(
            (cells[c], colour) for c, colour in enumerate(s.blast[:n].tolist()) if colour != NOT_HIT
        )
    rows = zip(*(column[: s.characters].tolist() for column in (s.seat, s.at, s.held, s.wait)), strict=True)
    bombs = (s.bomb_seat, s.bomb_cell, s.bomb_range, s.bomb_delay)
    orders = s.orders[: s.ordered]
    given = zip(*(orders[name].tolist() for name in ORDER_COLUMNS), strict=True)
    return Position(
        cells=cells,
        colours=tuple(s.colour[:n].tolist()),
        seats=seats,
        special=bool(s.special),
        turn=s.turn,
        turns=s.turns,
        characters=tuple(
            [Character(c, owner, cells[at], held, wait) for c, (owner, at, held, wait) in enumerate(rows)]
        ),
        bombs=tuple(
            [
                Bomb(owner, cells[at], reach, delay)
                for owner, at, reach, delay in zip(*(b[: s.bombs].tolist() for b in bombs), strict=True)
            ]
        ),
        blasts=blasts,
        scores=tuple(s.score[:seats].tolist()),
        leader=None if s.leader == NO_LEADER else s.leader,
        asked=s.asked,
        orders=tuple([Order(who, Do(kind), way, reach, delay) for who, kind, way, reach, delay in given]),
    )


def put(position: Position, states: Any, i: int) -> None:
    """Set a position up; BadPosition says what cannot be."""
    p = position
    check(p)
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
    """Orders stand in the sequence in which characters were asked, at most one each, and were legal."""
    forget_orders(s)
    asked = []
    for k in range(p.asked):
        s.asked = k
        asked.append(int(asked_character(s)))
    s.asked = p.asked
    s.ordered = len(p.orders)
    for n, order in enumerate(p.orders):
        if order.character not in asked:
            raise BadPosition(f"character {order.character} has an order before it was asked, or two of them")
        del asked[: asked.index(order.character) + 1]
        o = s.orders[n]
        o.kind, o.who, o.way = order.kind, order.character, order.way
        o.range, o.delay = order.range, order.delay
        o.seat = s.seat[order.character]
        if fate(s, o) == Fate.ILLEGAL:
            raise BadPosition(f"character {order.character} has an order that it cannot be given")
