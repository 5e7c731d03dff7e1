"""A position of hexabomb set up piece by piece.

How many characters each player has stays as it is: one that is taken off the board is dead, and one that is
put on it comes to life there.
"""

from __future__ import annotations

from dataclasses import replace

from hoplon.core.editing import Editor, Spare, spare_of
from hoplon.core.errors import BadPosition, BadText
from hoplon.games.hexabomb.maps import Cell
from hoplon.games.hexabomb.notation import read, write
from hoplon.games.hexabomb.state import ALIVE
from hoplon.games.hexabomb.tables import MOST_BOMB, NEUTRAL, WAIT_OF_THE_DEAD
from hoplon.games.hexabomb.view import Bomb, Character, Position
from hoplon.games.hexabomb.words import read_cell, write_cell

MOST_DELAY = 3  # of the bombs beside the board


def spares(text: str) -> tuple[Spare, ...]:
    """For each player a colour, a character and bombs."""
    p = read(text)
    found = [Spare("colour", "No colour", "Cells", "colour")]
    found += [Spare(f"colour {n}", "Colour", "Cells", "colour", n) for n in range(p.seats)]
    for n in range(p.seats):
        is_ghost = p.special and n == 0
        found.append(
            Spare(f"character {n}", "Character", "Characters", "ghost" if is_ghost else "character", n)
        )
    for n in range(p.seats):
        found += [
            Spare(f"bomb {n} 1", "Bomb, explodes in 1 turn", "Bombs", "bomb", n),
            Spare(f"bomb {n} 2", "Bomb, explodes in 2 turns", "Bombs", "bomb", n),
            Spare(f"bomb {n} 3", "Bomb, explodes in 3 turns", "Bombs", "bomb", n),
        ]
    return tuple(found)


def standing(text: str) -> dict[str, str]:
    """By cell, what would be picked up: a character before a bomb; colours are painted over instead."""
    p = read(text)
    found = {write_cell(bomb.cell): f"bomb {bomb.seat} {min(bomb.delay, MOST_DELAY)}" for bomb in p.bombs}
    return found | {write_cell(c.cell): f"character {c.seat}" for c in p.characters if c.alive}


def put(text: str, name: str, cell: str) -> str:
    """Put a piece on a cell, in the place of what cannot be there with it."""
    spare_of(spares(text), name)
    p, at = _quiet(read(text)), _cell(cell)
    kind, *numbers = name.split()
    if kind == "colour":
        return write(_painted(p, at, int(numbers[0]) + 1 if numbers else NEUTRAL))
    seat = int(numbers[0])
    if kind == "bomb":
        bombs = (*_without_bomb(p, at), Bomb(seat, at, MOST_BOMB, int(numbers[1])))
        return write(replace(p, bombs=bombs, turn=max(1, p.turn)))
    dead = [c for c in p.characters if c.seat == seat and not c.alive]
    if not dead:
        each = sum(c.seat == seat for c in p.characters)
        raise BadPosition(f"all {each} characters of this player are on the board; drag one of them instead")
    return write(_placed(p, dead[0], at))


def move(text: str, src: str, dst: str) -> str:
    """Move a character, whose cell has its colour then, or a bomb."""
    p, here, there = _quiet(read(text)), _cell(src), _cell(dst)
    if here == there:
        return text
    who = next((c for c in p.characters if c.alive and c.cell == here), None)
    if who is not None:
        return write(_placed(p, who, there))
    bomb = next((bomb for bomb in p.bombs if bomb.cell == here), None)
    if bomb is None:
        raise BadPosition(f"there is neither a character nor a bomb at {write_cell(here)}")
    others = (other for other in _without_bomb(p, there) if other is not bomb)
    return write(replace(p, bombs=(*others, replace(bomb, cell=there))))


def remove(text: str, cell: str) -> str:
    """Take what is on a cell off the board: a character dies; without anybody, the colour goes."""
    p, at = _quiet(read(text)), _cell(cell)
    who = next((c for c in p.characters if c.alive and c.cell == at), None)
    if who is not None:
        gone = replace(who, wait=WAIT_OF_THE_DEAD)
        return write(replace(_changed(p, gone), turn=max(1, p.turn)))
    if any(bomb.cell == at for bomb in p.bombs):
        return write(replace(p, bombs=_without_bomb(p, at)))
    if p.colour_at.get(at, NEUTRAL) == NEUTRAL:
        raise BadPosition(f"there is nothing at {write_cell(at)}")
    return write(_painted(p, at, NEUTRAL))


def clear(text: str) -> str:
    """No bombs, and no colour but where a character stands."""
    p = replace(_quiet(read(text)), bombs=())
    taken = {c.cell for c in p.characters if c.alive}
    kept = (colour if cell in taken else NEUTRAL for cell, colour in p.colour_at.items())
    return write(replace(p, colours=tuple(kept)))


def _cell(text: str) -> Cell:
    try:
        return read_cell(text)
    except BadText as error:
        raise BadPosition(str(error)) from None


def _quiet(p: Position) -> Position:
    """Without what belongs to the middle of a turn: orders, and blasts that are still to be seen."""
    turn = min(p.turn, p.turns - 1)
    return replace(p, blasts=(), asked=0, orders=(), leader=None, turn=turn)


def _placed(p: Position, who: Character, cell: Cell) -> Position:
    """A character lives on a cell; another one there is in the way, which the checks tell."""
    return _painted(_changed(p, replace(who, cell=cell, wait=ALIVE)), cell, who.seat + 1)


def _changed(p: Position, who: Character) -> Position:
    return replace(p, characters=tuple(who if c.id == who.id else c for c in p.characters))


def _painted(p: Position, cell: Cell, colour: int) -> Position:
    if cell not in p.colour_at:
        raise BadPosition(f"{write_cell(cell)} is no cell of the board")
    return replace(p, colours=tuple(colour if c == cell else old for c, old in p.colour_at.items()))


def _without_bomb(p: Position, cell: Cell) -> tuple[Bomb, ...]:
    return tuple(bomb for bomb in p.bombs if bomb.cell != cell)


EDITOR = Editor(spares=spares, standing=standing, put=put, move=move, remove=remove, clear=clear)
