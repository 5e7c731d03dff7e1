"""What a bot may read (rulebook 5.1): its hero, and what stands within three cells of him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import ALL_CELLS, HEIGHT, SIGHT, WIDTH, cell_at, has, number_of
from hoplon.games.codekeeper.position import ITEM_NAMES, Item, Monster, Position, put
from hoplon.games.codekeeper.state import NOTHING, End, Thing, maze_t
from hoplon.games.codekeeper.tables import FIRST_MONSTER, FLOOR, HERO, SYMBOLS, THING_NAMES, VALUES
from hoplon.games.codekeeper.words import write_cell

FOG = "?"
RUNNING = End.RUNNING.value
VALUE_OF = np.array(VALUES, np.int64)

# An entity as one number: its cell, type and value.
CELL_AT, TYPE_AT = 24, 16
VALUE = 0xFFFF
TYPE = 0xFF
OBSTACLE = Thing.OBSTACLE.value << TYPE_AT | VALUES[Thing.OBSTACLE] & VALUE


@dataclass(frozen=True)
class Entity:
    """A line of the input: a cell, and the type and value of what is there."""

    x: int
    y: int
    type: int
    value: int

    @cached_property
    def line(self) -> str:
        """The line that a bot reads."""
        return f"{self.x} {self.y} {self.type} {self.value}"


@dataclass(frozen=True)
class View:
    """One block of input. `turn` is the number of the turn to come, which a bot knows by counting."""

    turn: int
    x: int
    y: int
    health: int
    score: int
    hammer: int
    scythe: int
    bow: int
    entities: tuple[Entity, ...]
    ended: str | None = None

    def lines(self) -> list[str]:
        """The exact lines that a bot reads."""
        head = f"{self.x} {self.y} {self.health} {self.score} {self.hammer} {self.scythe} {self.bow}"
        return [head, str(len(self.entities)), *[entity.line for entity in self.entities]]

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return asdict(self)

    def rows(self) -> list[str]:
        """What is seen as a map, row by row; the rest is fog."""
        rows = [[FOG] * WIDTH for _ in range(HEIGHT)]
        for x in range(max(self.x - SIGHT, 0), min(self.x + SIGHT + 1, WIDTH)):
            for y in range(max(self.y - SIGHT, 0), min(self.y + SIGHT + 1, HEIGHT)):
                rows[y][x] = FLOOR
        for e in self.entities:
            rows[e.y][e.x] = SYMBOLS[e.type]
        rows[self.y][self.x] = HERO
        return ["".join(row) for row in rows]

    def __str__(self) -> str:
        head = (
            f"turn {self.turn}  health {self.health}  score {self.score}  "
            f"hammer {self.hammer}  scythe {self.scythe}  bow {self.bow}"
        )
        return "\n".join([head, *self.rows()])

    def _repr_svg_(self) -> str:
        from hoplon.games.codekeeper.svg import draw_rows  # which draws more than views

        values = (self.turn, self.health, self.score, self.hammer, self.scythe, self.bow)
        healths = {f"{e.x},{e.y}": e.value for e in self.entities if e.type >= FIRST_MONSTER}
        return draw_rows(self.rows(), values, healths, set())


@lru_cache(maxsize=1024)
def cells_in_sight(hero: int, table: int) -> tuple[int, ...]:
    """The visible cells in the order of the entity lines (13.1)."""
    x, y = hero >> 4, hero & 15
    cells = [
        cell_at(i, j)
        for i in range(max(x - SIGHT, 0), min(x + SIGHT + 1, WIDTH))
        for j in range(max(y - SIGHT, 0), min(y + SIGHT + 1, HEIGHT))
    ]
    return tuple(sorted(cells, key=lambda c: (number_of(c) % table, number_of(c))))


@lru_cache(maxsize=1024)
def array_in_sight(hero: int, table: int) -> Any:
    """The same as an array, which must not be changed."""
    return np.array(cells_in_sight(hero, table), np.int64)


class Entities(dict[int, Entity]):
    """Entities by their number, each made once."""

    def __missing__(self, number: int) -> Entity:
        c, value = number >> CELL_AT, number & VALUE
        made = Entity(c >> 4, c & 15, number >> TYPE_AT & TYPE, -1 if value == VALUE else value)
        self[number] = made
        return made


ENTITIES = Entities()


@rule
def look(states, i, cells, seen):
    """Note what is on cells: the obstacle, or the item and then the monster (5.1); how much that is."""
    s = states[i]
    n = 0
    for k in range(len(cells)):
        c = int(cells[k])
        item, monster = int(s.loot[c]), int(s.at[c])
        if has(s.walls, c):
            seen[n] = c << CELL_AT | OBSTACLE
            n += 1
            continue
        if item != NOTHING:
            seen[n] = c << CELL_AT | item << TYPE_AT | VALUE_OF[item]
            n += 1
        if monster != NOTHING:
            seen[n] = c << CELL_AT | int(s.kind[monster]) + FIRST_MONSTER << TYPE_AT | int(s.life[monster])
            n += 1
    return n


@rule
def feel(states, i, told):
    """Note what the hero knows of himself."""
    s = states[i]
    told[0] = s.turn
    told[1] = s.hero
    told[2] = s.health
    told[3] = s.score
    for weapon in range(1, 4):
        told[3 + weapon] = s.charges[weapon]
    told[7] = s.end
    told[8] = s.sight_table


def entities_on(states: Any, i: int, cells: Sequence[int]) -> tuple[Entity, ...]:
    """What is on cells, in their order."""
    return _entities(states, i, np.array(cells, np.int64))


def _entities(states: Any, i: int, cells: Any) -> tuple[Entity, ...]:
    seen = np.empty(2 * len(cells), np.int64)
    n = look(states, i, cells, seen)
    return tuple(map(ENTITIES.__getitem__, seen[:n].tolist()))


def view(states: Any, i: int, seat: int = 0) -> View:
    """What the hero's bot reads next."""
    told = np.empty(9, np.int64)
    feel(states, i, told)
    turn, hero, health, score, hammer, scythe, bow, end, table = told.tolist()
    made = object.__new__(View)
    made.__dict__.update(  # quicker than field by field
        turn=turn + 1,
        x=hero >> 4,
        y=hero & 15,
        health=health,
        score=score,
        hammer=hammer,
        scythe=scythe,
        bow=bow,
        entities=_entities(states, i, array_in_sight(hero, table)),
        ended=None if end == RUNNING else End(end).name.lower(),
    )
    return made


def known(view: View) -> Any:
    """What a view tells, as an array of one position: rock out of sight, as `conceal` leaves it."""
    states = np.zeros(1, maze_t)
    hero = cell_at(view.x, view.y)
    solid = {c for c in ALL_CELLS if max(abs((c >> 4) - view.x), abs((c & 15) - view.y)) > SIGHT}
    solid |= {cell_at(e.x, e.y) for e in view.entities if e.type == Thing.OBSTACLE}
    found = [(THING_NAMES[e.type], write_cell(cell_at(e.x, e.y)), e.value) for e in view.entities]
    place = Position(
        hero=write_cell(hero),
        walls=tuple(map(write_cell, sorted(solid))),
        items=tuple(Item(kind, cell) for kind, cell, _ in found if kind in ITEM_NAMES),
        monsters=tuple(Monster(*one) for one in found if THING_NAMES.index(one[0]) >= FIRST_MONSTER),
        health=view.health,
        score=view.score,
        charges=(view.hammer, view.scythe, view.bow),
        turn=view.turn - 1,
        ended=view.ended,
    )
    put(place, states, 0)
    return states
