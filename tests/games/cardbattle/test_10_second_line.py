"""Attacks on the second line (10.9)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Mark, Phase, Place
from hoplon.games.cardbattle.tables import Kind, Pref, Terrain
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("10.9")
def test_who_may_attack_the_second_line() -> None:
    field = Field()
    field.put(A, 5, "LC 7/4")
    assert field.allows(Do.RAID, 5)
    field.put(B, 7, "HI 6/5")
    assert field.allows(Do.RAID, 5)
    v = field.put(B, 6, "HI 6/5")
    assert not field.allows(Do.RAID, 5)
    field.s.marks[v] |= Mark.OW
    assert field.allows(Do.RAID, 5)
    w = field.put(B, 5, "HI 6/5", marks=Mark.OW)
    assert not field.allows(Do.RAID, 5)
    assert field.column(w) == 5


@section("10.9")
@pytest.mark.parametrize(
    ("code", "terrain", "level", "legal"),
    [
        ("LC 7/4", Terrain.CAMP, 0, False),
        ("HI 7/4", Terrain.CAMP, 0, True),
        ("HI 7/4", Terrain.RIVER, 0, False),
        ("HI 7/4", Terrain.CLEAR, 1, False),
        ("AT 7/4", Terrain.CLEAR, 0, False),
    ],
)
def test_where_it_may_not_go(code: str, terrain: Terrain, level: int, legal: bool) -> None:
    field = Field()
    field.put(A, 5, code, level=level)
    field.terrain(B, 5, terrain)
    assert field.allows(Do.RAID, 5) == legal


@section("10.9", "18.1")
@pytest.mark.parametrize(("die", "high", "points"), [(7, False, 2), (8, False, 0), (7, True, 4)])
def test_points_of_an_undisturbed_second_line(die: int, high: bool, points: int) -> None:
    field = Field()
    if high:
        field.prefer(Pref.SECOND_LINE_ATTACK_4)
    field.put(A, 5, "LC 7/4")
    field.rear(B, Place.RALLIED)
    field.roll(Do.RAID, 5)
    field.roll(Do.RESOLVE, dice=(die,))
    assert field.s.raided[B] == points


@section("10.9", "26")
def test_units_routed_in_this_same_turn_are_safe() -> None:
    field = Field()
    field.put(A, 5, "LC 7/4")
    fresh = field.rear(B, Place.ROUTED, Kind.MI, 6, marks=Mark.FRESH)
    field.roll(Do.RAID, 5)
    field.roll(Do.RESOLVE, dice=(0,))
    assert field.s.place[fresh] == Place.ROUTED
    assert field.s.raided[B] == 2


@section("10.9", "26")
def test_it_neither_engages_nor_exhausts() -> None:
    field = Field()
    u = field.put(A, 5, "LI 7/4 J")
    field.put(B, 9, "MI 6/5")
    field.roll(Do.RAID, 5)
    field.roll(Do.RESOLVE, dice=(0,))
    assert not field.has(u, Mark.ENGAGED | Mark.NO_MISSILE | Mark.RAIDING)
    assert field.s.phase == Phase.RALLY


@section("10.9", "10.4")
def test_a_raid_past_enemies_that_withdrew() -> None:
    field = Field()
    field.put(A, 5, "HI 7/5")
    field.put(B, 6, "LI 9/5")
    field.roll(Do.ATTACK, 5, 6)
    field.roll(Do.CLOSE)
    field.roll(Do.WITHDRAW, dice=(0,))
    field.roll(Do.RAID, 5)
    field.roll(Do.RESOLVE, dice=(7,))
    assert field.s.raided[B] == 2
