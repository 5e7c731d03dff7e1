"""Rulebook 3: columns, contact, neighbours, open sides."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.areas import across, has_open_side, touch, zone_of
from tests.games.cardbattle.boards import A, B, Do, Kind, Missile, Phase, Table, Terrain
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

CONTACT = {
    1: (1, 2),
    2: (1, 2),
    3: (3, 4),
    4: (3, 4, 5),
    5: (4, 5, 6),
    6: (5, 6, 7),
    7: (6, 7),
    8: (8, 9),
    9: (8, 9),
}
ACROSS = {2: 3, 3: 2, 7: 8, 8: 7}


@section("3.1")
def test_two_areas_on_each_wing_and_five_in_the_centre():
    t = Table()
    assert [int(zone_of(t.s, c)) for c in range(9)] == [0, 0, 1, 1, 1, 1, 1, 2, 2]


@pytest.mark.parametrize("column", range(1, 10))
@section("3.2")
def test_contact_and_attacks_across_zones(column):
    t = Table()
    assert tuple(d + 1 for d in range(9) if touch(t.s, column - 1, d)) == CONTACT[column]
    assert int(across(t.s, column - 1)) + 1 == ACROSS.get(column, 0)


@pytest.mark.parametrize("column", range(1, 10))
@section("3.2")
def test_contact_is_what_counts_for_fire(column):
    t = Table().phase(Phase.MISSILE)
    t.field(A, column, Kind.SK_AR, missile=Missile.A)
    for d in range(1, 10):
        t.field(B, d)
    assert tuple(d for d in range(1, 10) if t.allows(Do.AIM, column, d)) == CONTACT[column]


@section("3.3")
def test_neighbours_count_across_zone_boundaries():
    t = Table()
    u = t.field(A, 3)
    t.field(A, 2)
    assert has_open_side(t.s, u, True)
    t.field(A, 4)
    assert not has_open_side(t.s, u, True)


@section("3.4")
def test_an_impassable_neighbour_protects_and_the_edge_is_always_open():
    t = Table()
    u = t.field(A, 2)
    t.field(A, 3)
    assert has_open_side(t.s, u, True)
    t.terrain(A, 1, Terrain.RIVER)
    assert not has_open_side(t.s, u, True)
    edge = t.field(B, 9)
    t.field(B, 8)
    assert has_open_side(t.s, edge, True)


@section("3.5")
def test_the_hot_gates_are_one_centre_between_cliffs_without_open_edges():
    t = Table("persians_300", "spartans_300")
    for seat in (A, B):
        t.terrain(seat, 1, Terrain.CLIFF)
        t.terrain(seat, 9, Terrain.CLIFF)
    assert {int(zone_of(t.s, c)) for c in range(1, 8)} == {1}
    assert touch(t.s, 1, 2)
    assert touch(t.s, 6, 7)
    assert all(int(across(t.s, c)) < 0 for c in range(9))
    u = t.field(A, 2)
    t.field(A, 3)
    assert not has_open_side(t.s, u, True)
    card = t.hand(A, Kind.MI)
    assert not t.allows(Do.PLAY, card, 1)
    assert not t.allows(Do.PLAY, card, 9)
    assert t.allows(Do.PLAY, card, 8)
