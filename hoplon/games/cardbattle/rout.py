"""Routs (rulebook 11.1, 2.5) and Ferocity (5.2)."""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has, in_contact, on_field, seat_of, unit_at
from hoplon.games.cardbattle.chance import among, die
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, REAR, Do, Mark, Place
from hoplon.games.cardbattle.tables import ROUTS, Pref, Routs, Special, Trait
from hoplon.games.cardbattle.units import (
    follows,
    is_a,
    is_rear_full,
    join_rear,
    quit_field,
    quit_rear,
    rout_limit,
    strip,
)

STEADY_ROUTS = 3  # Ferocity is tested from the next one on


@rule
def flees(s, u):
    """Does the unit go to the second line when it routs, rather than die or run amok (11.1)?"""
    if follows(s, seat_of(u), Special.TRIBAL_COMMAND):
        return False
    way = int(ROUTS[s.kind[u]])
    if way == Routs.ELIMINATE_UNLESS_CONTROL:
        return is_a(s, u, Trait.CONTROL) or s.pref[Pref.RALLY_ALL_MONSTERS] != 0
    return way == Routs.ROUT


@rule
def runs_amok(s, u):
    """An elephant (13.5)."""
    return ROUTS[s.kind[u]] == Routs.RAMPAGE


@rule
def perform_rout(s, turn, a):
    """Carry out an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.ROUT:
        return break_up(s, u)
    if kind == Do.FLEE:
        join_rear(s, u, Place.ROUTED)
        s.fled[seat_of(u)] += s.value[u]
    elif kind == Do.ELIMINATE:
        eliminate(s, u)
    elif kind == Do.FERVOUR:
        if not follows(s, int(a.who), Special.FEROCITY):
            return False
        a.n = die(s, turn)
    elif kind == Do.CALM:
        s.rules[a.who] = int(s.rules[a.who]) & ~(1 << Special.FEROCITY)
    return True


@rule
def break_up(s, u):
    """A unit at its limit leaves its area without its markers; an elephant keeps the column it runs from."""
    if not on_field(s, u) or s.coh[u] < rout_limit(s, u):
        return False
    c = int(s.at[u])
    quit_field(s, u)
    strip(s, u)
    s.place[u] = Place.ROUTED
    s.routs[seat_of(u)] += 1
    if runs_amok(s, u):
        s.at[u] = c
        s.amok[s.amok_n] = u
        s.amok_n += 1
    return True


@rule
def eliminate(s, u):
    """A unit is out of the game for good, wherever it was, and its value counts (12.2)."""
    seat = seat_of(u)
    place = s.place[u]
    if place == Place.FIELD:
        quit_field(s, u)
    elif is_in_rear(s, u):
        if place == Place.ROUTED:
            s.fled[seat] -= s.value[u]
        quit_rear(s, u)
    strip(s, u)
    s.at[u] = EMPTY
    s.place[u] = Place.ELIMINATED
    if s.prey == u + 1:
        s.prey = 0
    s.lost[seat] += s.value[u]


@rule
def is_in_rear(s, u):
    """Does the unit lie in the second line?"""
    seat = seat_of(u)
    for i in range(s.rear_n[seat]):
        if s.rear[REAR * seat + i] == u:
            return True
    return False


@rule
def react_rout(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.ROUT:
        disperse(s, turn, u)
    elif kind == Do.ELIMINATE:
        release(s, turn, 1 - seat_of(u))
    elif kind == Do.FERVOUR:
        if a.n > s.initiative[a.who]:
            then(turn, Do.CALM, who=a.who)


@rule
def disperse(s, turn, u):
    """To the second line, out of the game, or on a rampage; then Ferocity is tested (11.1, 5.2)."""
    seat = seat_of(u)
    if runs_amok(s, u):
        if s.amok_n == 1:
            then(turn, Do.STAMPEDE, what=u, dst=int(s.at[u]))
    elif not flees(s, u) or s.prey == u + 1:
        then(turn, Do.ELIMINATE, what=u)
    else:
        if is_rear_full(s, seat):
            then(turn, Do.ELIMINATE, what=int(s.rear[REAR * seat + among(s, turn, REAR)]))
        then(turn, Do.FLEE, what=u)
    release(s, turn, 1 - seat)
    if s.routs[seat] > STEADY_ROUTS and follows(s, seat, Special.FEROCITY):
        then(turn, Do.FERVOUR, who=seat)


@rule
def release(s, turn, seat):
    """Engaged units of a seat that touch no enemy any longer are engaged no longer, at once (2.2)."""
    for c in range(COLUMNS):
        u = unit_at(s, seat, c)
        if u != EMPTY and has(s, u, Mark.ENGAGED) and not in_contact(s, seat, c):
            then(turn, Do.DISENGAGE, what=u)
