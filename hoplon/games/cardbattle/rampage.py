"""Elephants that run amok (rulebook 13.5)."""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import area, is_impassable, seat_of, touch, unit_at
from hoplon.games.cardbattle.chance import among, d10
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, Do, Loss, Place
from hoplon.games.cardbattle.tables import (
    RAMPAGE,
    RAMPAGE_CAV_HITS,
    RAMPAGE_ENEMY_HITS,
    RAMPAGE_FRIEND_HITS,
    RAMPAGE_ROLLS,
    Run,
    Terrain,
)
from hoplon.games.cardbattle.units import is_cav


@rule
def run_of(s, face):
    """What a d10 brings, on the first roll or later."""
    return int(RAMPAGE[0 if s.rampage_rolls <= 1 else 1, face])


@rule
def perform_rampage(s, turn, a):
    """Carry out an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.STAMPEDE:
        s.rampage_at = a.dst
        s.rampage_rolls = 0
    elif kind == Do.ROLL:
        if s.rampage_at == EMPTY:
            return False
        a.n = d10(s, turn)
        s.rampage_rolls += 1
        if run_of(s, int(a.n)) == Run.END:
            s.rampage_at = EMPTY
    elif kind == Do.TURN_TO:
        s.rampage_at = a.dst
        if s.terrain[area(seat_of(u), int(a.dst))] == Terrain.CALTROP:
            s.rampage_at = EMPTY  # it dies on the spot (4.3)
    else:
        crush(s, u)
    return True


@rule
def crush(s, u):
    """The elephant is eliminated, and the next one may run."""
    s.at[u] = EMPTY
    s.place[u] = Place.ELIMINATED
    s.lost[seat_of(u)] += s.value[u]
    s.rampage_at = EMPTY
    s.rampage_rolls = 0
    s.amok_n -= 1
    for i in range(s.amok_n):
        s.amok[i] = s.amok[i + 1]


@rule
def react_rampage(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.STAMPEDE:
        for _ in range(RAMPAGE_ROLLS):
            then(turn, Do.ROLL, what=u)
        then(turn, Do.CRUSHED, what=u)
    elif kind == Do.ROLL:
        run = run_of(s, int(a.n))
        if run == Run.ENEMY:
            trample_enemy(s, turn, 1 - seat_of(u), int(s.rampage_at))
        elif run == Run.SIDE:
            swerve(s, turn, u, int(s.rampage_at))
    elif kind == Do.CRUSHED:
        if s.amok_n > 0:
            v = int(s.amok[0])
            then(turn, Do.STAMPEDE, what=v, dst=int(s.at[v]))


@rule
def trample_enemy(s, turn, seat, c):
    """The enemy in the same column, else a random one in contact, takes 1 hit, CAV 2."""
    v = unit_at(s, seat, c)
    if v == EMPTY:
        v = any_enemy_near(s, turn, seat, c)
    if v != EMPTY:
        hits = RAMPAGE_CAV_HITS if is_cav(s, v) else RAMPAGE_ENEMY_HITS
        then(turn, Do.LOSE, what=v, src=Loss.RAMPAGE, n=hits)
        then(turn, Do.ROUT, what=v)


@rule
def any_enemy_near(s, turn, seat, c):
    """A random unit of the seat in contact with column c of the other field, or EMPTY."""
    n = 0
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        if unit_at(s, seat, d) != EMPTY and touch(s, c, d):
            n += 1
    if n == 0:
        return EMPTY
    k = among(s, turn, n)
    found = EMPTY
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        if unit_at(s, seat, d) != EMPTY and touch(s, c, d):
            if k == 0:
                found = unit_at(s, seat, d)
            k -= 1
    return found


@rule
def swerve(s, turn, u, c):
    """Left or right at random: into a friend, who takes 2 hits, or into an empty area (13.5, 26.2.16)."""
    seat = seat_of(u)
    d = c - 1 if among(s, turn, 2) == 0 else c + 1
    if d < 0 or d >= COLUMNS or is_impassable(s, seat, d):
        return
    v = unit_at(s, seat, d)
    if v == EMPTY:
        then(turn, Do.TURN_TO, what=u, dst=d)
    else:
        then(turn, Do.LOSE, what=v, src=Loss.RAMPAGE, n=RAMPAGE_FRIEND_HITS)
        then(turn, Do.ROUT, what=v)
