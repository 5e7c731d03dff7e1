"""The rulebook of hexabomb, one picture a sentence."""

from __future__ import annotations

import pytest

from hoplon.games.hexabomb.view import Character
from tests.games.hexabomb.boards import Table, picture
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("1.1", "1.2")
def test_a_step_goes_one_cell_in_each_of_six_ways():
    for way, cell in {
        "x+": "1,0",
        "y+": "1,-1",
        "z+": "0,-1",
        "x-": "-1,0",
        "y-": "-1,1",
        "z-": "0,1",
    }.items():
        table = Table(
            """
              .   .
            .   1A  .
              .   .
            """,
            origin=(0, -1),
        )
        assert table.play(f"A move {way}").log == f"move 0 0,0 {cell}", way


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


@section("4.1")
def test_a_column_moves_as_a_whole_whatever_the_order():
    for orders in (("A", "B", "C"), ("C", "B", "A"), ("B", "A", "C")):
        after = Table("1A  1B  1C  .").play(*(f"{name} move x+" for name in orders))
        assert after.board == "1   1A  1B  1C"


@section("4.1")
def test_two_characters_never_swap():
    assert Table("1A  2B").play("A move x+", "B move x-").log == ""


@section("4.1")
def test_a_ring_does_not_turn():
    ring = """
      1A  1B
    1F      1C
      1E  1D
    """
    ways = ("A x+", "B z-", "C y-", "D x-", "E z+", "F y+")
    assert Table(ring).play(*(f"{w[0]} move {w[2:]}" for w in ways)).log == ""


@section("4.1")
def test_the_earlier_order_gets_the_cell():
    assert Table("1A  .   2B").play("B move x-", "A move x+").board == "1A  2B  2"
    assert Table("1A  .   2B").play("A move x+", "B move x-").board == "1   1A  2B"


@section("4.1")
def test_within_a_pass_a_later_order_may_win():
    cells = """
      .
    1A  2B  3C
    """
    after = Table(cells).play("A move x+", "B move z+", "C move x-")
    assert after.log.splitlines() == ["move 1 0,1 0,0", "move 2 1,1 0,1"]
    after = Table(cells).play("A move x+", "C move x-", "B move z+")
    assert after.log.splitlines() == ["move 1 0,1 0,0", "move 0 -1,1 0,1"]


@section("4.1")
def test_a_blocked_order_is_forgotten():
    table = Table("1A  2B  .   .")
    table.play("A move x+")
    assert table.play("B move x+").board == "1A  2   2B  ."


@section("4.4")
def test_a_bomb_shows_its_delay_in_the_turn_it_is_dropped_and_explodes_after_it():
    table = Table(".   .   1A  .   .")
    after = table.play("A bomb 2 2")
    assert (after.log, after.board) == ("bomb 0 2,0 range 2 delay 2", ".   .   1A2 .   .")
    assert table.play().board == ".   .   1A1 .   ."
    after = table.play()
    assert after.log.splitlines() == ["explode 0 2,0 of 0 range 2", "burn 5 cells", "  kill 0 2,0"]
    assert after.board == "1   1   1   1   1"


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


DEAD = Character(0, 0, (0, 0), 1, 3)


@section("4.2")
def test_who_dies_in_turn_t_revives_in_turn_t_plus_4():
    table = Table("1A  1o1 .   2B  ", ranges={(1, 0): 1})
    assert "kill 0 0,0" in table.play().log
    for wait in (2, 1, 0):
        after = table.play("A revive")
        assert (after.log, after.position.characters[0].wait) == ("", wait)
    after = table.play("A revive")
    assert (after.log, after.position.characters[0].wait) == ("revive 0 0,0", -1)


@section("4.2")
def test_zero_stays_zero():
    table = Table("1   .   2B  ", dead=[DEAD])
    table.wait(9)
    assert table.play("A revive").log == "revive 0 0,0"


