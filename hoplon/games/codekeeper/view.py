"""What a bot may read (rulebook 5.1): its hero, and what stands within three cells of him."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from hoplon.core.cached_record import CachedRecord
from hoplon.games.codekeeper.cells import ALL_CELLS, HEIGHT, SIGHT, WIDTH, cell_at, has, number_of
from hoplon.games.codekeeper.position import ITEM_NAMES, Item, Monster, Position, put
from hoplon.games.codekeeper.state import NOTHING, End, Thing, maze_t
from hoplon.games.codekeeper.tables import FIRST_MONSTER, FLOOR, HERO, SYMBOLS, THING_NAMES, VALUES
from hoplon.games.codekeeper.words import write_cell

FOG = "?"


@dataclass(frozen=True)
class Entity:
    """A line of the input: a cell, and the type and value of what is there."""

    x: int
    y: int
    type: int
    value: int


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
        return [head, str(len(self.entities))] + [f"{e.x} {e.y} {e.type} {e.value}" for e in self.entities]

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return asdict(self)

    def __str__(self) -> str:
        """What is seen as a map; the rest is fog."""
        rows = [[FOG] * WIDTH for _ in range(HEIGHT)]
        for x in range(max(self.x - SIGHT, 0), min(self.x + SIGHT + 1, WIDTH)):
            for y in range(max(self.y - SIGHT, 0), min(self.y + SIGHT + 1, HEIGHT)):
                rows[y][x] = FLOOR
        for e in self.entities:
            rows[e.y][e.x] = SYMBOLS[e.type]
        rows[self.y][self.x] = HERO
        head = (
            f"turn {self.turn}  health {self.health}  score {self.score}  "
            f"hammer {self.hammer}  scythe {self.scythe}  bow {self.bow}"
        )
        return "\n".join([head, *("".join(row) for row in rows)])


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


def entities_at(s: Any, c: int) -> list[Entity]:
    """What is on a cell: the obstacle, or the item and then the monster (5.1)."""
    x, y = c >> 4, c & 15
    if has(s.walls, c):
        return [Entity(x, y, Thing.OBSTACLE.value, VALUES[Thing.OBSTACLE])]
    found = []
    item, monster = int(s.loot[c]), int(s.at[c])
    if item != NOTHING:
        found.append(Entity(x, y, item, VALUES[item]))
    if monster != NOTHING:
        found.append(Entity(x, y, int(s.kind[monster]) + FIRST_MONSTER, int(s.life[monster])))
    return found


def view(states: Any, i: int, seat: int = 0) -> View:
    """What the hero's bot reads next."""
    s = CachedRecord(states[i])
    hero = int(s.hero)
    charges = s.charges.tolist()
    seen = cells_in_sight(hero, int(s.sight_table))
    return View(
        turn=int(s.turn) + 1,
        x=hero >> 4,
        y=hero & 15,
        health=int(s.health),
        score=int(s.score),
        hammer=charges[1],
        scythe=charges[2],
        bow=charges[3],
        entities=tuple(entity for c in seen for entity in entities_at(s, c)),
        ended=None if s.end == End.RUNNING else End(int(s.end)).name.lower(),
    )


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
