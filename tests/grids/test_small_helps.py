"""Numbers of positions, legal choices by trying, and boards without a grid."""

from __future__ import annotations

import pytest

from hoplon.core.errors import BadPosition
from hoplon.core.kernel import rule
from hoplon.grids.legal import legal_from_space
from hoplon.grids.rows import read_numbers, write_numbers
from hoplon.grids.scene import Cell, Layout, Piece, Scene
from hoplon.grids.text_picture import text_picture


def test_numbers_go_both_ways():
    assert write_numbers([3, 0, 12]) == "3,0,12"
    assert read_numbers("3,0,12", 3, 12) == [3, 0, 12]


@pytest.mark.parametrize("text", ["3,0", "3,0,13", "3,,1", "3,-1,0", "3,x,0", f"3,0,{'9' * 5000}"])
def test_other_numbers_are_refused(text: str) -> None:
    with pytest.raises(BadPosition, match="is in the place of 3 numbers with , between them, each from 0 to"):
        read_numbers(text, 3, 12)


def test_one_number_is_called_so():
    with pytest.raises(BadPosition, match="'x' is in the place of a number from 0 to 12"):
        read_numbers("x", 1, 12)


@rule
def is_even(_s, choice):
    return choice % 2 == 0


def test_legal_choices_are_found_by_trying_each():
    count_legal, nth_legal, is_legal = legal_from_space(is_even, 7)
    assert [nth_legal(0, k) for k in range(count_legal(0))] == [0, 2, 4, 6]
    assert is_legal is is_even


def test_a_board_without_a_grid_has_room_for_more_than_a_letter():
    cells = tuple(Cell(name, 1.5 * x, 0) for x, name in enumerate("ab"))
    pieces = tuple(Piece(f"{cell}", cell, "12") for cell in (0, 1))
    assert text_picture(Layout("none", cells), Scene(pieces)) == "12 12"
    assert text_picture(Layout("square", cells), Scene(pieces)) == "1  1"
