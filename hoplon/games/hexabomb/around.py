"""The encoding `around`: what a character sees of the cells around it, on a board of any size.

A character looks along the six ways, and from each cell there aside to the left and to the right, up to
RADIUS steps in all; a gap ends a look. What it sees lies in six sectors, one for each way: `a` steps that
way, then `b` steps in the next way. So on a board that is turned by a sixth of a circle it sees the same, one
sector further on. The dead who have to wait see nothing.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.encoding import Part
from hoplon.core.kernel import rule
from hoplon.games.hexabomb import standing
from hoplon.games.hexabomb.fuses import SOONEST, how_soon, is_hit
from hoplon.games.hexabomb.standing import show_standing
from hoplon.games.hexabomb.tables import MOST_BOMB, NEUTRAL, WAYS

RADIUS = MOST_BOMB + 1  # from there a bomb reaches a neighbour
SECTOR = RADIUS * (RADIUS + 1) // 2
SEEN = WAYS * SECTOR
# Where the cells with so many steps in the way of a sector begin in it.
STRETCH = np.array([0, *(sum(range(RADIUS, RADIUS - a, -1)) for a in range(RADIUS))], np.int64)

# The planes, each of all cells that can be seen.
OWN, FOREIGN, BARE, FELLOWS, FOES, OWN_BOMBS, OTHER_BOMBS, REACH = (plane * SEEN for plane in range(8))
# How soon the own cell and its neighbours burn; the steps in each way to a cell to paint.
FIRE = REACH + SEEN
PAINT = FIRE + 1 + WAYS
STANDING = PAINT + WAYS

FARTHEST = 31  # steps that are told

PARTS = (
    Part("colours", (3, WAYS, SECTOR), 1, "cells of the own colour, of other colours, of none"),
    Part("characters", (2, WAYS, SECTOR), 1, "live fellows, live foes"),
    Part("bombs", (3, WAYS, SECTOR), SOONEST, "how soon own and other bombs explode, and how far"),
    Part("fire", (1 + WAYS,), SOONEST, "how soon the own cell and its neighbours burn"),
    Part("paint", (WAYS,), FARTHEST, "steps to the nearest cell of another colour, if none is seen"),
    *standing.PARTS,
)

unsigned = np.uint64  # compiled code asks of other indices whether they count from the end


@rule
def observe(s, agent, memory, row):
    """What a character sees around it, and what it knows of itself and of the match."""
    if s.wait[agent] <= 0:
        look_around(s, agent, row)
        show_bombs(s, agent, row)
    show_standing(s, agent, row, STANDING)


@rule
def look_around(s, agent, row):
    """The cells along each way, each with those to its left, then those to its right."""
    here = int(s.at[agent])
    own = int(s.seat[agent]) + 1
    paint = 0
    for way in range(WAYS):
        left = way + 1 if way < WAYS - 1 else 0
        right = way - 1 if way > 0 else WAYS - 1
        ahead = int(s.near[unsigned(here), unsigned(way)])
        first = way * SECTOR
        a = 1
        while a <= RADIUS and ahead != NOWHERE:
            cell = ahead
            place = first
            steps = a
            while steps <= RADIUS and cell != NOWHERE:
                paint |= int(s.colour[unsigned(cell)]) ^ own
                show_cell(s, cell, own, place, row)
                cell = int(s.near[unsigned(cell), unsigned(left)])
                place += 1
                steps += 1
            cell = int(s.near[unsigned(ahead), unsigned(right)])
            place = right * SECTOR + a
            steps = a + 1
            stretch = RADIUS
            while steps <= RADIUS and cell != NOWHERE:
                paint |= int(s.colour[unsigned(cell)]) ^ own
                show_cell(s, cell, own, place, row)
                cell = int(s.near[unsigned(cell), unsigned(right)])
                place += stretch
                stretch -= 1
                steps += 1
            first += RADIUS + 1 - a
            ahead = int(s.near[unsigned(ahead), unsigned(way)])
            a += 1
    if paint == 0:
        point_to_paint(s, here, own, row)


@rule
def show_cell(s, cell, own, place, row):
    """Whose a cell is, and who stands there."""
    colour = int(s.colour[unsigned(cell)])
    plane = OWN if colour == own else BARE if colour == NEUTRAL else FOREIGN
    row[unsigned(plane + place)] = 1
    who = int(s.stands[unsigned(cell)])
    if who != NOBODY:
        plane = FELLOWS if int(s.seat[unsigned(who)]) + 1 == own else FOES
        row[unsigned(plane + place)] = 1


@rule
def show_bombs(s, agent, row):
    """Bombs on cells that are seen, and when any bomb burns the own cell or one beside it."""
    here = int(s.at[agent])
    q = int(s.q[here])
    r = int(s.r[here])
    for b in range(s.bombs):
        cell = int(s.bomb_cell[b])
        dq = int(s.q[cell]) - q
        dr = int(s.r[cell]) - r
        steps = max(abs(dq), abs(dr), abs(dq + dr))
        reach = int(s.bomb_range[b])
        if steps > RADIUS and steps > reach + 1:
            continue
        soon = how_soon(s, b)
        if 0 < steps <= RADIUS:
            place = place_of(dq, dr)
            if row[OWN + place] + row[FOREIGN + place] + row[BARE + place] > 0:
                row[(OWN_BOMBS if s.bomb_seat[b] == s.seat[agent] else OTHER_BOMBS) + place] = soon
                row[REACH + place] = min(reach, MOST_BOMB)
        if steps <= reach + 1:
            if soon > row[FIRE] and is_hit(s, here, b):
                row[FIRE] = soon
            for way in range(WAYS):
                beside = int(s.near[here, way])
                if beside != NOWHERE and soon > row[FIRE + 1 + way] and is_hit(s, beside, b):
                    row[FIRE + 1 + way] = soon


@rule
def place_of(dq, dr):
    """Where a cell lies among those that can be seen."""
    ds = -dq - dr
    if ds < 0 and dr <= 0:
        return STRETCH[-ds] - dr
    if dq > 0 and ds >= 0:
        return SECTOR + STRETCH[dq] + ds
    if dr < 0 and dq <= 0:
        return 2 * SECTOR + STRETCH[-dr] - dq
    if ds > 0 and dr >= 0:
        return 3 * SECTOR + STRETCH[ds] + dr
    if dq < 0 and ds <= 0:
        return 4 * SECTOR + STRETCH[-dq] - ds
    return 5 * SECTOR + STRETCH[dr] + dq


@rule
def point_to_paint(s, here, own, row):
    """Where the nearest cell of another colour lies."""
    q = int(s.q[here])
    r = int(s.r[here])
    nearest = 0
    dq = 0
    dr = 0
    for c in range(s.cells):
        if s.colour[c] != own:
            x = int(s.q[c]) - q
            y = int(s.r[c]) - r
            steps = max(abs(x), abs(y), abs(x + y))
            if nearest == 0 or steps < nearest:
                nearest = steps
                dq = x
                dr = y
    show_steps(dq, dr, row)


@rule
def show_steps(dq, dr, row):
    """A distance as steps in two neighbouring ways, of which one may have none."""
    ds = -dq - dr
    row[PAINT] = min(max(0, min(dq, -ds)), FARTHEST)
    row[PAINT + 1] = min(max(0, min(dq, -dr)), FARTHEST)
    row[PAINT + 2] = min(max(0, min(ds, -dr)), FARTHEST)
    row[PAINT + 3] = min(max(0, min(ds, -dq)), FARTHEST)
    row[PAINT + 4] = min(max(0, min(dr, -dq)), FARTHEST)
    row[PAINT + 5] = min(max(0, min(dr, -ds)), FARTHEST)
