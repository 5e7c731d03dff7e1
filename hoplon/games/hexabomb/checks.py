"""What can occur in a match, and one sentence for what cannot (6.3): for files, options and the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplon.core.errors import BadPosition
from hoplon.games.hexabomb.maps import Cell
from hoplon.games.hexabomb.state import ALIVE, SIZES, Do
from hoplon.games.hexabomb.tables import (
    LEAST_BOMB,
    MOST_BOMB,
    MOST_HELD,
    MOST_SPECIAL_BOMB,
    MOST_TURNS,
    WAIT_OF_THE_DEAD,
)

if TYPE_CHECKING:
    from hoplon.games.hexabomb.view import Position


def check(p: Position) -> None:
    """Refuse what cannot occur."""
    _number("the number of seats", p.seats, 1, SIZES[-1].seats)
    _number("turns", p.turns, 1, MOST_TURNS)
    _number("turn", p.turn, 0, p.turns)
    _number("asked", p.asked, 0, 0 if p.turn == p.turns else max(0, len(p.characters) - 1))
    if len(p.colours) != len(p.cells):
        raise BadPosition(f"there are {len(p.colours)} colours for {len(p.cells)} cells")
    for colour in {*p.colours, *(colour for _, colour in p.blasts)}:
        _number("a colour", colour, 0, p.seats)
    _check_scores(p)
    _check_characters(p)
    _check_bombs(p)
    _check_blasts(p)
    _check_orders(p)


def _check_scores(p: Position) -> None:
    """A turn gives as many points as there are cells; in sudden death, its number (4.5)."""
    if p.scores and len(p.scores) != p.seats:
        raise BadPosition(f"there are {len(p.scores)} scores for {p.seats} seats")
    for seat, score in enumerate(p.scores):
        most = p.turn if p.special else p.turn * len(p.cells)
        _number(f"the score of player {seat}", score, 0, 0 if p.special and seat == 0 else most)


def _check_characters(p: Position) -> None:
    owners = [c.seat for c in p.characters]
    if owners != sorted(owners) or set(owners) != set(range(p.seats)):
        raise BadPosition("the characters are not in the order of their seats, at least one for each seat")
    each = {owners.count(seat) for seat in range(int(p.special), p.seats)}
    if len(each) > 1:
        raise BadPosition(f"the players have {min(each)} to {max(each)} characters; expected the same number")
    board = dict(zip(p.cells, p.colours, strict=True))
    standing: set[Cell] = set()
    for c in p.characters:
        name, place = f"character {c.id}", f"{c.cell[0]},{c.cell[1]}"
        _on_board(name, c.cell, board)
        _number(f"the bombs held by {name}", c.held, 0, MOST_HELD)
        _number(f"the waiting time of {name}", c.wait, ALIVE, WAIT_OF_THE_DEAD)
        if not c.alive and (p.turn == 0 or (p.special and c.seat == 0)):
            raise BadPosition(
                f"{name} is dead; {'nobody is before turn 1' if not p.turn else 'special ones live on'}"
            )
        if c.alive and c.cell in standing:
            raise BadPosition(f"{name} stands on {place} with another one")
        if c.alive and board[c.cell] != c.seat + 1:
            raise BadPosition(
                f"{name} stands on {place} of colour {board[c.cell]}; expected its own, {c.seat + 1}"
            )
        if c.alive:
            standing.add(c.cell)


def _check_bombs(p: Position) -> None:
    """Range and delay are as its player may choose, the delay counted down to 1 at least (3.3, 4.4)."""
    mined: set[Cell] = set()
    for bomb in p.bombs:
        name = f"the bomb at {bomb.cell[0]},{bomb.cell[1]}"
        _on_board(name, bomb.cell, p.cells)
        _number(f"the player of {name}", bomb.seat, 0, p.seats - 1)
        most = _most_bomb(p, bomb.seat)
        _number(f"the range of {name}", bomb.range, LEAST_BOMB, most)
        _number(f"the delay of {name}", bomb.delay, 1, most)
        if bomb.cell in mined:
            raise BadPosition(f"{name} lies on another one")
        if p.turn == 0:
            raise BadPosition(f"{name} lies there before turn 1")
        mined.add(bomb.cell)


def _check_blasts(p: Position) -> None:
    """A hit cell has the colour of its blast, and holds no bomb and nobody but the newly dead (4.4)."""
    colours, mined = dict(zip(p.cells, p.colours, strict=True)), {bomb.cell for bomb in p.bombs}
    there = {cell: [c for c in p.characters if c.cell == cell] for cell, _ in p.blasts}
    seen: set[Cell] = set()
    for cell, colour in p.blasts:
        name = f"the blast at {cell[0]},{cell[1]}"
        _on_board(name, cell, colours)
        if cell in seen:
            raise BadPosition(f"{name} is listed twice")
        if p.turn == 0:
            raise BadPosition(f"{name} is seen before turn 1")
        if cell in mined:
            raise BadPosition(f"{name} left a bomb there")
        spared = any(c.alive and p.special and c.seat == 0 for c in there[cell])
        if not spared and colours[cell] != colour:
            raise BadPosition(f"{name} has colour {colour}, its cell {colours[cell]}; expected the same")
        for c in there[cell]:
            if not (p.special and c.seat == 0):
                _number(
                    f"the waiting time of character {c.id}, just hit,",
                    c.wait,
                    WAIT_OF_THE_DEAD,
                    WAIT_OF_THE_DEAD,
                )
        seen.add(cell)


def _check_orders(p: Position) -> None:
    """They are for characters that there are, their bombs as the player may choose (3.3)."""
    for order in p.orders:
        _number("the character of an order", order.character, 0, len(p.characters) - 1)
        if order.kind == Do.BOMB:
            most = _most_bomb(p, p.characters[order.character].seat)
            name = f"the bomb for character {order.character}"
            _number(f"the range of {name}", order.range, LEAST_BOMB, most)
            _number(f"the delay of {name}", order.delay, LEAST_BOMB, most)


def _most_bomb(p: Position, seat: int) -> int:
    return MOST_SPECIAL_BOMB if p.special and seat == 0 else MOST_BOMB


def _number(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadPosition(f"{name} is {value}; expected {f'{least} to {most}' if least < most else least}")


def _on_board(name: str, cell: Cell, board: object) -> None:
    if cell not in board:  # type: ignore[operator]
        raise BadPosition(f"{name} is on {cell[0]},{cell[1]}, which is no cell of the board")
