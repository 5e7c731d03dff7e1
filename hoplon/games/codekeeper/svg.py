"""The board as an SVG picture, for light and dark pages; a veil lies over what the hero does not see."""

from __future__ import annotations

from typing import Any

from hoplon.games.codekeeper.cells import HEIGHT, SIGHT, WIDTH
from hoplon.games.codekeeper.maze import WALL, rows_of
from hoplon.games.codekeeper.position import Position, position
from hoplon.games.codekeeper.state import LAST_TURN, MAX_HEALTH
from hoplon.games.codekeeper.tables import FULL_HEALTH, HERO, MONSTER_NAMES, SYMBOLS, THING_NAMES
from hoplon.games.codekeeper.words import read_cell

SIZE = 34
LEFT, TOP = 24, 46

STYLE = """
.ck{font:600 14px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.ck .f{fill:#efe8da;stroke:#cfc6b4;stroke-width:1}
.ck .x{fill:#2b2823;stroke:#4a453c;stroke-width:1}
.ck .i{fill:#fff}
.ck .n{fill:#7b7366;font-weight:400;font-size:11px}
.ck .k{fill:#3a352d;font-weight:500;text-anchor:start}
.ck .v{fill:#6e675b;opacity:.7}
@media (prefers-color-scheme:dark){.ck .f{fill:#4a463d;stroke:#5d584d}.ck .x{fill:#14120f;stroke:#2b2823}
.ck .k{fill:#e8e2d4}.ck .v{fill:#0f0e0c}}
"""
PIECES = {
    "H": ("#1f6f8b", "H"), "0": ("#8a6a3a", "□"), "1": ("#77726a", "S"), "2": ("#4d6275", "G"),
    "3": ("#2f6b3c", "O"), "4": ("#7a2e5a", "V"),
}  # fmt: skip
SIGNS = {
    "E": ("#b58900", "⇩"), "t": ("#b58900", "◆"), "p": ("#b3262a", "✚"), "a": ("#b3262a", "▣"),
    "b": ("#2b5fa3", "▣"), "c": ("#2f7d3c", "▣"),
}  # fmt: skip


def picture(states: Any, i: int) -> str:
    """The position as a picture."""
    return draw_svg(position(states, i))


def draw_svg(p: Position, fog: bool = True) -> str:
    """A position as a picture, with titles for screen readers."""
    hammer, scythe, bow = p.charges
    width, height = 2 * LEFT + WIDTH * SIZE, TOP + HEIGHT * SIZE + 8
    hero = read_cell(p.hero)
    health = {m.cell: m for m in p.monsters}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" class="ck" role="img">',
        f"<title>CodeKeeper, turn {p.turn} of {LAST_TURN}</title><style>{STYLE}</style>",
        f'<text class="k" x="{LEFT}" y="14">Turn {p.turn}/{LAST_TURN}   ♥ {p.health}/{MAX_HEALTH}   '
        f"score {p.score}   hammer {hammer}   scythe {scythe}   bow {bow}</text>",
    ]
    parts += [
        f'<text class="n" x="{LEFT + x * SIZE + SIZE // 2}" y="{TOP - 9}">{x}</text>' for x in range(WIDTH)
    ]
    for y, row in enumerate(rows_of(p)):
        parts.append(f'<text class="n" x="{LEFT // 2}" y="{TOP + y * SIZE + SIZE // 2}">{y}</text>')
        for x, symbol in enumerate(row):
            left, top = LEFT + x * SIZE, TOP + y * SIZE
            shade = "x" if symbol == WALL else "f"
            parts.append(f'<rect class="{shade}" x="{left}" y="{top}" width="{SIZE}" height="{SIZE}"/>')
            monster = health.get(f"{x},{y}")
            parts.append(_mark(symbol, left, top, None if monster is None else monster.health))
            if fog and max(abs(x - (hero >> 4)), abs(y - (hero & 15))) > SIGHT:
                parts.append(f'<rect class="v" x="{left}" y="{top}" width="{SIZE}" height="{SIZE}"/>')
    return "".join(parts) + "</svg>"


def _mark(symbol: str, left: int, top: int, health: int | None) -> str:
    x, y = left + SIZE // 2, top + SIZE // 2
    if symbol in PIECES:
        colour, letter = PIECES[symbol]
        name = "hero" if symbol == HERO else THING_NAMES[SYMBOLS.index(symbol)]
        bar = ""
        if health is not None:
            name = f"{name}, health {health}"
            full = int(FULL_HEALTH[MONSTER_NAMES.index(name.partition(",")[0])])
            width = f"{28 * health / full:.1f}"
            bar = f'<rect fill="#3f9b4f" x="{left + 3}" y="{top + 1}" width="{width}" height="3"/>'
        return (
            f'<g><title>{name}</title><circle cx="{x}" cy="{y + 1}" r="12.5" fill="{colour}"/>'
            f'<text class="i" x="{x}" y="{y + 1}">{letter}</text>{bar}</g>'
        )
    if symbol in SIGNS:
        colour, sign = SIGNS[symbol]
        name = THING_NAMES[SYMBOLS.index(symbol)]
        return f'<g><title>{name}</title><text fill="{colour}" x="{x}" y="{y}">{sign}</text></g>'
    return ""
