"""Boards of squares, numbered row by row from a1: cell `rank * width + file`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hoplon.core.actions import NOWHERE
from hoplon.grids.scene import Cell, Label, Layout

SIDEWAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west, as (files, ranks)
ALL_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # clockwise from north


def plain(_file: int, _rank: int) -> str:
    """No tone."""
    return ""


def chequered(file: int, rank: int) -> str:
    """Dark and light in turn; a1 is dark."""
    return "" if (file + rank) % 2 else "dark"


def name(cell: int, width: int) -> str:
    """A cell as the letter of its file and the number of its rank."""
    return f"{file_letter(cell % width)}{cell // width + 1}"


def file_letter(file: int) -> str:
    """a, b, c, …"""
    return chr(ord("a") + file)


def layout(
    width: int,
    height: int,
    tone: Callable[[int, int], str] = plain,
    colours: tuple[str, ...] = (),
    ranks: bool = True,
    turns: bool = False,
) -> Layout:
    """A board with a1 at the lower left; `tone(file, rank)` says how a cell looks."""
    cells = tuple(
        Cell(f"{file_letter(file)}{rank + 1}", file, height - 1 - rank, tone(file, rank))
        for rank in range(height)
        for file in range(width)
    )
    labels = [Label(file, height, file_letter(file)) for file in range(width)]
    if ranks:
        labels += [Label(-1, height - 1 - rank, str(rank + 1)) for rank in range(height)]
    return Layout("square", cells, tuple(labels), colours, turns)


def neighbours(width: int, height: int, ways: Sequence[tuple[int, int]] = SIDEWAYS) -> Any:
    """A table for rules: `table[cell, way]` is the neighbour of a cell, or NOWHERE.

    A way is a pair (files, ranks); SIDEWAYS has the four sides, ALL_AROUND the corners as well.
    """
    table = np.full((width * height, len(ways)), NOWHERE, np.int16)
    for cell in range(width * height):
        for way, (files, ranks) in enumerate(ways):
            file, rank = cell % width + files, cell // width + ranks
            if 0 <= file < width and 0 <= rank < height:
                table[cell, way] = rank * width + file
    return table
