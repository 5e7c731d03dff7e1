"""The board as a text diagram, both ways (rulebook 1.4).

One line a row, each cell four wide and each row two further right than the one above:

    .   1A  .
      2B3 .   1o2

A cell is its colour (`.` neutral, 1 to 9, then a to z), the letter of the character on it (A is number 0; a
follows Z; `&` from 51 on), `o` if only a bomb is there, and the bomb's countdown (`+` above 9).
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from hoplon.core.errors import BadPosition
from hoplon.games.hexabomb.maps import Cell, HexMap
from hoplon.games.hexabomb.state import ALIVE
from hoplon.games.hexabomb.tables import HELD_AT_START, NEUTRAL
from hoplon.games.hexabomb.view import Bomb, Character, Position, whole
from hoplon.games.hexabomb.words import write_cell

PITCH, HALF = 4, 2
LETTERS = ascii_uppercase + ascii_lowercase.replace("o", "")  # o is a bomb
COLOURS = "." + digits[1:] + ascii_lowercase
MORE = "&"
PLAIN, SPECIAL = ".", "*"


def colour_sign(colour: int) -> str:
    """One sign for a colour."""
    return COLOURS[colour] if colour < len(COLOURS) else MORE


def letter(character: int) -> str:
    """One letter for a character."""
    return LETTERS[character] if character < len(LETTERS) else MORE


def rows_of(signs: dict[Cell, str]) -> str:
    """Signs on their cells."""
    if not signs:
        return ""
    left = min(PITCH * q + HALF * r for q, r in signs)
    lines = []
    for row in range(min(r for _, r in signs), max(r for _, r in signs) + 1):
        line: dict[int, str] = {
            PITCH * q + HALF * r - left: sign for (q, r), sign in signs.items() if r == row
        }
        text = ""
        for at in sorted(line):
            text = text.ljust(at) + line[at]
        lines.append(text.rstrip())
    return "\n".join(lines)


def diagram(p: Position) -> str:
    """The board alone."""
    standing = {c.cell: letter(c.id) for c in p.characters if c.alive}
    mined = {b.cell: str(b.delay) if b.delay < 10 else "+" for b in p.bombs}
    return rows_of(
        {
            cell: colour_sign(colour)
            + (standing.get(cell, "o" if cell in mined else " "))
            + mined.get(cell, " ")
            for cell, colour in zip(p.cells, p.colours, strict=True)
        }
    )


def draw(states: Any, i: int) -> str:
    """The board with the scores above it and the dead below."""
    p = whole(states, i)
    head = f"turn {p.turn}/{p.turns}" + ("  sudden death" if p.special else "")
    seats = [
        f"player {seat} ({colour_sign(seat + 1)}): score {p.scores[seat]}, {count} cells"
        + (", leads" if p.leader == seat else "")
        for seat, count in enumerate(p.counts)
    ]
    tail = [
        f"{letter(c.id)} of player {c.seat} is dead at {write_cell(c.cell)}, waits {c.wait}"
        for c in p.characters
        if not c.alive
    ]
    asked = p.to_order
    if asked is not None:
        tail.append(f"player {asked.seat} orders character {asked.id} ({letter(asked.id)})")
    return "\n".join([head, *seats, diagram(p), *tail])


def draw_map(board: HexMap) -> str:
    """A map: start cells by group number, special ones as `*`."""
    signs = dict.fromkeys(board.cells, PLAIN)
    signs |= {cell: str(g) for g, group in enumerate(board.starts) for cell in group}
    return rows_of(signs | dict.fromkeys(board.special, SPECIAL))


def read_diagram(text: str, **values: Any) -> Position:
    """The position of a diagram, with other values given by name.

    The top left cell is 0,0 unless `origin` says otherwise. Characters belong to the colour under them and
    hold one bomb; bombs belong to the colour of their cell and have range 2 unless `ranges` says it.
    `dead` gives the corpses, which no diagram shows.
    """
    q0, r0 = values.pop("origin", (0, 0))
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise BadPosition("the diagram is empty")
    first = len(lines[0]) - len(lines[0].lstrip())
    colours: dict[Cell, int] = {}
    characters: dict[int, Character] = {}
    bombs: list[Bomb] = []
    ranges = values.pop("ranges", {})
    for row, line in enumerate(lines):
        at = len(line) - len(line.lstrip())
        while at < len(line):
            sign = line[at : at + PITCH].ljust(PITCH)
            q, rest = divmod(at - first - HALF * row, PITCH)
            if sign[0] == " ":
                at += PITCH
                continue
            if rest or sign[0] not in COLOURS or sign[3] != " ":
                raise BadPosition(f"{sign.strip()!r} in row {row} is no cell, or stands where no cell is")
            cell = q0 + q, r0 + row
            colours[cell] = COLOURS.index(sign[0])
            if sign[1] in LETTERS:
                number = LETTERS.index(sign[1])
                characters[number] = Character(number, colours[cell] - 1, cell, HELD_AT_START, ALIVE)
            if sign[2].isdecimal():
                bombs.append(Bomb(colours[cell] - 1, cell, ranges.get(cell, 2), int(sign[2])))
            at += PITCH
    for c in values.pop("dead", ()):
        characters[c.id] = c
    cells = tuple(sorted(colours))
    seats = max([colours[cell] for cell in cells] + [c.seat + 1 for c in characters.values()] + [NEUTRAL + 1])
    fields: dict[str, Any] = {
        "cells": cells,
        "colours": tuple(colours[cell] for cell in cells),
        "seats": seats,
        "special": False,
        "turn": 1,
        "turns": 100,
        "characters": tuple(characters[n] for n in sorted(characters)),
        "bombs": tuple(bombs),
        "scores": (0,) * seats,
    }
    return Position(**(fields | values))
