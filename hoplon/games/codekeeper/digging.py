"""How a maze is dug (rulebook 12, steps 1 and 2): a tree of corridors, and walls opened between them.

Arrays of the position serve as paper: `at` holds the corridor of each floor cell, `loot` its distance from
the first cell and `cell` where each corridor begins; then `at` lists the walls that may be opened.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import HEIGHT, RIM, STEP, WIDTH, drop, lowest, ones, x_of, y_of
from hoplon.games.codekeeper.chance import below, draw_few
from hoplon.games.codekeeper.state import ROOM

# Growth cells are listed in the order down, right, up, left; the step to number k of a set of them.
GROWTH = np.array(
    [
        ([step for way, step in enumerate((1, 16, -1, -16)) if ways >> way & 1] + [0] * 4)[:4]
        for ways in range(16)
    ],
    np.int64,
).ravel()


@rule
def floor_column(s, x):
    """The floor cells of a column and its rim, as bits."""
    return ~int(s.walls[x + RIM]) & 0x3FFFF


@rule
def growth_ways(s, c):
    """Where a corridor may grow from a floor cell, one bit each: down, right, up, left (12, step 1)."""
    x = x_of(c)
    y = y_of(c)
    row = y + RIM
    near_left = floor_column(s, x - 1)
    near_right = floor_column(s, x + 1)
    wide = near_left | floor_column(s, x) | near_right
    down = (y + 1 < HEIGHT) & ((wide >> (row + 1)) & 3 == 0)
    right = (x + 1 < WIDTH) & (((near_right | floor_column(s, x + 2)) >> (row - 1)) & 7 == 0)
    up = (y > 0) & ((wide >> (row - 2)) & 3 == 0)
    left = (x > 0) & (((near_left | floor_column(s, x - 2)) >> (row - 1)) & 7 == 0)
    return int(down) | (int(right) << 1) | (int(up) << 2) | (int(left) << 3)


@rule
def grow(s, rng, c, corridor):
    """Let a corridor grow from a cell until it cannot; returns the state of the generator."""
    far = int(s.loot[c])
    ways = growth_ways(s, c)
    while ways != 0:
        rng, k = draw_few(s, rng, ones(ways))
        c = (c + GROWTH[4 * ways + k]) & 255
        far += 1
        drop(s.walls, c)
        s.at[c] = corridor
        s.loot[c] = far
        ways = growth_ways(s, c)
    return rng


@rule
def list_growing(s):
    """Note in `occupied` the floor cells that have a growth cell; returns how many."""
    board = 0xFFF << RIM
    found = 0
    for x in range(WIDTH):
        left = floor_column(s, x - 1)
        here = floor_column(s, x)
        right = floor_column(s, x + 1)
        wide = left | here | right
        down = ~((wide >> 1) | (wide >> 2)) & (board >> 1)
        up = ~((wide << 1) | (wide << 2)) & (board << 1)
        grows = down | up
        if x + 1 < WIDTH:
            two = right | floor_column(s, x + 2)
            grows |= ~(two | (two << 1) | (two >> 1))
        if x > 0:
            two = left | floor_column(s, x - 2)
            grows |= ~(two | (two << 1) | (two >> 1))
        grows &= here & board
        s.occupied[x + RIM] = grows
        found += ones(grows)
    return found


@rule
def nth_growing(s, k):
    """Cell number k of those noted in `occupied`, in cell order."""
    for x in range(WIDTH):
        column = int(s.occupied[x + RIM])
        n = ones(column)
        if k < n:
            for _ in range(k):
                column &= column - 1
            return 16 * x + ones((column & -column) - 1) - RIM
        k -= n
    return 0


@rule
def dig_corridors(s):
    """Step 1: a tree of corridors that grow until none can."""
    x = below(s, WIDTH)
    c = 16 * x + below(s, HEIGHT)
    drop(s.walls, c)
    s.at[c] = 0
    s.loot[c] = 0
    corridor = 0
    n = list_growing(s)
    while n > 0:
        corridor += 1
        c = nth_growing(s, below(s, n))
        s.cell[corridor] = c
        s.rng = grow(s, int(s.rng), c, corridor)
        n = list_growing(s)
    for i in range(WIDTH):
        s.occupied[i + RIM] = 0


@rule
def hop(s, a, b):
    """The two ends of a way along the tree, the one in the later corridor moved to where that begins."""
    first = int(s.at[a])
    second = int(s.at[b])
    # Read in any case and kept if later: whether is as likely as not, and guessing wrong costs more.
    from_a = int(s.cell[first])
    from_b = int(s.cell[second])
    return (from_a if first > second else a), (from_b if second > first else b)


@rule
def tree_distance(s, a, b):
    """Steps between two floor cells along the tree: a later corridor begins on an earlier one."""
    a &= 255  # as in `draw`: no sign to care for
    b &= 255
    steps = int(s.loot[a]) + int(s.loot[b])
    a, b = hop(s, a, b)
    a, b = hop(s, a, b)
    while s.at[a] != s.at[b]:
        a, b = hop(s, a, b)
    return steps - 2 * min(int(s.loot[a]), int(s.loot[b]))


@rule
def floor_sides(s, c):
    """Which cells beside a cell are floor, one bit each in step order: left, right, up, down."""
    x = x_of(c)
    row = y_of(c) + RIM
    left = (floor_column(s, x - 1) >> row) & 1
    right = (floor_column(s, x + 1) >> row) & 1
    here = floor_column(s, x) >> (row - 1)
    return left | (right << 1) | ((here & 1) << 2) | (((here >> 2) & 1) << 3)


@rule
def loop_length(s, c, sides):
    """The longest way round between two of the floor cells beside an obstacle."""
    a = c + STEP[lowest(sides)]
    sides &= sides - 1
    b = c + STEP[lowest(sides)]
    sides &= sides - 1
    longest = tree_distance(s, a, b)
    if sides != 0:
        third = c + STEP[lowest(sides)]
        sides &= sides - 1
        longest = max(longest, tree_distance(s, a, third), tree_distance(s, b, third))
        if sides != 0:
            last = c + STEP[lowest(sides)]
            longest = max(longest, tree_distance(s, a, last), tree_distance(s, b, last))
            longest = max(longest, tree_distance(s, third, last))
    return longest


@rule
def between_floor(s, x):
    """The obstacles of a column that have floor cells on two sides or more, as bits."""
    left = floor_column(s, x - 1)
    right = floor_column(s, x + 1)
    here = floor_column(s, x)
    above = here << 1
    under = here >> 1
    found = (left & right) | (above & under) | ((left | right) & (above | under))
    return found & ~here & (0xFFF << RIM)


@rule
def note_loops(s):
    """Write the obstacles between floor cells into `at`, their loop lengths into `loot`; returns how many."""
    for x in range(WIDTH):
        between = between_floor(s, x)
        while between != 0:
            c = 16 * x + lowest(between) - RIM
            between &= between - 1
            s.loot[c] = loop_length(s, c, floor_sides(s, c))
    # Close up: what is read is never behind what is written.
    n = 0
    for x in range(WIDTH):
        between = between_floor(s, x) >> RIM
        for y in range(HEIGHT):
            s.at[n] = 16 * x + y
            s.loot[n] = s.loot[16 * x + y]
            n += (between >> y) & 1
    return n


@rule
def weighted_entry(s, less, k):
    """Entry k of the list that names every obstacle as often as its loop is longer than `less`."""
    i = 0
    weight = max(int(s.loot[i]) - less, 0)
    while k >= weight:
        k -= weight
        i += 1
        weight = max(int(s.loot[i]) - less, 0)
    return int(s.at[i])


@rule
def open_loops(s):
    """Step 2: open some obstacles, rather those between cells that are far apart."""
    n = note_loops(s)
    tries = below(s, 10) + 12
    drawn = 0
    for _ in range(tries):
        less = below(s, 5)
        total = 0
        for i in range(n):
            total += max(int(s.loot[i]) - less, 0)
        if total == 0:
            break
        s.order[drawn] = weighted_entry(s, less, below(s, total))
        drawn += 1
    for i in range(drawn):
        if below(s, 2) == 0:
            drop(s.walls, int(s.order[i]))
        s.order[i] = 0
    for i in range(ROOM):
        s.cell[i] = 0
