"""The board as an SVG picture, with the figures of the page; what the hero does not see is dim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplon.games.codekeeper.cells import HEIGHT, SIGHT, WIDTH
from hoplon.games.codekeeper.maze import WALL, rows_of
from hoplon.games.codekeeper.position import Position, position
from hoplon.games.codekeeper.state import LAST_TURN, MAX_HEALTH
from hoplon.games.codekeeper.tables import FLOOR, FULL_HEALTH, HERO, MONSTER_NAMES, SYMBOLS, THING_NAMES
from hoplon.games.codekeeper.view import FOG
from hoplon.games.codekeeper.words import read_cell
from hoplon.grids.figures import SANS, Figures, begin

FIGURES = Figures(Path(__file__).parent / "figures.svg")
SIDE = 36
LEFT, TOP = 24, 50
KEY = "M-11,9V-9H9V5H-5V-3H3"  # of a wall
MIST = "M-9,0q4.5,-4 9,0t9,0"

STYLE = f"""
.ck{{font:600 12px {SANS};text-anchor:middle}}
.ck .g{{fill:var(--clay-edge)}}
.ck .f{{fill:var(--clay)}}
.ck .x{{fill:var(--glaze)}}
.ck .u{{fill:#523624}}
.ck .y{{fill:none;stroke:var(--clay-edge);stroke-width:1.8;opacity:.75}}
.ck .s{{fill:none;stroke:var(--bone);stroke-width:1.2;opacity:.2;stroke-linecap:round}}
.ck .d{{opacity:.6}}
.ck .z{{fill:var(--glaze)}}
.ck .l{{fill:#9fbf4a}}
.ck .n{{fill:var(--soft);font-size:11px}}
.ck .k{{fill:var(--ink);font-size:14px;text-anchor:start}}
.ck .h{{fill:#b3261e}}
"""


def picture(states: Any, i: int) -> str:
    """The position as a picture."""
    return draw_svg(position(states, i))


def draw_svg(p: Position, fog: bool = True) -> str:
    """A position as a picture, with titles for screen readers."""
    hero = read_cell(p.hero)
    dim = {
        (x, y)
        for x in range(WIDTH)
        for y in range(HEIGHT)
        if fog and max(abs(x - (hero >> 4)), abs(y - (hero & 15))) > SIGHT
    }
    healths = {m.cell: m.health for m in p.monsters}
    values = (p.turn, p.health, p.score, *p.charges)
    return draw_rows(rows_of(p), values, healths, dim)


def draw_rows(
    rows: list[str], values: tuple[int, ...], healths: dict[str, int], dim: set[tuple[int, int]]
) -> str:
    """A maze as a picture: its symbols by row, the hero's values, the monsters' health, what is dim."""
    turn, health, score, hammer, scythe, bow = values
    width, height = LEFT + WIDTH * SIDE + 12, TOP + HEIGHT * SIDE + 12
    parts = [
        begin(
            width, height, "ck codekeeper-figure", f"CodeKeeper, turn {turn} of {LAST_TURN}",
            STYLE + FIGURES.style,
        ),
        f'<text class="k" x="{LEFT}" y="21">turn {turn} of {LAST_TURN} · <tspan class="h">♥</tspan> '
        f"{health} of {MAX_HEALTH} · score {score} · hammer {hammer} · scythe {scythe} · bow {bow}</text>",
        f'<rect class="g" x="{LEFT - 2}" y="{TOP - 2}" width="{WIDTH * SIDE + 4}" '
        f'height="{HEIGHT * SIDE + 4}" rx="6"/>',
    ]  # fmt: skip
    parts += [
        f'<text class="n" x="{LEFT + x * SIDE + SIDE // 2}" y="{TOP - 7}">{x}</text>' for x in range(WIDTH)
    ]
    for y, row in enumerate(rows):
        parts.append(f'<text class="n" x="{LEFT // 2 - 1}" y="{TOP + y * SIDE + SIDE // 2 + 4}">{y}</text>')
        for x, symbol in enumerate(row):
            drawn = _tile(symbol) + _figure(symbol, healths.get(f"{x},{y}"))
            shade = ' class="d"' if (x, y) in dim and symbol != FOG else ""
            at = f"translate({LEFT + x * SIDE + SIDE // 2} {TOP + y * SIDE + SIDE // 2})"
            parts.append(f'<g transform="{at}"{shade}>{drawn}</g>')
    return "".join(parts) + "</svg>"


def _tile(symbol: str) -> str:
    if symbol == FOG:
        return f'<rect class="u" x="-18" y="-18" width="36" height="36"/><path class="s" d="{MIST}"/>'
    shade = "x" if symbol == WALL else "f"
    tile = f'<rect class="{shade}" x="-17.5" y="-17.5" width="35" height="35" rx="2.5"/>'
    return tile + (f'<path class="y" d="{KEY}"/>' if symbol == WALL else "")


def _figure(symbol: str, health: int | None) -> str:
    """What stands on a cell, and how much health is left of what was hit."""
    if symbol in (WALL, FLOOR, FOG):
        return ""
    name = "hero" if symbol == HERO else THING_NAMES[SYMBOLS.index(symbol)]
    title, bar = name, ""
    if health is not None:
        title = f"{name}, health {health}"
        full = int(FULL_HEALTH[MONSTER_NAMES.index(name)])
        if health < full:
            bar = (
                '<rect class="z" x="-12" y="-16.5" width="24" height="3.5" rx="1.5"/>'
                f'<rect class="l" x="-12" y="-16.5" width="{24 * health / full:.1f}" height="3.5" rx="1.5"/>'
            )
    return FIGURES.draw((name,), 0, 0, 1, title) + bar
