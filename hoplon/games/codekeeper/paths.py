"""First steps of shortest ways, for the hero and for monsters (rulebook 6.1 and 9.2).

The rulebook's search walks a queue, in which all cells found by way of *left* stand before those found
by way of *right* at the same distance, and so on. So its step is the first side, in step order, from
which the way is shortest; and that is found by flooding from the goals until a side is wet. A set is a
window (board.py) around the walker.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import MIDDLE, STAY, WINDOW

LEFT = 1 << (MIDDLE - 8)
RIGHT = 1 << (MIDDLE + 8)
UP = 1 << (MIDDLE - 1)
DOWN = 1 << (MIDDLE + 1)
SIDES = LEFT | RIGHT | UP | DOWN


@rule
def grow(cells):
    """Every cell next to one of the set."""
    return (cells << 1) | (cells >> 1) | (cells << 8) | (cells >> 8)


@rule
def first_way(free, goals):
    """The first step of a shortest way over free cells to one of the goals, or STAY."""
    sides = SIDES & free
    new = goals & free
    dry = free
    while new != 0:
        found = new & sides
        if found != 0:
            if (found & LEFT) != 0:
                return 0
            if (found & RIGHT) != 0:
                return 1
            if (found & UP) != 0:
                return 2
            return 3
        dry &= ~new
        new = grow(new) & dry
    return STAY


@rule
def reachable(free):
    """Every free cell that the walker can come to."""
    new = SIDES & free
    seen = 0
    while new != 0:
        seen |= new
        new = grow(new) & free & ~seen
    return seen


@rule
def nearest(cells, bit):
    """Those cells of a set that are nearest to a place, if nearer than the middle; else none."""
    near = 1 << bit
    while (near >> MIDDLE) & 1 == 0:
        if (cells & near) != 0:
            return cells & near
        near |= grow(near) & WINDOW
    return 0


@rule
def way_towards(free, bit, is_goal):
    """The first step to a place of the window, or towards it; and whether it can be reached.

    A place that is no goal stands for a cell beyond the edge, to which it is the nearest.
    """
    if (SIDES & free) == 0:
        return STAY, False
    if is_goal:
        way = first_way(free, 1 << bit)
        if way != STAY:
            return way, True
    return first_way(free, nearest(reachable(free), bit)), False
