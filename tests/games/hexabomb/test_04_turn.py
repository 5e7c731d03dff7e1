"""Chapter 4 of the rulebook: the turn."""

from __future__ import annotations

import pytest

from hoplon.games.hexabomb.view import Character
from tests.games.hexabomb.boards import Table
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


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


DEAD = Character(0, 0, (0, 0), 1, 3)


@section("4.2")
def test_who_dies_in_turn_t_revives_in_turn_t_plus_4():
    table = Table("1A  1o1 .   .   2B  ")
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


@section("4.3")
def test_every_tenth_turn_everybody_gets_a_bomb_dead_or_alive_at_most_two():
    table = Table("1   2B  3C  ", turn=9, dead=[Character(0, 0, (0, 0), 0, 2)])
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


@section("4.6")
def test_the_match_ends_after_its_last_turn():
    table = Table("1A  .   ", turn=99)
    assert table.play("A move x+").log.splitlines()[-1] == "finish 0"
