"""The 79 tiles (rulebook 1), and sets of them.

A tile is `12 * (x + 4) + (y + 5)` in axial coordinates: a column of eleven tiles and one empty place
between columns, so that a step in any of the six ways is one addition. A set of tiles is a pair of
integers, one bit a tile: columns 0–4 in the first, 5–8 in the second. Growing a set by one step,
which is what distances, paths and reach are made of, is then a handful of shifts.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from hoplon.core.actions import NOWHERE
from hoplon.core.kernel import rule

COLUMN = 12
WORD = 60
CELLS = 9 * COLUMN
ONE = np.int64(1)


class Way(IntEnum):
    """The six directions, clockwise."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5


WAYS = 6
NO_WAY = 6
STAY = 6

STEP = np.array([1, COLUMN, COLUMN - 1, -1, -COLUMN, 1 - COLUMN], np.int64)


def cell_at(column: int, row: int) -> int:
    """The tile of game coordinates (c, r), or NOWHERE."""
    x = column - 4
    y = row - 6 - x // 2
    if abs(x) <= 4 and abs(y) <= 5 and abs(x + y) <= 5:
        return COLUMN * (x + 4) + y + 5
    return NOWHERE


def column_row(cell: int) -> tuple[int, int]:
    """Game coordinates (c, r) of a tile."""
    column, y = divmod(int(cell), COLUMN)
    return column, y - 5 + 6 + (column - 4) // 2


ALL_CELLS = tuple(
    cell_at(column, row) for column in range(9) for row in range(1, 12) if cell_at(column, row) != NOWHERE
)
START = cell_at(4, 2)
STAIRS = cell_at(4, 10)

MAP_LO = np.int64(sum(1 << c for c in ALL_CELLS if c < WORD))
MAP_HI = np.int64(sum(1 << (c - WORD) for c in ALL_CELLS if c >= WORD))
MAP = (MAP_LO, MAP_HI)
NONE = (np.int64(0), np.int64(0))


@rule
def has(cells, c):
    """Is the tile in the set?"""
    if c < WORD:
        return (cells[0] >> c) & 1 == 1
    return (cells[1] >> (c - WORD)) & 1 == 1


@rule
def only(c):
    """The set of one tile; of none if it is NOWHERE (or the spear is HELD)."""
    if c < 0:
        return NONE
    if c < WORD:
        return ONE << c, ONE * 0
    return ONE * 0, ONE << (c - WORD)


@rule
def either(a, b):
    """Tiles in one set or the other."""
    return a[0] | b[0], a[1] | b[1]


@rule
def both(a, b):
    """Tiles in both sets."""
    return a[0] & b[0], a[1] & b[1]


@rule
def without(a, b):
    """Tiles of the first set that are not in the second."""
    return a[0] & ~b[0], a[1] & ~b[1]


@rule
def is_empty(a):
    """No tile at all?"""
    return (a[0] | a[1]) == 0


@rule
def ones(x):
    """How many bits of a non-negative number below 2**60 are set."""
    x = x - ((x >> 1) & 0x555555555555555)
    x = (x & 0x333333333333333) + ((x >> 2) & 0x333333333333333)
    x = (x + (x >> 4)) & 0xF0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0x7F


@rule
def count(a):
    """How many tiles."""
    return ones(a[0]) + ones(a[1])


@rule
def nth_bit(x, k):
    """The place of set bit number k in a small number."""
    for _ in range(k):
        x = x & (x - 1)
    return ones((x & -x) - 1)


@rule
def nth(a, k):
    """Tile number k of a set, counted column by column from the left, upwards."""
    x = a[0]
    at = 0
    n = ones(x)
    if k >= n:
        k -= n
        x = a[1]
        at = WORD
    # Halve the word until one bit is left, by the number of bits in each half.
    twos = x - ((x >> 1) & 0x555555555555555)
    fours = (twos & 0x333333333333333) + ((twos >> 2) & 0x333333333333333)
    eights = (fours + (fours >> 4)) & 0xF0F0F0F0F0F0F0F
    sixteens = (eights + (eights >> 8)) & 0xFF00FF00FF00FF
    n = (sixteens + (sixteens >> 16)) & 0xFF
    place = 0
    if k >= n:
        k -= n
        place = 32
    n = (sixteens >> place) & 0xFF
    if k >= n:
        k -= n
        place += 16
    n = (eights >> place) & 0xFF
    if k >= n:
        k -= n
        place += 8
    n = (fours >> place) & 0xF
    if k >= n:
        k -= n
        place += 4
    n = (twos >> place) & 3
    if k >= n:
        k -= n
        place += 2
    if k >= (x >> place) & 1:
        place += 1
    return at + place


@rule
def beside(a):
    """Every tile next to one of the set."""
    lo = a[0]
    hi = a[1]
    new_lo = (lo << 1) | (lo >> 1) | (lo << 12) | (lo >> 12) | (lo << 11) | (lo >> 11)
    new_hi = (hi << 1) | (hi >> 1) | (hi << 12) | (hi >> 12) | (hi << 11) | (hi >> 11)
    new_lo = new_lo | ((hi & 0xFFF) << 48) | ((hi & 0x7FF) << 49)
    new_hi = new_hi | (lo >> 48) | (lo >> 49)
    return new_lo & MAP_LO, new_hi & MAP_HI


@rule
def grow(a):
    """The set and every tile next to it."""
    return either(a, beside(a))


@rule
def around(c):
    """The tiles next to a tile."""
    return without(grow(only(c)), only(c))


@rule
def disc(c, radius):
    """The tiles at most so far from a tile, itself included."""
    cells = only(c)
    for _ in range(radius):
        cells = grow(cells)
    return cells


@rule
def is_on_map(c):
    """Does this number name a tile?"""
    return 0 <= c < CELLS and has(MAP, c)


@rule
def neighbour(c, way):
    """The next tile, or NOWHERE beyond the edge."""
    to = c + STEP[way]
    if is_on_map(to):
        return to
    return NOWHERE


@rule
def column_of(c):
    """c // 12 for the numbers of tiles, without a division."""
    return (c * 43) >> 9


@rule
def distance(a, b):
    """Steps between two tiles, obstacles ignored (1.2)."""
    dx = column_of(a) - column_of(b)
    dy = a - b - COLUMN * dx
    return max(abs(dx), abs(dy), abs(dx + dy))


@rule
def way_to(a, b):
    """The way in which b lies on a line with a, else NO_WAY (1.2)."""
    dx = column_of(b) - column_of(a)
    dy = b - a - COLUMN * dx
    if dx == 0 and dy != 0:
        return 0 if dy > 0 else 3
    if dy == 0 and dx != 0:
        return 1 if dx > 0 else 4
    if dx + dy == 0 and dx != 0:
        return 2 if dx > 0 else 5
    return NO_WAY


@rule
def is_line_clear(a, b, way, blocked):
    """Is no tile strictly between two tiles on a line in the set?"""
    c = a + STEP[way]
    while c != b:
        if has(blocked, c):
            return False
        c += STEP[way]
    return True
