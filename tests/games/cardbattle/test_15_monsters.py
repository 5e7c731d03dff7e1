"""Monsters: each characteristic (15.2). FEAR, TERROR, FEROCITY and CONTROL stand with checks and routs."""

from __future__ import annotations

from typing import Any

import pytest

from hoplon.games.cardbattle.attacks import can_shock
from hoplon.games.cardbattle.state import Do, Edge, Loss, Mark, Module, Phase, Place, Why
from hoplon.games.cardbattle.sums import sums_for
from hoplon.games.cardbattle.tables import Card, Kind, Pref, Terrain, Trait
from hoplon.games.cardbattle.units import is_cav, is_mounted
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field, in_missile_phase, volley
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def clash(
    attacker: str, target: str, die: int, a: tuple[str, ...] = (), b: tuple[str, ...] = ()
) -> tuple[Field, int, int]:
    """A fight without checks."""
    field = Field(Module.FANTASY)
    u = field.put(A, 5, attacker, traits=a, marks=Mark.ENGAGED)
    v = field.put(B, 5, target, traits=b, marks=Mark.ENGAGED)
    field.put(A, 9, "MI 6/5")
    field.put(B, 8, "MI 6/5", level=1)
    field.fight([5], [5], die)
    return field, u, v


@section("15.2", "26.2")
def test_acid_blood_costs_the_attackers_one_more_hit() -> None:
    field, u, _ = clash("HI 9/5", "SM 9/5", 4, b=("ACID_BLOOD",))
    assert field.modifiers() == [(Why.ACID_BLOOD, 1)]
    assert field.lost(u, Loss.SHOCK) == 3
    field, _, v = clash("SM 9/5", "HI 9/5", 4, a=("ACID_BLOOD",))
    assert field.modifiers() == []
    assert field.lost(v, Loss.SHOCK) == 2


@section("15.2", "26.2")
def test_strength_costs_its_opponents_one_more_hit_once() -> None:
    field, u, v = clash("SM 9/5", "MI 9/5", 4, a=("STRENGTH",))
    assert (field.lost(u, Loss.SHOCK), field.lost(v, Loss.SHOCK)) == (2, 3)
    field, u, v = clash("MI 9/5", "SM 9/5", 4, b=("STRENGTH",))
    assert (field.lost(u, Loss.SHOCK), field.lost(v, Loss.SHOCK)) == (3, 2)
    two = Field(Module.FANTASY)
    two.put(A, 4, "SM 9/2", traits=["STRENGTH"], marks=Mark.ENGAGED)
    two.put(A, 5, "SM 9/3", traits=["STRENGTH"], marks=Mark.ENGAGED)
    v = two.put(B, 5, "MI 9/5", marks=Mark.ENGAGED)
    two.fight([5, 4], [5], 4)
    assert two.lost(v, Loss.SHOCK) == 3


@section("15.2")
def test_strength_is_added_after_multiplying() -> None:
    field, _, v = clash("LM 9/5", "LI 9/5", 9, a=("STRENGTH",))
    assert field.n_of(Do.SUPERIOR) == Edge.ATTACKER
    (result,) = field.said(Do.RESULT)
    assert field.lost(v, Loss.SHOCK) == 2 * result.dst + 1


@section("15.2")
def test_undead_take_one_hit_less() -> None:
    field, u, v = clash("MI 9/5", "SM 9/5", 4, b=("UNDEAD",))
    assert (Why.UNDEAD, -1) in field.modifiers()
    assert (field.lost(u, Loss.SHOCK), field.lost(v, Loss.SHOCK)) == (2, 1)


@section("15.2")
def test_undead_take_all_hits_of_missiles_and_checks() -> None:
    field = Field(Module.FANTASY)
    v = field.put(B, 5, "SM 6/5", traits=["UNDEAD"])
    field.put(A, 5, "HI 9/5")
    field.put(B, 8, "MI 6/5", level=1)
    field.fight([5], [5], 0, 8, 4)
    assert field.lost(v, Loss.CHECK) == 2


