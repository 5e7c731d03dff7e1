"""The 16 × 12 cells (rulebook 1) and sets of them.

A cell is `16 * x + y`; ascending, that is the cell order of the maze generator and of the numbers
`K = 100 * x + y`. A set kept in the state is a list of columns with a rim of three cells on all sides: column
x is entry x + 3, row y is bit y + 3. What happens within three steps of a cell is then a *window*: the 7 × 7
cells around it as one integer of seven bytes, one a column, so that flooding it is a few shifts a step.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.state import COLUMNS, Facing

WIDTH = 16
HEIGHT = 12
RIM = 3
SIGHT = 3

OUTSIDE = 0x3FFFF
RIM_BITS = OUTSIDE & ~(0xFFF << RIM)

MIDDLE = 27
WINDOW = sum(0x7F << (8 * i) for i in range(7))
# Cells of a window at most 0, 1, 2 or 3 away from its middle.
DISC = np.array(
    [
        sum(1 << (8 * (3 + dx) + 3 + dy) for dx in range(-r, r + 1) for dy in range(-r, r + 1))
        for r in range(SIGHT + 1)
    ],
    np.int64,
)

# The four ways in the step order of all path searches (1): left, right, up, down.
STEP = np.array([-16, 16, -1, 1], np.int64)
STAY = 4


def cell_at(x: int, y: int) -> int:
    """The cell of coordinates that lie on the board."""
    return 16 * x + y


ALL_CELLS = tuple(cell_at(x, y) for x in range(WIDTH) for y in range(HEIGHT))


@rule
def x_of(c):
    """The column of a cell."""
    return c >> 4


@rule
def y_of(c):
    """The row of a cell."""
    return c & 15


@rule
def number_of(c):
    """The number K of a cell, which orders lists (13)."""
    return 100 * (c >> 4) + (c & 15)


@rule
def is_cell(c):
    """Does this number name a cell?"""
    return 0 <= c < 256 and (c & 15) < HEIGHT


@rule
def is_on_board(x, y):
    """Is there such a cell?"""
    return 0 <= x < WIDTH and 0 <= y < HEIGHT


@rule
def cheb(a, b):
    """Steps between two cells when diagonal ones are allowed: every range (1)."""
    return max(abs((a >> 4) - (b >> 4)), abs((a & 15) - (b & 15)))


@rule
def manh(a, b):
    """Steps between two cells: sword and paths (1)."""
    return abs((a >> 4) - (b >> 4)) + abs((a & 15) - (b & 15))


@rule
def facing_to(a, b):
    """Where somebody on a looks who looks at b (3)."""
    dx = (b >> 4) - (a >> 4)
    dy = (b & 15) - (a & 15)
    if abs(dx) >= abs(dy):
        if dx > 0:
            return Facing.RIGHT
        return Facing.LEFT
    if dy > 0:
        return Facing.DOWN
    return Facing.UP


@rule
def column_of(c):
    """Where the column of a cell stands in a set; the mask says that it has no sign to care for."""
    return ((c >> 4) & 15) + RIM


@rule
def has(columns, c):
    """Is the cell in the set?"""
    return (int(columns[column_of(c)]) >> ((c & 15) + RIM)) & 1 == 1


@rule
def put(columns, c):
    """Add a cell to the set."""
    columns[column_of(c)] |= 1 << ((c & 15) + RIM)


@rule
def drop(columns, c):
    """Take a cell out of the set."""
    columns[column_of(c)] &= ~(1 << ((c & 15) + RIM))


@rule
def window(columns, c):
    """The part of a set within three steps of a cell."""
    x = (c >> 4) & 15
    y = c & 15
    found = 0
    for i in range(7):
        found |= ((int(columns[x + i]) >> y) & 0x7F) << (8 * i)
    return found


@rule
def window_of_two(columns, others, c):
    """The part of either of two sets within three steps of a cell."""
    x = (c >> 4) & 15
    y = c & 15
    found = 0
    for i in range(7):
        found |= (((int(columns[x + i]) | int(others[x + i])) >> y) & 0x7F) << (8 * i)
    return found


@rule
def window_bit(c, other):
    """The place of another cell in the window around a cell; from beyond the edge, the nearest place."""
    dx = min(max((other >> 4) - (c >> 4), -3), 3)
    dy = min(max((other & 15) - (c & 15), -3), 3)
    return MIDDLE + 8 * dx + dy


@rule
def bit_cell(c, bit):
    """The cell at a place of the window around a cell."""
    return (c + 16 * ((bit >> 3) - 3) + (bit & 7) - 3) & 255


@rule
def ones(x):
    """How many bits of a non-negative number are set; compilers know this form and use one instruction."""
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((x * 0x0101010101010101) >> 56) & 0x7F


@rule
def lowest(x):
    """The place of the lowest bit set."""
    return ones((x & -x) - 1)


@rule
def visible_cells(c):
    """How many cells of the board lie within sight of a cell."""
    x = c >> 4
    y = c & 15
    return (min(x + 3, 15) - max(x - 3, 0) + 1) * (min(y + 3, 11) - max(y - 3, 0) + 1)


@rule
def table_size(n):
    """The size of a hash table of the original for n entries (13)."""
    size = 16
    while 4 * n > 3 * size:
        size *= 2
    return size


@rule
def clear_columns(columns, inside, rim):
    """Fill a set: all cells of the board or none, and the same for the rim."""
    for i in range(COLUMNS):
        if i < RIM or i >= RIM + WIDTH:
            columns[i] = OUTSIDE if rim else 0
        else:
            columns[i] = (OUTSIDE & ~RIM_BITS if inside else 0) | (RIM_BITS if rim else 0)
