"""Boards of squares and hexagons: names, places, neighbours."""

from __future__ import annotations

import numpy as np
import pytest

from hoplon.core.actions import NOWHERE
from hoplon.core.errors import BadPosition, BadText
from hoplon.grids import hexes, squares
from hoplon.grids.bits import count_bits, nth_bit
from hoplon.grids.rows import position_words, read_rows, write_rows
from hoplon.grids.scene import Layout


def test_squares_are_numbered_rank_by_rank_from_a1():
    layout = squares.layout(3, 2, squares.chequered)
    assert [cell.id for cell in layout.cells] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert [(cell.x, cell.y) for cell in layout.cells[:4]] == [(0, 1), (1, 1), (2, 1), (0, 0)]
    assert [cell.tone for cell in layout.cells] == ["dark", "", "dark", "", "dark", ""]
    assert layout.read("b2") == 4
    assert (layout.name(4), layout.name(NOWHERE)) == ("b2", None)


def test_a_cell_that_is_not_on_the_board_is_refused():
    with pytest.raises(BadText, match="'d9' is no cell; expected one from a1 to c2"):
        squares.layout(3, 2).read("d9")


def distances(layout: Layout, table: np.ndarray) -> set[float]:
    """How far apart the cells are that a table calls neighbours."""
    return {
        round(np.hypot(cell.x - layout.cells[n].x, cell.y - layout.cells[n].y), 3)
        for number, cell in enumerate(layout.cells)
        for n in table[number]
        if n != NOWHERE
    }


def test_neighbours_lie_one_unit_apart():
    assert distances(squares.layout(4, 3), squares.neighbours(4, 3)) == {1.0}
    assert distances(squares.layout(4, 3), squares.neighbours(4, 3, squares.ALL_AROUND)) == {1.0, 1.414}
    assert distances(hexes.rhombus(4), hexes.rhombus_neighbours(4)) == {1.0}
    assert distances(hexes.hexagon(2), hexes.hexagon_neighbours(2)) == {1.0}


def test_neighbours_are_mutual_and_as_many_as_a_grid_has():
    for table in (squares.neighbours(5, 4), hexes.rhombus_neighbours(5), hexes.hexagon_neighbours(3)):
        pairs = {(a, int(b)) for a, row in enumerate(table) for b in row if b != NOWHERE}
        assert pairs == {(b, a) for a, b in pairs}
    assert (
        sum(NOWHERE not in row for row in hexes.hexagon_neighbours(3)) == 19
    )  # all but the outer ring of 18
    assert len(hexes.hexagon(3).cells) == 37


def test_a_rhombus_has_two_sides_for_each_seat():
    tones = [cell.tone for cell in hexes.rhombus(3, hexes.two_sides_each(3)).cells]
    assert tones == [
        "goal0 goal1",
        "goal0",
        "goal0 goal1",
        "goal1",
        "",
        "goal1",
        "goal0 goal1",
        "goal0",
        "goal0 goal1",
    ]


def test_rows_go_both_ways():
    assert write_rows([1, 0, 0, 2, 0, 1], 3, ".xo") == "o.x/x.."
    assert read_rows("o.x/x..", 3, 2, ".xo") == [1, 0, 0, 2, 0, 1]
    assert write_rows([1, 0, 0, 2, 0, 1], 3, ".xo", upwards=False) == "x../o.x"
    with pytest.raises(BadPosition, match=r"row 2 is 'x\.y'; expected 3 of"):
        read_rows("o.x/x.y", 3, 2, ".xo")
    with pytest.raises(BadPosition, match="has 1 rows; expected 2"):
        read_rows("o.x", 3, 2, ".xo")


def test_the_words_of_a_position_are_as_expected():
    assert position_words("go x.. w", "go", "ROWS", "w|b") == ["x..", "w"]
    with pytest.raises(BadPosition, match=r"'go x..' is no position; expected go ROWS w\|b"):
        position_words("go x..", "go", "ROWS", "w|b")
    with pytest.raises(BadPosition, match=r"'r' is in the place of w\|b"):
        position_words("go x.. r", "go", "ROWS", "w|b")


def test_sets_of_bits_are_counted_and_gone_through():
    members = [0, 3, 31, 32, 40, 61]
    bits = sum(1 << member for member in members)
    assert count_bits(bits) == 6
    assert [nth_bit(bits, k) for k in range(6)] == members
    assert count_bits(0) == 0