@section("15.2", "10.7")
def test_an_attacking_elemental_is_superior_and_dies_of_any_hit() -> None:
    field, u, v = clash("SM 9/5", "PH 9/5", 4, a=("ELEMENTAL",))
    assert field.n_of(Do.SUPERIOR) == Edge.ATTACKER
    assert field.s.place[u] == Place.ELIMINATED
    assert not field.routed()
    assert field.lost(v, Loss.SHOCK) == 2 * field.said(Do.RESULT)[0].dst
    field, _, v = clash("MI 9/5", "SM 9/5", 4, b=("ELEMENTAL",))
    assert field.n_of(Do.SUPERIOR) == Edge.NONE
    assert field.s.place[v] == Place.ELIMINATED


@section("15.2", "26")
def test_an_elemental_dies_of_a_failed_check_too() -> None:
    field = Field(Module.FANTASY)
    u = field.put(A, 5, "SM 6/5", traits=["ELEMENTAL"])
    field.put(B, 5, "MI 9/5")
    field.put(A, 9, "MI 6/5")
    field.fight([5], [5], 7, 0)
    assert field.s.place[u] == Place.ELIMINATED
    assert not field.said(Do.CLASH)


@section("15.2", "26.2")
def test_an_elemental_is_removed_before_everybody_would_rout() -> None:
    field = Field(Module.FANTASY)
    u = field.put(A, 5, "SM 6/5", traits=["ELEMENTAL"], coh=5, marks=Mark.ENGAGED)
    v = field.put(B, 5, "MI 6/5", coh=5, marks=Mark.ENGAGED)
    field.put(A, 9, "MI 6/5")
    field.put(B, 8, "MI 6/5", level=1)
    field.fight([5], [5], 4)
    assert not field.said(Do.SPARED)
    assert field.s.place[u] == Place.ELIMINATED
    assert field.routed() == [v]


@section("15.2")
def test_an_undead_elemental_survives_a_single_hit() -> None:
    field = Field(Module.FANTASY)
    u = field.put(A, 5, "SM 6/9", traits=["ELEMENTAL", "UNDEAD"], marks=Mark.ENGAGED)
    field.put(B, 5, "SK SL 9/1", marks=Mark.ENGAGED)
    field.put(B, 8, "MI 6/5", level=1)
    field.fight([5], [5], 9)  # column 13: 1/6
    assert field.lost(u, Loss.SHOCK) == 0
    assert field.s.place[u] == Place.FIELD


@section("15.2", "10.3", "26")
def test_flying_units_flank_whatever_does_not_fly() -> None:
    field = Field(Module.FANTASY)
    field.put(A, 5, "SM 9/3", traits=["FLY"])
    field.put(A, 6, "SM 9/3")
    for column in (4, 5, 6):
        field.put(B, column, "HC 6/4")
    field.hand(A, Card.FLANK)
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.JOIN, 6)
    assert field.allows(Do.FLANK_ORDER, 5)  # no open side, and the target is mounted
    assert not field.allows(Do.FLANK_ORDER, 6)
    assert not field.allows(Do.FLANK_CARD, 6)
    field.roll(Do.FLANK_ORDER, 5, dice=(0,))
    assert field.said(Do.FLANKS)
    other = Field(Module.FANTASY)
    other.put(A, 5, "SM 9/3", traits=["FLY"])
    other.put(B, 5, "SM 9/3", traits=["FLY"])
    other.roll(Do.ATTACK, 5, 5)
    assert not other.allows(Do.FLANK_ORDER, 5)


@section("15.2")
@pytest.mark.parametrize(("traits", "ready"), [(("SPEED",), True), (("MOUNTED",), True), ((), False)])
def test_speed_and_mounted_spare_the_marker(traits: tuple[str, ...], ready: bool) -> None:
    field = Field(Module.FANTASY)
    field.phase(Phase.PLAY)
    field.put(B, 9, "MI 6/5")
    card = field.hand(A, Kind.SM, traits=[Trait[name] for name in traits])
    field.roll(Do.PLAY, card, 5)
    assert can_shock(field.s, card) == ready


