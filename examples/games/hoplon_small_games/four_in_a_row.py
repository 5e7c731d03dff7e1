"""Four in a Row: stones drop into seven columns, four in a line win."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

from hoplon.authoring.bits import legal_from_bits, nth_bit
from hoplon.authoring.game import FromPosition, Game, Rules, Rung
from hoplon.authoring.pictures import Click, Scene, Screen, pieces_on, squares
from hoplon.authoring.rules import NOBODY, begin, engine, record, rule, then, turn_type
from hoplon.authoring.words import BadPosition, Phrases, position_words, read_rows, usual_words, write_rows

WIDTH, HEIGHT = 7, 6
CELLS = WIDTH * HEIGHT
DRAWN = 2  # instead of a winner


class Do(IntEnum):
    """What can happen."""

    DROP = 0
    LINE_UP = 1
    FILL = 2


# --- rules; numbers are sections of the rulebook ------------------------------------------------------------

# Stones are bits of a number, a row after the other. Between two rows is a bit that stays empty, so that no
# line runs over the side of the board.
ROW = WIDTH + 1
TOP = ROW * (HEIGHT - 1)
FULL_ROW = (1 << WIDTH) - 1
WAYS = 1, ROW - 1, ROW, ROW + 1  # to the next stone of a line: east, north-west, north, north-east

state_t = record([("stones", "i8", (2,)), ("count", "i2"), ("winner", "i2")])


@rule
def new(s, _options, _seed):
    """The board is empty (1.1)."""
    s.stones[0] = 0
    s.stones[1] = 0
    s.count = 0
    s.winner = NOBODY


@rule
def to_move(s):
    """Red begins, then they take turns (2.1)."""
    return NOBODY if s.winner != NOBODY else int(s.count) & 1


@rule
def open_columns(s):
    """The columns whose top cell is empty (2.2)."""
    taken = int(s.stones[0]) | int(s.stones[1])
    return 0 if s.winner != NOBODY else FULL_ROW & ~(taken >> TOP)


@rule
def take_turn(s, turn, choice):
    """The stone falls to the lowest empty cell (2.2)."""
    begin(turn)
    taken = (int(s.stones[0]) | int(s.stones[1])) >> choice
    row = 0
    while taken >> ROW * row & 1:
        row += 1
    then(turn, Do.DROP, who=int(s.count) & 1, dst=WIDTH * row + choice)
    resolve(s, turn, turn.pending)


@rule
def perform(s, _turn, a):
    """What an action changes."""
    if a.kind == Do.DROP:
        s.stones[a.who] |= 1 << int(a.dst) + int(a.dst) // WIDTH
        s.count += 1
    else:
        s.winner = a.who if a.kind == Do.LINE_UP else DRAWN
    return True


@rule
def react(s, turn, a):
    """Four of a player's stones in a line win (3.1); a full board without a line is a draw (3.2)."""
    if a.kind == Do.DROP:
        stones = int(s.stones[a.who])
        for way in WAYS:
            pairs = stones & stones >> way
            line = pairs & pairs >> 2 * way
            if line != 0:
                then(turn, Do.LINE_UP, who=a.who, what=cell_of(line), dst=cell_of(line << 3 * way))
                return
        if s.count == CELLS:
            then(turn, Do.FILL)


@rule
def cell_of(bits):
    """The first cell of a set."""
    bit = nth_bit(bits, 0)
    return bit - bit // ROW


@rule
def score(s, seat):
    """One point for a win, minus one for a loss (3.3)."""
    return 1 if s.winner == seat else -1 if s.winner == 1 - seat else 0


resolve = engine(perform, react)
RULES = Rules(new, to_move, *legal_from_bits(open_columns), take_turn, score)

# --- words --------------------------------------------------------------------------------------------------

