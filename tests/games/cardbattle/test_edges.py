"""Cases at the edges of the rulebook, where two rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from hoplon.core.actions import NOBODY
from hoplon.games.cardbattle.state import Do, End, Mark, Module, Phase, Place
from hoplon.games.cardbattle.tables import Card, Kind, Pref, Terrain, Trait
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("0.4", "10.7")
def test_units_of_the_player_who_is_not_active_rout_first() -> None:
    field = Field()
    attacker = field.put(A, 4, "MI 6/5", coh=5)
    friend = field.put(A, 5, "MI 9/5")
    target = field.put(B, 4, "MI 6/5", coh=5)
    field.fight([4, 5], [4], 5, 5, 5, 9)
    assert field.routed() == [target, attacker]
    assert field.column(friend) == 5


@section("2.3", "26")
def test_a_supply_card_is_over_when_the_fire_is_resolved() -> None:
    field = Field()
    field.phase(Phase.MISSILE)
    field.put(A, 1, "SK SL 4/1 S", marks=Mark.NO_MISSILE)
    late = field.put(A, 5, "SK SL 4/1 S")
    field.put(B, 5, "MI 6/5")
    field.hand(A, Card.MISSILE_SUPPLY)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.SUPPLY, 1)
    field.roll(Do.LOOSE, dice=(9,))
    assert field.has(late, Mark.NO_MISSILE)
    assert not field.allows(Do.SUPPLY, 5)


@section("7.6", "15.2")
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


@section("2.3", "16")
def test_a_reserve_goes_on_with_the_dead_of_an_endless_army() -> None:
    field = Field(Module.THERMOPYLAE)
    field.phase(Phase.DRAW)
    field.s.endless[A] = 1
    field.put(A, 5, "MI 6/5")
    field.hand(A, Card.RESERVE)
    (last,) = field.deck(A, Kind.MI)
    dead = field.unit(A, Kind.LI)
    field.s.place[dead] = Place.ELIMINATED
    field.play(Do.RESERVE)
    assert [said.what for said in field.said(Do.DEAL)] == [last, dead]
    assert field.s.place[dead] == Place.HAND


@section("12.3", "16")
@pytest.mark.parametrize(
    ("limits", "winner"), [((10, 0), A), ((11, 10), B), ((10, 10), NOBODY), ((0, 11), None)]
)
def test_who_holds_out(limits: tuple[int, int], winner: int | None) -> None:
    field = Field(Module.THERMOPYLAE)
    field.phase(Phase.DRAW)
    field.put(A, 5, "MI 6/5")
    field.put(B, 5, "MI 6/5")
    field.s.active = B
    field.s.second_half = 1
    field.s.wins_at_limit[:] = 1
    field.s.turn_limit[:] = limits
    field.roll(Do.END_PHASE)
    assert [said.who for said in field.said(Do.OVER)] == ([] if winner is None else [winner])
    assert field.s.end == (End.RUNNING if winner is None else End.HELD_OUT)


@section("4.4", "26")
@pytest.mark.parametrize("before", [0, Mark.HID])
def test_a_unit_hides_once_in_a_battle(before: int) -> None:
    field = Field()
    field.prefer(Pref.FOG_OF_WAR)
    field.phase(Phase.PLAY)
    field.terrain(A, 2, Terrain.WOODS)
    u = field.hand(A, Kind.LI, marks=before | Mark.USED)
    field.roll(Do.PLAY, u, 2)
    assert field.has(u, Mark.HIDDEN) == (before == 0)
    assert field.has(u, Mark.HID)


@section("4.4", "26")
def test_a_unit_that_has_hidden_is_known_as_such_wherever_it_goes() -> None:
    field = Field()
    field.prefer(Pref.FOG_OF_WAR)
    field.phase(Phase.MOVE)
    u = field.put(A, 2, "SK SL 4/1 S", marks=Mark.HIDDEN | Mark.HID)
    field.roll(Do.REAR, 2)
    assert not field.has(u, Mark.HIDDEN)
    assert field.has(u, Mark.HID)
