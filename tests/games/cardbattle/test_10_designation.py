"""Designating attacks (10.1)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Mark, Module
from hoplon.games.cardbattle.tables import Card, Terrain
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("10.1", "3.2")
def test_an_attacker_must_be_in_contact() -> None:
    field = Field()
    field.put(A, 5, "HI 6/5")
    field.put(B, 6, "HI 6/5")
    field.put(B, 7, "HI 6/5")
    assert field.allows(Do.ATTACK, 5, 6)
    assert not field.allows(Do.ATTACK, 5, 7)


@section("10.1")
def test_who_may_not_attack() -> None:
    for code, more in (
        ("HI 6/5", {"level": 1}),
        ("AT 5/2 P", {}),
        ("HI 6/5", {"marks": Mark.ATTACKING}),
    ):
        field = Field()
        field.put(A, 5, code, **more)
        field.put(B, 5, "HI 6/5")
        assert not field.allows(Do.ATTACK, 5, 5)
    samurai = Field(Module.SAMURAI)
    samurai.put(A, 5, "OZ 5/2 P")
    samurai.put(B, 5, "AS 6/5")
    assert not samurai.allows(Do.ATTACK, 5, 5)


@section("10.1", "4.1", "26")
@pytest.mark.parametrize(
    ("code", "terrain", "legal"),
    [
        ("HC 6/4", Terrain.CAMP, False),
        ("HC 6/4", Terrain.MOUNTAIN, False),
        ("HC 6/4", Terrain.WOODS, True),
        ("EL 6/4", Terrain.MARSH, False),
        ("CH 6/4", Terrain.SLOPE, False),
        ("HI 6/4", Terrain.CAMP, True),
        ("LI 6/4", Terrain.MOUNTAIN, True),
    ],
)
def test_terrain_closed_to_the_attacker(code: str, terrain: Terrain, legal: bool) -> None:
    field = Field()
    field.put(A, 5, code)
    field.put(B, 5, "MI 6/5")
    field.terrain(B, 5, terrain)
    assert field.allows(Do.ATTACK, 5, 5) == legal


@section("10.1")
def test_a_unit_attacks_once_and_is_attacked_once() -> None:
    field = Field()
    field.put(A, 4, "HI 6/5")
    field.put(A, 5, "HI 6/5")
    field.put(B, 4, "HI 6/5")
    field.put(B, 5, "HI 6/5")
    field.attack([5], [5])
    assert not field.allows(Do.ATTACK, 5, 4)
    assert not field.allows(Do.ATTACK, 4, 5)
    assert field.allows(Do.ATTACK, 4, 4)


@section("10.1")
def test_two_to_one_and_one_to_many_but_not_two_to_two() -> None:
    field = Field()
    for column in (4, 5, 6):
        field.put(A, column, "HI 6/5")
        field.put(B, column, "HI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    assert field.allows(Do.JOIN, 4)
    assert field.allows(Do.ALSO, 4)
    field.roll(Do.JOIN, 4)
    assert not field.allows(Do.JOIN, 6)
    assert not field.allows(Do.ALSO, 4)
    field.close()
    many = Field()
    many.put(A, 4, "HI 6/5")
    many.put(A, 5, "HI 6/5")
    for column in (3, 4, 5, 6, 7):
        many.put(B, column, "HI 6/5")
    many.roll(Do.ATTACK, 5, 6)
    many.roll(Do.ALSO, 5)
    assert not many.allows(Do.JOIN, 4)
    many.roll(Do.ALSO, 4)
    assert not many.allows(Do.ALSO, 7)
    assert not many.allows(Do.ALSO, 3)
    assert list(many.s.at[many.s.target[:3]] + 1) == [4, 5, 6]


@section("10.1", "13.1")
@pytest.mark.parametrize("horse", ["HC 6/4", "LC 6/4", "CA 6/4", "LN 6/4", "GC 6/4"])
def test_cavalry_attacks_elephants_only_on_the_flank_with_a_card(horse: str) -> None:
    field = Field()
    u = field.put(A, 5, horse)
    field.put(B, 5, "EL 5/5")
    assert not field.allows(Do.ATTACK, 5, 5)
    assert not field.allows(Do.ATTACK_FLANK, 5, 5)
    field.hand(A, Card.FLANK)
    assert field.allows(Do.ATTACK_FLANK, 5, 5)
    field.roll(Do.ATTACK_FLANK, 5, 5)
    assert field.has(u, Mark.FLANK)
    assert field.s.hand_n[A] == 0
    assert not field.allows(Do.FLANK_ORDER, 5)


@section("10.1", "13.1")
def test_cavalry_joins_against_elephants_with_a_card() -> None:
    field = Field()
    field.put(A, 5, "HI 6/5")
    u = field.put(A, 4, "HC 6/4")
    field.put(B, 5, "EL 5/5")
    field.roll(Do.ATTACK, 5, 5)
    assert not field.allows(Do.JOIN, 4)
    field.hand(A, Card.FLANK)
    field.roll(Do.JOIN_FLANK, 4)
    assert field.has(u, Mark.FLANK)


@section("10.1", "15.2")
def test_mounted_monsters_do_not_charge_elephants_frontally() -> None:
    field = Field(Module.FANTASY)
    field.put(A, 5, "LM 8/3", traits=["MOUNTED"])
    field.put(A, 4, "LM 8/3")
    field.put(B, 5, "EL 5/5")
    assert not field.allows(Do.ATTACK, 5, 5)
    assert field.allows(Do.ATTACK, 4, 5)


@section("10.1", "14.4")
def test_attacks_activate_clans() -> None:
    field = Field(Module.SAMURAI)
    field.s.clans[A] = 1
    field.put(A, 4, "AS 6/5", clan=1)
    field.put(A, 5, "AS 6/5", clan=2)
    field.put(A, 9, "AS 6/5", clan=2)
    field.put(B, 5, "AS 6/5")
    field.roll(Do.ATTACK, 5, 5)
    assert not field.allows(Do.JOIN, 4)
    field.close()
    assert field.allows(Do.RAID, 9)
