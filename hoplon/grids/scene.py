"""A board as data: what never changes is a `Layout`, what lies on it now is a `Scene`.

The text picture, the SVG and the page of the arena are all drawn from these two. To the rules a cell is a
number, its place in `Layout.cells`; the page knows it by its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from hoplon.core.actions import NOWHERE
from hoplon.core.errors import BadText

if TYPE_CHECKING:
    from hoplon.core.board import Json


@dataclass(frozen=True)
class Cell:
    """A cell and its centre, in units of the distance between neighbours; y grows downwards.

    `tone` holds words: dark, well, wall, water, special, and goal0, goal1, … for the goal or edge of a seat.
    """

    id: str
    x: float
    y: float
    tone: str = ""


@dataclass(frozen=True)
class Label:
    """A text beside the cells, such as the letter of a file."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Layout:
    """A board without anything on it. `grid` is square, hex (pointed at the top) or none.

    `colours` names the pigments of the seats (red, blue, white, black, …); `turns` lets the page turn a wide
    board on a tall screen.
    """

    grid: str
    cells: tuple[Cell, ...] = ()
    labels: tuple[Label, ...] = ()
    colours: tuple[str, ...] = ()
    turns: bool = False

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """The numbers of cells by their names."""
        return {cell.id: number for number, cell in enumerate(self.cells)}

    def name(self, cell: int) -> str | None:
        """The name of a cell; None for NOWHERE."""
        return None if cell == NOWHERE else self.cells[cell].id

    def read(self, text: str) -> int:
        """The number of the cell that a text names."""
        if text not in self.number_of:
            first, last = (self.cells[0].id, self.cells[-1].id) if self.cells else ("", "")
            raise BadText(f"{text[:30]!r} is no cell; expected one from {first} to {last}")
        return self.number_of[text]

    def as_json(self) -> Json:
        """As the page reads it."""
        found: Json = {
            "grid": self.grid,
            "cells": [asdict(cell) for cell in self.cells],
            "labels": [asdict(label) for label in self.labels],
        }
        if self.colours:
            found["colours"] = list(self.colours)
        return found | ({"turns": True} if self.turns else {})


@dataclass(frozen=True)
class Piece:
    """Something on a cell. `key` tells it from all others, in the next position too if it is still there.

    Pieces of different seats have different glyphs, since a text picture has no colours.
    """

    key: str
    cell: int
    glyph: str
    seat: int | None = None
    label: str = ""
    count: int = 0
    dim: bool = False


def pieces_on(cells: Sequence[int], glyphs: str, labels: Sequence[str]) -> tuple[Piece, ...]:
    """A piece on each cell that is not empty (0); any other number is 1 more than the seat of the piece."""
    return tuple(
        Piece(f"{cell}", cell, glyphs[held - 1], held - 1, labels[held - 1])
        for cell, held in enumerate(cells)
        if held
    )


@dataclass(frozen=True)
class Card:
    """A card; of a hidden one only the back is seen."""

    key: str
    glyph: str
    label: str
    seat: int | None = None
    hidden: bool = False


@dataclass(frozen=True)
class Hand:
    """Cards of a seat, or on the table for all."""

    seat: int | None
    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Counter:
    """A value to show beside the board, of a seat or of all."""

    label: str
    value: str
    seat: int | None = None


@dataclass(frozen=True)
class Scene:
    """All that lies on a board; `tones` are those of cells that differ from the layout, such as `seat0`."""

    pieces: tuple[Piece, ...] = ()
    tones: Mapping[int, str] = field(default_factory=dict)
    hands: tuple[Hand, ...] = ()
    counters: tuple[Counter, ...] = ()
    note: str = ""

    def as_json(self, layout: Layout) -> Json:
        """As the page reads it: cells by their names."""
        return {
            "pieces": [asdict(piece) | {"cell": layout.name(piece.cell)} for piece in self.pieces],
            "tones": {layout.name(cell): tone for cell, tone in self.tones.items()},
            "hands": [asdict(hand) for hand in self.hands],
            "counters": [asdict(counter) for counter in self.counters],
            "note": self.note,
        }
