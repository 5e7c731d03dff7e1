"""The position in one line, both ways, as FEN is for chess (see the README of the game).

    codekeeper map=X..4.XtX…/…/… rng=248676884606970 health=17 score=-3 wounded=7,5:4 under=t7,5

The map comes first, then `rng`; what is as at the start of a game is left out. `order` lists the cells of the
monsters if it is not the order of a fresh game on this map (13.2).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from hoplon.core.errors import BadPosition, BadText
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH
from hoplon.games.codekeeper.lines import MAP, MOST_SAID, NUMBERS, ROW_END, gather
from hoplon.games.codekeeper.maze import KNOWN, position_of
from hoplon.games.codekeeper.position import (
    END_NAMES,
    FACING_NAMES,
    Item,
    Monster,
    Position,
    in_table_order,
    put,
)
from hoplon.games.codekeeper.state import MAX_HEALTH, START_CHARGES, End, Facing, maze_t
from hoplon.games.codekeeper.tables import FIRST_MONSTER, SYMBOLS, THING_NAMES
from hoplon.games.codekeeper.words import read_cell, write_cell

START = "codekeeper"
WHOLE = ("rng", "health", "score", "turn", "sight", "table")
WORDS = ("map", "rng", "health", "score", "charges", "facing", "turn", "sight", "table", "wounded", "under",
         "order", "ended")  # fmt: skip


def notation(states: Any, i: int) -> str:
    """The position in one line."""
    return _write(states, i, has_rng=True)


def write(p: Position) -> str:
    """A position in one line."""
    states = np.zeros(1, maze_t)
    put(p, states, 0)
    return _write(states, 0, has_rng=p.rng is not None)


def _write(states: Any, i: int, has_rng: bool) -> str:
    drawn, given = np.empty(MAP, np.uint8), np.empty(MOST_SAID, np.int64)
    said: list[int] = given[: gather(states, i, drawn, given)].tolist()
    rng, health, score, turn, sight, table, *charges, facing, end = said[: NUMBERS - 3]
    wounded, under, order = said[NUMBERS - 3 : NUMBERS]
    words = [START, f"map={drawn.tobytes()[:-1].decode()}"]
    if has_rng:
        words.append(f"rng={rng}")
    if health != MAX_HEALTH:
        words.append(f"health={health}")
    if score:
        words.append(f"score={score}")
    if turn:
        words.append(f"turn={turn}")
    if sight:
        words.append(f"sight={sight}")
    if table:
        words.append(f"table={table}")
    if charges != [START_CHARGES] * 3:
        words.append(f"charges={ROW_END.join(map(str, charges))}")
    if facing != Facing.DOWN:
        words.append(f"facing={FACING_NAMES[facing]}")
    rest = iter(said[NUMBERS:])
    if wounded:
        pairs = (f"{write_cell(next(rest))}:{next(rest)}" for _ in range(wounded // 2))
        words.append("wounded=" + ";".join(pairs))
    if under:
        pairs = (SYMBOLS[next(rest)] + write_cell(next(rest)) for _ in range(under // 2))
        words.append("under=" + ";".join(pairs))
    if order:
        words.append("order=" + ";".join(map(write_cell, rest)))
    if end != End.RUNNING:
        words.append(f"ended={END_NAMES[end]}")
    return " ".join(words)


def listed(monsters: tuple[Monster, ...], table: int) -> tuple[Monster, ...]:
    """Monsters in the order of a fresh game (13.2)."""
    arrived = sorted(monsters, key=lambda m: (read_cell(m.cell) & 15, read_cell(m.cell)))
    return in_table_order(tuple(arrived), table)


def _fresh(rows: list[str], table: int) -> Position:
    p = position_of(rows)
    return replace(p, table=table, monsters=listed(p.monsters, table))


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
    numbers = {name: _whole(name, given[name]) for name in WHOLE if name in given}
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
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 15:
        raise BadText(f"{name} is {text[:30]!r}; expected a whole number")
    return int(text)


def read_notation(states: Any, i: int, text: str, seed: int = 0) -> None:
    """Set up the position that a line says; without `rng` the generator begins with the seed."""
    put(read(text), states, i, seed)