NAME, LETTERS, SEATS = "four-in-a-row", ".xo", ("Red", "Yellow")
BITS = [cell + cell // WIDTH for cell in range(CELLS)]
LAYOUT = squares.layout(WIDTH, HEIGHT, lambda _file, _rank: "well", ("red", "yellow"), ranks=False)


def cells_of(states: Any, i: int) -> list[int]:
    """What lies on each cell: 0, or 1 more than the seat of the stone."""
    red, yellow = states["stones"][i].tolist()
    return [(red >> bit & 1) + 2 * (yellow >> bit & 1) for bit in BITS]


def notation(states: Any, i: int) -> str:
    """The rows from the top; who is to move follows from the number of stones (2.1)."""
    return f"{NAME} {write_rows(cells_of(states, i), WIDTH, LETTERS)}"


def read_notation(states: Any, i: int, text: str, _seed: int = 0) -> None:
    """The position that a line says; BadPosition says why it cannot be."""
    (rows,) = position_words(text, NAME, "ROWS")
    cells = read_rows(rows, WIDTH, HEIGHT, LETTERS)
    red, yellow = cells.count(1), cells.count(2)
    if red - yellow not in (0, 1):
        raise BadPosition(f"there are {red} x and {yellow} o; expected as many, or one x more")
    for cell in range(WIDTH, CELLS):
        if cells[cell] and not cells[cell - WIDTH]:
            raise BadPosition(f"the stone on {LAYOUT.cells[cell].id} has nothing below it")
    stones = [
        sum(1 << bit for bit, cell in zip(BITS, cells, strict=True) if cell == seat + 1) for seat in (0, 1)
    ]
    lines = [seat for seat in (0, 1) if has_line(stones[seat])]
    if lines not in ([], [1 - (red + yellow) % 2]):
        raise BadPosition("the match was over before the last stone")
    states["stones"][i] = stones
    states["count"][i] = red + yellow
    states["winner"][i] = lines[0] if lines else DRAWN if red + yellow == CELLS else NOBODY


def has_line(stones: int) -> bool:
    """Are four in a line?"""
    return any(stones & stones >> way & stones >> 2 * way & stones >> 3 * way for way in WAYS)


# --- pictures -----------------------------------------------------------------------------------------------


def scene(states: Any, i: int, _viewer: int) -> Scene:
    """A disc for each stone."""
    winner, mover = int(states["winner"][i]), int(states["count"][i]) % 2
    won = "The board is full" if winner == DRAWN else f"{SEATS[winner]} wins"
    note = f"{SEATS[mover]} to move" if winner == NOBODY else won
    return Scene(pieces_on(cells_of(states, i), "●○", SEATS), note=note)


def offer(states: Any, i: int, choice: int) -> Click:
    """Any cell of a column, the lowest empty one above all."""
    free = [cell for cell, stone in enumerate(cells_of(states, i)) if cell % WIDTH == choice and not stone]
    return Click(free[0], also=tuple(range(choice, CELLS, WIDTH)), label="Drop a stone")


SCREEN = Screen(
    LAYOUT,
    scene,
    offer,
    says={
        Do.DROP: "{player} drops a stone on {dst}",
        Do.LINE_UP: "{player} has four in a row, {what} to {dst}",
        Do.FILL: "the board is full",
    },
)

GAME = Game(
    name=NAME,
    title="Four in a Row",
    summary="stones drop into seven columns, four in a line win",
    rulebook=Path(__file__).with_suffix(".md"),
    version=1,
    actions=Do,
    state=state_t,
    turn=turn_type(log=4, queue=2, stack=4),
    options=FromPosition,
    rules=RULES,
    space=range(WIDTH),
    seats=(2, 2),
    name_seats=lambda _options: SEATS,
    phrases=Phrases(
        Do,
        {Do.DROP: "drop {who} {dst}", Do.LINE_UP: "line-up {who} {what} {dst}", Do.FILL: "fill"},
        usual_words(LAYOUT, LETTERS[1:]),
    ),
    write_choice=lambda _states, _i, choice: f"drop {LAYOUT.cells[choice].id[0]}",
    why_illegal=lambda _states, _i, _choice: "the column is full",
    notation=notation,
    read_notation=read_notation,
    draw=SCREEN.draw,
    picture=SCREEN.picture,
    board=SCREEN.board,
    ladder=(Rung("random", "any column"), Rung("center", "the middle first", usual=True)),
)
