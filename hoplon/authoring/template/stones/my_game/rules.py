"""The rules of My Game. Numbers are sections of the rulebook, README.md."""

from __future__ import annotations

from enum import IntEnum

from hoplon.authoring.dice import below, stream
from hoplon.authoring.game import Rules
from hoplon.authoring.pictures import squares
from hoplon.authoring.rules import NOBODY, begin, engine, legal_from_space, record, rule, then, turn_type

SEATS, SIZE = 2, 7
CELLS = SIZE * SIZE
NEXT = squares.neighbours(SIZE, SIZE)  # NEXT[cell, way] is a cell, or below 0
WAYS = NEXT.shape[1]
TURNS, NEUTRALS = 8 * SEATS, 10
EMPTY, NEUTRAL = 0, SEATS + 1  # what lies on a cell; a stone of a seat is the seat + 1


class Do(IntEnum):
    """What can happen."""

    PLACE = 0
    TURN_OVER = 1


state_t = record([("cells", "i2", (CELLS,)), ("turns", "i2")])
turn_t = turn_type(log=CELLS + 1, queue=WAYS, stack=CELLS * WAYS)  # the longest chain turns every stone


@rule
def new(s, _options, seed):
    """The dice put neutral stones on the empty board (1.2)."""
    s.turns = 0
    for cell in range(CELLS):
        s.cells[cell] = EMPTY
    dice = stream(seed, 0, 0)
    for n in range(NEUTRALS):
        cell = below(dice, n, CELLS)
        while s.cells[cell] != EMPTY:
            cell = (cell + 1) % CELLS
        s.cells[cell] = NEUTRAL


@rule
def to_move(s):
    """The players take turns (2.1) until all their stones are placed (3.1)."""
    return NOBODY if s.turns == TURNS else int(s.turns) % SEATS


@rule
def is_legal(s, choice):
    """A stone goes on an empty cell (2.2)."""
    return s.turns < TURNS and 0 <= choice < CELLS and s.cells[choice] == EMPTY


@rule
def take_turn(s, turn, choice):
    """The player places a stone; all that follows from it happens (2.2)."""
    begin(turn)
    then(turn, Do.PLACE, who=to_move(s), dst=choice)
    resolve(s, turn, turn.pending)


@rule
def perform(s, _turn, a):
    """What an action changes; nothing happens to a stone that was turned over meanwhile."""
    if s.cells[a.dst] == a.who + 1:
        return False
    s.cells[a.dst] = a.who + 1
    if a.kind == Do.PLACE:
        s.turns += 1
    return True


@rule
def react(s, turn, a):
    """Other stones beside it that touch two of the player's are turned over (2.3), and so on (2.4)."""
    for way in range(WAYS):
        cell = NEXT[a.dst, way]
        if cell >= 0 and s.cells[cell] not in (EMPTY, a.who + 1) and touching(s, cell, a.who) >= 2:
            then(turn, Do.TURN_OVER, who=a.who, dst=cell)


@rule
def touching(s, cell, seat):
    """How many stones of a seat lie beside a cell."""
    n = 0
    for way in range(WAYS):
        if NEXT[cell, way] >= 0 and s.cells[NEXT[cell, way]] == seat + 1:
            n += 1
    return n


@rule
def score(s, seat):
    """A point for each stone (3.2)."""
    n = 0
    for cell in range(CELLS):
        if s.cells[cell] == seat + 1:
            n += 1
    return n


resolve = engine(perform, react)
RULES = Rules(new, to_move, *legal_from_space(is_legal, CELLS), take_turn, score)
