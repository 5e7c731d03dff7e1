"""Positions of hexabomb that are set up piece by piece."""

import pytest

from hoplon.core.errors import BadPosition
from hoplon.games.hexabomb.editing import clear, move, put, remove, spares, standing
from hoplon.games.hexabomb.notation import read

TEXT = "hexabomb cells=0:0..4 players=2 turn=0/100 colours=1;3*0;2 characters=0@0,0:1;1@0,4:1"


def test_a_character_brings_its_colour_along():
    p = read(move(TEXT, "0,0", "0,2"))
    assert p.colours == (1, 0, 1, 0, 2)
    assert p.characters[0].cell == (0, 2)


def test_a_character_that_is_taken_off_is_dead_and_can_be_put_back():
    without = remove(TEXT, "0,0")
    assert read(without).turn == 1  # nobody is dead before
    assert not read(without).characters[0].alive
    with pytest.raises(BadPosition, match="all 1 characters of this player are on the board"):
        put(TEXT, "character 0", "0,2")
    assert read(put(without, "character 0", "0,3")).characters[0].cell == (0, 3)


def test_bombs_are_put_moved_and_taken_off():
    mined = put(TEXT, "bomb 1 2", "0,2")
    assert [(b.seat, b.cell, b.delay) for b in read(mined).bombs] == [(1, (0, 2), 2)]
    assert standing(move(mined, "0,2", "0,3"))["0,3"] == "bomb 1 2"
    assert read(remove(mined, "0,2")).bombs == ()


def test_cells_are_painted():
    painted = put(TEXT, "colour 1", "0,2")
    assert read(painted).colours == (1, 0, 2, 0, 2)
    assert read(remove(painted, "0,2")).colours == (1, 0, 0, 0, 2)
    assert clear(painted) == TEXT
    with pytest.raises(BadPosition, match="5,5 is no cell of the board"):
        put(TEXT, "colour 1", "5,5")


def test_each_player_has_pieces_of_its_own():
    assert {spare.seat for spare in spares(TEXT)} == {None, 0, 1}
