"""Chapter 2 of the rulebook: what is on the map."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.actions import NOBODY
from hoplon.games.hoplite.state import HELD
from tests.games.hoplite.boards import played, scene, shows, steps_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

WALLS = ({"altar": "4,6"}, {"portal": "4,6", "depth": 16}, {"fleece": "4,6", "depth": 16})


@section("2")
def test_a_run_starts_on_depth_1_with_three_hearts_full_energy_and_the_spear():
    p = hoplon.new("hoplite", seed=5).view()
    assert (p.depth, p.health, p.max_health, p.energy, p.max_energy) == (1, 3, 3, 100, 100)
    assert (p.cooldown, p.spear, p.prayers, p.streak, p.turn, p.hero) == (0, "hand", (), 0, 0, "4,2")


@section("2")
def test_nobody_walks_on_magma_but_leaps_and_throws_cross_it():
    match = scene("4,4", "F4,9", magma=("4,5", "5,4", "3,4"))
    legal = match.legal()
    assert "walk n" not in legal
    assert {"leap 4,6", "throw 4,6"} <= set(legal)
    assert not {"leap 4,5", "throw 4,5"} & set(legal)


@section("2")
def test_hero_and_demons_may_stand_on_the_stairs():
    assert steps_of(scene("4,8", "F4,11", magma=("3,10", "5,10"))) == {"4,10": 1}
    assert played(scene("4,9", spear="0,5"), "walk n").hero == "4,10"


@section("2", "7.2")
def test_altar_portal_and_lying_fleece_stop_arrows_and_beams_but_bombs_and_magma_do_not():
    for kind in "AW":
        for wall in WALLS:
            assert played(scene("4,4", f"{kind}4,8", **wall), "idle").health == 3
        assert played(scene("4,4", f"{kind}4,8", magma=("4,6", "4,7")), "idle").health == 2
        assert played(scene("4,4", f"{kind}4,8", spear="4,6"), "idle").health == 2


@section("2")
def test_the_fleece_is_taken_by_moving_onto_it():
    after = shows(
        """
              3  4  5            3  4  5
         6o   .     .       6o   .     .
         6e      .          6e      .
         5o   .     .       5o   .     .
         5e      *     ->   5e      @
         4o   .     .       4o   .     .
         4e      @          4e      .
        """,
        "walk n",
        """
        walk 4,4 4,5
          take fleece 4,5
        """,
        depth=16,
    )
    assert after.carries_fleece
    assert after.fleece is None
    assert after.score == 500


@section("2")
def test_the_portal_opens_only_for_the_bearer_of_the_fleece():
    assert "walk n" not in scene("4,4", depth=16, portal="4,5").legal()
    assert "walk n" in scene("4,4", depth=16, portal="4,5", carries_fleece=True).legal()


@section("2")
def test_for_demons_altar_portal_and_fleece_are_obstacles():
    for wall in WALLS:
        assert "4,6" not in steps_of(scene("4,4", "F4,7", **wall))


@section("2")
def test_demons_and_bombs_share_the_tile_of_the_spear_and_nothing_destroys_it():
    assert steps_of(scene("4,4", "F4,6", spear="4,5", magma=("3,5", "5,5", "3,4", "5,4"))) == {"4,5": 1}
    after = played(scene("4,4", spear="4,6", bombs=("4,6", "4,7")), "idle")
    assert after.spear == "4,6"


@section("2", "5.1", "7.5")
def test_neither_hero_nor_demons_walk_onto_a_bomb():
    match = scene("4,4", bombs=("4,5",))
    assert "walk n" not in match.legal()
    assert "leap 4,5" not in match.legal()
    thrown = scene("4,5", "D4,9", "F8,8")
    thrown.play("idle")
    assert thrown.view().bombs == ("4,6",)


@section("2")
def test_between_turns_a_position_remembers_neither_attackers_nor_kills():
    match = scene("4,4", "F4,5", "F5,5", "A3,4", prayers=("surge",))
    match.play("walk s")
    record = match.state.record
    assert (record["killing"], record["killer"]) == (0, NOBODY)
    match.play("throw 4,4")
    assert match.state.record["killing"] == 0
    assert match.state.record["spear"] != HELD
