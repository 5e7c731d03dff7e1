"""Who fires at whom, and what a shot does (9.1, 9.2, 9.3, 23.4)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.missile import can_fire, strength_of
from hoplon.games.cardbattle.state import Do, Loss, Mark, Module, Phase, Place, Why
from hoplon.games.cardbattle.tables import Kind, Pref, Terrain
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field, in_missile_phase, volley
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("9.1")
def test_who_may_fire() -> None:
    field = in_missile_phase()
    field.put(B, 5, "MI 6/5")
    field.put(A, 4, "SK AR 4/1 A")
    field.put(A, 5, "MI 6/5")
    field.put(A, 6, "SK AR 4/1 A", level=1)
    field.put(A, 7, "SK AR 4/1 A")
    assert field.allows(Do.AIM, 4, 5)
    assert not field.allows(Do.AIM, 5, 5)  # no missiles
    assert not field.allows(Do.AIM, 6, 5)  # a manoeuvre marker
    assert not field.allows(Do.AIM, 7, 5)  # not in contact
    field.roll(Do.AIM, 4, 5)
    assert not field.allows(Do.AIM, 4, 5)  # fires once


@section("9.1")
def test_no_contact_over_a_zone_boundary() -> None:
    field = in_missile_phase()
    field.put(A, 2, "SK AR 4/1 A")
    field.put(B, 3, "MI 6/5")
    assert Do.AIM not in field.kinds()


@section("9.1")
def test_a_unit_without_missiles_left_does_not_fire() -> None:
    field = in_missile_phase()
    field.put(A, 5, "SK AR 4/1 A", marks=Mark.NO_MISSILE)
    field.put(B, 5, "MI 6/5")
    assert Do.AIM not in field.kinds()


@section("9.1", "13.5")
def test_elephants_never_fire_in_the_missile_phase() -> None:
    field = in_missile_phase()
    u = field.put(A, 5, "EL 5/5 A")
    v = field.put(B, 5, "MI 6/5")
    assert Do.AIM not in field.kinds()
    assert can_fire(field.s, u, v)


@section("9.1", "13.11", "14.2")
def test_guns_fire_in_the_turn_in_which_they_are_played() -> None:
    for module, gun, goal in ((Module.ANTIQUITY, Kind.AT, "MI 6/5"), (Module.SAMURAI, Kind.OZ, "AS 6/5")):
        field = Field(module)
        field.phase(Phase.PLAY)
        field.put(B, 5, goal)
        field.put(A, 9, goal)
        card = field.hand(A, gun, tq=5, missile=5, clan=0)
        field.roll(Do.PLAY, card, 5)
        assert field.s.level_m[card] == 0
        field.phase(Phase.MISSILE)
        assert field.allows(Do.AIM, 5, 5)


@section("9.1", "18.1")
def test_engaged_units_and_the_preference() -> None:
    field = in_missile_phase()
    field.put(A, 5, "SK AR 4/1 A", marks=Mark.ENGAGED)
    field.put(B, 5, "MI 6/5")
    assert field.allows(Do.AIM, 5, 5)
    field.prefer(Pref.ENGAGED_NO_MISSILE)
    assert not field.allows(Do.AIM, 5, 5)


@section("6.6", "9.1")
def test_no_combat_on_setup() -> None:
    field = in_missile_phase()
    field.put(A, 5, "SK AR 4/1 A")
    field.put(B, 5, "MI 6/5")
    field.s.rounds = 3
    assert field.allows(Do.AIM, 5, 5)
    field.prefer(Pref.NO_COMBAT_ON_SETUP)
    assert not field.allows(Do.AIM, 5, 5)
    field.s.rounds = 4
    assert field.allows(Do.AIM, 5, 5)


@section("9.2")
def test_shots_in_the_order_of_declaration_and_those_without_a_target_are_not_fired() -> None:
    field = in_missile_phase()
    last = field.put(A, 4, "SK AR 4/1 A")
    first = field.put(A, 5, "SK AR 4/1 A")
    other = field.put(A, 6, "SK AR 4/1 A")
    field.put(B, 5, "MI 6/5", coh=5)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.AIM, 4, 5)
    field.roll(Do.AIM, 6, 5)
    field.roll(Do.LOOSE, dice=(5,))
    assert [said.what for said in field.said(Do.SHOT)] == [first]
    assert field.has(first, Mark.AIMING)
    assert not field.has(last, Mark.AIMING)
    assert not field.has(other, Mark.AIMING)


@section("9.2", "26.2")
def test_fire_may_be_resolved_more_than_once_but_each_unit_fires_once() -> None:
    field = in_missile_phase()
    field.put(A, 4, "SK AR 4/1 A")
    field.put(A, 5, "SK AR 4/1 A")
    field.put(B, 5, "MI 6/5")
    field.roll(Do.AIM, 4, 5)
    assert not field.allows(Do.END_PHASE)
    field.roll(Do.LOOSE, dice=(8,))
    assert not field.allows(Do.AIM, 4, 5)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(8,))
    assert field.allows(Do.END_PHASE)


@section("9.3", "23.4")
@pytest.mark.parametrize(
    ("firer", "strength"),
    [
        ("SK JA 4/1 J", 5),
        ("LI 4/5 J", 5),
        ("GC 5/7 J", 5),
        ("LC 5/4 J", 3),
        ("CH 5/3 J", 3),
        ("SK SL 4/1 S", 3),
        ("SK AR 4/1 A", 5),
        ("LC 5/4 A", 5),
        ("EL 5/5 A", 3),
        ("LI 5/5 B", 6),
        ("AT 5/2 P", 7),
        ("LI 5/2 M", 5),
    ],
)
def test_strength(firer: str, strength: int) -> None:
    field = Field()
    assert strength_of(field.s, field.put(A, 5, firer)) == strength


@section("23.4", "9.3")
@pytest.mark.parametrize(
    ("firer", "target", "modifiers"),
    [
        ("LI 4/5 J", "MI 6/5", []),
        ("LI 4/5 J", "PH 6/10", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "HI 6/5", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "HI TR 6/5", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "LG HA 6/5", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "CO Con 6/5", [(Why.ARMOUR, 1)]),
        ("SK SL 4/1 S", "PH 6/10", [(Why.SKIRMISHER_AT_HEAVY, 3)]),
        ("SK SL 4/1 S", "HI TR 6/5", [(Why.SKIRMISHER_AT_HEAVY, 3)]),
        ("SK SL 4/1 S", "LG PR 6/5", [(Why.ARMOUR, 1)]),
        ("LI 4/5 J", "SK SL 4/1 S", [(Why.DISPERSED, 2)]),
        ("LI 4/5 J", "SK SL 4/2 S", []),
        ("LC 4/5 A", "HC CAT 6/4", [(Why.CATAPHRACT, 2)]),
        ("LI 4/5 B", "EL CAT 6/4", [(Why.CATAPHRACT, 2)]),
        ("LI 4/5 J", "HC CAT 6/4", [(Why.CATAPHRACT, 1)]),
        ("SK SL 4/1 S", "EL CAT 6/4", [(Why.CATAPHRACT, 1)]),
        ("AT 4/1 P", "HC CAT 6/4", []),
        ("CH Lgt 6/3 A", "MI 6/5", [(Why.LIGHT_CHARIOT, -1)]),
        ("CH 6/3 A", "MI 6/5", []),
    ],
)
def test_modifiers(firer: str, target: str, modifiers: list[tuple[Why, int]]) -> None:
    field = volley(firer, target, 4)
    assert field.modifiers() == modifiers
    assert field.n_of(Do.TOTAL) == 4 + sum(n for _, n in modifiers)


@section("9.3", "23.5")
@pytest.mark.parametrize(
    ("terrain", "cover"),
    [
        (Terrain.CLEAR, 0),
        (Terrain.STREAM, 0),
        (Terrain.WOODS, 1),
        (Terrain.MOUNTAIN, 1),
        (Terrain.WALL, 1),
        (Terrain.CAMP, 2),
        (Terrain.CASTLE, 2),
    ],
)
def test_cover(terrain: Terrain, cover: int) -> None:
    field = volley("SK AR 4/1 A", "LG HA 6/5", 4, terrain=terrain)
    assert field.modifiers() == [(Why.ARMOUR, 1), (Why.COVER, cover)][: 1 + (cover > 0)]


@section("9.3")
@pytest.mark.parametrize(
    ("firer", "target", "hits"),
    [
        ("SK AR 4/1 A", "MI 6/5", 1),
        ("SK AR 4/1 A", "EL 6/5", 2),
        ("AT 5/2 P", "MI 6/5", 2),
        ("AT 5/2 P", "EL 6/5", 2),
        ("SK AR 4/1 A", "CH 6/5", 1),
    ],
)
def test_hits(firer: str, target: str, hits: int) -> None:
    field = volley(firer, target, 0)
    assert field.n_of(Do.HIT) == hits
    assert field.said(Do.LOSE)[0].src == Loss.MISSILE


@section("9.3", "13.5", "9.4")
def test_an_elephant_hits_an_elephant_once() -> None:
    field = Field()
    field.s.active = B
    field.phase(Phase.PLAY)
    field.put(A, 5, "EL 5/5 A")
    card = field.hand(B, Kind.EL, tq=5)
    field.roll(Do.PLAY, card, 5)
    field.roll(Do.REACT, dice=(3,))
    assert field.n_of(Do.HIT) == 1


@section("9.3", "11.1")
def test_a_unit_at_its_limit_routs_at_once() -> None:
    field = in_missile_phase()
    field.put(A, 5, "AT 5/2 P")
    v = field.put(B, 5, "MI 6/5", coh=4)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(7,))
    assert field.routed() == [v]
    assert field.s.place[v] == Place.ROUTED
