"""Chapter 7 of the rulebook: sudden death."""

from __future__ import annotations

import pytest

from hoplon.games.hexabomb.view import Character
from tests.games.hexabomb.boards import Table
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


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
