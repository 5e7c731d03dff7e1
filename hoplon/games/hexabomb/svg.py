"""The board as an SVG picture, in the paints and with the emblems of the page (rulebook 1.5)."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from hoplon.games.hexabomb.maps import Cell, HexMap
from hoplon.games.hexabomb.tables import NEUTRAL
from hoplon.games.hexabomb.view import Bomb, Position, whole
from hoplon.grids.figures import SANS, begin, emblems, pigments

SIDE = 18.0
MARGIN = 10.0
HEAD = 28.0
SMALL = 160  # a board of so many cells is drawn in full size
COORDINATES = 640  # a board of more cells is drawn without
NEUTRAL_HUE = "#edcfb3"  # clay and bone, as on the page

STYLE = f"""
.hexb{{font:600 7px {SANS};text-anchor:middle}}
.hexb .t{{fill:{NEUTRAL_HUE};stroke:var(--clay-edge);stroke-width:.7}}
.hexb .e{{fill:none;stroke:#fff8ea;stroke-width:.9;opacity:.5;stroke-linecap:round;stroke-linejoin:round}}
.hexb .h{{fill:#ffb347;opacity:.35}}
.hexb .w{{fill:none;stroke:#ff9d1c;stroke-width:2.6}}
.hexb .r{{fill:var(--glaze);stroke:var(--bone);stroke-width:1.4}}
.hexb .i{{fill:none;stroke:#fff8ea;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}}
.hexb .b{{fill:var(--glaze)}}
.hexb .f{{fill:none;stroke:var(--glaze);stroke-width:2}}
.hexb .s{{fill:#ffb347}}
.hexb .q{{fill:var(--fire)}}
.hexb .n{{fill:var(--bone);font-size:13px;font-weight:700}}
.hexb .p{{fill:#ffce8a;font-size:8px;font-weight:700}}
.hexb .g{{fill:#fffdf6;stroke:var(--glaze);stroke-width:1.2}}
.hexb .o{{fill:var(--glaze)}}
.hexb .c{{fill:var(--glaze);opacity:.6;font-size:6.6px}}
.hexb .d{{fill:var(--bone);stroke:var(--glaze);stroke-width:1.6;paint-order:stroke;font-size:6.6px}}
.hexb .k{{fill:var(--ink);font-size:12px;text-anchor:start}}
"""
GHOST = "M-11,12V-2a11,11 0 0 1 22,0V12l-3.7,-4L3.7,12L0,8L-3.7,12L-7.3,8z"
FUSE = "M6,-9q3,-4 7,-3"
MOST_PIPS = 5
SEATS = 16  # and one that is apart


def hue(seat: int) -> str:
    """The paint of a seat."""
    return list(pigments().values())[seat % (SEATS + 1)]


def emblem(seat: int, special: bool) -> str:
    """The sign of a seat; the special player has one that nobody else has."""
    return emblems()[SEATS if special and seat == 0 else (seat - special) % SEATS]


class _Sheet:
    """Where the cells of a board are drawn."""

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells = cells
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

    def hexagon(self, cell: Cell, size: float = 0.955) -> str:
        x, y = self.centre(cell)
        turns = [math.pi / 6 + k * math.pi / 3 for k in range(6)]
        return " ".join(
            f"{x + SIDE * size * math.cos(a):.1f},{y + SIDE * size * math.sin(a):.1f}" for a in turns
        )

    def page(self, title: str, head: str, parts: list[str]) -> str:
        scale = 1.3 if len(self.cells) <= SMALL else 1.0
        return (
            begin(self.width, self.height, "hexb", title, STYLE, scale)
            + f'<text class="k" x="{MARGIN + 2:.0f}" y="20">{head}</text>'
            + "".join(parts)
            + "</svg>"
        )

    def place(self, cell: Cell, drawn: str, title: str = "") -> str:
        """A drawing around the middle of a cell."""
        x, y = self.centre(cell)
        said = f"<title>{escape(title)}</title>" if title else ""
        return f'<g transform="translate({x:.1f} {y:.1f})">{said}{drawn}</g>'

    def coordinates(self, taken: set[Cell]) -> list[str]:
        """What each cell is called; on what is dark, in letters that stand out."""
        if len(self.cells) > COORDINATES:
            return []
        found = []
        for cell in self.cells:
            x, y = self.centre(cell)
            style = "d" if cell in taken else "c"
            found.append(f'<text class="{style}" x="{x:.1f}" y="{y + 13.2:.1f}">{cell[0]},{cell[1]}</text>')
        return found


def _cell(sheet: _Sheet, cell: Cell, colour: int, special: bool = False) -> str:
    if colour == NEUTRAL:
        return f'<polygon class="t" points="{sheet.hexagon(cell)}"/>'
    owner = colour - 1
    return f'<polygon class="t" points="{sheet.hexagon(cell)}" style="fill:{hue(owner)}"/>' + sheet.place(
        cell, f'<path class="e" d="{emblem(owner, special)}" transform="scale(1.5)"/>'
    )


def _bomb(bomb: Bomb) -> str:
    """A bomb: when it explodes, and how far it reaches as pips."""
    spark = "q" if bomb.delay <= 1 else "s"
    drawn = (
        f'<circle class="b" r="12" cy="1" stroke="{hue(bomb.seat)}" stroke-width="2"/>'
        f'<path class="f" d="{FUSE}"/><circle class="{spark}" cx="13.5" cy="-12" r="2.6"/>'
        f'<text class="n" y="{2.5 if bomb.range else 5.5}">{bomb.delay}</text>'
    )
    if bomb.range > MOST_PIPS:
        return drawn + f'<text class="p" y="10.5">{bomb.range}</text>'
    places = [3.6 * (n - (bomb.range - 1) / 2) for n in range(bomb.range)]
    return drawn + "".join(f'<circle class="p" cx="{x:.1f}" cy="8" r="1.4"/>' for x in places)


def _character(seat: int, special: bool, scale: float) -> str:
    if special and seat == 0:
        eyes = "".join(f'<circle class="o" cx="{x}" cy="-2" r="2"/>' for x in (-4, 4))
        drawn = f'<path class="g" d="{GHOST}"/>{eyes}'
    else:
        drawn = (
            f'<circle class="r" r="11.5"/><circle r="9.3" fill="{hue(seat)}"/>'
            f'<path class="i" d="{emblem(seat, special)}"/>'
        )
    return drawn if scale == 1 else f'<g transform="scale({scale})">{drawn}</g>'


def picture(states: Any, i: int) -> str:
    """The position as a picture."""
    return draw_svg(whole(states, i))


def draw_svg(p: Position) -> str:
    """A position as a picture, with titles for screen readers.

    In sudden death colours carry no value, so only the cells under live characters show theirs.
    """
    sheet = _Sheet(p.cells)
    living = {c.cell for c in p.characters if c.alive}
    mined = {b.cell for b in p.bombs}
    shown = [
        (cell, NEUTRAL if p.special and cell not in living else colour)
        for cell, colour in zip(p.cells, p.colours, strict=True)
    ]
    parts = [_cell(sheet, cell, colour, p.special) for cell, colour in shown]
    for cell, _ in p.blasts:
        corners = sheet.hexagon(cell, 0.84)
        parts.append(f'<polygon class="h" points="{corners}"/><polygon class="w" points="{corners}"/>')
    parts += [
        sheet.place(b.cell, _bomb(b), f"bomb of player {b.seat + 1}, range {b.range}, explodes in {b.delay}")
        for b in p.bombs
    ]
    parts += [
        sheet.place(
            c.cell,
            _character(c.seat, p.special, 0.66 if c.cell in mined else 1),
            f"character {c.id} of player {c.seat + 1}",
        )
        for c in p.characters
        if c.alive
    ]
    parts += sheet.coordinates(living | mined | {c for c, colour in shown if colour != NEUTRAL})
    scores = " · ".join(f'<tspan fill="{hue(seat)}">⬢</tspan> {score}' for seat, score in enumerate(p.scores))
    return sheet.page(f"hexabomb, turn {p.turn}", f"turn {p.turn} of {p.turns} · {scores}", parts)


def map_svg(board: HexMap) -> str:
    """A map as a picture."""
    sheet = _Sheet(board.cells)
    parts = [_cell(sheet, cell, NEUTRAL) for cell in board.cells]
    for g, group in enumerate(board.starts):
        parts += [
            sheet.place(cell, _character(g, False, 1), f"start {n} of group {g}")
            for n, cell in enumerate(group)
        ]
    parts += [sheet.place(cell, _character(0, True, 1), "special start") for cell in board.special]
    parts += sheet.coordinates({*board.special, *(cell for group in board.starts for cell in group)})
    head = f"{len(board.cells)} cells, {len(board.starts)} start groups"
    return sheet.page("hexabomb map", head, parts)