@section("15.1", "15.2")
def test_mounted_monsters_are_cavalry() -> None:
    field = Field(Module.FANTASY)
    u = field.put(A, 5, "LM 8/3", traits=["MOUNTED"])
    plain = field.put(A, 4, "LM 8/3")
    assert (is_mounted(field.s, u), is_cav(field.s, u)) == (True, True)
    assert (is_mounted(field.s, plain), is_cav(field.s, plain)) == (False, False)
    field.put(B, 5, "MI 6/5")
    field.terrain(B, 5, Terrain.CAMP)
    assert not field.allows(Do.ATTACK, 5, 5)
    assert field.allows(Do.ATTACK, 4, 5)
    field.terrain(B, 5, Terrain.CLEAR)
    field.roll(Do.ATTACK, 5, 5)
    assert field.allows(Do.FLANK_ORDER, 5)


@section("15.2", "23.6")
def test_elephants_frighten_mounted_monsters() -> None:
    field = Field(Module.FANTASY)
    field.put(A, 5, "EL 9/5")
    field.put(B, 5, "LM 9/3", traits=["MOUNTED"])
    field.attack([5], [5])
    field.play(Do.RESOLVE, dice=(0, 0, 0, 0))
    assert (Why.ELEPHANTS, 2) in field.modifiers()


@section("15.2", "7.6")
def test_regenerate() -> None:
    field = Field(Module.FANTASY)
    u = field.put(A, 5, "LM 8/5", traits=["REGENERATE"], coh=3)
    v = field.put(B, 5, "LM 8/5", traits=["REGENERATE"], coh=3)
    field.end_turn()
    assert (field.coh(u), field.coh(v)) == (2, 3)


@section("15.1", "23.2", "23.3")
def test_monsters_have_their_own_rows() -> None:
    field = Field(Module.FANTASY)
    small, large = field.put(A, 5, "SM 6/5"), field.put(A, 4, "LM 6/5")
    d = field.put(B, 5, "PH 6/5")
    assert sums_for(field.states, 0, [small], [d]).base == 5
    found = sums_for(field.states, 0, [large], [d])
    assert (found.base, found.edge) == (7, Edge.DEFENDER)


@section("15.3")
def test_magic_missiles_ignore_armour_but_not_cover() -> None:
    field = volley("LI 5/2 M", "HI 6/5", 4, terrain=Terrain.WOODS, module=Module.FANTASY)
    assert field.modifiers() == [(Why.COVER, 1)]
    assert field.n_of(Do.HIT) == 1
    off = in_missile_phase(Module.FANTASY)
    off.put(A, 5, "LI 5/2 M")
    off.put(B, 5, "HI 6/5")
    assert off.allows(Do.AIM, 5, 5)
    off.s.pref[Pref.MAGIC_MISSILES] = 0
    assert not off.allows(Do.AIM, 5, 5)


@section("15.2")
def test_missiles_cannot_hit_an_elemental() -> None:
    field = in_missile_phase(Module.FANTASY)
    field.put(A, 5, "SK AR 4/1 A")
    field.put(B, 5, "SM 6/2", traits=["ELEMENTAL"])
    assert Do.AIM not in field.kinds()


@section("15.2", "7.6", "26.3")
def test_monsters_regenerate_behind_the_field_too() -> None:
    field = Field(Module.FANTASY)
    field.phase(Phase.DRAW)
    field.put(A, 5, "MI 6/5")
    field.put(B, 5, "MI 6/5")
    traits: dict[str, Any] = {"traits": (Trait.REGENERATE, Trait.CONTROL), "coh": 3}
    rallied = field.rear(A, Place.RALLIED, Kind.SM, **traits)
    routed = field.rear(A, Place.ROUTED, Kind.SM, **traits)
    held = field.hand(A, Kind.SM, **traits)
    away = field.unit(A, Kind.SM, level=2, **traits)
    field.s.place[away] = Place.PURSUIT
    other = field.rear(B, Place.RALLIED, Kind.SM, **traits)
    field.roll(Do.END_PHASE)
    assert [field.coh(u) for u in (rallied, held, away)] == [2, 2, 2]
    assert [field.coh(u) for u in (routed, other)] == [3, 3]
