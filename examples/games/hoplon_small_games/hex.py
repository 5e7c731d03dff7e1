"""Hex: join your two sides of the board by a chain of stones before the other joins his."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from hoplon.authoring.bits import count_bits, nth_bit
from hoplon.authoring.game import FromPosition, Game, Rules
from hoplon.authoring.pictures import Click, Scene, Screen, hexes, pieces_on
from hoplon.authoring.rules import NOBODY, begin, engine, record, rule, then, turn_type
from hoplon.authoring.words import BadPosition, Phrases, position_words, read_rows, usual_words, write_rows

SIZE = 11
CELLS = SIZE * SIZE
SWAP = CELLS  # a choice is an empty cell, or this


class Do(IntEnum):
    """What can happen."""

    PLACE = 0
    SWAP = 1
    TAKE_AWAY = 2
    CONNECT = 3


# --- rules; numbers are sections of the rulebook ------------------------------------------------------------

# A line of cells is a number with a bit for each. Red's lines are the rows, Blue's the columns: so both join
# the first line to the last by the same rules. `linked` are the stones that a chain joins to the first side.
seat_t = record([("stones", "i2", (SIZE,)), ("linked", "i2", (SIZE,))])
numbers = [(name, "i2") for name in ("count", "mover", "swap", "winner")]
state_t = record([("seat", seat_t, (2,)), ("free", "i2", (SIZE,)), *numbers])
FULL = (1 << SIZE) - 1


@rule
def new(s, options, _seed):
    """The board is empty (1.1)."""
    for line in range(SIZE):
        for seat in range(2):
            s.seat[seat].stones[line] = 0
            s.seat[seat].linked[line] = 0
        s.free[line] = FULL
    s.count = s.mover = 0
    s.swap = options.swap
    s.winner = NOBODY


@rule
def to_move(s):
    """Red begins, then they take turns (2.1)."""
    return NOBODY if s.winner != NOBODY else int(s.mover)


@rule
def may_swap(s):
    """Blue may swap instead of placing his first stone (2.3)."""
    return s.swap != 0 and s.count == 1 and s.mover == 1


@rule
def count_legal(s):
    """The empty cells, and the swap."""
    return 0 if s.winner != NOBODY else CELLS - int(s.count) + int(may_swap(s))


@rule
def nth_legal(s, k):
    """Row by row; the swap is last."""
    for row in range(SIZE):
        n = count_bits(int(s.free[row]))
        if k < n:
            return SIZE * row + nth_bit(int(s.free[row]), k)
        k -= n
    return SWAP


@rule
def is_legal(s, choice):
    """A stone goes to an empty cell (2.2)."""
    if s.winner != NOBODY or not 0 <= choice < CELLS:
        return s.winner == NOBODY and choice == SWAP and may_swap(s)
    return int(s.free[choice // SIZE]) >> choice % SIZE & 1 == 1


@rule
def take_turn(s, turn, choice):
    """The mover places a stone or swaps (2.1)."""
    begin(turn)
    if choice == SWAP:
        then(turn, Do.SWAP, who=s.mover)
    else:
        then(turn, Do.PLACE, who=s.mover, dst=choice)
    s.mover = 1 - s.mover
    resolve(s, turn, turn.pending)


@rule
def perform(s, _turn, a):
    """What an action changes."""
    row, column = int(a.dst) // SIZE, int(a.dst) % SIZE
    if a.kind == Do.PLACE:
        s.free[row] ^= 1 << column
        s.count += 1
        place(s.seat[a.who], column if a.who else row, row if a.who else column)
    elif a.kind == Do.TAKE_AWAY:
        s.free[row] ^= 1 << column
        s.count -= 1
        s.seat[a.who].stones[row] = 0
        s.seat[a.who].linked[row] = 0
    elif a.kind == Do.CONNECT:
        s.winner = a.who
    return True


@rule
def place(own, line, cell):
    """A stone beside a linked one is linked, and so are all that it is joined to (3.1)."""
    own.stones[line] |= 1 << cell
    more = around(own, line) >> cell & 1
    while more:
        more = 0
        for n in range(SIZE):
            joined = int(own.stones[n]) & ~int(own.linked[n]) & around(own, n)
            own.linked[n] |= joined
            more |= joined


@rule
def around(own, line):
    """The cells of a line that touch the first side or a linked stone; a cell has six neighbours (1.2)."""
    here = int(own.linked[line])
    above = int(own.linked[line - 1]) if line > 0 else FULL
    below = int(own.linked[line + 1]) if line < SIZE - 1 else 0
    return here << 1 | here >> 1 | above | above >> 1 | below | below << 1


@rule
def react(s, turn, a):
    """To swap is to mirror Red's stone and make it blue (2.3); a chain from side to side wins (3.1)."""
    if a.kind == Do.SWAP:
        for row in range(SIZE):
            if s.seat[0].stones[row] != 0:
                column = nth_bit(int(s.seat[0].stones[row]), 0)
                then(turn, Do.TAKE_AWAY, who=0, dst=SIZE * row + column)
                then(turn, Do.PLACE, who=1, dst=SIZE * column + row)
    elif a.kind == Do.PLACE and s.seat[a.who].linked[SIZE - 1] != 0:
        then(turn, Do.CONNECT, who=a.who)


