"""Four in a Row: stones drop into seven columns; four in a line win. The sections are those of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from hoplon.core.actions import NOBODY, begin, then, turn_type
from hoplon.core.board import ALL
from hoplon.core.engine import engine
from hoplon.core.errors import BadPosition, BadText
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import record, rule
from hoplon.core.options import Options
from hoplon.core.outcome import Outcome
from hoplon.core.text import Phrases
from hoplon.grids import squares, words
from hoplon.grids.rows import read_rows, write_rows
from hoplon.grids.scene import Piece, Scene
from hoplon.grids.screen import Click, Screen
from hoplon.grids.view import KNOWN, SeatView

WIDTH, HEIGHT = 7, 6
CELLS = WIDTH * HEIGHT
DRAWN = 2  # instead of a winner
NAME = "four-in-a-row"


class Do(IntEnum):
    """What can happen."""

    DROP = 0
    LINE_UP = 1
    FILL = 2


# A set of cells is a number with a bit for each. Between two rows is one bit more, so that no line runs from
# the right side of the board to the left.
ROW = WIDTH + 1
EAST, NORTH_WEST, NORTH, NORTH_EAST = 1, ROW - 1, ROW, ROW + 1

state_t = record([("stones", "i8", (2,)), ("height", "i2", (WIDTH,)), ("count", "i2"), ("winner", "i2")])
options_t = record([("unused", "i2")])
turn_t = turn_type(log=4, queue=2, stack=4)


# --- rules ----------------------------------------------------------------------------------------------------


@rule
def new(s, options, seed):
    """The board is empty (1)."""
    s.stones[0] = 0
    s.stones[1] = 0
    for column in range(WIDTH):
        s.height[column] = 0
    s.count = 0
    s.winner = NOBODY


@rule
def to_move(s):
    """Red begins, then the players take turns (2.1)."""
    return NOBODY if s.winner != NOBODY else int(s.count) & 1


@rule
def is_legal(s, choice):
    """A stone goes into a column that is not full (2.2)."""
    return s.winner == NOBODY and 0 <= choice < WIDTH and s.height[choice] < HEIGHT


@rule
def count_legal(s):
    """The columns that are not full."""
    if s.winner != NOBODY:
        return 0
    n = 0
    for column in range(WIDTH):
        n += 1 if s.height[column] < HEIGHT else 0
    return n


@rule
def nth_legal(s, k):
    """Columns from left to right."""
    for column in range(WIDTH):
        if s.height[column] < HEIGHT:
            if k == 0:
                return column
            k -= 1
    return NOBODY


@rule
def take_turn(s, turn, choice):
    """The stone falls to the lowest free cell of its column (2.2)."""
    begin(turn)
    then(turn, Do.DROP, who=int(s.count) & 1, dst=WIDTH * int(s.height[choice]) + choice)
    resolve(s, turn, turn.pending)


@rule
def perform(s, turn, a):
    """What an action changes."""
    if a.kind == Do.DROP:
        column, row = int(a.dst) % WIDTH, int(a.dst) // WIDTH
        s.stones[a.who] |= 1 << (ROW * row + column)
        s.height[column] = row + 1
        s.count += 1
    elif a.kind == Do.LINE_UP:
        s.winner = a.who
    else:
        s.winner = DRAWN
    return True


@rule
def react(s, turn, a):
    """Four stones of a player in a line win (3.1); a full board without a line is a draw (3.2)."""
    if a.kind == Do.DROP:
        stones = int(s.stones[a.who])
        for way in (EAST, NORTH_WEST, NORTH, NORTH_EAST):
            pairs = stones & stones >> way
            line = pairs & pairs >> 2 * way
            if line != 0:
                then(turn, Do.LINE_UP, who=a.who, src=first_cell(line), dst=first_cell(line << 3 * way))
                return
        if s.count == CELLS:
            then(turn, Do.FILL)


@rule
def first_cell(line):
    """The first cell of a set."""
    bit = 0
    while line >> bit & 1 == 0:
        bit += 1
    return WIDTH * (bit // ROW) + bit % ROW


resolve = engine(perform, react)


@rule
def score(s, seat):
    """One point for a win, minus one for a loss (3.3)."""
    return 1 if s.winner == seat else -1 if s.winner == 1 - seat else 0


@rule
def forget_dice(s, seed):
    """There are none."""


# --- words ----------------------------------------------------------------------------------------------------

LETTERS = ".xo"  # empty, Red, Yellow
SEATS = "Red", "Yellow"
LAYOUT = squares.layout(WIDTH, HEIGHT, lambda _file, _rank: "well", ("red", "yellow"), ranks=False)
COLUMNS = [squares.file_letter(column) for column in range(WIDTH)]


@dataclass(frozen=True)
class FourOptions(Options):
    """`position` begins from a line of the position notation."""

    position: str = ""


@dataclass(frozen=True, kw_only=True)
class View(SeatView):
    """What both players see: rows from the top, x for Red, o for Yellow."""

    rows: tuple[str, ...]
    to_move: int


def cells_of(states: Any, i: int) -> list[int]:
    """What lies on each cell: 0, or 1 more than a seat."""
    sets = states["stones"][i].tolist()
    return [sum(seat + 1 for seat in (0, 1) if sets[seat] >> c + c // WIDTH & 1) for c in range(CELLS)]


def notation(states: Any, i: int) -> str:
    """The rows from the top; who is to move follows from the number of stones (2.1)."""
    return f"{NAME} {write_rows(cells_of(states, i), WIDTH, LETTERS)}"


def read_notation(states: Any, i: int, text: str, _seed: int = 0) -> None:
    """Drop the stones of a position row by row; BadPosition says why that cannot be."""
    name, _, rows = text.partition(" ")
    if name != NAME:
        raise BadPosition(f"a position begins with {NAME!r}, found {name[:30]!r}")
    cells = read_rows(rows, WIDTH, HEIGHT, LETTERS)
    order = [[c for c, stone in enumerate(cells) if stone == seat + 1] for seat in (0, 1)]
    if len(order[0]) - len(order[1]) not in (0, 1):
        raise BadPosition(f"{len(order[0])} x and {len(order[1])} o; expected as many, or one x more")
    floating = [c for c in range(WIDTH, CELLS) if cells[c] and not cells[c - WIDTH]]
    if floating:
        raise BadPosition(f"the stone on {squares.name(floating[0], WIDTH)} has nothing below it")
    s = states[i]
    new(s, None, 0)
    for seat, stones in enumerate(order):
        s.stones[seat] = sum(1 << c + c // WIDTH for c in stones)
    for column in range(WIDTH):
        s.height[column] = sum(cells[c] > 0 for c in range(column, CELLS, WIDTH))
    s.count = sum(map(len, order))
    lines = [seat for seat in (0, 1) if has_line(int(s.stones[seat]))]
    if len(lines) > 1 or lines and lines[0] == s.count % 2:
        raise BadPosition("the match was over before the last stone")
    s.winner = lines[0] if lines else DRAWN if s.count == CELLS else NOBODY


def has_line(stones: int) -> bool:
    """Are four in a line?"""
    return any(stones & stones >> w & stones >> 2 * w & stones >> 3 * w for w in (1, ROW - 1, ROW, ROW + 1))


def read_choice(_states: Any, _i: int, text: str) -> int:
    """The column that `drop d` names."""
    verb, _, column = text.partition(" ")
    if verb != "drop" or column not in COLUMNS:
        raise BadText(f"{text[:30]!r} is no choice; expected drop and a column from a to g")
    return COLUMNS.index(column)


def outcome(states: Any, i: int) -> Outcome | None:
    """How it ended (3)."""
    winner = int(states["winner"][i])
    if winner == NOBODY:
        return None
    if winner == DRAWN:
        return Outcome((0, 0), (), "full")
    return Outcome((1 - 2 * winner, 2 * winner - 1), (winner,), "line")


def view(states: Any, i: int, _seat: int) -> View:
    """Nothing is hidden."""
    rows = notation(states, i).split(" ")[1].split("/")
    mover = int(GAME.entries.mover(states, i))
    return View(rows=tuple(rows), to_move=mover, known=states[i : i + 1].copy())


# --- pictures -------------------------------------------------------------------------------------------------


def scene(states: Any, i: int, _viewer: int = ALL) -> Scene:
    """A disc for each stone."""
    pieces = [
        Piece(f"{cell}", cell, "●○"[stone - 1], stone - 1, SEATS[stone - 1])
        for cell, stone in enumerate(cells_of(states, i))
        if stone
    ]
    ended = outcome(states, i)
    mover = f"{SEATS[len(pieces) % 2]} to move"
    return Scene(
        tuple(pieces),
        note=mover if ended is None else f"{SEATS[ended.winners[0]]} wins" if ended.winners else "Draw",
    )


def offer(states: Any, i: int, choice: int) -> Click:
    """Any cell of the column; the stone goes to the lowest that is free."""
    row = int(states["height"][i, choice])
    others = tuple(WIDTH * r + choice for r in range(HEIGHT) if r != row)
    return Click(WIDTH * row + choice, also=others, label=f"Drop a stone into column {COLUMNS[choice]}")


SCREEN = Screen(
    LAYOUT,
    scene,
    offer,
    says={
        Do.DROP: "{player} drops a stone on {dst}",
        Do.LINE_UP: "{player} has four in a row, {src} to {dst}",
    }
    | {Do.FILL: "the board is full: a draw"},
)

GAME = Game(
    name=NAME,
    title="Four in a Row",
    summary="stones drop into seven columns; four in a line win",
    rulebook=Path(__file__).with_name("four_in_a_row.md"),
    version=1,
    actions=Do,
    state=state_t,
    turn=turn_t,
    options=FourOptions,
    options_record=options_t,
    rules=Rules(new, to_move, count_legal, nth_legal, is_legal, take_turn, score, forget_dice),
    space=range(WIDTH),
    most_choices=WIDTH,
    write_options=lambda _record, _i, _options: None,
    outcome=outcome,
    position_option="position",
    seats=(2, 2),
    name_seats=lambda _options: SEATS,
    view=view,
    view_record=KNOWN,
    phrases=Phrases(
        Do,
        {Do.DROP: "drop {who} {dst}", Do.LINE_UP: "line-up {who} {src} {dst}", Do.FILL: "fill"},
        {
            "who": words.one_of("who", LETTERS[1:]),
            "src": words.cell("src", LAYOUT),
            "dst": words.cell("dst", LAYOUT),
        },
    ),
    write_choice=lambda _states, _i, choice: f"drop {COLUMNS[choice]}",
    read_choice=read_choice,
    why_illegal=lambda _states, _i, _choice: "the column is full",
    notation=notation,
    read_notation=read_notation,
    draw=SCREEN.draw,
    picture=SCREEN.picture,
    board=SCREEN.board,
)
