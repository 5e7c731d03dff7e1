"""Chapter 6.1 and 6.2 of the rulebook: bash and push-away."""

from __future__ import annotations

import pytest

from hoplon.games.hoplite.cells import distance
from hoplon.games.hoplite.words import read_cell
from tests.games.hoplite.boards import HALF, board, chances, happened, played, scene, shows, with_bombs
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

NORTH = """
        bash 4,4 4,5 n
          smash 4,4 4,5 n
        """


@section("6.1")
def test_a_bash_at_nothing_is_a_legal_way_of_passing_the_turn():
    match = scene("4,4", "F0,9", altar="3,4", magma=("5,4",))
    ways = [c for c in match.legal() if c.startswith("bash")]
    assert ways == ["bash n", "bash ne", "bash se", "bash s", "bash sw", "bash nw"]
    assert played(match, "bash nw").cooldown == 3
    assert happened(match).startswith("bash 4,4 3,4 nw\nstep")


@section("6.1")
def test_a_tile_outside_the_map_cannot_be_named():
    assert [c for c in scene("4,11", "F0,3").legal() if c.startswith("bash")] == [
        "bash se",
        "bash s",
        "bash sw",
    ]


@section("6.1", "9.1")
def test_sweeping_bash_skips_tiles_outside_the_map():
    match = scene("4,11", "F5,10", "F4,10", stunned=1, prayers=("sweeping-bash",))
    match.play("bash se")
    smashed = [line for line in match.turns[-1].lines() if line.startswith("smash")]
    assert smashed == ["smash 4,11 5,10 se", "smash 4,11 4,10 s"]


@section("6.1", "9.1")
def test_spinning_bash_names_no_tile_and_treats_all_six_clockwise_from_north():
    ring = ("4,5", "5,4", "5,3", "4,3", "3,3", "3,4")
    match = scene(
        "4,4", *("F" + tile for tile in reversed(ring)), stunned=1, prayers=("sweeping-bash", "spinning-bash")
    )
    assert [c for c in match.legal() if c.startswith("bash")] == ["bash"]
    match.play("bash")
    lines = match.turns[-1].lines()
    assert lines[0] == "bash 4,4 - all"
    assert [line.split()[2] for line in lines if line.startswith("smash")] == list(ring)
    assert {d.cell for d in match.view().demons} == {"4,6", "6,5", "6,3", "4,2", "2,3", "2,5"}


@section("6.1")
def test_a_bomb_rolls_onto_magma_and_a_demon_cannot_be_bashed_across_it():
    match = scene("4,4", "F0,9", bombs=("4,5",), magma=("4,6",))
    match.play("bash n")
    assert "explode o1 4,6 credited" in match.turns[-1].lines()
    after = played(scene("4,4", "F4,5", magma=("4,6",), prayers=("mighty-bash",)), "bash n")
    assert after.demons == ()


@pytest.mark.parametrize(
    "wall", [{"altar": "4,6"}, {"fleece": "4,6", "depth": 16}, {"portal": "4,6", "depth": 16}]
)
@section("6.1")
def test_a_bomb_that_cannot_move_is_not_the_heros(wall):
    match = scene("4,4", "F3,5", bombs=("4,5",), **wall)
    match.play("bash n")
    assert "explode o1 4,5 uncredited" in match.turns[-1].lines()
    assert match.view().score == 0


@section("6.1")
def test_a_bomb_at_the_edge_stays_and_is_not_the_heros():
    match = scene("4,10", "F3,10", bombs=("4,11",))
    match.play("bash n")
    assert "explode o1 4,11 uncredited" in match.turns[-1].lines()


@section("6.1", "9.1")
def test_a_bomb_that_moved_once_is_the_heros_even_if_the_second_push_fails():
    match = scene("4,4", "F0,9", bombs=("4,5",), altar="4,7", prayers=("mighty-bash",))
    match.play("bash n")
    assert "explode o1 4,6 credited" in match.turns[-1].lines()


@section("6.1", "6.2")
def test_a_rolling_bomb_pushes_a_demon_away():
    match = scene("4,4", "F4,6", stunned=1, bombs=("4,5",), prayers=("bloodlust",))
    match.play("bash n")
    assert happened(match).splitlines()[2:6] == [
        "    push o1 4,5 n",
        "      push-away F1 4,6 n",
        "        slide F1 4,6 4,7",
        "      roll o1 4,5 4,6",
    ]
    assert "kill F1 4,7 credited" in match.turns[-1].lines()


