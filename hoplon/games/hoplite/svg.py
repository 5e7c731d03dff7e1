"""The board as an SVG picture, drawn for light and dark pages."""

from __future__ import annotations

import math
from typing import Any

from hoplon.games.hoplite.cells import ALL_CELLS, column_row
from hoplon.games.hoplite.picture import GROUND, symbols
from hoplon.games.hoplite.view import Position, view
from hoplon.games.hoplite.words import read_cell

SIZE = 22.0
WIDE = 1.5 * SIZE
HIGH = math.sqrt(3) * SIZE
LEFT, TOP = 28.0, 34.0

STYLE = """
.hop{font:600 13px system-ui,sans-serif;text-anchor:middle}
.hop .t{stroke:#8a8378;stroke-width:1.2;fill:#efe8da}
.hop .m{fill:#e0703a;stroke:#b34d1f}
.hop .x{fill:#d9d2c2}
.hop .b{fill:#5b5346}
.hop .i{fill:#fff}
.hop .k{fill:#3a352d;font-weight:500;text-anchor:start}
@media (prefers-color-scheme:dark){.hop .t{fill:#3b3830;stroke:#5d584d}.hop .m{fill:#b04a1c;stroke:#e0703a}
.hop .x{fill:#57513f}.hop .k{fill:#e8e2d4}}
"""
PIECES = {
    "@": ("#1f6f8b", "hero"),
    "F": ("#a3262a", "footman"),
    "A": ("#7a4fa3", "archer"),
    "D": ("#8a5a12", "demolitionist"),
    "d": ("#8a5a12", "demolitionist without bomb"),
    "W": ("#2f6b3c", "wizard"),
    "w": ("#2f6b3c", "wizard, discharged"),
    "o": ("#22201c", "bomb"),
}
SIGNS = {">": ("⇩", "stairs"), "P": ("Ψ", "altar"), "p": ("ψ", "altar, used"), "s": ("↑", "spear"),
         "*": ("✶", "fleece"), "O": ("◯", "portal")}  # fmt: skip


def centre(cell: int) -> tuple[float, float]:
    """Where the middle of a tile is drawn."""
    column, row = column_row(cell)
    return LEFT + SIZE + column * WIDE, TOP + HIGH * (11.5 - row - 0.5 * (column % 2))


def hexagon(cell: int, size: float = SIZE - 1) -> str:
    """The corners of a tile."""
    x, y = centre(cell)
    corners = [(x + size * math.cos(k * math.pi / 3), y + size * math.sin(k * math.pi / 3)) for k in range(6)]
    return " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in corners)


def picture(states: Any, i: int) -> str:
    """The position as a picture."""
    return draw_svg(view(states, i))


def draw_svg(p: Position) -> str:
    """A position as a picture, with a title for screen readers."""
    drawn = symbols(p)
    hearts = "♥" * p.health + "♡" * (p.max_health - p.health)
    magma = {read_cell(text) for text in p.magma}
    width, height = LEFT * 2 + 8 * WIDE + 2 * SIZE, TOP + HIGH * 11 + 6
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" class="hop" role="img">',
        f"<title>Hoplite, depth {p.depth}, turn {p.turn}</title><style>{STYLE}</style>",
        f'<text class="k" x="{LEFT:.0f}" y="18">Depth {p.depth}   {hearts}   ⚡{p.energy}   '
        f"bash {p.cooldown or 'ready'}</text>",
    ]
    for cell in ALL_CELLS:
        symbol = drawn.get(cell, GROUND)
        shade = "t m" if cell in magma else "t x" if symbol in SIGNS else "t"
        parts.append(f'<polygon class="{shade}" points="{hexagon(cell)}"/>')
        parts.append(_mark(symbol, *centre(cell)))
    return "".join(parts) + "</svg>"


def _mark(symbol: str, x: float, y: float) -> str:
    if symbol in PIECES:
        colour, name = PIECES[symbol]
        letter = "" if symbol == "o" else "H" if symbol == "@" else symbol
        size = 7.5 if symbol == "o" else 13
        return (
            f'<g><title>{name}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{colour}"/>'
            f'<text class="i" x="{x:.1f}" y="{y:.1f}" dy=".35em">{letter}</text></g>'
        )
    if symbol in SIGNS:
        sign, name = SIGNS[symbol]
        return f'<g><title>{name}</title><text class="b" x="{x:.1f}" y="{y:.1f}" dy=".35em">{sign}</text></g>'
    return ""
