"""What a character knows of itself and of the match, for learners: the same in all encodings."""

from __future__ import annotations

from hoplon.core.encoding import Part
from hoplon.core.kernel import rule
from hoplon.games.hexabomb.legal import is_special
from hoplon.games.hexabomb.state import ALIVE, NO_BOMB
from hoplon.games.hexabomb.tables import MOST_HELD, REFILL_EVERY, WAIT_OF_THE_DEAD

MOST_NUMBERS = 8
OF_A_SEAT = 4  # hundredths, so that 25 seats can be told apart
WHOLE = 100

# What is so or not.
LIVES = 0
WAITS = LIVES + 1
HOLDS = WAITS + WAIT_OF_THE_DEAD + 1
ON_BOMB = HOLDS + MOST_HELD + 1
SUDDEN_DEATH = ON_BOMB + 1
IS_SPECIAL = SUDDEN_DEATH + 1
NUMBER = IS_SPECIAL + 1

# Hundredths.
TURNS_LEFT = NUMBER + MOST_NUMBERS
REFILL = TURNS_LEFT + 1
OWN_CELLS = REFILL + 1
THEIR_CELLS = OWN_CELLS + 1
SCORE = THEIR_CELLS + 1
BEFORE = SCORE + 1
RIVALS = BEFORE + 1
WIDTH = RIVALS + 1

PARTS = (
    Part(
        "self",
        (TURNS_LEFT,),
        1,
        "is alive; waits 0 to 3 turns; holds 0 to 2 bombs; is on a bomb; it is sudden death; is special; "
        "its number in the team",
    ),
    Part(
        "course",
        (WIDTH - TURNS_LEFT,),
        WHOLE,
        "turns left, up to 100; tenths until the refill; hundredths of the cells, own and of the best other; "
        "own share of both scores; seats that order earlier, and rivals, 4 for each",
    ),
)


@rule
def show_standing(s, agent, row, first):
    """Write both parts, from a place of the row on."""
    show_self(s, agent, row, first)
    show_course(s, int(s.seat[agent]), row, first)


@rule
def show_self(s, agent, row, first):
    """What a character is and has."""
    wait = int(s.wait[agent])
    row[first + (LIVES if wait == ALIVE else WAITS + wait)] = 1
    row[first + HOLDS + s.held[agent]] = 1
    if s.mine[s.at[agent]] != NO_BOMB:
        row[first + ON_BOMB] = 1
    if s.special == 1:
        row[first + SUDDEN_DEATH] = 1
        if is_special(s, agent):
            row[first + IS_SPECIAL] = 1
    number = agent - int(s.first[s.seat[agent]])
    row[first + NUMBER + min(number, MOST_NUMBERS - 1)] = 1


@rule
def show_course(s, seat, row, first):
    """How the match stands for a seat."""
    turn = int(s.turn)
    seats = int(s.seats)
    cells = 0
    score = 0
    for other in range(s.special, seats):
        if other != seat:
            cells = max(cells, int(s.count[other]))
            score = max(score, int(s.score[other]))
    own = int(s.score[seat])
    before = seat - turn % seats
    row[first + TURNS_LEFT] = min(int(s.turns) - turn, WHOLE)
    row[first + REFILL] = WHOLE - turn % REFILL_EVERY * (WHOLE // REFILL_EVERY)
    row[first + OWN_CELLS] = int(s.count[seat]) * WHOLE // int(s.cells)
    row[first + THEIR_CELLS] = cells * WHOLE // int(s.cells)
    row[first + SCORE] = own * WHOLE // max(1, own + score)
    row[first + BEFORE] = min((before if before >= 0 else before + seats) * OF_A_SEAT, WHOLE)
    row[first + RIVALS] = min((seats - 1) * OF_A_SEAT, WHOLE)