@section("3.3")
def test_a_revival_is_blocked_by_who_stands_there_and_comes_when_it_leaves():
    table = Table("2B  .   ", dead=[Character(0, 0, (0, 0), 1, 0)])
    assert table.play("A revive").log == ""
    after = table.play("A revive", "B move x+")
    assert after.log.splitlines() == ["move 1 0,0 1,0", "revive 0 0,0"]
    assert after.board == "1A  2B"


@section("3.3")
def test_a_revival_is_blocked_by_a_bomb():
    table = Table("2o3 .   2B  ", dead=[Character(0, 0, (0, 0), 1, 0)])
    assert table.play("A revive").log == ""


@section("4.4", "5")
def test_a_blast_over_a_corpse_makes_it_wait_anew():
    table = Table("2o1 .   .   2B  ", dead=[Character(0, 0, (1, 0), 1, 1)])
    after = table.play()
    assert "restart 0 1,0" in after.log
    assert after.position.characters[0].wait == 3


@section("4.3")
def test_every_tenth_turn_everybody_gets_a_bomb_dead_or_alive_at_most_two():
    table = Table("1   2B  2C  ", turn=9, dead=[Character(0, 0, (0, 0), 0, 2)])
    assert table.play().log == "refill"
    assert [c.held for c in table.play().position.characters] == [1, 2, 2]
    table.wait(9)
    assert [c.held for c in table.play().position.characters] == [2, 2, 2]


@section("4.3")
def test_the_refill_comes_after_the_orders():
    table = Table("1A  .   ", turn=8)
    table.play("A bomb 2 4")
    after = table.play("A move x+", "A bomb 2 2")
    assert after.log.splitlines() == ["move 0 0,0 1,0", "refill"]
    assert table.play("A bomb 2 2").log == "bomb 0 1,0 range 2 delay 2"


@section("4.5")
def test_each_turn_scores_the_cells_held():
    table = Table("1A  .   .   2B  ")
    table.play("A move x+")
    after = table.play("A move x+")
    assert (after.position.counts, after.position.scores) == ((3, 1), (5, 2))
    assert after.position.leader == 0


@section("4.6")
def test_a_shared_lead_is_none():
    assert Table("1A  2B  ").play().position.leader is None


@section("4.6")
def test_a_single_player_always_leads():
    assert Table("1A  .   ").play().position.leader == 0


@section("4.4", "7")
def test_special_characters_survive_and_keep_their_cell():
    table = Table("1A  2o1 .   2B  ", special=True, ranges={(1, 0): 4})
    after = table.play()
    assert after.board == "1A  2   2   2"
    assert dict(after.position.blasts)[(0, 0)] == 2
    assert [c.alive for c in after.position.characters] == [True, False]


@section("3.3", "7")
def test_the_special_player_drops_big_bombs_without_paying():
    table = Table("1A  .   .   2B  ", special=True)
    assert table.play("A bomb 100 100").log == "bomb 0 0,0 range 100 delay 100"
    assert table.play("A bomb 2 2").log == ""
    table.play("A move x+")
    assert table.play("A bomb 101 2").log == ""
    assert table.play("A bomb 2 2", "B bomb 2 5").position.characters[0].held == 1


@section("7")
def test_nobody_revives_in_sudden_death():
    table = Table("1A  .   .   2   ", special=True, dead=[Character(1, 1, (3, 0), 1, 0)])
    assert table.play("B revive").log == ""


@section("4.5", "7")
def test_in_sudden_death_the_score_is_the_last_turn_seen_alive():
    table = Table("1A      2B  2o2     3C  ", special=True)
    assert table.play().position.scores == (0, 2, 2)
    after = table.play()
    assert (after.position.scores, after.position.leader) == ((0, 2, 3), 2)


@section("4.6")
def test_the_match_ends_after_its_last_turn():
    table = Table("1A  .   ", turn=99)
    assert table.play("A move x+").log.splitlines()[-1] == "finish 0"
