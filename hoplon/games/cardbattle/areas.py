"""Columns, zones, contact and open sides (rulebook 3). A column counts from 0."""

from __future__ import annotations

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, SIDE, Mark, Module, Place
from hoplon.games.cardbattle.tables import IMPASSABLE

LEFT = 0
CENTRE = 1
RIGHT = 2
_ZONE = np.array([0, 0, 1, 1, 1, 1, 1, 2, 2])
_FAR = np.array([-1, 2, 1, -1, -1, -1, 7, 6, -1])  # the enemy column of an attack across zones


@rule
def seat_of(u):
    """The owner of a unit."""
    return u // SIDE


@rule
def area(seat, c):
    """The place of a column of a seat in `field` and `terrain`."""
    return COLUMNS * seat + c


@rule
def has(s, u, mark):
    """Does the unit carry a marker?"""
    return (int(s.marks[u]) & mark) != 0


@rule
def put(s, u, mark):
    """Set a marker."""
    s.marks[u] = int(s.marks[u]) | mark


@rule
def drop(s, u, mark):
    """Remove a marker."""
    s.marks[u] = int(s.marks[u]) & ~mark


@rule
def on_field(s, u):
    """Is it on the field?"""
    return s.place[u] == Place.FIELD


@rule
def zone_of(s, c):
    """LEFT, CENTRE or RIGHT; the 300 layout is one centre between the impassable gates (3.5)."""
    if s.module == Module.THERMOPYLAE:
        return CENTRE
    return _ZONE[c]


@rule
def touch(s, c, d):
    """Are columns c and d of opposite fields in contact (3.2)?"""
    return abs(c - d) <= 1 and zone_of(s, c) == zone_of(s, d)


@rule
def across(s, c):
    """The enemy column that an attack across zones reaches from column c, or EMPTY (3.2, 3.5)."""
    if s.module == Module.THERMOPYLAE:
        return EMPTY
    return int(_FAR[c])


@rule
def unit_at(s, seat, c):
    """The unit in an area, or EMPTY, also for columns beyond the edge."""
    if c < 0 or c >= COLUMNS:
        return EMPTY
    return int(s.field[area(seat, c)])


@rule
def seen_at(s, seat, c):
    """The same as the other side sees it: a hidden unit is not there (4.4)."""
    u = unit_at(s, seat, c)
    if u != EMPTY and has(s, u, Mark.HIDDEN):
        return EMPTY
    return u


@rule
def in_contact(s, seat, c):
    """Does an enemy stand in contact with column c of a seat?"""
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        if s.field[area(1 - seat, d)] != EMPTY and touch(s, c, d):
            return True
    return False


@rule
def is_impassable(s, seat, c):
    """A river, a cliff, or the gates of the 300 layout."""
    return IMPASSABLE[int(s.terrain[area(seat, c)])] != 0


@rule
def has_open_side(s, u, seen):
    """An empty passable neighbour, or the edge of the standard layout (3.4); `seen` ignores hidden units."""
    seat = seat_of(u)
    c = int(s.at[u])
    for d in (c - 1, c + 1):
        if d < 0 or d >= COLUMNS:
            return True  # the gates of the 300 layout are areas, so its line never ends at an edge
        if is_impassable(s, seat, d):
            continue
        if (seen_at(s, seat, d) if seen else unit_at(s, seat, d)) == EMPTY:
            return True
    return False


@rule
def zone_is_empty(s, seat, zone, seen):
    """Does no unit of the seat stand in a zone?"""
    for c in range(COLUMNS):
        if zone_of(s, c) == zone and (seen_at(s, seat, c) if seen else unit_at(s, seat, c)) != EMPTY:
            return False
    return True
