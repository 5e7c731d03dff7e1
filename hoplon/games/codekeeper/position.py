"""The whole position as plain Python values, for notation, pictures and tests; and back into a state."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from hoplon.core.errors import BadPosition, BadText
from hoplon.games.codekeeper.cells import ALL_CELLS, drop, has, number_of, table_size, visible_cells
from hoplon.games.codekeeper.chance import MASK
from hoplon.games.codekeeper.setup import add_monster, clear, enter, list_monsters
from hoplon.games.codekeeper.state import (
    LAST_TURN,
    MAX_HEALTH,
    MAX_MONSTERS,
    NOTHING,
    START_CHARGES,
    End,
    Facing,
    Thing,
)
from hoplon.games.codekeeper.tables import FIRST_MONSTER, FULL_HEALTH, MONSTER_NAMES, THING_NAMES
from hoplon.games.codekeeper.words import read_cell, write_cell

ITEM_NAMES = tuple(name for name in THING_NAMES[:FIRST_MONSTER] if name != THING_NAMES[Thing.OBSTACLE])
FACING_NAMES = tuple(facing.name.lower() for facing in Facing)
END_NAMES = tuple(end.name.lower() for end in End)
TABLES = (16, 32, 64, 128)
MOST = 2**31 - 1
LARGE = 30000


@dataclass(frozen=True)
class Monster:
    """A monster: its kind, cell and health. `id` is its name in turn logs: V3 has id 2."""

    kind: str
    cell: str
    health: int
    id: int = -1


@dataclass(frozen=True)
class Item:
    """An item and its cell."""

    kind: str
    cell: str


@dataclass(frozen=True)
class Position:
    """A position of CodeKeeper (2). Monsters stand in the list order of 13.2, before the next shuffle.

    `sight` and `table` are the sizes of the two tables of 13; 0 means as for a fresh game.
    """

    hero: str
    walls: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    monsters: tuple[Monster, ...] = ()
    health: int = MAX_HEALTH
    score: int = 0
    charges: tuple[int, int, int] = (START_CHARGES,) * 3
    facing: str = "down"
    turn: int = 0
    rng: int | None = None
    sight: int = 0
    table: int = 0
    ended: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return asdict(self)


def position(states: Any, i: int) -> Position:
    """The whole position, which no bot may see."""
    s = states[i]
    cells = s.cell.tolist()
    sight, table = int(s.sight_table), int(s.monster_table)
    return Position(
        hero=write_cell(int(s.hero)),
        walls=tuple(write_cell(c) for c in ALL_CELLS if has(s.walls, c)),
        items=tuple(Item(THING_NAMES[s.loot[c]], write_cell(c)) for c in ALL_CELLS if s.loot[c] != NOTHING),
        monsters=tuple(
            Monster(MONSTER_NAMES[s.kind[m]], write_cell(cells[m]), int(s.life[m]), m)
            for m in s.order[: s.living].tolist()
        ),
        health=int(s.health),
        score=int(s.score),
        charges=tuple(s.charges[1:].tolist()),
        facing=FACING_NAMES[s.facing],
        turn=int(s.turn),
        rng=int(s.rng),
        sight=0 if sight == table_size(visible_cells(int(s.hero))) else sight,
        table=0 if table == table_size(int(s.living)) else table,
        ended=None if s.end == End.RUNNING else END_NAMES[s.end],
    )


def in_table_order(monsters: tuple[Monster, ...], table: int) -> tuple[Monster, ...]:
    """Monsters that arrive in the order given, as the original lists them (13.2)."""
    table = table or table_size(len(monsters))
    return tuple(sorted(monsters, key=lambda monster: number_of(read_cell(monster.cell)) % table))


def put(p: Position, states: Any, i: int, rng: int = 0) -> None:
    """Set a position up; BadPosition says what cannot be. `rng` serves if the position does not say."""
    states[i : i + 1] = 0
    s = states[i]
    clear(s)
    try:
        hero = read_cell(p.hero)
        walls = {read_cell(text): "wall" for text in p.walls}
        items = [(read_cell(item.cell), item.kind) for item in p.items]
        monsters = [(read_cell(m.cell), m) for m in p.monsters]
    except BadText as error:
        raise BadPosition(str(error)) from None
    for c in ALL_CELLS:
        if c not in walls:
            drop(s.walls, c)
    s.hero = hero
    _apart([("hero", hero), *((name, c) for c, name in walls.items())])
    _apart([(name, c) for c, name in [*walls.items(), *items]])
    for c, kind in items:
        s.loot[c] = _index("item", kind, ITEM_NAMES, THING_NAMES)
    _put_monsters(p, s, monsters, hero, walls)
    enter(s)
    _put_numbers(p, s, rng)


def _put_numbers(p: Position, s: Any, rng: int) -> None:
    _number("health", p.health, -LARGE, LARGE)
    _number("score", p.score, -MOST, MOST)
    _number("turn", p.turn, 0, LAST_TURN)
    for charge in p.charges:
        _number("a charge", charge, 0, LARGE)
    s.health, s.score, s.turn = p.health, p.score, p.turn
    s.charges[1:] = p.charges
    s.facing = _index("facing", p.facing, FACING_NAMES, FACING_NAMES)
    s.rng = rng if p.rng is None else p.rng
    _number("rng", int(s.rng), 0, MASK)
    for name, size, least in (
        ("sight", p.sight, int(s.sight_table)),
        ("table", p.table, int(s.monster_table)),
    ):
        if size and (size not in TABLES or size < least):
            sizes = ", ".join(str(t) for t in TABLES if t >= least)
            raise BadPosition(f"{name} is {size}; expected one of {sizes}")
    s.sight_table = p.sight or s.sight_table
    if p.ended is not None:
        s.end = _index("end", p.ended, END_NAMES[1:], END_NAMES)
    elif p.health <= 0 or p.turn >= LAST_TURN:
        raise BadPosition(f"health {p.health} in turn {p.turn} is the end of a game; say how it ended")


def _put_monsters(
    p: Position, s: Any, monsters: list[tuple[int, Monster]], hero: int, walls: dict[int, str]
) -> None:
    if len(monsters) > MAX_MONSTERS:
        raise BadPosition(f"there are {len(monsters)} monsters; expected at most {MAX_MONSTERS}")
    _apart([("hero", hero), *((m.kind, c) for c, m in monsters)])
    for c, monster in monsters:
        if c in walls:
            raise BadPosition(f"the {monster.kind} at {monster.cell} stands in a wall")
        kind = _index("monster", monster.kind, MONSTER_NAMES, MONSTER_NAMES)
        _number(f"the health of the {monster.kind} at {monster.cell}", monster.health, 1, FULL_HEALTH[kind])
        add_monster(s, kind, c, monster.health)
    list_monsters(s)
    if p.table > s.monster_table and p.table in TABLES:
        s.monster_table = p.table
        key = [number_of(c) % p.table for c, _ in monsters]
        for place, m in enumerate(sorted(range(len(monsters)), key=key.__getitem__)):
            s.order[place], s.place[m] = m, place


def _apart(places: list[tuple[str, int]]) -> None:
    seen: dict[int, str] = {}
    for name, cell in places:
        if cell in seen:
            raise BadPosition(f"the {name} and the {seen[cell]} share the cell {write_cell(cell)}")
        seen[cell] = name


def _number(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadPosition(f"{name} is {value}; expected {least} to {most}")


def _index(name: str, text: str, allowed: tuple[str, ...], names: tuple[str, ...]) -> int:
    if text not in allowed:
        raise BadPosition(f"there is no {name} {text!r}; expected one of {', '.join(allowed)}")
    return names.index(text)
