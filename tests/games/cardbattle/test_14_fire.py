"""Missiles of samurai (14.3, 14.4)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.missile import exhausts
from hoplon.games.cardbattle.state import Do, Module
from hoplon.games.cardbattle.tables import Terrain
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field, in_missile_phase, volley
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("14.3")
@pytest.mark.parametrize(
    ("firer", "die", "terrain", "hits"),
    [
        ("TP 6/4 T", 5, Terrain.CLEAR, 0),
        ("TP 6/4 T", 6, Terrain.CLEAR, 1),
        ("TP 6/4 T", 6, Terrain.WOODS, 0),
        ("TP 6/4 T", 7, Terrain.WOODS, 1),
        ("YU 6/4 B", 6, Terrain.CLEAR, 0),
        ("YU 6/4 B", 7, Terrain.CLEAR, 1),
        ("KB 6/4 B", 7, Terrain.CLEAR, 1),
        ("KB 6/4 B", 8, Terrain.CASTLE, 0),
        ("OZ 4/1 P", 1, Terrain.CLEAR, 0),
        ("OZ 4/1 P", 2, Terrain.CLEAR, 1),
        ("OZ 4/1 P", 5, Terrain.CLEAR, 1),
        ("OZ 4/1 P", 6, Terrain.CLEAR, 2),
        ("OZ 4/1 P", 8, Terrain.CLEAR, 2),
        ("OZ 4/1 P", 3, Terrain.CASTLE, 0),
        ("OZ 4/1 P", 4, Terrain.CASTLE, 1),
    ],
)
def test_samurai_fire(firer: str, die: int, terrain: Terrain, hits: int) -> None:
    field = volley(firer, "AS 9/6", die, terrain=terrain, module=Module.SAMURAI)
    assert sum(said.n for said in field.said(Do.HIT)) == hits


@section("14.3")
@pytest.mark.parametrize(
    ("firer", "dice"), [("TP 6/4 T", {0, 1}), ("YU 6/4 B", {0}), ("KB 6/4 B", {0}), ("OZ 4/1 P", set())]
)
def test_samurai_running_out(firer: str, dice: set[int]) -> None:
    field = Field(Module.SAMURAI)
    u = field.put(A, 5, firer)
    assert {face for face in range(10) if exhausts(field.s, u, face)} == dice


@section("14.3")
@pytest.mark.parametrize(("second", "bursts"), [(0, True), (9, True), (1, False), (8, False)])
def test_a_great_gun_may_burst_after_its_shot(second: int, bursts: bool) -> None:
    field = volley("OZ 4/1 P", "AS 9/6", 9, second, module=Module.SAMURAI)
    assert field.n_of(Do.HIT) == 3
    assert field.n_of(Do.BURST) == second
    assert bool(field.said(Do.ELIMINATE)) == bursts
    assert field.s.lost[A] == bursts
    assert not field.routed()


@section("14.3")
def test_no_armour_among_samurai() -> None:
    assert volley("TP 6/4 T", "AS 9/6", 6, module=Module.SAMURAI).modifiers() == []


@section("14.4")
def test_fire_activates_a_clan() -> None:
    field = in_missile_phase(Module.SAMURAI)
    field.s.clans[A] = 1
    field.put(A, 4, "TP 5/3 T", clan=2)
    field.put(A, 5, "TP 5/3 T", clan=4)
    field.put(A, 6, "TP 5/3 T", clan=2)
    field.put(B, 5, "AS 6/5")
    field.roll(Do.AIM, 4, 5)
    assert not field.allows(Do.AIM, 5, 5)
    assert field.allows(Do.AIM, 6, 5)
