"""The whole position as plain Python values, for notation, pictures and tests; and back into a state."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from hoplon.core.dice import words
from hoplon.core.errors import BadPosition, BadText
from hoplon.games.codekeeper.cells import ALL_CELLS, drop, has, number_of, table_size, visible_cells
from hoplon.games.codekeeper.chance import MASK, init
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
from hoplon.games.codekeeper.tables import (
    DEATH_SCORE,
    ERROR_SCORE,
    EXIT_SCORE,
    FIRST_MONSTER,
    FULL_HEALTH,
    MONSTER_NAMES,
    STRENGTH,
    THING_NAMES,
    TREASURE_SCORE,
)
from hoplon.games.codekeeper.weapons import MOST_HIT
from hoplon.games.codekeeper.words import read_cell, write_cell

ITEM_NAMES = tuple(name for name in THING_NAMES[:FIRST_MONSTER] if name != THING_NAMES[Thing.OBSTACLE])
FACING_NAMES = tuple(facing.name.lower() for facing in Facing)
END_NAMES = tuple(end.name.lower() for end in End)
TABLES = (16, 32, 64, 128)
MOST_GAIN = max(TREASURE_SCORE, MOST_HIT * int(max(FULL_HEALTH)))  # in a turn: an item, or those of one blow
MOST_HURT = MAX_MONSTERS * int(max(STRENGTH))  # in a turn
MOST_HEALTH = 1000  # in a study; no game leads above MAX_HEALTH
TURNS_OF = {End.RUNNING: (0, LAST_TURN - 1), End.DEAD: (1, LAST_TURN - 1), End.LIMIT: (LAST_TURN, LAST_TURN)}


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


def put(p: Position, states: Any, i: int, seed: int = 0) -> None:
    """Set a position up; BadPosition says what cannot be. The seed serves if the position has no `rng`."""
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
    _apart([("hero", hero), *((name, c) for c, name in [*walls.items(), *items])])
    for c, kind in items:
        s.loot[c] = _index("item", kind, ITEM_NAMES, THING_NAMES)
    _put_monsters(p, s, monsters, hero, walls)
    enter(s)
    _put_numbers(p, s, seed)


def _put_numbers(p: Position, s: Any, seed: int) -> None:
    _check_numbers(p)
    s.health, s.score, s.turn = p.health, p.score, p.turn
    s.charges[1:] = p.charges
    s.facing = _index("facing", p.facing, FACING_NAMES, FACING_NAMES)
    given = words(seed)
    s.seed = given if given[1] else (0, 0)
    s.rng = init(given) if p.rng is None else p.rng
    _number("rng", int(s.rng), 0, MASK)
    for name, size, least in (
        ("sight", p.sight, int(s.sight_table)),
        ("table", p.table, int(s.monster_table)),
    ):
        if size and (size not in TABLES or size < least):
            sizes = ", ".join(str(t) for t in TABLES if t >= least)
            raise BadPosition(f"{name} is {size}; expected one of {sizes}")
    s.sight_table = p.sight or s.sight_table
    s.end = END_NAMES.index(p.ended or END_NAMES[End.RUNNING])


def _check_numbers(p: Position) -> None:
    """What turns can have led to; a turn takes one item and strikes few monsters, all of which may strike."""
    end = End.RUNNING if p.ended is None else End(_index("end", p.ended, END_NAMES[1:], END_NAMES))
    so = f" in a game that is {'not over' if end == End.RUNNING else f'over ({p.ended})'}"
    first, last = TURNS_OF.get(end, (1, LAST_TURN))
    _number("turn", p.turn, first, last, so)
    if end == End.DEAD:
        _number("health", p.health, 1 - MOST_HURT, 0, so)
    else:
        _number("health", p.health, 1, MOST_HEALTH, so)
    if end in (End.ERROR, End.TIMEOUT):
        _number("score", p.score, ERROR_SCORE, ERROR_SCORE, so)
    else:
        more = EXIT_SCORE if end == End.EXIT else DEATH_SCORE if end == End.DEAD else 0
        _number("score", p.score, more - MOST_HURT * p.turn, more + MOST_GAIN * p.turn, f" in turn {p.turn}")
    for charge in p.charges:
        _number("a charge", charge, 0, START_CHARGES + p.turn, f" in turn {p.turn}")


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


def _number(name: str, value: int, least: int, most: int, so: str = "") -> None:
    if not least <= value <= most:
        expected = f"{least} to {most}" if least < most else str(least)
        raise BadPosition(f"{name} is {value}; expected {expected}{so}")


def _index(name: str, text: str, allowed: tuple[str, ...], names: tuple[str, ...]) -> int:
    if text not in allowed:
        raise BadPosition(f"there is no {name} {text[:30]!r}; expected one of {', '.join(allowed)}")
    return names.index(text)
