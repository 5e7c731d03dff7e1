"""A board as text: one letter a cell, hands and counters below."""

from __future__ import annotations

from hoplon.grids.hexes import ROW_HEIGHT
from hoplon.grids.scene import Hand, Layout, Scene

EMPTY = {"wall": "#", "water": "~", "special": "*"}
BACK = "??"


def text_picture(layout: Layout, scene: Scene) -> str:
    """The board with its labels, then what lies beside it."""
    lines = board_lines(layout, scene)
    lines += [f"{hand.title}: {cards_of(hand)}" for hand in scene.hands]
    if scene.counters:
        lines.append("  ".join(f"{counter.label} {counter.value}" for counter in scene.counters))
    if scene.note:
        lines.append(scene.note)
    return "\n".join(lines)


def cards_of(hand: Hand) -> str:
    """The cards of a hand; the backs of those that are hidden."""
    return " ".join(BACK if card.hidden else card.glyph for card in hand.cards) or "-"


def board_lines(layout: Layout, scene: Scene) -> list[str]:
    """The cells at twice their x, so that rows of hexagons can be shifted by half a cell."""
    if not layout.cells:
        return []
    height = ROW_HEIGHT if layout.grid == "hex" else 1.0
    written: list[tuple[int, int, str]] = []
    wide = None if layout.grid == "none" else 1  # cells without a grid stand as far apart as the game says
    top = {piece.cell: piece.glyph[:wide] for piece in scene.pieces}
    for number, cell in enumerate(layout.cells):
        tone = scene.tones.get(number, cell.tone)
        empty = next((EMPTY[word] for word in tone.split() if word in EMPTY), ".")
        written.append((round(cell.y / height), round(2 * cell.x), top.get(number, empty)))
    written += [  # a label ends where a cell would be
        (round(label.y / height), round(2 * label.x) - len(label.text) + 1, label.text)
        for label in layout.labels
    ]
    first, left = min(row for row, _, _ in written), min(column for _, column, _ in written)
    rows = [""] * (max(row for row, _, _ in written) - first + 1)
    for row, column, text in sorted(written):
        rows[row - first] = rows[row - first].ljust(column - left) + text
    return rows
