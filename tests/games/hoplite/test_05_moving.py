"""Chapter 5 of the rulebook: walking, leaping, and the attacks they cause."""

from __future__ import annotations

import pytest

from tests.games.hoplite.boards import board, happened, played, scene, shows
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("5.1")
def test_a_walk_goes_to_an_adjacent_ground_tile_without_demon_bomb_or_altar():
    match = board(
        """
              3  4  5
         5o   .     .
         5e      ~
         4o   P     F
         4e      @
         3o   o     .
         3e      .
        """
    )
    assert [c for c in match.legal() if c.startswith("walk")] == ["walk se", "walk s"]


@section("5.2")
def test_a_leap_lands_anywhere_at_distance_two_whatever_lies_between():
    match = board(
        """
              3  4  5
         5o   .     ~
         5e      o
         4o   P     F
         4e      @
         3o   ~     F
         3e      .
        """
    )
    leaps = {c.split()[1] for c in match.legal() if c.startswith("leap")}
    ring = {"4,6", "5,5", "6,5", "6,4", "6,3", "5,2", "4,2", "3,2", "2,3", "2,4", "2,5", "3,5"}
    assert leaps == ring - {"5,5"}, "only the magma is no landing tile"


@section("5.2")
def test_a_leap_lands_on_stairs_and_spear_but_not_on_demon_bomb_or_altar():
    match = scene("4,8", "F4,6", bombs=("2,8",), altar="6,8", spear="3,6")
    leaps = {c.split()[1] for c in match.legal() if c.startswith("leap")}
    assert {"4,10", "3,6"} <= leaps
    assert not {"4,6", "2,8", "6,8"} & leaps


@section("5.3")
def test_two_demons_that_touch_both_tiles_are_stabbed_in_list_order():
    match = scene("4,4", "F3,4", "A5,4", "F0,9")
    match.play("walk n")
    stabs = [line for line in match.turns[-1].lines() if line.startswith("stab")]
    assert stabs == ["stab F1 3,4", "stab A2 5,4"]


@section("5.3")
def test_stabbing_needs_no_spear():
    assert len(played(scene("4,4", "F5,4", spear="0,5"), "walk n").demons) == 0


@section("5.3")
def test_a_leap_of_two_stabs_whoever_stands_between():
    """A crooked leap has two tiles between, a straight one has one."""
    assert len(played(scene("4,4", "F4,5", "A5,4", spear="0,5"), "leap 5,5").demons) == 0


@section("5.3", "9.1")
def test_a_leap_of_three_stabs_nobody():
    after = played(scene("4,4", "F4,5", "F5,5", stunned=1, prayers=("winged-sandals",)), "leap 4,7")
    assert len(after.demons) == 2


@section("5.4")
def test_a_demon_two_tiles_ahead_of_the_tile_reached_is_safe():
    assert len(played(scene("4,4", "A4,7", stunned=1), "walk n").demons) == 1


@section("5.4")
def test_without_the_spear_there_is_no_lunge():
    assert len(played(scene("4,4", "A4,6", stunned=1, spear="0,5"), "walk n").demons) == 1


@pytest.mark.parametrize(
    ("way", "victim"),
    [("n", "4,8"), ("ne", "6,7"), ("se", "6,5"), ("s", "4,4"), ("sw", "2,5"), ("nw", "2,7")],
)
@section("5.4")
def test_a_lunge_follows_each_of_the_six_ways(way, victim):
    assert len(played(scene("4,6", f"F{victim}"), f"walk {way}").demons) == 0


@section("5.4")
def test_a_straight_leap_of_three_lunges_too():
    assert len(played(scene("4,3", "F4,7", prayers=("winged-sandals",)), "leap 4,6").demons) == 0


@section("5.4")
def test_a_deep_lunge_needs_no_second_spear_and_stops_at_the_edge():
    match = scene("4,8", "F4,10", "A4,11", prayers=("deep-lunge",))
    assert played(match, "walk n").demons == ()
    match = scene("4,9", "F4,11", prayers=("deep-lunge",), depth=16)
    match.play("walk n")
    assert "deep-lunge" not in happened(match)


@section("5.5")
def test_walk_and_leap_take_the_spear_up():
    for choice in ("walk n", "leap 4,6"):
        tile = "4,5" if choice == "walk n" else "4,6"
        match = scene("4,4", "F0,9", spear=tile)
        assert played(match, choice).spear == "hand"
        assert f"  take spear {tile}" in happened(match)


@section("5.5")
def test_flying_over_the_spear_does_not_take_it():
    assert played(scene("4,4", "F0,9", spear="4,5"), "leap 4,6").spear == "4,5"


@section("5.3", "3.3")
def test_a_move_that_touches_nobody_only_moves():
    shows(
        """
              3  4  5            3  4  5
         6o   .     .       6o   .     .
         6e      .          6e      .
         5o   .     .       5o   .     .
         5e      .     ->   5e      @
         4o   .     .       4o   .     .
         4e      @          4e      .
        """,
        "walk n",
        "walk 4,4 4,5",
    )
