"""Chapter 3 of the rulebook: orders."""

from __future__ import annotations

import pytest

from hoplon.games.hexabomb.view import Character
from tests.games.hexabomb.boards import Table
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("1.3", "3.3")
def test_the_entered_cell_takes_the_colour_and_the_old_one_keeps_its_own():
    assert Table("1A  2   2B").play("A move x+").board == "1   1A  2B"


@section("1.1", "3.3")
def test_there_is_no_move_onto_a_missing_cell():
    after = Table("1A      .").play("A move x+")
    assert (after.log, after.board) == ("", "1A      .")


@section("1.3", "3.3")
def test_a_cell_with_a_character_blocks():
    assert Table("1A  2B  .").play("A move x+").log == ""


@section("1.3", "3.3")
def test_a_cell_with_a_bomb_blocks():
    assert Table("1A  1o3 .").play("A move x+").log == ""


@section("1.3", "3.3")
def test_nobody_enters_where_a_bomb_is_dropped_and_who_dropped_it_cannot_come_back():
    for orders in (("A move x+", "B bomb 2 4"), ("B bomb 2 4", "A move x+")):
        table = Table("1A  2B  .")
        assert table.play(*orders).log == "bomb 1 1,0 range 2 delay 4"
        assert table.play("A move x+").log == ""
        assert table.play("B move x+").board == "1A  2o2 2B"
        assert table.play("B move x-", "A move x+").log == ""


@section("3.3")
def test_a_dropped_bomb_costs_one_and_without_one_nothing_is_dropped():
    table = Table("1A  .")
    after = table.play("A bomb 2 4")
    assert after.position.characters[0].held == 0
    assert table.play("A move x+").log == "move 0 0,0 1,0"
    assert table.play("A bomb 2 4").log == ""


@section("3.3")
def test_range_and_delay_are_two_to_four():
    for reach, delay in ((1, 2), (5, 2), (2, 1), (2, 5), (-1, 3), (3, 2_000_000_000)):
        assert Table("1A  .").play(f"A bomb {reach} {delay}").log == ""
    for reach in (2, 3, 4):
        for delay in (2, 3, 4):
            assert Table("1A  .").play(f"A bomb {reach} {delay}").log.startswith("bomb")


@section("3.3")
def test_a_revival_is_blocked_by_who_stands_there_and_comes_when_it_leaves():
    table = Table("2B  .   ", dead=[Character(0, 0, (0, 0), 1, 0)])
    assert table.play("A revive").log == ""
    after = table.play("A revive", "B move x+")
    assert after.log.splitlines() == ["move 1 0,0 1,0", "revive 0 0,0"]
    assert after.board == "1A  2B"
    assert after.position.characters[0].held == 1


@section("3.3")
def test_a_revival_is_blocked_by_a_bomb():
    table = Table("2o3 .   2B  ", dead=[Character(0, 0, (0, 0), 1, 0)])
    assert table.play("A revive").log == ""
