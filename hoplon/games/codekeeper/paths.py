"""First steps of shortest ways, for the hero and for monsters (rulebook 6.1 and 9.2).

The rulebook's search walks a queue. In that queue all cells found by way of *left* stand before those found
by way of *right* at the same distance, and so on; so a search only needs four growing sets, one a first step,
each of which takes what an earlier one has not. A set is a window (see board.py) around the walker.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.board import MIDDLE, STAY, WINDOW

LEFT = 1 << (MIDDLE - 8)
RIGHT = 1 << (MIDDLE + 8)
UP = 1 << (MIDDLE - 1)
DOWN = 1 << (MIDDLE + 1)


@rule
def grow(cells):
    """Every cell next to one of the set."""
    return (cells << 1) | (cells >> 1) | (cells << 8) | (cells >> 8)


@rule
def first_way(free, goals):
    """The first step of a shortest way to one of the goals, or STAY; and every cell that was reached."""
    left = LEFT & free
    right = RIGHT & free
    up = UP & free
    down = DOWN & free
    seen = (1 << MIDDLE) | left | right | up | down
    while (left | right | up | down) != 0:
        if (seen & goals) != 0:
            if (left & goals) != 0:
                return 0, seen
            if (right & goals) != 0:
                return 1, seen
            if (up & goals) != 0:
                return 2, seen
            return 3, seen
        left = grow(left) & free & ~seen
        seen |= left
        right = grow(right) & free & ~seen
        seen |= right
        up = grow(up) & free & ~seen
        seen |= up
        down = grow(down) & free & ~seen
        seen |= down
    return STAY, seen


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
    goals = 0
    if is_goal:
        goals = 1 << bit
    way, seen = first_way(free, goals)
    if way != STAY:
        return way, True
    goals = nearest(seen, bit)
    if goals != 0:
        way = first_way(free, goals)[0]
    return way, False
