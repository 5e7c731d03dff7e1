"""The special text of each type (13.1 to 13.12).

What a type means for missiles, checks, attacks and routs is shown with those chapters; here is the rest."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.attacks import can_flank, can_shock
from hoplon.games.cardbattle.missile import strength_of
from hoplon.games.cardbattle.state import Do, Edge, Mark, Module, Phase
from hoplon.games.cardbattle.sums import sums_for
from hoplon.games.cardbattle.tables import Kind, Pref, Terrain
from hoplon.games.cardbattle.units import is_cav, is_mounted, rout_limit
from tests.games.cardbattle.boards import A, B, Table
from tests.games.cardbattle.combat_field import Field, played
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("13.1")
@pytest.mark.parametrize("code", ["HC", "RC", "BC", "LN", "LC", "CA", "GC", "LC NUM"])
def test_cavalry_charges_in_the_turn_in_which_it_is_played(code: str) -> None:
    field, u = played(code)
    assert field.s.level_m[u] == 0
    assert is_cav(field.s, u)
    field.put(B, 5, "MI 6/5")
    field.phase(Phase.SHOCK)
    assert field.allows(Do.ATTACK, 5, 5)


@section("13.2")
def test_cataphracts_are_marked_when_played() -> None:
    field, u = played("HC CAT")
    assert field.s.level_m[u] == 1
    assert not can_shock(field.s, u)


@section("13.3")
def test_german_cavalry() -> None:
    field = Field()
    u = field.put(A, 5, "GC 5/7 J")
    assert is_mounted(field.s, u)
    assert is_cav(field.s, u)
    assert strength_of(field.s, u) == 5
    assert rout_limit(field.s, u) == 10
    d = field.put(B, 5, "HI 6/5")
    assert sums_for(field.states, 0, [u], [d]).base == 4


@section("13.4")
def test_numidians_withdraw_from_light_cavalry() -> None:
    field = Field()
    field.put(A, 5, "LC 9/4")
    field.put(B, 5, "LC NUM 5/4", marks=Mark.ENGAGED)
    field.roll(Do.ATTACK, 5, 5)
    field.roll(Do.CLOSE)
    assert field.mover == B


@section("13.5")
def test_elephants_are_played_without_a_marker_and_take_flank_orders_against_foot() -> None:
    field, u = played("EL")
    assert field.s.level_m[u] == 0
    assert not is_cav(field.s, u)
    field.phase(Phase.SHOCK)
    field.put(B, 5, "MI 6/5")
    field.roll(Do.ATTACK, 5, 5)
    assert field.allows(Do.FLANK_ORDER, 5)


@section("13.6", "26")
@pytest.mark.parametrize("code", ["CH", "CH Lgt"])
def test_the_marker_of_the_play_does_not_forbid_the_charge_but_the_fire(code: str) -> None:
    field, u = played(code)
    field.s.missile[u] = 3
    assert field.s.level_m[u] == 1
    field.put(B, 5, "MI 6/5")
    field.phase(Phase.MISSILE)
    assert not field.allows(Do.AIM, 5, 5)
    field.phase(Phase.SHOCK)
    assert field.allows(Do.ATTACK, 5, 5)
    field.end_turn()
    assert not field.has(u, Mark.CHARGER)
    assert field.s.level_m[u] == 0


@section("13.6")
def test_a_marker_from_terrain_does_forbid_it() -> None:
    field, u = played("CH", terrain=Terrain.WOODS)
    field.put(B, 5, "MI 6/5")
    field.phase(Phase.SHOCK)
    assert not field.allows(Do.ATTACK, 5, 5)
    assert field.coh(u) == 1


@section("13.6")
def test_so_does_that_of_a_second_play() -> None:
    field = Field()
    field.prefer(Pref.DYNAMIC_PLAY_DRAW)
    field.phase(Phase.PLAY)
    first, second = field.hand(A, Kind.CH), field.hand(A, Kind.CH)
    field.put(B, 9, "MI 6/5")
    field.roll(Do.PLAY, first, 4)
    field.roll(Do.PLAY, second, 5)
    assert can_shock(field.s, first)
    assert not can_shock(field.s, second)


@section("13.6", "26")
@pytest.mark.parametrize(
    ("heavy", "light", "target"),
    [(9, 7, "HI 6/5"), (10, 8, "MI 6/5"), (13, 13, "SK SL 4/1"), (7, 7, "CH 6/3"), (11, 9, "HC 6/4")],
)
def test_light_chariots_attack_two_columns_lower(heavy: int, light: int, target: str) -> None:
    field = Field()
    a, b = field.put(A, 5, "CH 6/3"), field.put(A, 4, "CH Lgt 6/3")
    d = field.put(B, 5, target)
    assert sums_for(field.states, 0, [a], [d]).base == heavy
    assert sums_for(field.states, 0, [b], [d]).base == light


@section("13.6")
def test_heavy_chariots_are_superior_to_light_ones() -> None:
    field = Field()
    a, d = field.put(A, 5, "CH 6/3"), field.put(B, 5, "CH Lgt 6/3")
    assert sums_for(field.states, 0, [a], [d]).edge == Edge.ATTACKER


@section("13.7")
def test_skirmishers_pay_nothing_for_terrain_and_get_no_marker() -> None:
    for terrain in (Terrain.CLEAR, Terrain.WOODS, Terrain.MARSH, Terrain.CAMP):
        field, u = played("SK SL", terrain=terrain)
        assert (field.coh(u), int(field.s.level_m[u])) == (0, 0)


@section("13.8")
def test_velites_fight_at_once_other_light_infantry_does_not() -> None:
    for code, ready in (("LI VE", True), ("LI", False), ("LP", False)):
        field, u = played(code)
        assert can_shock(field.s, u) == ready


@section("13.9")
def test_barbarians_pay_nothing_for_terrain_but_get_the_marker_of_foot() -> None:
    field, u = played("BI", terrain=Terrain.WOODS)
    assert (field.coh(u), int(field.s.level_m[u])) == (0, 1)


@section("13.10")
def test_cohorts_use_the_terrain_column_of_other_foot() -> None:
    for code, cost in (("CO Vet", 0), ("CO Rec", 0), ("CO Con", 0), ("HI TR", 1)):
        field, u = played(code, terrain=Terrain.STREAM)
        assert field.coh(u) == cost


@section("13.11", "14.2")
@pytest.mark.parametrize(
    ("code", "module", "attacker"), [("AT", Module.ANTIQUITY, "MI"), ("OZ", Module.SAMURAI, "AS")]
)
def test_guns_never_move_attack_flank_or_withdraw(code: str, module: Module, attacker: str) -> None:
    field = Field(module)
    u = field.put(A, 4, f"{code} 5/2 P")
    field.put(B, 9, f"{attacker} 6/5")
    field.phase(Phase.MOVE)
    assert not field.allows(Do.MOVE, 4, 5)
    assert not can_shock(field.s, u)
    assert not can_flank(field.s, u)
    field.s.active = B
    field.phase(Phase.SHOCK)
    field.put(B, 4, f"{attacker} 7/5")
    field.roll(Do.ATTACK, 4, 4)
    field.roll(Do.CLOSE)
    assert field.mover == B


@section("13.12")
def test_camels_are_light_horse_without_a_marker() -> None:
    field, u = played("CA")
    assert field.s.level_m[u] == 0
    assert is_cav(field.s, u)


@section("13.6")
def test_a_chariot_may_charge_unless_terrain_or_a_second_play_marked_it():
    t = Table()
    u = t.hand(A, Kind.CH)
    t.play(Do.PLAY, u, 5)
    assert t.has(u, Mark.CHARGER)
    t = Table()
    t.terrain(A, 5, Terrain.ROUGH)
    u = t.hand(A, Kind.CH)
    t.play(Do.PLAY, u, 5)
    assert not t.has(u, Mark.CHARGER)
    assert t.s.level_m[u] == 1
    t = Table()
    t.prefer(Pref.DYNAMIC_PLAY_DRAW)
    t.s.played = 1
    u = t.hand(A, Kind.CH)
    t.play(Do.PLAY, u, 5)
    assert not t.has(u, Mark.CHARGER)
