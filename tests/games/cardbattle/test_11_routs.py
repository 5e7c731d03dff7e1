"""Routs (11.1, 11.2, 2.5), and what Tribal Command makes of them (5.1)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Mark, Module, Phase, Place
from hoplon.games.cardbattle.tables import Kind, Pref, Special
from hoplon.games.cardbattle.units import rout_limit, rout_points
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field, shot
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


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


@section("11.1", "2.5", "26.1")
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
