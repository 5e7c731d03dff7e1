"""Worked examples 15 to 21 of the rulebook: how demons attack, throw, die and walk."""

from __future__ import annotations

import pytest

from hoplon.games.hoplite.picture import diagram, read_diagram
from hoplon.games.hoplite.tables import DEMON_NAMES, LETTERS
from hoplon.games.hoplite.view import Position
from tests.games.hoplite.boards import (
    FIFTH,
    HALF,
    IDLE,
    SURE,
    THIRD,
    board,
    chances,
    demons,
    happened,
    match_of,
    panels,
    scene,
    shows,
    steps_of,
)
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@pytest.mark.parametrize(
    ("tile", "archer_shoots", "wizard_fires"),
    [
        ("4,5", False, True),
        ("4,6", True, True),
        ("4,9", True, True),
        ("4,10", False, False),
        ("6,5", True, True),
        ("6,6", False, False),
        ("8,6", True, True),
        ("2,3", True, True),
        ("0,6", True, True),
    ],
)
@section("14", "7.2")
def test_example_15_range_and_direction(tile, archer_shoots, wizard_fires):
    archer = scene("4,4", "A" + tile)
    assert (f"shoot A1 {tile} 4,4" in archer.play("idle").lines()) == archer_shoots
    wizard = scene("4,4", "W" + tile)
    assert (f"beam W1 {tile} 4,4" in wizard.play("idle").lines()) == wizard_fires
    assert (archer.view().health, wizard.view().health) == (3 - archer_shoots, 3 - wizard_fires)


@pytest.mark.parametrize(
    ("footman", "altar", "fires"),
    [
        ("4,4", None, False),
        ("4,3", None, False),
        ("4,2", None, True),
        ("4,7", None, False),
        ("4,3", "4,4", True),
        (None, "4,6", False),
    ],
)
@section("14", "7.2")
def test_example_16_a_demon_in_the_beam_holds_the_fire_and_an_altar_ends_the_beam(footman, altar, fires):
    others = [f"F{footman}"] if footman else []
    match = scene("4,5", "W4,8", *others, altar=altar)
    assert ("beam W1 4,8 4,5" in match.play("idle").lines()) == fires


ATTACKS_FIRST = """
              3  4  5            3  4  5
         8o   .     .       8o   .     .
         8e      A          8e      .
         7o   .     .       7o   .     .
         7e      .          7e      A
         6o   .     .       6o   .     .
         6e      F     ->   6e      .
         5o   .     .       5o   .     .
         5e      .          5e      F
         4o   .     .       4o   .     .
         4e      @          4e      @
         3o   .     .       3o   .     .
        """


@section("14", "3.2", "7.5")
def test_example_17_all_attacks_come_before_all_steps():
    after = shows(
        ATTACKS_FIRST,
        "idle",
        """
        idle 4,4
        step F1 4,6 4,5
        step A2 4,8 4,7
        """,
        demons_act=True,
        order=("4,6", "4,8"),
        prayers=IDLE,
    )
    assert after.health == 3


@section("14", "3.2")
def test_example_17_a_line_open_in_the_attack_phase_is_used_whoever_walks_later():
    match = scene("4,4", "F5,5", "A4,8")
    match.play("idle")
    assert happened(match).startswith("idle 4,4\nshoot A2 4,8 4,4\n  hit 4,4 by A2\nstep F1 5,5 ")


BOMB_TARGETS = """
              2  3  4  5  6         2  3  4  5  6         2  3  4  5  6
         9o      .     .       9o      .     .       9o      .     .
         9e   .     D     .    9e   .     .     .    9e   .     .     .
         8o      .     .       8o      .     .       8o      .     .
         8e   .     .     .    8e   .     D     .    8e   .     .     .
         7o      .     .       7o      .     .       7o      .     .
         7e   .     .     .    7e   .     F     .    7e   .     D     .
         6o      .     .       6o      .     .       6o      .     .
         6e   .     .     .    6e   .     .     .    6e   .     .     .
         5o      .     .       5o      .     .       5o      .     .
         5e   .     @     .    5e   .     @     .    5e   .     @     .
         4o      .     .       4o      .     .       4o      .     .
         4e   .     .     .    4e   .     .     .    4e   .     .     .
        """


@pytest.mark.parametrize(
    ("panel", "targets"),
    [
        (0, {"4,6": SURE}),
        (1, {"3,5": HALF, "5,5": HALF}),
        (2, dict.fromkeys(("5,5", "5,4", "4,4", "3,4", "3,5"), FIFTH)),
    ],
)
@section("14", "7.4")
def test_example_18_where_a_bomb_may_land(panel, targets):
    match = board(panels(BOMB_TARGETS)[panel], prayers=IDLE)
    assert chances(match, "idle", lambda p: p.bombs[0]) == targets


