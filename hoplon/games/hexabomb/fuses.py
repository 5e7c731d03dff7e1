"""When bombs will explode if nobody drops another one: bombs set each other off (rulebook 4.4)."""

from __future__ import annotations

from hoplon.core.actions import NOWHERE
from hoplon.core.kernel import rule
from hoplon.games.hexabomb.tables import MOST_BOMB

MOST_LOOKED_AT = 62  # bombs of a position; the sets of them below are bits of a number

SOONEST = MOST_BOMB


@rule
def how_soon(s, bomb):
    """SOONEST for a bomb that explodes in the coming turn; one less for each turn later, at least 1."""
    return max(1, SOONEST + 1 - turns_to_explosion(s, bomb))


@rule
def turns_to_explosion(s, bomb):
    """How many turns a bomb has left: as few as any has that sets it off, by others or by itself."""
    least = int(s.bomb_delay[bomb])
    others = min(int(s.bombs), MOST_LOOKED_AT)
    soonest = least
    for other in range(others):
        soonest = min(soonest, int(s.bomb_delay[other]))
    found = 0
    waiting = 0
    target = bomb
    while least > max(1, soonest):
        cell = int(s.bomb_cell[target])
        for other in range(others):
            if other != bomb and (found >> other) & 1 == 0 and is_hit(s, cell, other):
                found |= 1 << other
                waiting |= 1 << other
                least = min(least, int(s.bomb_delay[other]))
        if waiting == 0:
            break
        target = 0
        while (waiting >> target) & 1 == 0:
            target += 1
        waiting &= waiting - 1
    return least


@rule
def is_hit(s, cell, bomb):
    """Will the blast of a bomb hit a cell? It runs in straight lines, up to the first gap."""
    at = int(s.bomb_cell[bomb])
    dq = int(s.q[cell]) - int(s.q[at])
    dr = int(s.r[cell]) - int(s.r[at])
    if dq != 0 and dr != 0 and dq + dr != 0:
        return False
    if max(abs(dq), abs(dr)) > s.bomb_range[bomb]:
        return False
    return is_in_line(s, at, cell, way_along(dq, dr))


@rule
def is_in_line(s, at, cell, way):
    """Does a way lead from one cell to another without a gap?"""
    while at != cell and at != NOWHERE:
        at = int(s.near[at, way])
    return at == cell


@rule
def way_along(dq, dr):
    """The way of a straight line (1.2)."""
    if dr == 0:
        return 0 if dq > 0 else 3
    if dq == 0:
        return 2 if dr < 0 else 5
    return 1 if dq > 0 else 4
