"""The board as a text diagram, both ways (rulebook 3).

  0123456789012345
0 X..4.XtXtXX1..4t
1 ..XX..14..XX.X.X
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hoplon.core.errors import BadPosition
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH
from hoplon.games.codekeeper.maze import KNOWN, position_of, rows_of
from hoplon.games.codekeeper.position import Position, position
from hoplon.games.codekeeper.state import LAST_TURN, MAX_HEALTH
from hoplon.games.codekeeper.tables import FULL_HEALTH, MONSTER_NAMES

HEADER = "".join(str(x % 10) for x in range(WIDTH))


def diagram(p: Position) -> str:
    """The board alone, with the numbers of columns and rows."""
    return "\n".join([f"   {HEADER}", *(f"{y:2d} {row}" for y, row in enumerate(rows_of(p)))])


def draw(states: Any, i: int) -> str:
    """The whole board with the hero's values above it, and below it what it does not show."""
    return describe(position(states, i))


def describe(p: Position) -> str:
    """The same for a position."""
    hammer, scythe, bow = p.charges
    lines = [
        f"turn {p.turn}/{LAST_TURN}  health {p.health}/{MAX_HEALTH}  score {p.score}  "
        f"hammer {hammer}  scythe {scythe}  bow {bow}",
        diagram(p),
    ]
    taken = {monster.cell for monster in p.monsters}
    under = [f"{item.kind} {item.cell}" for item in p.items if item.cell in taken]
    wounded = [
        f"{m.kind} {m.cell} has {m.health}"
        for m in p.monsters
        if m.health != FULL_HEALTH[MONSTER_NAMES.index(m.kind)]
    ]
    if under:
        lines.append("under monsters: " + ", ".join(under))
    if wounded:
        lines.append("wounded: " + ", ".join(wounded))
    if p.ended:
        lines.append(f"ended: {p.ended}")
    return "\n".join(lines)


def read_diagram(text: str, x: int = 0, y: int = 0, rest: str = ".", **values: Any) -> Position:
    """The position of a diagram, or of a cut-out whose corner is at (x, y); other values come by name."""
    rows: list[str] = []
    for line in text.split("\n"):
        words = line.split()
        if not words or words[-1].startswith("01234567"):
            continue
        row = words[-1]
        if len(words) > 2 or (len(words) == 2 and not words[0].isdecimal()):
            raise BadPosition(f"a line of a diagram is a row of cells, found {line.strip()[:40]!r}")
        for column, symbol in enumerate(row):
            if symbol not in KNOWN:
                raise BadPosition(f"{symbol!r} at {x + column},{y + len(rows)} is none of {' '.join(KNOWN)}")
        if x + len(row) > WIDTH or y + len(rows) >= HEIGHT:
            raise BadPosition(f"the diagram does not fit on a board of {WIDTH} x {HEIGHT}")
        rows.append(row)
    return replace(position_of(rows, x, y, rest), **values)