@section("14", "7.4")
def test_example_18_without_a_target_the_demolitionist_keeps_its_bomb_and_walks():
    match = scene("4,5", "D4,9", "F4,7")
    turn = match.play("idle").lines()
    assert not [line for line in turn if line.startswith("lob")]
    assert "step D1 4,9 4,8" in turn
    assert match.view().demons[0].charge == 2


@section("14", "7.1")
def test_example_19_the_last_of_the_list_takes_the_place_of_the_dead():
    match = match_of(
        Position(
            hero="7,6",
            demons=demons("F8,6", "A7,5", "F6,7", "D1,5", "F0,7", "W8,8"),
            prayers=("greater-throw", "surge"),
            streak=2,
        )
    )

    def order() -> str:
        return "".join(LETTERS[DEMON_NAMES.index(d.kind)] for d in match.view().demons)

    assert order() == "FAFDFW"
    match.play("throw 8,6")
    assert (order(), match.view().spear) == ("WAFDF", "hand")
    archer = next(d.cell for d in match.view().demons if d.kind == "archer")
    match.play(f"throw {archer}")
    assert order() == "WFFD"


@section("14", "7.1")
def test_example_19_when_the_last_demon_dies_the_list_just_gets_shorter():
    match = scene("4,4", "F8,8", "A0,8", "W4,6")
    match.play("throw 4,6")
    assert [d.kind for d in match.view().demons] == ["footman", "archer"]


@section("14", "7.1")
def test_example_19_two_kills_in_one_action_replace_twice_in_kill_order():
    match = scene("4,4", "F5,4", "A3,4", "F0,8", "D8,8", "W4,11")
    match.play("walk n")
    assert [(d.kind, d.id) for d in match.view().demons] == [
        ("wizard", 4),
        ("demolitionist", 3),
        ("footman", 2),
    ]


@pytest.mark.parametrize(
    ("hero", "mover", "others", "magma", "options"),
    [
        ("4,4", "A5,8", (), (), {"4,8": SURE}),
        ("4,4", "A6,8", (), (), {"5,7": HALF, "6,7": HALF}),
        ("4,4", "A4,5", (), (), {"4,6": SURE}),
        ("4,4", "w4,6", (), (), {"4,7": SURE}),
        ("4,4", "w4,7", (), (), {"4,7": SURE}),
        ("4,4", "w5,8", ("F4,6",), (), {"4,8": SURE}),
        ("4,3", "F4,5", ("F4,4",), ("3,4", "5,4"), {"4,5": SURE}),
        ("4,3", "F4,5", ("A4,4",), (), {"5,4": THIRD, "3,4": THIRD, "4,5": THIRD}),
        ("4,4", "d6,6", (), (), {"5,6": HALF, "7,5": HALF}),
    ],
)
@section("14", "7.5")
def test_example_20_choosing_a_step(hero, mover, others, magma, options):
    assert steps_of(scene(hero, mover, *others, magma=magma)) == options


@section("14", "3.2", "7.5")
def test_example_21_a_demon_phase_of_depth_15_as_it_was_recorded():
    before, after = panels(
        """
              0  1  2  3  4  5  6  7  8            0  1  2  3  4  5  6  7  8
        11e               .                  11e               .
        10o            .     .               10o            .     .
        10e         ~     >     .            10e         ~     >     .
         9o      .     .     .     .          9o      .     .     .     .
         9e   .     ~     W     .     .       9e   .     ~     .     .     .
         8o      ~     .     .     .          8o      ~     W     .     .
         8e   ~     .     .     .     .       8e   ~     .     .     .     .
         7o      .     A     d     .          7o      .     A     .     .
         7e   .     F     .     P     .       7e   .     .     d     P     .
         6o      .     .     F     .          6o      .     F     .     .
         6e   .     ~     F     .     .  ->   6e   .     ~     .     .     .
         5o      d     ~     .     .          5o      .     ~     F     .
         5e   .     ~     .     .     .       5e   d     ~     F     .     .
         4o      .     .     .     .          4o      .     .     .     .
         4e   .     F     .     ~     .       4e   .     F     .     ~     .
         3o      .     @     ~     .          3o      .     @     ~     .
         3e   .     .     .     .     .       3e   .     .     .     .     .
         2o      .     .     .     .          2o      .     .     .     .
         2e         .     .     .             2e         .     .     .
         1o            .     .                1o            .     .
         1e               .                   1e               .
        """
    )
    match = board(before, depth=15, health=6, max_health=6, prayers=IDLE)
    found = chances(match, "idle", lambda p: (diagram(p), p.health))
    assert set(found.values()) == {HALF}
    assert (diagram(read_diagram(after)), 4) in found
    assert {health for _, health in found} == {4}
    footman = next(d.id for d in match.view().demons if d.cell == "2,7")
    assert steps_of(match, footman) == {"3,6": HALF, "1,6": HALF}
