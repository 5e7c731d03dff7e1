"""Rulebook 1: the whole game in one paragraph."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.games.cardbattle.state import Do, Place
from hoplon.games.cardbattle.units import rout_points
from tests.games.cardbattle.boards import B
from tests.games.cardbattle.combat_field import shot
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("1", "7.1")
def test_play_move_shoot_charge_rally_draw_that_is_a_turn() -> None:
    match = hoplon.new("cardbattle", seed=1, setup_turns=0)
    first = match.view(-1).active
    phases = []
    while len(phases) < 20:
        now = match.view(-1)
        phases.append((now.active, now.phase))
        match.play("end")
    last = [phase for active, phase in phases if active != first][:6]
    assert last == ["play", "move", "missile", "shock", "rally", "draw"]


@section("1", "6.6")
def test_nobody_charges_in_the_first_three_rounds() -> None:
    match = hoplon.new("cardbattle", seed=1)
    charges = set()
    while match.view(-1).round < 6:
        if match.view(-1).phase == "shock":
            charges.add(match.view(-1).round)
        match.play("end")
    assert charges == {4, 5}


@section("1", "11.2")
def test_a_unit_at_its_limit_flees_and_its_value_counts_until_it_rallies() -> None:
    field, u = shot("MI 6/5", value=6)
    assert field.routed() == [u]
    assert field.s.place[u] == Place.ROUTED
    assert rout_points(field.s, B) == 6
    assert not field.said(Do.OVER)
