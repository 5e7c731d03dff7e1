"""Engagement and collapse at the end of the shock phase (rulebook 10.8)."""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import area, drop, has, in_contact, on_field, unit_at
from hoplon.games.cardbattle.chance import die
from hoplon.games.cardbattle.rout import release
from hoplon.games.cardbattle.state import AREAS, COLUMNS, EMPTY, Do, Mark
from hoplon.games.cardbattle.units import rout_limit

OF_THE_PHASE = Mark.OW | Mark.FLANK | Mark.RAIDING | Mark.ATTACKING | Mark.ATTACKED | Mark.FOUGHT


@rule
def becomes_engaged(s, seat, c):
    """Fought in this phase and touches an enemy (10.8)."""
    u = unit_at(s, seat, c)
    return u != EMPTY and has(s, u, Mark.FOUGHT) and in_contact(s, seat, c)


@rule
def must_test(s, seat, c):
    """Engaged, in contact, and exactly one hit below its limit (10.8)."""
    u = unit_at(s, seat, c)
    if u == EMPTY or not has(s, u, Mark.FOUGHT | Mark.ENGAGED) or not in_contact(s, seat, c):
        return False
    return s.coh[u] == rout_limit(s, u) - 1


@rule
def perform_settle(s, turn, a):
    """Carry out an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.COLLAPSE:
        if collapses(s, u, int(a.n)):
            s.coh[u] = rout_limit(s, u)
    elif kind == Do.RALLY_ROUND:
        if not on_field(s, u):
            return False
        s.coh[u] = a.n
    elif kind == Do.CLEAR:
        for i in range(AREAS):
            if s.field[i] != EMPTY:
                drop(s, int(s.field[i]), OF_THE_PHASE)
        s.attacks = 0
        s.open = 0
    return True


@rule
def collapses(s, u, face):
    """A die equal to or above the TQ routs it (10.8)."""
    return face >= s.tq[u]


@rule
def react_settle(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    if kind == Do.SETTLE:
        settle(s, turn, int(a.who))
    elif kind == Do.COLLAPSE:
        u = int(a.what)
        if not collapses(s, u, int(a.n)):
            then(turn, Do.RALLY_ROUND, what=u, n=max(rout_limit(s, u) - 2, 0))
    elif kind == Do.CLEAR:
        release(s, turn, 0)
        release(s, turn, 1)


@rule
def settle(s, turn, active):
    """Who fought is engaged; the weak are tested in one pass, then they rout (10.8, 26.2.14).

    The player who is not active comes first, each from column 1 to 9 (0.4).
    """
    for last in range(2):
        seat = active if last else 1 - active
        for c in range(COLUMNS):
            if becomes_engaged(s, seat, c):
                then(turn, Do.ENGAGE, what=unit_at(s, seat, c))
    tested = 0
    for last in range(2):
        seat = active if last else 1 - active
        for c in range(COLUMNS):
            if must_test(s, seat, c):
                tested |= 1 << area(seat, c)
                then(turn, Do.COLLAPSE, what=unit_at(s, seat, c), n=die(s, turn))
    for last in range(2):
        seat = active if last else 1 - active
        for c in range(COLUMNS):
            if tested >> area(seat, c) & 1:
                then(turn, Do.ROUT, what=unit_at(s, seat, c))
    then(turn, Do.CLEAR, who=active)
