"""What a position consists of (rulebook 2), and the names of everything in it.

The board is part of the state, so that a position stands alone. Boards differ in size by a factor of a
thousand, so the record comes in a few sizes; the rules are the same functions for all of them.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from hoplon.core.actions import turn_type
from hoplon.core.kernel import Dtype, record
from hoplon.games.hexabomb.tables import WAYS

ALIVE = -1  # the waiting time of a live character
NO_BOMB = -1
NOT_HIT = -1
NO_LEADER = -1
UNLIT = -1  # who lit a bomb: nobody yet
BY_CLOCK = -2  # or its own countdown


class Do(IntEnum):
    """Everything that can happen. The first four are the choices."""

    STAY = 0
    MOVE = 1
    BOMB = 2
    REVIVE = 3

    REFILL = 4
    EXPLODE = 5
    BURN = 6
    KILL = 7
    RESTART = 8
    LEAD = 9
    FINISH = 10


class Fate(IntEnum):
    """What becomes of an order that is tried (4.1)."""

    FITS = 0
    ILLEGAL = 1
    BLOCKED = 2


class Size(NamedTuple):
    """How much a record has room for."""

    cells: int
    seats: int
    characters: int

    def __str__(self) -> str:
        return f"{self.cells} cells, {self.seats} players and {self.characters} characters"


SIZES = (Size(512, 17, 72), Size(5120, 17, 144), Size(32000, 64, 1024))

order_t = record(
    [
        ("kind", "i2"),
        ("way", "i2"),
        ("seat", "i4"),
        ("who", "i4"),
        ("range", "i4"),
        ("delay", "i4"),
    ]
)


@cache
def options_type(size: Size) -> Dtype:
    """The board and who plays on it, ready for the rules."""
    return record(
        [
            ("turns", "i4"),
            ("cells", "i2"),
            ("seats", "i2"),
            ("special", "i2"),
            ("characters", "i2"),
            ("q", "i4", (size.cells,)),
            ("r", "i4", (size.cells,)),
            ("near", "i2", (size.cells, WAYS)),
            ("seat", "i2", (size.characters,)),
            ("at", "i2", (size.characters,)),
        ]
    )


@cache
def state_type(size: Size) -> Dtype:
    """A position. Cells are numbered in canonical order; a bomb's place in its list is its age."""
    cells, seats, characters = size
    return record(
        [
            ("score", "i8", (seats,)),
            ("count", "i4", (seats,)),
            ("turn", "i4"),
            ("turns", "i4"),
            ("cells", "i2"),
            ("seats", "i2"),
            ("special", "i2"),
            ("characters", "i2"),
            ("bombs", "i2"),
            ("hits", "i2"),
            ("leader", "i2"),
            ("asked", "i2"),
            ("ordered", "i2"),
            ("first", "i2", (seats,)),
            ("seat", "i2", (characters,)),
            ("at", "i2", (characters,)),
            ("wait", "i2", (characters,)),
            ("held", "i2", (characters,)),
            ("orders", order_t, (characters,)),
            ("colour", "i2", (cells,)),
            ("stands", "i2", (cells,)),
            ("mine", "i2", (cells,)),
            ("blast", "i2", (cells,)),
            ("distance", "i2", (cells,)),
            ("hit", "i2", (cells,)),
            ("bomb_cell", "i2", (cells,)),
            ("bomb_seat", "i2", (cells,)),
            ("bomb_range", "i2", (cells,)),
            ("bomb_delay", "i2", (cells,)),
            ("lit_by", "i2", (cells,)),
            ("near", "i2", (cells, WAYS)),
            ("q", "i4", (cells,)),
            ("r", "i4", (cells,)),
        ]
    )


@cache
def turn_record(size: Size) -> Dtype:
    """Room for every order, every bomb and every death of one turn."""
    return turn_type(log=size.cells + 2 * size.characters + 8, queue=size.cells, stack=size.cells + 8)
