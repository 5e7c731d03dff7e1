"""Routs (11.1, 11.2, 2.5), what Ferocity and Tribal Command make of them (5.1, 5.2), rampages (13.5)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Loss, Mark, Module, Phase, Place
from hoplon.games.cardbattle.tables import Kind, Pref, Special, Terrain
from hoplon.games.cardbattle.units import rout_limit, rout_points
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import LEFT, RIGHT, Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def shot(
    target: str, *dice: int, special: Special | None = None, module: Module = Module.ANTIQUITY, **more: object
) -> tuple[Field, int]:
    """A unit one hit below its limit that a gun hits twice."""
    field = Field(module)
    field.phase(Phase.MISSILE)
    if special is not None:
        field.rule(B, special)
    field.put(A, 5, "AT 5/2 P")
    u = field.put(B, 5, target, **more)
    field.s.coh[u] = rout_limit(field.s, u) - 1
    field.put(B, 9, "MI 6/5")
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(0, *dice))
    return field, u


@section("11.1", "11.2")
@pytest.mark.parametrize(
    "code", ["PH 7/10", "HI 6/5", "LG HA 6/5", "LI 5/5", "HC 6/4", "GC 5/7", "CA 5/4", "AT 5/2"]
)
def test_most_units_flee_to_the_second_line(code: str) -> None:
    field, u = shot(code, value=11, depletion=1, marks=Mark.ENGAGED | Mark.NO_MISSILE, level=1)
    assert field.s.place[u] == Place.ROUTED
    assert list(field.s.rear[8:10]) == [u, -1]
    assert rout_points(field.s, B) == field.s.fled[B] == 11
    assert field.s.depletion[u] == 1
    assert not field.has(u, Mark.ENGAGED | Mark.NO_MISSILE)
    assert field.s.level_m[u] == 0
    assert field.has(u, Mark.FRESH)


@section("11.1", "13.6", "13.7")
@pytest.mark.parametrize("code", ["SK SL 4/1", "SK AR 4/1", "SK JA 4/1", "CH 5/3", "CH Lgt 5/3"])
def test_skirmishers_and_chariots_are_eliminated(code: str) -> None:
    field, u = shot(code, value=2)
    assert field.routed() == [u]
    assert field.s.place[u] == Place.ELIMINATED
    assert field.s.lost[B] == 2
    assert field.s.rear_n[B] == 0


@section("11.1", "15.1", "15.2", "18.1")
def test_monsters_are_eliminated_unless_they_have_control() -> None:
    field, u = shot("SM 6/5", module=Module.FANTASY)
    assert field.s.place[u] == Place.ELIMINATED
    field, u = shot("LM 6/5", module=Module.FANTASY, traits=["CONTROL"])
    assert field.s.place[u] == Place.ROUTED
    kept = Field(Module.FANTASY)
    kept.prefer(Pref.RALLY_ALL_MONSTERS)
    kept.phase(Phase.MISSILE)
    kept.put(A, 5, "AT 5/2 P")
    u = kept.put(B, 5, "SM 6/5", coh=5)
    kept.put(B, 9, "MI 6/5")
    kept.roll(Do.AIM, 5, 5)
    kept.roll(Do.LOOSE, dice=(0,))
    assert kept.s.place[u] == Place.ROUTED


@section("5.1", "11.1")
def test_tribal_command_eliminates() -> None:
    field, u = shot("BI 6/6", special=Special.TRIBAL_COMMAND)
    assert field.s.place[u] == Place.ELIMINATED


@section("2.5", "26")
def test_a_full_second_line_loses_one_of_the_eight_at_random() -> None:
    field = Field()
    field.phase(Phase.MISSILE)
    behind = [
        field.rear(B, Place.RALLIED if i % 2 else Place.ROUTED, Kind.MI, 6, value=i + 1) for i in range(8)
    ]
    field.put(A, 5, "AT 5/2 P")
    u = field.put(B, 5, "MI 6/5", coh=5, value=20)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(0, 2))
    assert [said.what for said in field.said(Do.ELIMINATE)] == [behind[2]]
    assert list(field.s.rear[8:16]) == [*behind[:2], *behind[3:], u]
    assert field.s.lost[B] == 3
    assert field.s.fled[B] == 1 + 5 + 7 + 20


@section("11.1")
@pytest.mark.parametrize(("code", "limit"), [("MI 6/5", 6), ("GC 5/7", 10)])
def test_rout_limit(code: str, limit: int) -> None:
    field = Field()
    assert rout_limit(field.s, field.put(A, 5, code)) == limit


# --- 5.2 ----------------------------------------------------------------------------------------------------


@section("5.2", "26")
@pytest.mark.parametrize(
    ("before", "die", "calm"), [(2, None, False), (3, 5, False), (3, 6, True), (7, 9, True)]
)
def test_ferocity_is_tested_from_the_fourth_rout_on(before: int, die: int | None, calm: bool) -> None:
    field = Field()
    field.phase(Phase.MISSILE)
    field.rule(B, Special.FEROCITY)
    field.s.routs[B] = before
    field.put(A, 5, "AT 5/2 P")
    field.put(B, 5, "SK SL 4/1", coh=3)
    field.put(B, 9, "MI 6/5")
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(0,) if die is None else (0, die))
    assert [said.n for said in field.said(Do.FERVOUR)] == ([] if die is None else [die])
    assert bool(field.said(Do.CALM)) == calm
    assert bool(field.s.rules[B] >> Special.FEROCITY & 1) != calm
    assert field.s.routs[B] == before + 1


@section("5.2")
def test_an_army_without_ferocity_is_not_tested() -> None:
    field, _ = shot("MI 6/5")
    assert field.s.routs[B] == 1
    assert not field.said(Do.FERVOUR)


# --- 13.5 ---------------------------------------------------------------------------------------------------


def rampage(field: Field, *dice: int, column: int = 5) -> int:
    """An elephant of B in a column is shot over its limit and runs with these dice."""
    field.s.active = A
    field.phase(Phase.MISSILE)
    u = int(field.s.field[9 + column - 1])
    field.put(A, column, "AT 9/2 P")
    field.roll(Do.AIM, column, column)
    field.roll(Do.LOOSE, dice=(0, *dice))
    assert field.s.place[u] == Place.ELIMINATED
    assert not field.s.amok_n
    return u


def elephant(column: int = 5) -> Field:
    """A field with an elephant of B that one more hit drives mad."""
    field = Field()
    field.put(B, column, "EL 5/5", coh=4, value=2)
    field.put(B, 9, "MI 6/5", level=1)
    return field


@section("13.5")
def test_at_most_four_rolls() -> None:
    field = elephant()
    rampage(field, 6, 7, 6, 7)
    assert [said.n for said in field.said(Do.ROLL)] == [6, 7, 6, 7]
    assert field.s.lost[B] == 2
    assert field.said(Do.CRUSHED)


@section("13.5")
@pytest.mark.parametrize("face", [8, 9, 0])
def test_8_to_10_is_sideways_first_and_the_end_later(face: int) -> None:
    field = elephant()
    friend = field.put(B, 4, "MI 6/5")
    rampage(field, face, LEFT, face)
    assert field.coh(friend) == 2
    assert len(field.said(Do.ROLL)) == 2


@section("13.5")
@pytest.mark.parametrize(("code", "hits"), [("MI 6/5", 1), ("HC 6/4", 2), ("CA 6/4", 2), ("EL 6/5", 1)])
def test_the_enemy_in_front_takes_1_hit_cavalry_2(code: str, hits: int) -> None:
    field = elephant()
    field.s.active = A
    field.phase(Phase.MISSILE)
    front = field.put(A, 5, code)
    field.put(A, 4, "AT 9/2 P")
    field.roll(Do.AIM, 4, 5)
    field.roll(Do.LOOSE, dice=(0, 3, 6, 6, 6))
    assert field.lost(front, Loss.RAMPAGE) == hits


@section("13.5")
def test_with_nobody_in_front_a_random_enemy_in_contact() -> None:
    field = elephant()
    field.s.active = A
    field.phase(Phase.MISSILE)
    first = field.put(A, 4, "AT 9/2 P")
    second = field.put(A, 6, "MI 6/5")
    field.roll(Do.AIM, 4, 5)
    field.roll(Do.LOOSE, dice=(0, 1, 1, 1, 0, 6, 6))
    assert (field.lost(first, Loss.RAMPAGE), field.lost(second, Loss.RAMPAGE)) == (1, 1)


@section("13.5", "26.2")
def test_it_runs_into_empty_areas() -> None:
    field = elephant()
    friend = field.put(B, 7, "MI 6/5")
    rampage(field, 4, RIGHT, 5, RIGHT, 5, LEFT, 6)
    assert [said.dst + 1 for said in field.said(Do.TURN_TO)] == [6, 5]
    assert field.coh(friend) == 2
    assert field.s.field[9 + 4] == -1


@section("13.5")
def test_edges_and_impassable_areas_stop_it() -> None:
    field = Field()
    field.put(B, 1, "EL 5/5", coh=4, value=2)
    field.put(B, 9, "MI 6/5", level=1)
    field.terrain(B, 2, Terrain.RIVER)
    rampage(field, 4, LEFT, 4, RIGHT, 6, 6, column=1)
    assert not field.said(Do.TURN_TO)


@section("4.3", "13.5")
def test_caltrops_end_it_on_the_spot() -> None:
    field = elephant()
    field.terrain(B, 4, Terrain.CALTROP)
    rampage(field, 4, LEFT)
    assert len(field.said(Do.ROLL)) == 1
    assert field.said(Do.CRUSHED)


@section("13.5")
def test_another_elephant_waits_until_this_one_has_ended() -> None:
    field = elephant()
    first = int(field.s.field[9 + 4])
    second = field.put(B, 4, "EL 5/5", coh=3, value=2)
    friend = field.put(B, 3, "MI 6/5")
    # The first runs into the second, which routs; it goes on (6, then 8 is the end). Then the second runs.
    rampage(field, 4, LEFT, 6, 8, 4, LEFT, 8)
    order = [(said.do, said.what) for said in field.log if said.do in (Do.ROUT, Do.STAMPEDE, Do.CRUSHED)]
    assert order == [
        (Do.ROUT, first),
        (Do.STAMPEDE, first),
        (Do.ROUT, second),
        (Do.CRUSHED, first),
        (Do.STAMPEDE, second),
        (Do.CRUSHED, second),
    ]
    assert field.coh(friend) == 2
    assert field.s.lost[B] == 4
    assert field.s.routs[B] == 2


@section("13.5", "10.7")
def test_a_rampage_before_the_clash_may_take_part_in_it() -> None:
    field = Field()
    elephants = field.put(A, 5, "EL 5/5", coh=4)
    foot = field.put(A, 4, "MI 6/5", coh=4)
    field.put(B, 5, "MI 9/5")
    field.put(A, 9, "MI 6/5")
    # The elephant fails its check by 1 and runs into the foot beside it: nobody is left to attack.
    field.fight([5, 4], [5], 0, 6, 0, 4, LEFT, 8)
    assert field.routed() == [elephants, foot]
    assert not field.said(Do.CLASH)
