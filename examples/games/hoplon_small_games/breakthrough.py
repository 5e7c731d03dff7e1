"""Breakthrough: two rows of pawns each; who reaches the far side wins."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

from hoplon.authoring.bits import count_bits, nth_bit
from hoplon.authoring.game import FromPosition, Game, Rules
from hoplon.authoring.pictures import Click, Scene, Screen, pieces_on, squares
from hoplon.authoring.rules import NOBODY, begin, engine, record, rule, then, turn_type
from hoplon.authoring.words import BadPosition, Phrases, position_words, read_rows, usual_words, write_rows

SIZE = 8
CELLS = SIZE * SIZE


class Do(IntEnum):
    """What can happen."""

    MOVE = 0
    CAPTURE = 1
    BREAK_THROUGH = 2
    WIPE_OUT = 3


# --- rules; numbers are sections of the rulebook ------------------------------------------------------------

# The pawns of a player are a number a rank, counted from his side; file a is the lowest bit.
state_t = record([("pawns", "i2", (2, SIZE)), ("mover", "i2"), ("winner", "i2")])
FULL = (1 << SIZE) - 1
WEST, AHEAD, EAST = 0, 1, 2
WAYS = 3  # a choice is the cell of a pawn, then who moves, then the way


@rule
def rank_of(cell, seat):
    """The rank of a cell, counted from the side of a player."""
    return SIZE - 1 - cell // SIZE if seat else cell // SIZE


@rule
def new(s, _options, _seed):
    """Each player has pawns on the two ranks next to him (1.1)."""
    for seat in range(2):
        for rank in range(SIZE):
            s.pawns[seat, rank] = FULL if rank < 2 else 0
    s.mover = 0
    s.winner = NOBODY


@rule
def to_move(s):
    """White begins, then they take turns (2.1)."""
    return NOBODY if s.winner != NOBODY else int(s.mover)


@rule
def can_go(s, rank, way):
    """Which pawns of a rank can go one way: ahead if nobody is there, aslant unless an own pawn is (2.2)."""
    own, next_rank = int(s.pawns[s.mover, rank]), int(s.pawns[s.mover, rank + 1])
    if way == AHEAD:
        return own & ~next_rank & ~int(s.pawns[1 - s.mover, SIZE - 2 - rank])
    if way == WEST:
        return own & ~(next_rank << 1) & FULL - 1
    return own & ~(next_rank >> 1) & FULL >> 1


@rule
def count_legal(s):
    """All pawns that can go, for each rank and way."""
    n = 0
    if s.winner == NOBODY:
        for rank in range(SIZE - 1):
            for way in range(WAYS):
                n += count_bits(can_go(s, rank, way))
    return n


@rule
def nth_legal(s, k):
    """Rank by rank, way by way, file by file."""
    for rank in range(SIZE - 1):
        for way in range(WAYS):
            pawns = can_go(s, rank, way)
            n = count_bits(pawns)
            if k < n:
                cell = SIZE * (SIZE - 1 - rank if s.mover else rank) + nth_bit(pawns, k)
                return (2 * cell + int(s.mover)) * WAYS + way
            k -= n
    return NOBODY


@rule
def is_legal(s, choice):
    """A pawn of the mover that can go (2.2)."""
    cell, seat, way = choice // (2 * WAYS), choice // WAYS % 2, choice % WAYS
    rank = rank_of(cell, seat)
    if s.winner != NOBODY or s.mover != seat or not 0 <= cell < CELLS or rank == SIZE - 1:
        return False
    return can_go(s, rank, way) >> cell % SIZE & 1 == 1


@rule
def take_turn(s, turn, choice):
    """The pawn goes to the next rank, at most one file aside (2.2)."""
    begin(turn)
    src = choice // (2 * WAYS)
    dst = src + (-SIZE if s.mover else SIZE) + choice % WAYS - AHEAD
    then(turn, Do.MOVE, who=s.mover, src=src, dst=dst)
    s.mover = 1 - s.mover
    resolve(s, turn, turn.pending)


@rule
def perform(s, _turn, a):
    """What an action changes; where nobody stands, nobody is captured (2.3)."""
    rank, bit = rank_of(int(a.dst), a.who), 1 << int(a.dst) % SIZE
    if a.kind == Do.MOVE:
        s.pawns[a.who, rank_of(int(a.src), a.who)] ^= 1 << int(a.src) % SIZE
        s.pawns[a.who, rank] |= bit
    elif a.kind == Do.CAPTURE:
        if int(s.pawns[a.who, rank]) & bit == 0:
            return False
        s.pawns[a.who, rank] ^= bit
    else:
        s.winner = a.who
    return True


@rule
def react(s, turn, a):
    """A pawn captures whom it meets (2.3); the far rank (3.1) or the last capture (3.2) wins."""
    if a.kind == Do.MOVE:
        then(turn, Do.CAPTURE, who=1 - a.who, dst=a.dst)
        if rank_of(int(a.dst), a.who) == SIZE - 1:
            then(turn, Do.BREAK_THROUGH, who=a.who, dst=a.dst)
    elif a.kind == Do.CAPTURE:
        for rank in range(SIZE):
            if s.pawns[a.who, rank] != 0:
                return
        then(turn, Do.WIPE_OUT, who=1 - a.who, dst=a.dst)


@rule
def score(s, seat):
    """One point for a win, minus one for a loss (3.3)."""
    return 1 if s.winner == seat else -1 if s.winner == 1 - seat else 0


resolve = engine(perform, react)

# --- words --------------------------------------------------------------------------------------------------

NAME, LETTERS, SEATS = "breakthrough", ".wb", ("White", "Black")
LAYOUT = squares.layout(SIZE, SIZE, squares.chequered, ("white", "black"))
CELL = [cell.id for cell in LAYOUT.cells]
TEXTS = {
    (2 * cell + seat) * WAYS + way: f"move {CELL[cell]} {CELL[cell + step + way - AHEAD]}"
    for cell in range(CELLS)
    for seat, step in ((0, SIZE), (1, -SIZE))
    for way in range(WAYS)
    if 0 <= cell + step < CELLS and 0 <= cell % SIZE + way - AHEAD < SIZE
}


def cells_of(states: Any, i: int) -> list[int]:
    """What stands on each cell: 0, or 1 more than the seat of the pawn."""
    white, black = states["pawns"][i].tolist()
    ranks = zip(white, reversed(black), strict=True)
    return [(w >> file & 1) + 2 * (b >> file & 1) for w, b in ranks for file in range(SIZE)]


def notation(states: Any, i: int) -> str:
    """The ranks from the far side, and who is to move."""
    return f"{NAME} {write_rows(cells_of(states, i), SIZE, LETTERS)} {LETTERS[1 + states['mover'][i]]}"


def read_notation(states: Any, i: int, text: str, _seed: int = 0) -> None:
    """The position that a line says; BadPosition says why it cannot be."""
    rows, mover = position_words(text, NAME, "ROWS", "w|b")
    cells = read_rows(rows, SIZE, SIZE, LETTERS)
    won = NOBODY
    for seat in (0, 1):
        pawns = [cells[c : c + SIZE] for c in range(0, CELLS, SIZE)][:: 1 - 2 * seat]
        states["pawns"][i, seat] = [sum((p == seat + 1) << f for f, p in enumerate(rank)) for rank in pawns]
        if seat + 1 in pawns[-1] or 2 - seat not in cells:
            won = seat
        if cells.count(seat + 1) > 2 * SIZE:
            raise BadPosition(f"{SEATS[seat]} has {cells.count(seat + 1)} pawns; expected at most {2 * SIZE}")
        if won == "wb".index(mover):
            raise BadPosition(f"{SEATS[won]} had won before the last move")
    states["mover"][i] = "wb".index(mover)
    states["winner"][i] = won


# --- pictures -----------------------------------------------------------------------------------------------


def scene(states: Any, i: int, _viewer: int) -> Scene:
    """A pawn is a pawn."""
    winner, mover = int(states["winner"][i]), int(states["mover"][i])
    note = f"{SEATS[mover]} to move" if winner == NOBODY else f"{SEATS[winner]} wins"
    return Scene(pieces_on(cells_of(states, i), "♙♟", ("White pawn", "Black pawn")), note=note)


def offer(_states: Any, _i: int, choice: int) -> Click:
    """Take a pawn and put it down."""
    _, src, dst = TEXTS[choice].split()
    return Click(LAYOUT.read(dst), source=LAYOUT.read(src), label="Move")


SAYS = {
    Do.MOVE: "{player} moves from {src} to {dst}",
    Do.CAPTURE: "the pawn of {player} on {dst} is captured",
    Do.BREAK_THROUGH: "{player} has broken through",
    Do.WIPE_OUT: "{player} has captured every pawn",
}
FORMS = {
    Do.MOVE: "move {who} {src} {dst}",
    Do.CAPTURE: "capture {who} {dst}",
    Do.BREAK_THROUGH: "break-through {who} {dst}",
    Do.WIPE_OUT: "wipe-out {who} {dst}",
}
SCREEN = Screen(LAYOUT, scene, offer, SAYS)

GAME = Game(
    name=NAME,
    title="Breakthrough",
    summary="two rows of pawns each; who reaches the far side wins",
    rulebook=Path(__file__).with_suffix(".md"),
    version=1,
    actions=Do,
    state=state_t,
    turn=turn_type(log=4, queue=2, stack=4),
    options=FromPosition,
    rules=Rules(new, to_move, count_legal, nth_legal, is_legal, take_turn, score),
    space=list(TEXTS),
    most_choices=2 * SIZE * WAYS,
    seats=(2, 2),
    name_seats=lambda _options: SEATS,
    phrases=Phrases(Do, FORMS, usual_words(LAYOUT, LETTERS[1:])),
    write_choice=lambda _states, _i, choice: TEXTS[choice],
    notation=notation,
    read_notation=read_notation,
    draw=SCREEN.draw,
    picture=SCREEN.picture,
    board=SCREEN.board,
)
