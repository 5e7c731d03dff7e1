"""Chapter 7 of the rulebook: order, attacks, charge, bombs, steps, stun."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoplon.games.hoplite.threats import threats
from hoplon.games.hoplite.view import Position
from tests.games.hoplite.boards import (
    HALF,
    IDLE,
    SURE,
    THIRD,
    chances,
    demons,
    happened,
    match_of,
    played,
    scene,
    steps_of,
)
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def attacks(match, choice="idle"):
    """Who attacks in the next turn, in order."""
    words = ("strike", "shoot", "beam", "lob")
    return [line.split()[1] for line in match.play(choice).lines() if line.split()[0] in words]


@section("7.1")
def test_the_list_governs_attacks_and_steps():
    match = scene("4,5", "W8,7", "A4,8", "F4,4", "F0,9", "F8,9", health=8, max_health=8)
    assert attacks(match) == ["W1", "A2", "F3"]
    assert [line.split()[1] for line in match.turns[-1].lines() if line.startswith("step")] == ["F4", "F5"]


@section("7.1")
def test_after_a_death_the_demon_from_the_end_acts_in_the_place_of_the_dead():
    match = scene("4,4", "F4,6", "F0,9", "F0,3", "F8,8", health=8, max_health=8)
    match.play("throw 4,6")
    steps = [line.split()[1] for line in match.turns[-1].lines() if line.startswith("step")]
    assert steps == ["F4", "F2", "F3"]


@section("7.2")
def test_a_footman_strikes_only_its_neighbour():
    assert attacks(scene("4,4", "F4,5")) == ["F1"]
    assert attacks(scene("4,4", "F4,6")) == []


@pytest.mark.parametrize(
    ("blocker", "shoots"),
    [({"others": ("F4,6",)}, False), ({"altar": "4,6"}, False), ({"magma": ("4,6",)}, True)],
)
@section("7.2")
def test_an_archer_needs_a_line_without_demon_and_building(blocker, shoots):
    others = blocker.pop("others", ())
    assert ("A1" in attacks(scene("4,4", "A4,8", *others, **blocker))) == shoots


@section("7.2", "7.3")
def test_an_archer_may_shoot_every_turn():
    match = scene("4,4", "A4,8")
    assert [attacks(match) for _ in range(3)] == [["A1"]] * 3


@section("7.2")
def test_a_bomb_does_not_stop_an_arrow():
    match = scene("4,4", "D4,8", "A4,9", depth=3)
    assert attacks(match) == ["D1"], "the demolitionist stands in the archer's line"
    match = scene("4,6", "D6,8", "A4,9", magma=("3,6", "5,6", "5,5", "3,5", "4,5"))
    assert attacks(match) == ["D1", "A2"]
    assert match.view().bombs == ("4,7",)


@section("7.2")
def test_an_arrow_does_not_care_who_stands_behind_the_hero():
    assert attacks(scene("4,5", "A4,8", "F4,3")) == ["A1"]


@section("7.2")
def test_attacks_of_demons_never_hurt_demons():
    match = scene("4,5", "A4,8", "F4,4", "W8,7", depth=5)
    assert len(played(match, "idle").demons) == 3


@section("7.3")
def test_a_wizard_fires_every_second_turn():
    match = scene("4,4", "W4,7", health=8, max_health=8)
    assert [bool(attacks(match)) for _ in range(4)] == [True, False, True, False]


@section("7.3")
def test_a_demolitionist_throws_every_third_turn():
    match = scene("4,4", "D4,7", health=8, max_health=8)
    charges, threw = [], []
    for _ in range(5):
        threw.append(bool(attacks(match)))
        charges.append(match.view().demons[0].charge if match.view().demons else None)
    assert threw[:4] == [True, False, False, True]
    assert charges[:4] == [0, 1, 2, 0]


@section("7.3")
def test_charge_is_booked_after_the_step():
    match = scene("4,4", "w4,6")
    match.play("idle")
    assert happened(match) == "idle 4,4\nstep W1 4,6 4,7\nrecharge W1 1"


@section("7.3", "7.6")
def test_walking_waiting_and_being_stunned_all_recharge():
    assert played(scene("4,4", "w4,7"), "idle").demons[0].charge == 1
    assert played(scene("4,4", "w4,6", stunned=1), "idle").demons[0].charge == 1
    assert played(scene("4,4", "d4,8", stunned=1), "idle").demons[0].charge == 1


@section("7.4")
def test_two_demolitionists_never_throw_on_the_same_tile():
    """Only 4,6 is near enough to both; the second keeps its bomb and walks."""
    match = scene("4,5", "D3,8", "D5,8", magma=("3,5", "5,5"))
    match.play("idle")
    lines = match.turns[-1].lines()
    assert lines[1] == "lob D1 3,8 4,6"
    assert [line.split()[0] for line in lines if " D2 " in line] == ["step"]
    assert [d.charge for d in match.view().demons] == [0, 2]


@section("7.4")
def test_a_bomb_may_land_on_stairs_and_spear_and_needs_no_line_of_sight():
    match = scene("4,9", "D4,7", magma=("3,8", "5,8", "3,9", "5,9"), spear="4,11")
    assert chances(match, "idle", lambda p: p.bombs) == {("4,10",): SURE}
    match = scene("4,5", "D4,9", spear="4,6", altar="4,7")
    assert chances(match, "idle", lambda p: p.bombs) == {("4,6",): SURE}


@section("7.4")
def test_a_bomb_is_not_thrown_on_magma_or_next_to_any_demon():
    assert attacks(scene("4,5", "D4,9", magma=("4,6",))) == []
    assert attacks(scene("4,5", "D4,9", "F3,6")) == []


@section("7.4")
def test_later_in_the_same_turn_a_demon_walks_next_to_the_bomb_without_hesitation():
    match = scene("4,5", "D4,9", "F4,8", magma=("3,7", "5,7"))
    match.play("idle")
    assert {"lob D1 4,9 4,6", "step F2 4,8 4,7"} <= set(match.turns[-1].lines())


@section("7.5")
def test_a_footman_without_a_path_stays():
    walls = ("3,9", "4,9", "5,9", "2,9", "6,9", "2,10", "6,10", "1,9", "7,9")
    assert steps_of(scene("4,4", "F4,11", magma=walls)) == {"4,11": SURE}


@section("7.5")
def test_a_footman_cares_neither_for_stairs_nor_spear():
    assert steps_of(scene("4,8", "F4,11", magma=("3,10", "5,10"), spear="4,10")) == {"4,10": SURE}


@section("7.5")
def test_a_footman_takes_any_of_the_tiles_that_shorten_its_path():
    assert steps_of(scene("4,4", "F5,6")) == {"5,5": HALF, "4,6": HALF}


@section("7.5")
def test_an_archer_prefers_shooting_tiles_away_from_stairs_and_spear():
    """From 5,8 the line tiles 4,8 (distance 4) and 4,9 (distance 5) are in reach."""
    assert steps_of(scene("4,4", "A5,8", spear="4,8")) == {"4,9": SURE}


@section("7.5")
def test_a_shooting_tile_on_the_spear_is_better_than_none():
    assert steps_of(scene("4,4", "A5,8", spear="4,8", magma=("4,9",))) == {"4,8": SURE}


@section("7.5")
def test_without_a_shooting_tile_the_distance_three_is_sought_but_not_on_the_spear():
    assert steps_of(scene("4,4", "A6,8", spear="5,7")) == {"6,7": SURE}


@section("7.5")
def test_with_nothing_better_the_distance_is_kept_and_staying_is_the_last_resort():
    assert steps_of(scene("4,4", "d5,6")) == {"4,7": HALF, "6,6": HALF}
    assert steps_of(scene("4,4", "d5,6", magma=("4,7", "6,6"))) == {"5,6": SURE}


@section("7.5")
def test_an_archer_whose_line_is_blocked_counts_demons_in_the_way_and_a_wizard_does_not():
    assert steps_of(scene("4,4", "A5,8", "F4,6", magma=("3,5", "5,5", "4,5", "3,6", "5,6"))) != {"4,8": SURE}
    assert steps_of(scene("4,4", "w5,8", "F4,6")) == {"4,8": SURE}


@section("7.5")
def test_a_wizard_on_a_held_line_stays_if_no_tile_is_better():
    assert steps_of(scene("4,4", "W4,7", "F4,5", spear="0,5")) == {"4,7": SURE}


@section("7.5")
def test_ranged_demons_do_not_look_for_paths():
    """A wall from side to side leaves no path, and makes no difference."""
    walls = (*(f"{c},7" for c in range(9)), "0,8", "2,8", "6,8", "8,8")
    assert steps_of(scene("4,4", "d4,9", magma=walls)) == {"4,8": SURE}
    assert steps_of(scene("4,4", "F4,9", magma=walls)) == {"4,9": SURE}


@section("7.5")
def test_a_demolitionist_does_not_seek_throwing_range():
    """At distance 3 it keeps the distance, although it has a bomb and no target."""
    targetless = {"magma": ("4,5", "5,4", "5,3", "4,3", "3,3", "3,4")}
    assert steps_of(scene("4,4", "D4,7", **targetless)) == {"3,6": HALF, "5,6": HALF}


@section("7.5")
def test_no_demon_steps_onto_hero_demon_bomb_or_building():
    match = scene("4,4", "D4,8", "F4,6", "F4,7", altar="4,5")
    where = chances(match, "idle", lambda p: tuple(d.cell for d in p.demons))
    assert sum(where.values()) == 1
    assert all(len(set(cells)) == 3 and not {"4,4", "4,5"} & set(cells) for cells in where)


@section("7.5")
def test_equal_paths_and_staying_are_equally_likely():
    found = steps_of(scene("4,3", "F4,5", "A4,4"))
    assert found == dict.fromkeys(("5,4", "3,4", "4,5"), THIRD)


@section("7.6")
def test_a_stunned_demon_neither_attacks_nor_steps_and_is_itself_again_next_turn():
    match = scene("4,4", "F4,5", "F0,9", stunned=1)
    match.play("idle")
    assert happened(match) == "idle 4,4"
    assert [d.stunned for d in match.view().demons] == [0, 0]
    assert attacks(match) == ["F1"]


@section("7.6")
def test_a_stunned_demon_still_blocks_and_counts_and_can_be_stabbed():
    assert played(scene("4,4", "F5,4", "F4,8", stunned=1, energy=10), "walk n").energy == 20
    assert len(played(scene("4,4", "F5,4", stunned=1), "walk n").demons) == 0
    stunned = replace(demons("A4,8", "F4,6")[1], stunned=1)
    blocked = match_of(Position(hero="4,4", demons=(demons("A4,8")[0], stunned), prayers=IDLE))
    assert attacks(blocked) == []


@section("7.2", "7.4")
def test_threats_name_who_would_hit_and_who_would_throw():
    match = scene("4,4", "F4,6", "D1,4", "W8,8", "A0,8", bombs=("3,3",), depth=5)
    found = threats(match._states, 0)
    assert found["4,5"].by == ("F1",)
    assert found["3,2"].by == ("bomb",)
    assert "D2" in found["4,4"].bombs_from
    assert "4,6" not in found, "nobody can stand there"
