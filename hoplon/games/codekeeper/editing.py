"""A position of CodeKeeper set up piece by piece."""

from __future__ import annotations

from dataclasses import replace

from hoplon.core.editing import Editor, Spare, spare_of
from hoplon.core.errors import BadPosition, BadText
from hoplon.games.codekeeper.notation import listed, read, write
from hoplon.games.codekeeper.position import ITEM_NAMES, Item, Monster, Position
from hoplon.games.codekeeper.state import MAX_HEALTH
from hoplon.games.codekeeper.tables import FULL_HEALTH, MONSTER_NAMES
from hoplon.games.codekeeper.words import read_cell, write_cell

WALL = "obstacle"
SPARES = (
    Spare("hero", "Hero"),
    Spare("box", "Box", "Monsters"),
    Spare("skeleton", "Skeleton", "Monsters"),
    Spare("gargoyle", "Gargoyle", "Monsters"),
    Spare("orc", "Orc", "Monsters"),
    Spare("vampire", "Vampire", "Monsters"),
    Spare("exit", "Exit", "Things"),
    Spare("treasure", "Treasure", "Things"),
    Spare("potion", "Potion", "Things"),
    Spare("hammer-chest", "Hammer chest", "Things"),
    Spare("scythe-chest", "Scythe chest", "Things"),
    Spare("bow-chest", "Bow chest", "Things"),
    Spare(WALL, "Wall", "Things"),
)


def standing(text: str) -> dict[str, str]:
    """By cell, what would be picked up: who stands there before what lies there."""
    p = read(text)
    found = dict.fromkeys(p.walls, WALL)
    found |= {item.cell: item.kind for item in p.items}
    found |= {monster.cell: monster.kind for monster in p.monsters}
    return found | {p.hero: "hero"}


def put(text: str, name: str, cell: str) -> str:
    """Put a piece on a cell, in the place of what cannot be there with it."""
    spare_of(SPARES, name)
    return _written(_with(read(text), name, _cell(cell)))


def move(text: str, src: str, dst: str) -> str:
    """Move what stands on a cell, with its health."""
    p, src, dst = read(text), _cell(src), _cell(dst)
    name = _name_at(text, src)
    if src == dst:
        return text
    monster = next((one for one in p.monsters if one.cell == src), None)
    if name == "hero" or monster is None:
        return _written(_with(p if name == "hero" else _without(p, name, src), name, dst))
    p = _without(_without(p, WALL, dst), "monster", dst)
    return _written(
        replace(p, monsters=tuple(replace(m, cell=dst) if m is monster else m for m in p.monsters))
    )


def remove(text: str, cell: str) -> str:
    """Take what stands on a cell off the board."""
    cell = _cell(cell)
    name = _name_at(text, cell)
    if name == "hero":
        raise BadPosition("the hero stays on the board; drag it to another cell instead")
    return _written(_without(read(text), name, cell))


def clear(text: str) -> str:
    """The hero alone, in a hall without walls."""
    return _written(replace(read(text), walls=(), items=(), monsters=()))


def _cell(text: str) -> str:
    try:
        return write_cell(read_cell(text))
    except BadText as error:
        raise BadPosition(str(error)) from None


def _name_at(text: str, cell: str) -> str:
    found = standing(text).get(cell)
    if found is None:
        raise BadPosition(f"there is nothing at {cell}")
    return found


def _written(p: Position) -> str:
    """The line; the tables of the original are as in a fresh game, and a game that was over goes on."""
    if p.ended is not None:
        p = replace(p, ended=None, health=min(MAX_HEALTH, max(1, p.health)), score=0, turn=0)
    return write(replace(p, sight=0, table=0, monsters=listed(p.monsters, 0)))


def _with(p: Position, name: str, cell: str) -> Position:
    p = _without(p, WALL, cell)
    if name == "hero":
        return replace(_without(_without(p, "monster", cell), "item", cell), hero=cell)
    if name == WALL:
        p = _without(_without(p, "monster", cell), "item", cell)
        return replace(p, walls=(*p.walls, cell))
    if name in MONSTER_NAMES:
        full = int(FULL_HEALTH[MONSTER_NAMES.index(name)])
        p = _without(p, "monster", cell)
        return replace(p, monsters=(*p.monsters, Monster(name, cell, full)))
    items = (*_without(p, "item", cell).items, Item(name, cell))
    return replace(p, items=tuple(sorted(items, key=lambda item: read_cell(item.cell))))


def _without(p: Position, name: str, cell: str) -> Position:
    if name == WALL:
        return replace(p, walls=tuple(c for c in p.walls if c != cell))
    if name == "item" or name in ITEM_NAMES:
        return replace(p, items=tuple(item for item in p.items if item.cell != cell))
    return replace(p, monsters=tuple(monster for monster in p.monsters if monster.cell != cell))


EDITOR = Editor(
    spares=lambda _text: SPARES, standing=standing, put=put, move=move, remove=remove, clear=clear
)
