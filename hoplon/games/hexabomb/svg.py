"""The board as an SVG picture, drawn for light and dark pages (rulebook 1.5)."""

from __future__ import annotations

import math
from typing import Any

from hoplon.games.hexabomb.maps import Cell, HexMap
from hoplon.games.hexabomb.tables import NEUTRAL
from hoplon.games.hexabomb.view import Position, whole

SIDE = 16.0
MARGIN = 14.0
HEAD = 26.0
HUES = (
    "#d1495b", "#2e86ab", "#6a994e", "#e09f3e", "#7b4fa3", "#3aa6a0", "#b5651d", "#d16ba5", "#4c5fd5",
    "#8f9c2c", "#c8553d", "#5a7d9a", "#9a3b3b", "#3c7a4a", "#b08900", "#6f5b8c", "#7d7d7d",
)  # fmt: skip

STYLE = """
.hexb{font:600 11px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.hexb .t{stroke:#8a8378;stroke-width:1;fill:#efe8da}
.hexb .h{stroke:#e0703a;stroke-width:2.5}
.hexb .i{fill:#fff}
.hexb .k{fill:#3a352d;font-weight:500;text-anchor:start}
@media (prefers-color-scheme:dark){.hexb .t{fill:#3b3830;stroke:#5d584d}.hexb .k{fill:#e8e2d4}}
"""


def hue(colour: int) -> str:
    """The paint of a colour that is not neutral."""
    return HUES[(colour - 1) % len(HUES)]


class _Sheet:
    """Where the cells of a board are drawn."""

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        places = [self._plain(cell) for cell in cells] or [(0.0, 0.0)]
        self.left = min(x for x, _ in places) - SIDE - MARGIN
        self.top = min(y for _, y in places) - SIDE - MARGIN - HEAD
        self.width = max(x for x, _ in places) + SIDE + MARGIN - self.left
        self.height = max(y for _, y in places) + SIDE + MARGIN - self.top

    @staticmethod
    def _plain(cell: Cell) -> tuple[float, float]:
        q, r = cell
        return SIDE * math.sqrt(3) * (q + r / 2), SIDE * 1.5 * r

    def centre(self, cell: Cell) -> tuple[float, float]:
        x, y = self._plain(cell)
        return x - self.left, y - self.top

    def hexagon(self, cell: Cell) -> str:
        x, y = self.centre(cell)
        turns = [math.pi / 6 + k * math.pi / 3 for k in range(6)]
        return " ".join(
            f"{x + (SIDE - 0.7) * math.cos(a):.1f},{y + (SIDE - 0.7) * math.sin(a):.1f}" for a in turns
        )

    def page(self, title: str, head: str, parts: list[str]) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'width="{self.width:.0f}" height="{self.height:.0f}" class="hexb" role="img">'
            f"<title>{title}</title><style>{STYLE}</style>"
            f'<text class="k" x="{MARGIN:.0f}" y="18">{head}</text>' + "".join(parts) + "</svg>"
        )


def _cell(sheet: _Sheet, cell: Cell, colour: int, hit: bool = False) -> str:
    paint = f' style="fill:{hue(colour)}"' if colour != NEUTRAL else ""
    shade = "t h" if hit else "t"
    return f'<polygon class="{shade}" points="{sheet.hexagon(cell)}"{paint}/>'


def _disc(sheet: _Sheet, cell: Cell, name: str, text: str, fill: str, size: float = 9.0) -> str:
    x, y = sheet.centre(cell)
    return (
        f'<g><title>{name}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{fill}" stroke="#fff"/>'
        f'<text class="i" x="{x:.1f}" y="{y:.1f}">{text}</text></g>'
    )


def picture(states: Any, i: int) -> str:
    """The position as a picture."""
    return draw_svg(whole(states, i))


def draw_svg(p: Position) -> str:
    """A position as a picture, with titles for screen readers.

    In sudden death colours carry no value, so only the cells under live characters show theirs.
    """
    sheet = _Sheet(p.cells)
    living = {c.cell for c in p.characters if c.alive}
    hit = {cell for cell, _ in p.blasts}
    parts = [
        _cell(sheet, cell, NEUTRAL if p.special and cell not in living else colour, cell in hit)
        for cell, colour in zip(p.cells, p.colours, strict=True)
    ]
    parts += [
        _disc(sheet, b.cell, f"bomb of player {b.seat}, range {b.range}", str(b.delay), "#22201c", 11.0)
        for b in p.bombs
    ]
    mined = {b.cell for b in p.bombs}
    parts += [
        _disc(sheet, c.cell, f"character {c.id} of player {c.seat}", str(c.id), hue(c.seat + 1), 7.5)
        if c.cell in mined
        else _disc(sheet, c.cell, f"character {c.id} of player {c.seat}", str(c.id), hue(c.seat + 1))
        for c in p.characters
        if c.alive
    ]
    scores = "   ".join(f"{seat}: {score}" for seat, score in enumerate(p.scores))
    return sheet.page(f"hexabomb, turn {p.turn}", f"Turn {p.turn}/{p.turns}   {scores}", parts)


def map_svg(board: HexMap) -> str:
    """A map as a picture."""
    sheet = _Sheet(board.cells)
    parts = [_cell(sheet, cell, NEUTRAL) for cell in board.cells]
    for g, group in enumerate(board.starts):
        parts += [
            _disc(sheet, cell, f"start {n} of group {g}", str(g), hue(g + 2)) for n, cell in enumerate(group)
        ]
    parts += [_disc(sheet, cell, "special start", "★", "#22201c") for cell in board.special]
    head = f"{len(board.cells)} cells, {len(board.starts)} start groups"
    return sheet.page("hexabomb map", head, parts)
