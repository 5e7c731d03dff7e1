"""Cohesion hits and markers: what each of them is, whoever causes it (rulebook 2.2).

Losing cohesion never routs by itself: whoever causes a loss queues ROUT after it, which looks at the limit
when its turn comes.
"""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import area, drop, has, in_contact, on_field, put, seat_of, touch
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, Do, Mark, Place
from hoplon.games.cardbattle.tables import COVERS


@rule
def perform_markers(s, turn, a):
    """Carry out an action of this chapter."""
    u = int(a.what)
    kind = a.kind
    if kind == Do.LOSE:
        if not on_field(s, u):
            return False
        s.coh[u] += a.n
        return True
    if kind == Do.MEND:
        a.n = min(int(a.n), int(s.coh[u]))
        s.coh[u] -= a.n
        return a.n > 0
    if kind == Do.MARK:
        if not on_field(s, u) or s.level_m[u] >= a.n:
            return False
        s.level_m[u] = a.n
        return True
    if kind == Do.RUN_OUT:
        return set_mark(s, u, Mark.NO_MISSILE)
    if kind == Do.RESUPPLY:
        return clear_mark(s, u, Mark.NO_MISSILE)
    if kind == Do.ENGAGE:
        return set_mark(s, u, Mark.ENGAGED)
    if kind == Do.DISENGAGE:
        if on_field(s, u) and in_contact(s, seat_of(u), int(s.at[u])):
            return False
        return clear_mark(s, u, Mark.ENGAGED)
    if kind == Do.HIDE:
        return may_hide(s, u) and set_mark(s, u, Mark.HIDDEN | Mark.HID)
    return clear_mark(s, u, Mark.HIDDEN)


@rule
def set_mark(s, u, mark):
    """Give a unit on the field a marker that it does not carry."""
    if not on_field(s, u) or has(s, u, mark):
        return False
    put(s, u, mark)
    return True


@rule
def clear_mark(s, u, mark):
    """Take a marker from a unit that carries it."""
    if not has(s, u, mark):
        return False
    drop(s, u, mark)
    return True


@rule
def may_hide(s, u):
    """Cover, no enemy in contact, and not hidden before (4.4, Q6)."""
    if s.place[u] != Place.FIELD or has(s, u, Mark.HID):
        return False
    seat = seat_of(u)
    c = int(s.at[u])
    return COVERS[int(s.terrain[area(seat, c)])] != 0 and not in_contact(s, seat, c)


@rule
def release_enemies(s, turn, seat, c):
    """Engaged enemies that touched only the unit that left column c are engaged no longer (2.2)."""
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        v = int(s.field[area(1 - seat, d)])
        if v != EMPTY and touch(s, c, d) and has(s, v, Mark.ENGAGED):
            then(turn, Do.DISENGAGE, what=v)
