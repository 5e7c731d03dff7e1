"""Mazes drawn as text: 12 rows of 16 characters (rulebook 3 and 12.1).

    X..4.XtXtXX1..4t
    ..XX..14..XX.X.X
    …

Empty lines and lines that begin with `#` are skipped. A maze has one hero `H` and one exit `E`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from hoplon.core.errors import BadPosition
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH, cell_at
from hoplon.games.codekeeper.position import Item, Monster, Position, in_table_order
from hoplon.games.codekeeper.state import MAX_MONSTERS, Thing
from hoplon.games.codekeeper.tables import (
    FIRST_MONSTER,
    FLOOR,
    FULL_HEALTH,
    HERO,
    MONSTER_NAMES,
    SYMBOLS,
    THING_NAMES,
)
from hoplon.games.codekeeper.words import read_cell, write_cell

COMMENT = "#"
KNOWN = SYMBOLS + FLOOR + HERO
WALL = SYMBOLS[Thing.OBSTACLE]
EXIT = SYMBOLS[Thing.EXIT]

LONGEST_FILE = 1 << 16  # characters


def read_rows(text: str) -> list[str]:
    """The twelve rows of a maze; BadPosition names line and column of what is wrong."""
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        row = line.rstrip()
        if row and not row.startswith(COMMENT):
            rows.append((number, row))
    for number, row in rows:
        for column, symbol in enumerate(row, 1):
            if symbol not in KNOWN:
                raise BadPosition(f"line {number}, column {column}: {symbol!r} is none of {' '.join(KNOWN)}")
        if len(row) != WIDTH:
            column = min(len(row), WIDTH) + 1
            raise BadPosition(f"line {number}, column {column}: a row of {len(row)} cells; expected {WIDTH}")
    if len(rows) != HEIGHT:
        last = rows[-1][0] if rows else 1
        raise BadPosition(f"line {last}: the maze has {len(rows)} rows; expected {HEIGHT}")
    for symbol, name in ((HERO, "hero"), (EXIT, "exit")):
        found = [(number, column) for number, row in rows for column, s in enumerate(row, 1) if s == symbol]
        if not found:
            raise BadPosition(f"line {rows[-1][0]}: the maze has no {name} {symbol!r}; expected one")
        if len(found) > 1:
            number, column = found[1]
            raise BadPosition(f"line {number}, column {column}: a second {name} {symbol!r}; expected one")
    crowd = sum(symbol in SYMBOLS[FIRST_MONSTER:] for _, row in rows for symbol in row)
    if crowd > MAX_MONSTERS:
        raise BadPosition(
            f"line {rows[-1][0]}: the maze has {crowd} monsters; expected at most {MAX_MONSTERS}"
        )
    return [row for _, row in rows]


def position_of(rows: list[str], x0: int = 0, y0: int = 0, rest: str = FLOOR) -> Position:
    """The position that rows of a map draw, with their corner at (x0, y0); all around it is `rest`."""
    drawn = {cell_at(x0 + x, y0 + y): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row)}
    cells = [(cell_at(x, y), drawn.get(cell_at(x, y), rest)) for y in range(HEIGHT) for x in range(WIDTH)]
    heroes = [c for c, symbol in cells if symbol == HERO]
    if len(heroes) != 1:
        raise BadPosition(f"a map has one hero {HERO}, found {len(heroes)}")
    things = [(SYMBOLS.index(symbol), write_cell(c)) for c, symbol in cells if symbol in SYMBOLS]
    monsters = tuple(
        Monster(MONSTER_NAMES[thing - FIRST_MONSTER], cell, int(FULL_HEALTH[thing - FIRST_MONSTER]))
        for thing, cell in things
        if thing >= FIRST_MONSTER
    )
    return Position(
        hero=write_cell(heroes[0]),
        walls=tuple(cell for thing, cell in things if thing == Thing.OBSTACLE),
        items=tuple(
            Item(THING_NAMES[thing], cell)
            for thing, cell in things
            if thing < FIRST_MONSTER and thing != Thing.OBSTACLE
        ),
        monsters=in_table_order(monsters, 0),
    )


def rows_of(p: Position) -> list[str]:
    """A position as a map; a monster hides the item it stands on, the hero everything."""
    cells = {read_cell(cell): WALL for cell in p.walls}
    cells |= {read_cell(item.cell): SYMBOLS[THING_NAMES.index(item.kind)] for item in p.items}
    cells |= {read_cell(m.cell): SYMBOLS[THING_NAMES.index(m.kind)] for m in p.monsters}
    cells[read_cell(p.hero)] = HERO
    return ["".join(cells.get(cell_at(x, y), FLOOR) for x in range(WIDTH)) for y in range(HEIGHT)]


@dataclass(frozen=True)
class Survey:
    """What a maze holds, for `maze check`: how much of everything, and how far the exit is."""

    open_cells: int
    steps_to_exit: int | None
    cut_off: tuple[str, ...]
    counts: dict[str, int]

    def __str__(self) -> str:
        far = "cannot be reached" if self.steps_to_exit is None else f"is {self.steps_to_exit} steps away"
        lines = [f"{self.open_cells} open cells; the exit {far}"]
        lines.append(", ".join(f"{count} {name}" for name, count in self.counts.items()) or "nothing in it")
        if self.cut_off:
            lines.append(f"cut off from the hero: {' '.join(self.cut_off)}")
        return "\n".join(lines)


def survey(rows: list[str]) -> Survey:
    """Look a maze over; boxes and other monsters can be destroyed and count as no hindrance."""
    symbols = {(x, y): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol != WALL}
    (start,) = (place for place, symbol in symbols.items() if symbol == HERO)
    steps = {start: 0}
    queue = [start]
    for x, y in queue:
        for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if place in symbols and place not in steps:
                steps[place] = steps[x, y] + 1
                queue.append(place)
    found = Counter(symbols.values())
    return Survey(
        open_cells=len(symbols),
        steps_to_exit=min((steps[place] for place in steps if symbols[place] == EXIT), default=None),
        cut_off=tuple(f"{x},{y}" for x, y in symbols if (x, y) not in steps),
        counts={
            THING_NAMES[n]: found[s] for n, s in enumerate(SYMBOLS) if found[s] and s not in (EXIT, WALL)
        },
    )


def read_file(path: str | Path) -> list[str]:
    """The rows of a maze in a file; the errors name it."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST_FILE + 1)
        if len(text) > LONGEST_FILE:
            raise BadPosition(f"it is too long for a maze; expected at most {LONGEST_FILE} characters")
        return read_rows(text)
    except UnicodeDecodeError:
        raise BadPosition(f"{path} is no maze: it is not text") from None
    except BadPosition as error:
        raise BadPosition(f"{path}: {error}") from None