@rule
def score(s, seat):
    """One point for a win, minus one for a loss (3.2)."""
    return 1 if s.winner == seat else -1 if s.winner == 1 - seat else 0


resolve = engine(perform, react)

# --- words --------------------------------------------------------------------------------------------------

NAME, LETTERS, SEATS = "hex", ".rb", ("Red", "Blue")
LAYOUT = hexes.rhombus(SIZE, hexes.two_sides_each(SIZE), ("red", "blue"))


@dataclass(frozen=True)
class HexOptions(FromPosition):
    """`swap` says whether Blue may swap (2.3)."""

    swap: bool = True


def cells_of(states: Any, i: int) -> list[int]:
    """What lies on each cell: 0, or 1 more than the seat of the stone."""
    red, blue = states["seat"]["stones"][i].tolist()
    return [(red[c // SIZE] >> c % SIZE & 1) + 2 * (blue[c % SIZE] >> c // SIZE & 1) for c in range(CELLS)]


def notation(states: Any, i: int) -> str:
    """The rows, who is to move, and whether Blue may swap when his first turn comes."""
    rows = write_rows(cells_of(states, i), SIZE, LETTERS, upwards=False)
    return f"{NAME} {rows} {'rb'[states['mover'][i]]} {'-+'[states['swap'][i]]}"


def read_notation(states: Any, i: int, text: str, _seed: int = 0) -> None:
    """Place the stones of a position; BadPosition says why it cannot be."""
    rows, mover, swap = position_words(text, NAME, "ROWS", "r|b", "+|-")
    cells = read_rows(rows, SIZE, SIZE, LETTERS, upwards=False)
    turn, seat = GAME.new_turns(1), "rb".index(mover)
    GAME.entries.start(states, i, GAME.options_array(HexOptions(swap=swap == "+")), 0)
    for who in (seat, 1 - seat):
        if states["winner"][i] != NOBODY:
            raise BadPosition(f"{SEATS[seat]} is to move, but has won")
        for cell in range(CELLS):
            if cells[cell] == who + 1:
                states["mover"][i] = who
                GAME.entries.play(states, i, turn, 0, cell)
    states["mover"][i] = seat


# --- pictures -----------------------------------------------------------------------------------------------


def scene(states: Any, i: int, _viewer: int) -> Scene:
    """A disc for each stone."""
    winner, mover = int(states["winner"][i]), int(states["mover"][i])
    note = f"{SEATS[mover]} to move" if winner == NOBODY else f"{SEATS[winner]} wins"
    return Scene(pieces_on(cells_of(states, i), "●○", SEATS), note=note)


SAYS = {
    Do.PLACE: "{player} places a stone on {dst}",
    Do.SWAP: "{player} swaps",
    Do.TAKE_AWAY: "the stone on {dst} is taken away",
    Do.CONNECT: "{player} has joined both sides",
}
FORMS = {
    Do.PLACE: "place {who} {dst}",
    Do.SWAP: "swap {who}",
    Do.TAKE_AWAY: "take-away {who} {dst}",
    Do.CONNECT: "connect {who}",
}
OFFERS = [*(Click(cell, label="Place a stone") for cell in range(CELLS)), Click(label="Swap")]
SCREEN = Screen(LAYOUT, scene, lambda _states, _i, choice: OFFERS[choice], SAYS)

GAME = Game(
    name=NAME,
    title="Hex",
    summary="join your two sides of the board by a chain of stones",
    rulebook=Path(__file__).with_suffix(".md"),
    version=1,
    actions=Do,
    state=state_t,
    turn=turn_type(log=4, queue=2, stack=4),
    options=HexOptions,
    rules=Rules(new, to_move, count_legal, nth_legal, is_legal, take_turn, score),
    space=range(CELLS + 1),
    seats=(2, 2),
    name_seats=lambda _options: SEATS,
    phrases=Phrases(Do, FORMS, usual_words(LAYOUT, LETTERS[1:])),
    write_choice=lambda _states, _i, c: "swap" if c == SWAP else f"place {LAYOUT.cells[c].id}",
    notation=notation,
    read_notation=read_notation,
    draw=SCREEN.draw,
    picture=SCREEN.picture,
    board=SCREEN.board,
)
