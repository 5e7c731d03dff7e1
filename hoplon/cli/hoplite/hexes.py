"""Flat-topped hexes in half blocks: two square pixels in each character.

A layout gives the width of a hex in each of its rows of pixels, top to bottom. Hexes fit together because
the rows of one and of its neighbour half a hex lower add up to twice the distance between columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from hoplon.games.hoplite.cells import ALL_CELLS, column_row

UPPER_HALF = "▀"
COLUMNS, ROWS = 9, 11
LABEL = 5  # characters, the third of them in the middle of the hex


@dataclass(frozen=True)
class Tile:
    """How one tile looks: its colour, and a label of five characters in the ink's colour."""

    fill: str
    label: str = " " * LABEL
    ink: str = "#ffffff"
    bracket: str = "#ffffff"


class Layout:
    """Where every tile lies on the screen, for one size of hex."""

    def __init__(self, widths: tuple[int, ...], pitch: int) -> None:
        high, widest = len(widths), max(widths)
        half = high // 2
        # The middle of a hex in an even column must not be split between two lines of text.
        shift = (half - 1) % 2
        self.columns = (COLUMNS - 1) * pitch + widest
        self.lines = (ROWS * high + shift + 1) // 2
        self.pixels: list[list[int | None]] = [[None] * self.columns for _ in range(2 * self.lines)]
        self.middles: dict[int, tuple[int, int]] = {}
        for cell in ALL_CELLS:
            column, row = column_row(cell)
            top = (ROWS - row) * high - (half if column % 2 else 0) + shift
            x = column * pitch + widest // 2
            for y, width in enumerate(widths, top):
                left = x - width // 2
                self.pixels[y][left : left + width] = [cell] * width
            self.middles[cell] = (x, (top + half - 1) // 2)
        self.labels = {
            (x + k - LABEL // 2, line): (cell, k)
            for cell, (x, line) in self.middles.items()
            for k in range(LABEL)
        }

    def cell_at(self, x: int, line: int) -> int | None:
        """The tile that is drawn at a character."""
        if not (0 <= x < self.columns and 0 <= line < self.lines):
            return None
        upper, lower = self.pixels[2 * line][x], self.pixels[2 * line + 1][x]
        return lower if upper is None else upper

    def paint(self, tiles: Mapping[int, Tile], background: str) -> list[Strip]:
        """The board, line by line."""
        return [self._paint_line(line, tiles, background) for line in range(self.lines)]

    def _paint_line(self, line: int, tiles: Mapping[int, Tile], background: str) -> Strip:
        drawn = [self._paint_character(x, line, tiles, background) for x in range(self.columns)]
        segments = [
            Segment("".join(character for character, _ in run), style)
            for style, run in groupby(drawn, key=lambda pair: pair[1])
        ]
        return Strip(segments, self.columns)

    def _paint_character(
        self, x: int, line: int, tiles: Mapping[int, Tile], background: str
    ) -> tuple[str, Style]:
        cell, place = self.labels.get((x, line), (None, 0))
        if cell is not None and tiles[cell].label[place] != " ":
            tile = tiles[cell]
            ink = tile.bracket if place in (0, LABEL - 1) else tile.ink
            return tile.label[place], Style.parse(f"bold {ink} on {tile.fill}")
        upper, lower = (
            background if pixel is None else tiles[pixel].fill
            for pixel in (self.pixels[2 * line][x], self.pixels[2 * line + 1][x])
        )
        if upper == lower:
            return " ", Style.parse(f"on {upper}")
        return UPPER_HALF, Style.parse(f"{upper} on {lower}")


SMALL = Layout((3, 5, 5, 3), 4)
MEDIUM = Layout((3, 5, 7, 7, 5, 3), 5)
LARGE = Layout((5, 7, 7, 9, 9, 7, 7, 5), 7)
LAYOUTS = (LARGE, MEDIUM, SMALL)
SIDE = 41  # columns that the panel beside the board needs at least


def fitting(width: int, height: int) -> Layout:
    """The largest layout that leaves room for the panel and the line of keys."""
    for layout in LAYOUTS:
        if layout.columns + 2 + SIDE <= width and layout.lines + 1 <= height:
            return layout
    return SMALL
