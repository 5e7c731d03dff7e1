"""The JSON text of a state (rulebook 9.2), written by compiled code: compact, with sorted keys.

Letters are copied under unsigned indices: a signed one may count from the end of an array, and looking for
that at every letter takes four times as long.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.hexabomb.state import ALIVE, NOT_HIT, SIZES

MINUS, ZERO, QUOTE, COLON, COMMA = (ord(sign) for sign in '-0":,')
OPEN_LIST, CLOSE_LIST, OPEN, CLOSE = (ord(sign) for sign in "[]{}")

# Bytes that one of these never needs more than.
MOST_OF_CELL = 60
MOST_OF_BOMB = 90
MOST_OF_CHARACTER = 150

# Number-like keys come in the order of texts: 10 before 2.
TEXT_ORDER = np.array(sorted(range(SIZES[-1].seats + 1), key=str), np.int64)


def _letters(text: str) -> Any:
    return np.frombuffer(text.encode(), np.uint8)


BOMBS = _letters('{"bombs":[')
CELL_COUNT = _letters('],"cell_count":{')
CELLS = _letters('},"cells":[')
CHARACTERS = _letters('],"characters":[')
EXPLOSIONS = _letters('],"explosions":{')
SCORE = _letters('},"score":{')
END = _letters("}}")

COLOR = _letters('{"color":')
DELAY = _letters(',"delay":')
Q = _letters(',"q":')
R = _letters(',"r":')
RANGE = _letters(',"range":')
LIVES = _letters('{"alive":true,"bomb_count":')
LIES = _letters('{"alive":false,"bomb_count":')
ITS_COLOR = _letters(',"color":')
ID = _letters(',"id":')
REVIVE_DELAY = _letters(',"revive_delay":')
PLACE = _letters('{"q":')


@rule
def put_letters(out, at, letters):
    """Write letters; returns where to go on."""
    for k in range(len(letters)):
        out[np.uint64(at + k)] = letters[np.uint64(k)]
    return at + len(letters)


@rule
def put_sign(out, at, sign):
    """Write one sign."""
    out[at] = sign
    return at + 1


@rule
def put_number(out, at, number):
    """Write an integer."""
    n = int(number)
    if n < 0:
        out[at] = MINUS
        at += 1
        n = -n
    if n < 10:
        out[at] = ZERO + n
        return at + 1
    digits = 2
    rest = n // 100
    while rest > 0:
        digits += 1
        rest //= 10
    for k in range(digits):
        out[at + digits - 1 - k] = ZERO + n % 10
        n //= 10
    return at + digits


@rule
def put_key(out, at, number):
    """Write a number as a key."""
    at = put_sign(out, at, QUOTE)
    at = put_number(out, at, number)
    at = put_sign(out, at, QUOTE)
    return put_sign(out, at, COLON)


@rule
def put_place(out, at, s, cell, first):
    """Write the coordinates of a cell after the letters that come first."""
    at = put_letters(out, at, first)
    at = put_number(out, at, s.q[cell])
    at = put_letters(out, at, R)
    return put_number(out, at, s.r[cell])


@rule
def put_bombs(out, at, s):
    """All bombs, the oldest first."""
    for b in range(s.bombs):
        at = put_letters(out, at, COLOR)
        at = put_number(out, at, s.bomb_seat[b] + 1)
        at = put_letters(out, at, DELAY)
        at = put_number(out, at, s.bomb_delay[b])
        at = put_place(out, at, s, s.bomb_cell[b], Q)
        at = put_letters(out, at, RANGE)
        at = put_number(out, at, s.bomb_range[b])
        at = put_sign(out, at, CLOSE)
        at = put_sign(out, at, COMMA)
    return at - 1 if s.bombs > 0 else at


@rule
def put_cells(out, at, s, tails, ends):
    """All cells in canonical order: colours between the letters that never change."""
    k = 0
    for c in range(s.cells):
        at = put_number(out, at, s.colour[c])
        n = ends[c] - k
        for j in range(n):
            out[np.uint64(at + j)] = tails[np.uint64(k + j)]
        at += n
        k = ends[c]
    return at


@rule
def write_tails(states, i, tails, ends):
    """What stands between the colours of two cells: the place of one and the beginning of the next."""
    s = states[i]
    at = 0
    for c in range(s.cells):
        at = put_place(tails, at, s, c, Q)
        at = put_sign(tails, at, CLOSE)
        if c + 1 < s.cells:
            at = put_sign(tails, at, COMMA)
            at = put_letters(tails, at, COLOR)
        ends[c] = at


@rule
def put_characters(out, at, s):
    """All characters by number."""
    for c in range(s.characters):
        at = put_letters(out, at, LIVES if s.wait[c] == ALIVE else LIES)
        at = put_number(out, at, s.held[c])
        at = put_letters(out, at, ITS_COLOR)
        at = put_number(out, at, s.seat[c] + 1)
        at = put_letters(out, at, ID)
        at = put_number(out, at, c)
        at = put_place(out, at, s, s.at[c], Q)
        at = put_letters(out, at, REVIVE_DELAY)
        at = put_number(out, at, s.wait[c])
        at = put_sign(out, at, CLOSE)
        at = put_sign(out, at, COMMA)
    return at - 1 if s.characters > 0 else at


@rule
def put_explosions(out, at, s):
    """The cells hit, by colour, each in canonical order."""
    if s.hits == 0:
        return at
    for k in range(len(TEXT_ORDER)):
        colour = TEXT_ORDER[k]
        if colour > s.seats:
            continue
        start = at
        for c in range(s.cells):
            if s.blast[c] != NOT_HIT and s.blast[c] == colour:
                if at == start:
                    at = put_key(out, at, colour)
                    at = put_sign(out, at, OPEN_LIST)
                at = put_place(out, at, s, c, PLACE)
                at = put_sign(out, at, CLOSE)
                at = put_sign(out, at, COMMA)
        if at > start:
            out[at - 1] = CLOSE_LIST
            at = put_sign(out, at, COMMA)
    return at - 1


@rule
def put_of_seats(out, at, s, numbers):
    """A number of each player."""
    for k in range(len(TEXT_ORDER)):
        p = TEXT_ORDER[k]
        if p < s.seats:
            at = put_key(out, at, p)
            at = put_number(out, at, numbers[p])
            at = put_sign(out, at, COMMA)
    return at - 1 if s.seats > 0 else at


@rule
def write_state(states, i, out, tails, ends):
    """Write the whole state; returns its length."""
    s = states[i]
    at = put_letters(out, 0, BOMBS)
    at = put_bombs(out, at, s)
    at = put_letters(out, at, CELL_COUNT)
    at = put_of_seats(out, at, s, s.count)
    at = put_letters(out, at, CELLS)
    if s.cells > 0:
        at = put_letters(out, at, COLOR)
    at = put_cells(out, at, s, tails, ends)
    at = put_letters(out, at, CHARACTERS)
    at = put_characters(out, at, s)
    at = put_letters(out, at, EXPLOSIONS)
    at = put_explosions(out, at, s)
    at = put_letters(out, at, SCORE)
    at = put_of_seats(out, at, s, s.score)
    return put_letters(out, at, END)


class StateText:
    """Writes the states of one match; what never changes of them is written once."""

    def __init__(self, states: Any) -> None:
        s = states[0]
        cells, characters, seats = int(s.cells), int(s.characters), int(s.seats)
        self._tails = np.zeros(cells * MOST_OF_CELL + 1, np.uint8)
        self._ends = np.zeros(cells + 1, np.int64)
        self._text = np.zeros(
            1000 + cells * (2 * MOST_OF_CELL + MOST_OF_BOMB) + (characters + seats) * MOST_OF_CHARACTER,
            np.uint8,
        )
        write_tails(states, 0, self._tails, self._ends)

    def write(self, states: Any, i: int) -> bytes:
        """The state as compact JSON."""
        n = write_state(states, i, self._text, self._tails, self._ends)
        return self._text[:n].tobytes()
