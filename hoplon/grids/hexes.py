"""Boards of hexagons with a point at the top. A cell is a column and a row, the rows slanting to the right.

The six neighbours of (column, row) are the same everywhere: see WAYS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import numpy as np

from hoplon.core.actions import NOWHERE
from hoplon.grids.scene import Cell, Label, Layout
from hoplon.grids.squares import file_letter, plain

WAYS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # (columns, rows), clockwise from the upper left
ROW_HEIGHT = sqrt(3) / 2


def place(column: float, row: float) -> tuple[float, float]:
    """The centre of a cell, in units of the distance between neighbours."""
    return round(column + row / 2, 4), round(row * ROW_HEIGHT, 4)


def rhombus(size: int, tone: Callable[[int, int], str] = plain, colours: tuple[str, ...] = ()) -> Layout:
    """A board of size x size cells with a1 at the upper left: cell `row * size + column`."""
    cells = tuple(
        Cell(f"{file_letter(column)}{row + 1}", *place(column, row), tone(column, row))
        for row in range(size)
        for column in range(size)
    )
    labels = [Label(*place(column, -1), file_letter(column)) for column in range(size)]
    labels += [Label(*place(-1, row), str(row + 1)) for row in range(size)]
    return Layout("hex", cells, tuple(labels), colours)


def two_sides_each(size: int) -> Callable[[int, int], str]:
    """Tones for a rhombus: the first and the last row are sides of seat 0, such columns of seat 1."""
    ends = 0, size - 1
    return lambda column, row: " ".join(["goal0"] * (row in ends) + ["goal1"] * (column in ends))


def hexagon(radius: int, tone: Callable[[int, int], str] = plain, colours: tuple[str, ...] = ()) -> Layout:
    """A board with `radius` rings around its middle 0,0; cells are named `column,row`, row by row."""
    cells = tuple(
        Cell(f"{column},{row}", *place(column, row), tone(column, row)) for column, row in _disc(radius)
    )
    return Layout("hex", cells, (), colours)


def rhombus_neighbours(size: int) -> Any:
    """A table for rules: `table[cell, way]` is the neighbour of a cell, or NOWHERE."""
    return _table([(column, row) for row in range(size) for column in range(size)])


def hexagon_neighbours(radius: int) -> Any:
    """The same for a hexagon."""
    return _table(_disc(radius))


def _disc(radius: int) -> list[tuple[int, int]]:
    span = range(-radius, radius + 1)
    return [(column, row) for row in span for column in span if abs(column + row) <= radius]


def _table(cells: Sequence[tuple[int, int]]) -> Any:
    number = {cell: n for n, cell in enumerate(cells)}
    return np.array(
        [[number.get((column + c, row + r), NOWHERE) for c, r in WAYS] for column, row in cells], np.int16
    )
