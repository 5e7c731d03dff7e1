"""The position in one line, both ways, as FEN is for chess (see the README of the game).

    codekeeper map=X..4.XtX…/…/… rng=248676884606970 health=17 score=-3 wounded=7,5:4 under=t7,5

The map comes first, then `rng`; what is as at the start of a game is left out. `order` lists the cells of the
monsters if it is not the order of a fresh game on this map (13.2).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hoplon.core.errors import BadPosition, BadText
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH
from hoplon.games.codekeeper.chance import init
from hoplon.games.codekeeper.maze import KNOWN, position_of, rows_of
from hoplon.games.codekeeper.position import Item, Monster, Position, in_table_order, position, put
from hoplon.games.codekeeper.tables import (
    FIRST_MONSTER,
    FULL_HEALTH,
    MONSTER_NAMES,
    SYMBOLS,
    THING_NAMES,
)
from hoplon.games.codekeeper.words import read_cell, write_cell

START = "codekeeper"
ROW_END = "/"
NUMBERS = ("rng", "health", "score", "turn", "sight", "table")
WORDS = ("map", "rng", "health", "score", "charges", "facing", "turn", "sight", "table", "wounded", "under",
         "order", "ended")  # fmt: skip


def notation(states: Any, i: int) -> str:
    """The position in one line."""
    return write(position(states, i))


def write(p: Position) -> str:
    """A position in one line."""
    rows = rows_of(p)
    plain = _fresh(rows, p.table)
    words = [START, f"map={ROW_END.join(rows)}"]
    for name in NUMBERS:
        value = getattr(p, name)
        if value != getattr(plain, name) and name != "table":
            words.append(f"{name}={value}")
    if p.table:
        words.append(f"table={p.table}")
    if p.charges != plain.charges:
        words.append(f"charges={ROW_END.join(map(str, p.charges))}")
    if p.facing != plain.facing:
        words.append(f"facing={p.facing}")
    wounded = [m for m in p.monsters if m.health != _full(m.kind)]
    if wounded:
        words.append("wounded=" + ";".join(f"{m.cell}:{m.health}" for m in wounded))
    shown = {item.cell for item in plain.items}
    under = [item for item in p.items if item.cell not in shown]
    if under:
        words.append("under=" + ";".join(SYMBOLS[THING_NAMES.index(i.kind)] + i.cell for i in under))
    if [m.cell for m in p.monsters] != [m.cell for m in plain.monsters]:
        words.append("order=" + ";".join(m.cell for m in p.monsters))
    if p.ended is not None:
        words.append(f"ended={p.ended}")
    return " ".join(words)


def _full(kind: str) -> int:
    return int(FULL_HEALTH[MONSTER_NAMES.index(kind)])


def _fresh(rows: list[str], table: int) -> Position:
    p = position_of(rows)
    arrived = sorted(p.monsters, key=lambda m: (read_cell(m.cell) & 15, read_cell(m.cell)))
    return replace(p, table=table, monsters=in_table_order(tuple(arrived), table))


def read(text: str) -> Position:
    """The position that a line says; BadPosition names the word that is wrong."""
    words = text.split()
    if not words or words[0] != START:
        raise BadPosition(f"a position begins with {START!r}, found {' '.join(words[:1])[:30]!r}")
    given: dict[str, str] = {}
    for word in words[1:]:
        name, _, value = word.partition("=")
        if name not in WORDS:
            raise BadPosition(f"{name[:30]!r} is unknown; expected one of {', '.join(WORDS)}")
        if name in given:
            raise BadPosition(f"{name!r} is said twice")
        given[name] = value
    if "map" not in given:
        raise BadPosition("the position has no map; expected map= and twelve rows")
    try:
        return _position(given)
    except BadText as error:
        raise BadPosition(str(error)) from None


def _position(given: dict[str, str]) -> Position:
    rows = given["map"].split(ROW_END)
    if len(rows) != HEIGHT:
        raise BadText(f"the map has {len(rows)} rows; expected {HEIGHT}")
    for y, row in enumerate(rows):
        if len(row) != WIDTH or any(symbol not in KNOWN for symbol in row):
            raise BadText(f"row {y} of the map is {row[:30]!r}; expected {WIDTH} of {' '.join(KNOWN)}")
    numbers = {name: _whole(name, given[name]) for name in NUMBERS if name in given}
    p = _fresh(rows, numbers.get("table", 0))
    p = replace(p, **numbers)  # type: ignore[arg-type]
    if "charges" in given:
        charges = tuple(_whole("charges", part) for part in given["charges"].split(ROW_END))
        if len(charges) != 3:
            raise BadText(f"charges is {given['charges'][:30]!r}; expected three such as 5/4/5")
        p = replace(p, charges=charges)
    if "under" in given:
        p = replace(p, items=p.items + tuple(_item(part) for part in given["under"].split(";")))
        p = replace(p, items=tuple(sorted(p.items, key=lambda item: read_cell(item.cell))))
    monsters = {m.cell: m for m in p.monsters}
    for part in given["wounded"].split(";") if "wounded" in given else ():
        cell, _, health = part.partition(":")
        monsters[cell] = replace(_on("wounded", monsters, cell), health=_whole("wounded", health))
    order = given["order"].split(";") if "order" in given else list(monsters)
    if sorted(order) != sorted(monsters):
        raise BadText("order does not name the cell of every monster once")
    p = replace(p, monsters=tuple(_on("order", monsters, cell) for cell in order))
    return replace(p, facing=given.get("facing", p.facing), ended=given.get("ended"))


def _on(name: str, monsters: dict[str, Monster], cell: str) -> Monster:
    cell = write_cell(read_cell(cell))
    if cell not in monsters:
        raise BadText(f"{name} names {cell}, where no monster stands")
    return monsters[cell]


def _item(text: str) -> Item:
    symbol = text[:1]
    if not symbol or symbol not in SYMBOLS[:FIRST_MONSTER]:
        raise BadText(
            f"{text[:30]!r} is no item; expected one of {' '.join(SYMBOLS[:FIRST_MONSTER])} and a cell"
        )
    return Item(THING_NAMES[SYMBOLS.index(symbol)], write_cell(read_cell(text[1:])))


def _whole(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > 15:
        raise BadText(f"{name} is {text[:30]!r}; expected a whole number")
    return int(text)


def read_notation(states: Any, i: int, text: str, seed: int = 0) -> None:
    """Set up the position that a line says; without `rng` the generator begins with the seed."""
    put(read(text), states, i, init(seed))
