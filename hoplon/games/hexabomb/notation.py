"""The position in one line, both ways (see the README of the game).

    hexabomb cells=0:0..2 players=2 turn=3/100 colours=2*1;0 characters=0@0,0:1;1@0,2:0!3 bombs=0@0,1:2:3

Words stand in a fixed order and what is empty is left out. A character is `player@q,r:bombs`, then `!wait` if
dead; a bomb is `player@q,r:range:delay`; colours follow the cells, with `n*` for n cells of one colour.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from hoplon.core.errors import BadPosition, BadText
from hoplon.games.hexabomb.maps import BadMap, HexMap, read_columns
from hoplon.games.hexabomb.state import ALIVE, Do
from hoplon.games.hexabomb.tables import WAY_NAMES
from hoplon.games.hexabomb.view import Bomb, Character, Order, Position, put, whole
from hoplon.games.hexabomb.words import read_cell, read_way, read_whole, write_cell

START = "hexabomb"
NEEDED = ("cells", "players", "turn", "colours", "characters")
ORDER = (*NEEDED[:2], "special", *NEEDED[2:], "bombs", "blasts", "score", "asked", "orders")


def notation(states: Any, i: int) -> str:
    """The position in one line."""
    return write(whole(states, i))


def write(p: Position) -> str:
    """A position in one line."""
    words = [
        START,
        f"cells={HexMap(p.cells, ()).columns()}",
        f"players={p.seats - p.special}",
        "special" if p.special else "",
        f"turn={p.turn}/{p.turns}",
        f"colours={';'.join(_runs(p.colours))}",
        f"characters={';'.join(map(_character, p.characters))}",
        f"bombs={';'.join(map(_bomb, p.bombs))}" if p.bombs else "",
        f"blasts={';'.join(f'{colour}@{write_cell(cell)}' for cell, colour in p.blasts)}" if p.blasts else "",
        f"score={';'.join(map(str, p.scores))}" if any(p.scores) else "",
        f"asked={p.asked}" if p.asked else "",
        f"orders={';'.join(map(_order, p.orders))}" if p.orders else "",
    ]
    return " ".join(word for word in words if word)


def _runs(colours: tuple[int, ...]) -> list[str]:
    runs = [(colour, len(list(group))) for colour, group in groupby(colours)]
    return [str(colour) if n == 1 else f"{n}*{colour}" for colour, n in runs]


def _character(c: Character) -> str:
    return f"{c.seat}@{write_cell(c.cell)}:{c.held}" + ("" if c.alive else f"!{c.wait}")


def _bomb(b: Bomb) -> str:
    return f"{b.seat}@{write_cell(b.cell)}:{b.range}:{b.delay}"


def _order(o: Order) -> str:
    if o.kind == Do.MOVE:
        return f"{o.character}:move:{WAY_NAMES[o.way]}"
    if o.kind == Do.BOMB:
        return f"{o.character}:bomb:{o.range}:{o.delay}"
    return f"{o.character}:revive"


def read(text: str) -> Position:
    """The position that a line says; BadPosition names the word that is wrong."""
    words = text.split()
    if not words or words[0] != START:
        raise BadPosition(f"a position begins with {START!r}, found {' '.join(words[:1])[:40]!r}")
    said: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if name not in ORDER or (name == "special") == bool(equals):
            raise BadPosition(f"unknown word {word[:40]!r}; expected some of {', '.join(ORDER)}")
        if name in said:
            raise BadPosition(f"{name!r} is said twice")
        said[name] = value
    missing = [name for name in NEEDED if name not in said]
    if missing:
        raise BadPosition(f"the position does not say its {missing[0]}")
    try:
        return _position(said)
    except (BadText, BadMap) as error:
        raise BadPosition(str(error)) from None


def _position(said: dict[str, str]) -> Position:
    cells = tuple(sorted(read_columns(said["cells"])))
    turn, slash, turns = said["turn"].partition("/")
    if not slash:
        raise BadText(f"turn is {said['turn'][:40]!r}, which is unclear; expected now/last such as 3/100")
    special = "special" in said
    return Position(
        cells=cells,
        colours=tuple(_read_runs(said["colours"], len(cells))),
        seats=read_whole(said["players"]) + special,
        special=special,
        turn=read_whole(turn),
        turns=read_whole(turns),
        characters=tuple(_read_character(n, part) for n, part in enumerate(said["characters"].split(";"))),
        bombs=_each(said.get("bombs", ""), _read_bomb),
        blasts=_each(said.get("blasts", ""), _read_blast),
        scores=_each(said.get("score", ""), read_whole),
        asked=read_whole(said.get("asked", "0")),
        orders=_each(said.get("orders", ""), _read_order),
    )


def _each(text: str, read_one: Callable[[str], Any]) -> tuple[Any, ...]:
    return tuple(read_one(part) for part in text.split(";")) if text else ()


def _read_runs(text: str, most: int) -> list[int]:
    colours: list[int] = []
    for part in text.split(";"):
        n, star, colour = part.partition("*")
        if not star:
            n, colour = "1", n
        if read_whole(n) > most - len(colours):
            raise BadText(f"there are more colours than the {most} cells")
        colours += [read_whole(colour)] * read_whole(n)
    return colours


def _owned(text: str) -> tuple[int, str]:
    seat, at, rest = text.partition("@")
    if not at:
        raise BadText(f"{text[:40]!r} names no player and cell; expected for example 0@2,-1")
    return read_whole(seat), rest


def _read_character(n: int, text: str) -> Character:
    body, dead, wait = text.partition("!")
    seat, rest = _owned(body)
    cell, _, held = rest.partition(":")
    return Character(n, seat, read_cell(cell), read_whole(held), read_whole(wait) if dead else ALIVE)


def _read_bomb(text: str) -> Bomb:
    seat, rest = _owned(text)
    parts = rest.split(":")
    if len(parts) != 3:
        raise BadText(f"{text[:40]!r} is no bomb; expected player@q,r:range:delay")
    return Bomb(seat, read_cell(parts[0]), read_whole(parts[1]), read_whole(parts[2]))


def _read_blast(text: str) -> tuple[Any, int]:
    colour, rest = _owned(text)
    return read_cell(rest), colour


def _read_order(text: str) -> Order:
    who, word, *rest = [*text.split(":"), ""][: text.count(":") + 2]
    rest = [part for part in rest if part]
    if word == "move" and len(rest) == 1:
        return Order(read_whole(who), Do.MOVE, way=read_way(rest[0]))
    if word == "bomb" and len(rest) == 2:
        return Order(read_whole(who), Do.BOMB, range=read_whole(rest[0]), delay=read_whole(rest[1]))
    if word == "revive" and not rest:
        return Order(read_whole(who), Do.REVIVE)
    raise BadText(f"{text[:40]!r} is no order; expected for example 0:move:x+, 0:bomb:3:2 or 0:revive")


def read_notation(states: Any, i: int, text: str, seed: int = 0) -> None:
    """Set up the position that a line says; there are no dice to seed."""
    put(read(text), states, i)
