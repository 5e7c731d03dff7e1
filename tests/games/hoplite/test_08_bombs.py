"""Chapter 8 of the rulebook: bombs."""

from __future__ import annotations

import pytest

from tests.games.hoplite.boards import happened, played, scene, with_bombs
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("8.1")
def test_a_bomb_thrown_in_one_turn_explodes_in_the_next_after_the_heros_action():
    match = scene("4,5", "D4,9")
    match.play("idle")
    assert match.view().bombs == ("4,6",)
    match.play("walk s")
    assert happened(match).splitlines()[:2] == ["walk 4,5 4,4", "explode o1 4,6 uncredited"]
    assert (match.view().bombs, match.view().health) == ((), 3)


@section("8.2")
def test_only_a_bash_moves_a_bomb():
    match = scene("4,4", "F0,9", bombs=("4,5",))
    assert "throw 4,5" not in match.legal()
    match.play("bash n")
    assert "explode o1 4,6 credited" in match.turns[-1].lines()
    match = scene("4,3", "F0,9", bombs=("4,5",))
    assert "explode o1 4,5 uncredited" in match.play("walk n").lines()


@section("8.3")
def test_an_explosion_reaches_the_six_neighbours_and_its_own_tile():
    ring = ("4,6", "4,7", "5,6", "5,5", "4,5", "3,5", "3,6")
    match = with_bombs(scene("4,2", *("F" + tile for tile in ring), "F4,8", stunned=1), "4,6")
    assert [d.cell for d in played(match, "idle").demons] == ["4,8"]


@section("8.3")
def test_the_hero_takes_one_hit_for_each_bomb():
    assert (
        played(scene("4,4", "F0,9", bombs=("4,5", "5,4", "3,3"), health=4, max_health=4), "idle").health == 1
    )


@section("8.3")
def test_bombs_explode_in_the_order_of_the_throws_and_do_not_set_each_other_off():
    match = scene("4,2", "F0,9", bombs=("4,7", "4,6", "4,8"))
    match.play("idle")
    explosions = [line for line in match.turns[-1].lines() if line.startswith("explode")]
    assert explosions == [f"explode o{n} {c} uncredited" for n, c in ((1, "4,7"), (2, "4,6"), (3, "4,8"))]


@section("8.3")
def test_several_bombs_on_a_tile_explode_each():
    assert played(with_bombs(scene("4,4", "F0,9"), "4,5", "4,5"), "idle").health == 1


@section("8.3")
def test_magma_altar_stairs_and_spear_are_unaffected():
    match = scene("4,4", "F0,9", bombs=("4,9",), magma=("5,9",), altar="3,9", spear="4,8")
    p = played(match, "idle")
    assert (p.magma, p.altar, p.spear) == (("5,9",), "3,9", "4,8")
