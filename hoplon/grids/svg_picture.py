"""A board as an SVG picture, for light and dark pages."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin

from hoplon.grids.figures import pigments
from hoplon.grids.scene import Card, Cell, Hand, Layout, Scene
from hoplon.grids.text_picture import BACK

APART = 40.0  # between the centres of neighbours
MARGIN = 14.0
LINE = 22.0
CARD = 30.0, 42.0
PIGMENTS = pigments()
LIGHT = ("yellow", "olive", "white")
DISCS = "●○⚫⚪⬤"
SHADES = ("wall", "water", "special", "dark")

STYLE = """
.grid{font:600 15px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.grid .c{fill:#efe8da;stroke:#b3a893;stroke-width:1}
.grid .dark{fill:#d8ccb4}.grid .wall{fill:#4a453c}.grid .water{fill:#a9c9d6}.grid .special{fill:#e9d59a}
.grid .k{fill:#3a352d;font-weight:500;text-anchor:start}
.grid .n{fill:#7b7366;font-weight:400;font-size:12px}
.grid .b{fill:#8a8378}
@media (prefers-color-scheme:dark){.grid .c{fill:#4a463d;stroke:#6b6558}.grid .dark{fill:#38352e}
.grid .wall{fill:#14120f}.grid .water{fill:#35586a}.grid .special{fill:#6e5e2c}.grid .k{fill:#e8e2d4}}
"""


class _Sheet:
    """Where things of a layout are drawn."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        places = [(c.x, c.y) for c in layout.cells] + [(one.x, one.y) for one in layout.labels]
        self.left = min((x for x, _ in places), default=0.0) - 0.5
        self.top = min((y for _, y in places), default=0.0) - 0.5
        self.width = max((x for x, _ in places), default=6.5) + 0.5 - self.left
        self.height = max((y for _, y in places), default=self.top - 0.5) + 0.5 - self.top

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point is on the sheet."""
        return (x - self.left) * APART + MARGIN, (y - self.top) * APART + MARGIN

    def colour(self, seat: int | None) -> str:
        """The pigment of a seat, by name."""
        if seat is None:
            return "sand"
        named = self.layout.colours[seat] if seat < len(self.layout.colours) else ""
        return named if named in PIGMENTS else list(PIGMENTS)[seat % 16]

    def disc(self, x: float, y: float, size: float, colour: str, text: str) -> str:
        """A round piece with a sign on it."""
        sign = "" if text in DISCS else self.sign(x, y, text, "#2a1d10" if colour in LIGHT else "#fff8ea")
        rim = "#0008" if colour in LIGHT else "#fff8"
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:g}" fill="{PIGMENTS[colour]}" stroke="#0006"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.72 * size:.1f}" fill="none" stroke="{rim}"/>{sign}'
        )

    @staticmethod
    def sign(x: float, y: float, text: str, fill: str) -> str:
        """A short text in the middle of something."""
        return f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}">{escape(text)}</text>'


def svg_picture(layout: Layout, scene: Scene, title: str) -> str:
    """The board, its pieces, and what lies beside it, with titles for screen readers."""
    sheet = _Sheet(layout)
    parts = [_cell(sheet, number, cell, scene) for number, cell in enumerate(layout.cells)]
    for label in layout.labels:
        x, y = sheet.at(label.x, label.y)
        parts.append(f'<text class="n" x="{x:.1f}" y="{y:.1f}">{escape(label.text)}</text>')
    for piece in scene.pieces:
        cell = layout.cells[piece.cell]
        said = f"{cell.id}: {piece.label or piece.glyph}{f', {piece.count}' if piece.count else ''}"
        fade = ' opacity=".45"' if piece.dim else ""
        x, y = sheet.at(cell.x, cell.y)
        count = sheet.disc(x + 12, y + 12, 8, "black", str(piece.count)) if piece.count else ""
        body = sheet.disc(x, y, 15, sheet.colour(piece.seat), piece.glyph)
        parts.append(f"<g{fade}><title>{escape(said)}</title>{body}{count}</g>")
    y = sheet.height * APART + 2 * MARGIN
    for hand in scene.hands:
        parts.append(_hand(sheet, hand, y))
        y += CARD[1] + 8
    counters = "   ".join(f"{counter.label} {counter.value}" for counter in scene.counters)
    for line in filter(None, (counters, scene.note)):
        parts.append(f'<text class="k" x="{MARGIN:g}" y="{y + LINE / 2:.1f}">{escape(line)}</text>')
        y += LINE
    width, height = sheet.width * APART + 2 * MARGIN, y + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" class="grid" role="img"><title>{escape(title)}</title><style>{STYLE}</style>'
        + "".join(parts)
        + "</svg>"
    )


def _cell(sheet: _Sheet, number: int, cell: Cell, scene: Scene) -> str:
    x, y = sheet.at(cell.x, cell.y)
    tone = scene.tones.get(number, cell.tone).split()
    shade = " ".join(["c", *(word for word in tone if word in SHADES)])
    shape = _outline(sheet.layout.grid, x, y)
    found = f'<path class="{shade}" d="{shape}"/>'
    for word in tone:
        if word[:4] in ("goal", "seat") and word[4:].isdecimal():
            paint = PIGMENTS[sheet.colour(int(word[4:]))]
            strength = ".75" if word.startswith("seat") else ".3"
            found += f'<path d="{shape}" fill="{paint}" fill-opacity="{strength}"/>'
    return found


def _outline(grid: str, x: float, y: float) -> str:
    if grid == "square":
        return f"M{x - 20:.1f},{y - 20:.1f}h40v40h-40z"
    if grid == "none":
        return f"M{x - 18:.1f},{y:.1f}a18,18 0 1 0 36,0a18,18 0 1 0 -36,0z"
    side = APART / 3**0.5
    corners = [pi / 6 + k * pi / 3 for k in range(6)]
    return "M" + "L".join(f"{x + side * cos(a):.1f},{y + side * sin(a):.1f}" for a in corners) + "z"


def _hand(sheet: _Sheet, hand: Hand, top: float) -> str:
    wide, high = CARD
    parts = [f'<text class="k" x="{MARGIN:g}" y="{top + high / 2:.1f}">{escape(hand.title)}</text>']
    for number, card in enumerate(hand.cards):
        parts.append(_card(sheet, card, 130 + number * (wide + 6), top))
    return "".join(parts)


def _card(sheet: _Sheet, card: Card, left: float, top: float) -> str:
    wide, high = CARD
    box = f'x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="4" stroke="#0006"'
    middle = left + wide / 2, top + high / 2
    if card.hidden:
        said, fill, sign = "a hidden card", "#7a6f5f", sheet.sign(*middle, BACK[0], "#fff8ea")
    else:
        ink = "#2a1d10" if card.seat is None else PIGMENTS[sheet.colour(card.seat)]
        said, fill, sign = card.label or card.glyph, "#fbf7ee", sheet.sign(*middle, card.glyph, ink)
    return f'<g><title>{escape(said)}</title><rect {box} fill="{fill}"/>{sign}</g>'
