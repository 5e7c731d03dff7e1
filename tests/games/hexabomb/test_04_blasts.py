"""Chapter 4 of the rulebook: bombs and blasts (4.4)."""

from __future__ import annotations

import pytest

from hoplon.games.hexabomb.view import Character
from tests.games.hexabomb.boards import Table, picture
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("4.4")
def test_a_bomb_shows_its_delay_in_the_turn_it_is_dropped_and_explodes_after_it():
    table = Table(".   .   1A  .   .")
    after = table.play("A bomb 2 2")
    assert (after.log, after.board) == ("bomb 0 2,0 range 2 delay 2", ".   .   1A2 .   .")
    assert table.play().board == ".   .   1A1 .   ."
    after = table.play()
    assert after.log.splitlines() == ["explode 0 2,0 of 0 range 2", "burn 5 cells", "  kill 0 2,0"]
    assert after.board == "1   1   1   1   1"


@section("4.4")
def test_a_blast_runs_in_six_straight_ways():
    table = Table(
        """
            .   .   .
          .   .   .   .
        .   .   1o1 .   .
          .   .   .   .
            .   .   1A
        """
    )
    assert table.play().board == picture(
        """
            1   .   1
          .   1   1   .
        1   1   1   1   1
          .   1   1   .
            1   .   1
        """
    )


@section("4.4")
def test_a_gap_stops_a_blast_and_nothing_else_does():
    table = Table("1A  .       1o1 2B  .   .", ranges={(3, 0): 4})
    assert table.play().board == "1A  .       1   1   1   1"


@section("4.4", "5")
def test_a_bomb_that_is_hit_explodes_in_the_same_turn():
    table = Table("1o1 .   2o4 .   .       1A      2B")
    after = table.play()
    assert after.log.splitlines() == [
        "explode 0 0,0 of 0 range 2",
        "  explode 1 2,0 of 1 range 2",
        "burn 5 cells",
    ]
    assert after.board == "1   .   2   2   2       1A      2B"


@section("4.4")
def test_the_nearest_bomb_colours_and_equally_near_ones_make_neutral():
    table = Table("1o1 .   .   .   2o1 .       1A      2B", ranges={(0, 0): 3, (4, 0): 3})
    assert table.play().board == "1   1   .   2   2   2       1A      2B"
    assert Table("1o1 .   1o1 .       1A").play().board == "1   1   1   1       1A"


@section("4.4")
def test_a_nearer_bomb_settles_what_farther_ones_dispute():
    table = Table("1o1 .   .   2o1 .   3o1     1A      2B      3C", ranges={(0, 0): 3, (3, 0): 2, (5, 0): 2})
    assert table.play().board == "1   1   2   2   .   3       1A      2B      3C"


@section("4.4")
def test_two_of_three_equally_near_bombs_are_no_majority():
    table = Table(
        """
          1o1 2o1
        .   .   1o1     1A      2B
          .   .
        """
    )
    assert table.play().position.colour_at[(0, 1)] == 0


@section("4.4")
def test_bombs_that_stay_keep_their_order():
    table = Table("1o3     1o1     1o2     1A  ")
    assert [bomb.cell for bomb in table.play().position.bombs] == [(0, 0), (4, 0)]


@section("4.4")
def test_the_dead_are_off_the_board_and_remember_their_cell():
    after = Table("1A  2o1 .       2B").play()
    assert after.board == "2   2   2       2B"
    assert after.position.characters[0] == Character(0, 0, (0, 0), 1, 3)


@section("4.4", "5")
def test_a_blast_over_a_corpse_makes_it_wait_anew():
    table = Table("2o1 .   .   2B  ", dead=[Character(0, 0, (1, 0), 1, 1)])
    after = table.play()
    assert "restart 0 1,0" in after.log
    assert after.position.characters[0].wait == 3
