"""The board as an SVG picture, with the figures of the page."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from hoplon.games.hoplite.cells import ALL_CELLS, STAIRS, column_row
from hoplon.games.hoplite.view import DemonView, Position, view
from hoplon.games.hoplite.words import read_cell, write_cell
from hoplon.grids.figures import SANS, Figures, begin

FIGURES = Figures(Path(__file__).parent / "figures.svg")
SIZE = 20.0
WIDE = 1.5 * SIZE
HIGH = math.sqrt(3) * SIZE
LEFT, TOP = 10.0, 32.0
SCALE = 1.35  # pixels for each unit
FLOW = "M-12,-4q3,-4 6,0t6,0t6,0t6,0M-11,4q3,-4 6,0t6,0t6,0"  # of magma

STYLE = f"""
.hop{{font:600 8px {SANS};text-anchor:middle}}
.hop .t{{fill:var(--clay);stroke:var(--clay-edge);stroke-width:.8}}
.hop .m{{fill:#2b120a;stroke:#120804}}
.hop .f{{fill:none;stroke:var(--fire);stroke-width:1.8;stroke-linecap:round}}
.hop .c{{fill:var(--glaze);opacity:.6;font-size:6.6px}}
.hop .o{{fill:var(--bone);stroke:var(--glaze);stroke-width:1.6;paint-order:stroke;font-size:6.6px}}
.hop .b{{fill:var(--bone);stroke:var(--glaze);stroke-width:.8}}
.hop .n{{fill:var(--glaze);font-weight:700;font-size:8.5px}}
.hop .k{{fill:var(--ink);font-size:10px;text-anchor:start}}
.hop .h{{fill:#b3261e}}
"""
HELD = ("demolitionist-empty", "demolitionist-half", "demolitionist-bomb")


def centre(cell: int) -> tuple[float, float]:
    """Where the middle of a tile is drawn."""
    column, row = column_row(cell)
    return LEFT + SIZE + column * WIDE, TOP + HIGH * (11.5 - row - 0.5 * (column % 2))


def hexagon(cell: int, size: float = SIZE * 0.965) -> str:
    """The corners of a tile."""
    x, y = centre(cell)
    corners = [(x + size * math.cos(k * math.pi / 3), y + size * math.sin(k * math.pi / 3)) for k in range(6)]
    return " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in corners)


def picture(states: Any, i: int) -> str:
    """The position as a picture."""
    return draw_svg(view(states, i))


def draw_svg(p: Position) -> str:
    """A position as a picture, with titles for screen readers."""
    hearts = f'<tspan class="h">{"♥" * p.health}</tspan>{"♡" * (p.max_health - p.health)}'
    magma = {read_cell(text) for text in p.magma}
    width, height = LEFT * 2 + 8 * WIDE + 2 * SIZE, TOP + HIGH * 11 + 4
    things = _buildings(p) + _pieces(p)
    taken = {cell for cell, _ in things}
    parts = [
        begin(
            width, height, "hop hoplite-figure", f"Hoplite, depth {p.depth}, turn {p.turn}",
            STYLE + FIGURES.style, SCALE,
        ),
        f'<text class="k" x="{LEFT + 4:.0f}" y="20">depth {p.depth} · {hearts} · energy {p.energy} · '
        f"bash {f'in {p.cooldown}' if p.cooldown else 'ready'}</text>",
    ]  # fmt: skip
    for cell in ALL_CELLS:
        shade = "t m" if cell in magma else "t"
        parts.append(f'<polygon class="{shade}" points="{hexagon(cell)}"/>')
        if cell in magma:
            x, y = centre(cell)
            parts.append(f'<path class="f" d="{FLOW}" transform="translate({x:.1f} {y:.1f})"/>')
    parts += [drawn for _, drawn in things]
    for cell in ALL_CELLS:
        x, y = centre(cell)
        style = "o" if cell in taken or cell in magma else "c"
        parts.append(f'<text class="{style}" x="{x:.1f}" y="{y + 14.6:.1f}">{write_cell(cell)}</text>')
    return "".join(parts) + "</svg>"


def _figure(cell: str, names: tuple[str, ...], title: str, scale: float = 0.9) -> tuple[int, str]:
    at = read_cell(cell)
    return at, FIGURES.draw(names, *centre(at), scale, f"{title} on {cell}")


def _buildings(p: Position) -> list[tuple[int, str]]:
    """What stands on tiles and is not moved; over the stairs, something else may be built."""
    fire = () if p.altar_used else ("altar-fire",)
    built = [
        (p.altar, ("altar", *fire), "used altar" if p.altar_used else "altar"),
        (p.fleece, ("fleece",), "golden fleece"),
        (p.portal, ("portal",), "portal"),
    ]
    found = [_figure(cell, names, title) for cell, names, title in built if cell is not None]
    if STAIRS not in [cell for cell, _ in found]:
        found.append(_figure(write_cell(STAIRS), ("stairs",), "stairs"))
    return found


def _pieces(p: Position) -> list[tuple[int, str]]:
    """Bombs, the spear, demons with the number of their turn, and the hero."""
    found = [_figure(cell, ("bomb",), "bomb") for cell in p.bombs]
    is_held = p.spear == "hand"
    if not is_held:
        found.append(_figure(p.spear, ("spear",), "spear"))
    found += [_demon(demon, n) for n, demon in enumerate(p.demons, 1)]
    found.append(_figure(p.hero, ("hero-spear", "hero") if is_held else ("hero",), "hero"))
    return found


def _demon(demon: DemonView, number: int) -> tuple[int, str]:
    names: tuple[str, ...] = (demon.kind,)
    if demon.kind == "demolitionist":
        names += (HELD[min(demon.charge, 2)],)
    if demon.kind == "wizard":
        names += ("wizard-full" if demon.charge else "wizard-empty",)
    if demon.stunned:
        names += ("stunned",)
    cell, drawn = _figure(demon.cell, names, demon.kind + (", stunned" if demon.stunned else ""))
    x, y = centre(cell)
    badge = (
        f'<circle class="b" cx="{x - 11:.1f}" cy="{y - 9.5:.1f}" r="5.4"/>'
        f'<text class="n" x="{x - 11:.1f}" y="{y - 6.5:.1f}">{number}</text>'
    )
    return cell, drawn + badge