@section("6.1", "9.1")
def test_mighty_bash_pushes_a_second_time_only_what_moved():
    after = shows(
        """
              3  4  5            3  4  5
         7e      .          7e      F
         6o   .     .       6o   .     .
         6e      .     ->   6e      .
         5o   .     .       5o   .     .
         5e      F          5e      .
         4o   .     .       4o   .     .
         4e      @          4e      @
        """,
        "bash n",
        NORTH.rstrip()
        + """
            push F1 4,5 n
              slide F1 4,5 4,6
            push F1 4,6 n
              slide F1 4,6 4,7
        """,
        prayers=("mighty-bash",),
    )
    assert after.score == 0
    match = scene("4,4", "F4,5", altar="4,6", stunned=1, prayers=("mighty-bash",))
    match.play("bash n")
    assert happened(match, demons_act=False).count("push") == 1


@section("6.1", "6.2", "9.1")
def test_mighty_bash_pushes_the_same_bystander_away_twice():
    match = scene("4,4", "F4,5", "A4,6", stunned=1, prayers=("mighty-bash",))
    match.play("bash n")
    assert [d.cell for d in match.view().demons] == ["4,7", "4,8"]


@section("6.1")
def test_on_a_tile_with_a_bomb_and_a_demon_the_bomb_is_the_target():
    match = with_bombs(scene("4,4", "F4,5", stunned=1), "4,5")
    match.play("bash n")
    assert happened(match).splitlines()[2] == "    push o1 4,5 n"
    assert match.view().demons == (), "the explosion at 4,6 reaches the demon that stayed"
    assert match.view().health == 3


@section("6.1", "13")
def test_of_two_bombs_on_a_tile_the_first_in_the_list_is_the_target():
    match = with_bombs(scene("4,4", "F0,9"), "4,5", "4,5")
    match.play("bash n")
    lines = match.turns[-1].lines()
    assert {"explode o1 4,6 credited", "explode o2 4,5 uncredited"} <= set(lines)
    assert match.view().health == 2


@section("6.1")
def test_each_tile_is_looked_at_when_its_turn_comes_and_pushes_only_lead_away():
    """A full double ring, spun and pushed twice: nobody ends next to the hero."""
    ring = ("4,6", "5,5", "5,4", "4,4", "3,4", "3,5")
    outer = ("4,7", "6,6", "6,4", "4,3", "2,4", "2,6")
    match = scene(
        "4,5", *("F" + tile for tile in ring + outer), stunned=1,
        prayers=("mighty-bash", "sweeping-bash", "spinning-bash"),
    )  # fmt: skip
    match.play("bash")
    assert all(distance(read_cell(d.cell), read_cell("4,5")) >= 3 for d in match.view().demons)


@section("6.1")
def test_a_bomb_lying_beyond_does_not_hinder_a_demon():
    match = scene("4,4", "F4,5", bombs=("4,6",))
    match.play("bash n")
    assert "slide F1 4,5 4,6" in match.turns[-1].lines()
    assert "kill F1 4,6 uncredited" in match.turns[-1].lines()


@section("6.2")
def test_with_one_side_blocked_the_other_is_taken_without_dice():
    for wall, tile in (("3,6", "5,6"), ("5,6", "3,6")):
        match = scene("4,4", "F4,5", "A4,6", "F4,7", f"F{wall}", stunned=1)
        assert chances(match, "bash n", lambda p: next(d.cell for d in p.demons if d.id == 1)) == {tile: 1}


@section("6.2")
def test_magma_to_the_side_is_as_empty_as_ground():
    match = scene("4,4", "F4,5", "A4,6", "F4,7", stunned=1, magma=("3,6",))
    found = chances(match, "bash n", lambda p: len(p.demons))
    assert found == {2: HALF, 3: HALF}


@section("6.2")
def test_a_tile_with_a_bomb_is_empty_for_a_demon_pushed_away():
    match = scene("4,4", "F4,5", "A4,6", stunned=1, bombs=("4,7",))
    match.play("bash n")
    assert "slide A2 4,6 4,7" in match.turns[-1].lines()


@section("6.2")
def test_at_the_altar_with_both_sides_blocked_a_demon_is_crushed():
    match = scene("4,4", "F4,5", "A4,6", "F3,6", "F5,6", stunned=1, altar="4,7")
    match.play("bash n")
    lines = match.turns[-1].lines()
    assert "crush A2 4,6" in lines
    assert "slide F1 4,5 4,6" in lines
    assert match.view().score == 10


@section("6.2")
def test_in_a_long_row_the_last_demon_that_cannot_give_way_dies_and_the_others_shift():
    match = board(
        """
              3  4  5
        11e      W
        10o   F     F
        10e      A
         9o   F     F
         9e      F
         8o   .     .
         8e      D
         7o   .     .
         7e      @
        """,
        demons_act=False,
    )
    match.play("bash n")
    middle = {d.cell: d.kind for d in match.view().demons if d.cell.startswith("4,")}
    assert middle == {"4,11": "archer", "4,10": "footman", "4,9": "demolitionist"}
    assert match.view().score == 15
