"""Chapter 4 of the rulebook: health, energy, cooldown, ranges."""

from __future__ import annotations

import pytest

from tests.games.hoplite.boards import played, scene
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

FAR = "F0,9"


@section("4")
def test_each_hit_costs_one_heart():
    assert played(scene("4,4", "F4,5", "F5,4", "F4,3"), "idle").health == 0


@section("4")
def test_a_leap_costs_fifty_and_is_impossible_with_less():
    assert played(scene("4,4", FAR, energy=50), "leap 4,6").energy == 0
    assert not [c for c in scene("4,4", FAR, energy=49).legal() if c.startswith("leap")]


@section("4")
def test_a_leap_pays_first_and_gains_for_danger_afterwards():
    assert played(scene("4,3", "F4,6", energy=100, spear="0,5"), "leap 4,5").energy == 60


@section("4")
def test_ten_energy_once_however_many_demons_are_near():
    assert played(scene("4,4", "F4,6", "F5,5", "F3,5", spear="0,5", energy=40), "walk n").energy == 50


@section("4")
def test_a_demon_that_the_move_kills_counts_for_danger():
    assert played(scene("4,4", "F4,6", energy=40), "walk n").energy == 50


@section("4")
def test_energy_never_exceeds_the_maximum():
    match = scene("4,4", "F4,6", energy=95)
    assert "gain 5 energy" in match.play("walk n").lines()
    assert match.view().energy == 100


@pytest.mark.parametrize("choice", ["bash n", "throw 4,5", "pray fortitude", "idle"])
@section("4")
def test_only_moving_gives_energy_for_danger(choice):
    match = scene("4,4", "F5,4", altar="3,4", energy=40)
    assert played(match, choice).energy == 40


@pytest.mark.parametrize(("prayers", "waiting"), [((), 3), (("quick-bash",), 2)])
@section("4")
def test_after_a_bash_so_many_full_turns_pass_before_the_next(prayers, waiting):
    match = scene("4,4", FAR, prayers=(*prayers, "patience"), health=8, max_health=8)
    match.play("bash n")
    for _ in range(waiting):
        assert not [c for c in match.legal() if c.startswith("bash")]
        match.play("idle")
    assert "bash n" in match.legal()


@pytest.mark.parametrize(("prayers", "most"), [((), 2), (("winged-sandals",), 3)])
@section("4", "5.2")
def test_leap_distance(prayers, most):
    leaps = [c for c in scene("4,6", FAR, prayers=prayers).legal() if c.startswith("leap")]
    assert ("leap 4,8" in leaps, "leap 4,9" in leaps, "leap 4,10" in leaps) == (True, most == 3, False)
    assert "leap 4,7" not in leaps


@pytest.mark.parametrize(
    ("prayers", "most"), [((), 2), (("greater-throw",), 3), (("greater-throw", "greater-throw-ii"), 4)]
)
@section("4", "6.3", "9.1")
def test_throw_distance(prayers, most):
    throws = set(scene("4,5", FAR, prayers=prayers).legal())
    assert [f"throw 4,{5 + n}" in throws for n in (1, 2, 3, 4, 5)] == [n <= most for n in (1, 2, 3, 4, 5)]
