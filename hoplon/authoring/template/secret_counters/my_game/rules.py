"""The rules of My Game. Numbers are sections of the rulebook, README.md."""

from __future__ import annotations

from enum import IntEnum

from hoplon.authoring.dice import below, stream
from hoplon.authoring.game import Rules
from hoplon.authoring.rules import NOBODY, begin, engine, legal_from_space, record, rule, then, turn_type

SEATS, PITS, EACH = 2, 8, 4
COUNTERS = PITS * EACH
TURNS = 10 * SEATS
GONE, BEST, UNKNOWN = 0, 5, 6  # a token is worth 1 to BEST


class Do(IntEnum):
    """What can happen."""

    SOW = 0
    TAKE = 1
    UNCOVER = 2


pits_t = [("pits", "i2", (PITS,)), ("tokens", "i2", (PITS,))]
state_t = record([*pits_t, ("points", "i2", (SEATS,)), ("turns", "i2")])
turn_t = turn_type(log=2 * PITS + 1, queue=2, stack=2)  # a turn empties each pit once at most


@rule
def new(s, _options, seed):
    """There are four counters in every pit (1.2) and a token under it (1.3)."""
    s.turns = 0
    for pit in range(PITS):
        s.pits[pit] = EACH
        s.tokens[pit] = UNKNOWN
    for seat in range(SEATS):
        s.points[seat] = 0
    redeal(s, NOBODY, seed)


@rule
def is_hidden(s, pit, seat):
    """A seat has looked under some pits, nobody under others; a token that is gone was seen by all (1.3)."""
    return s.tokens[pit] != GONE and pit % (SEATS + 1) != seat


@rule
def conceal(s, seat):
    """Forget all that a seat cannot know."""
    for pit in range(PITS):
        if is_hidden(s, pit, seat):
            s.tokens[pit] = UNKNOWN


@rule
def redeal(s, seat, seed):
    """Throw anew all that a seat cannot know."""
    dice = stream(seed, 0, 0)
    for pit in range(PITS):
        if is_hidden(s, pit, seat):
            s.tokens[pit] = 1 + below(dice, pit, BEST)


@rule
def to_move(s):
    """The players take turns (2.1) until no counter or no turn is left (3.1)."""
    left = 0
    for pit in range(PITS):
        left += s.pits[pit]
    return NOBODY if left == 0 or s.turns == TURNS else int(s.turns) % SEATS


@rule
def is_legal(s, choice):
    """The player chooses a pit that is not empty (2.2)."""
    return s.turns < TURNS and 0 <= choice < PITS and s.pits[choice] > 0


@rule
def take_turn(s, turn, choice):
    """The counters of the pit are sown; all that follows from it happens (2.2)."""
    begin(turn)
    n = int(s.pits[choice])
    then(turn, Do.SOW, who=to_move(s), src=choice, dst=(choice + n) % PITS, n=n)
    resolve(s, turn, turn.pending)


@rule
def perform(s, _turn, a):
    """What an action changes."""
    if a.kind == Do.SOW:
        s.pits[a.src] = 0
        for k in range(a.n):
            s.pits[(a.src + 1 + k) % PITS] += 1
        s.turns += 1
    else:
        s.points[a.who] += a.n
        if a.kind == Do.TAKE:
            s.pits[a.dst] = 0
        else:
            s.tokens[a.dst] = GONE
    return True


@rule
def react(s, turn, a):
    """Two or three counters are taken from the last pit sown (2.3), then from the pits before it (2.4).

    Who takes counters also gets the token of the pit (2.5).
    """
    if a.kind == Do.TAKE and s.tokens[a.dst] != GONE:
        then(turn, Do.UNCOVER, who=a.who, dst=a.dst, n=s.tokens[a.dst])
    pit = int(a.dst) if a.kind == Do.SOW else (int(a.dst) - 1) % PITS
    if a.kind != Do.UNCOVER and 2 <= s.pits[pit] <= 3:
        then(turn, Do.TAKE, who=a.who, dst=pit, n=s.pits[pit])


@rule
def score(s, seat):
    """A point for each counter taken, and the worth of the tokens (3.2)."""
    return int(s.points[seat])


resolve = engine(perform, react)
LEGAL = legal_from_space(is_legal, PITS)
RULES = Rules(new, to_move, *LEGAL, take_turn, score, conceal=conceal, redeal=redeal)
