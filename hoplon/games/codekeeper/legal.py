"""Legal choices (rulebook 5): every command that names a cell of the board, whatever comes of it.

A choice is one number: what is done, and the cell. `MOVE` comes first, then `ATTACK` with each weapon; cells
in cell order. A bot that fails or runs out of time makes one of two more choices, always allowed and
never listed, so that no program makes them by accident.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import ALL_CELLS, HEIGHT, WIDTH, is_cell
from hoplon.games.codekeeper.state import End

CELL_BITS = 8
CELL_MASK = 255
MOVE = 0
ATTACK = 1 << CELL_BITS  # and one more for each weapon
FAIL = 5 << CELL_BITS
TIME_OUT = 6 << CELL_BITS

PER_KIND = WIDTH * HEIGHT
MOST_CHOICES = 5 * PER_KIND

# The fixed action space: every choice that can ever be listed, numbered without gaps.
SPACE = tuple(kind << CELL_BITS | cell for kind in range(5) for cell in ALL_CELLS)


@rule
def is_legal(s, choice):
    """May this choice be made?"""
    if s.end != End.RUNNING or choice < 0:
        return False
    if choice < FAIL:
        return is_cell(choice & CELL_MASK)
    return choice in (FAIL, TIME_OUT)


@rule
def count_legal(s):
    """How many choices there are; none after the end."""
    if s.end != End.RUNNING:
        return 0
    return MOST_CHOICES


@rule
def nth_legal(s, k):
    """Choice number k of the fixed order."""
    kind = k // PER_KIND
    k -= kind * PER_KIND
    x = k // HEIGHT
    return (kind << CELL_BITS) | (16 * x + k - x * HEIGHT)
