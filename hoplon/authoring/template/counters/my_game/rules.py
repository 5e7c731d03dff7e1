"""The rules of My Game. Numbers are sections of the rulebook, README.md."""

from __future__ import annotations

from enum import IntEnum

from hoplon.authoring.game import Rules
from hoplon.authoring.rules import NOBODY, begin, engine, legal_from_space, record, rule, then, turn_type

SEATS, PITS, EACH = 2, 8, 4
COUNTERS = PITS * EACH
TURNS = 10 * SEATS


class Do(IntEnum):
    """What can happen."""

    SOW = 0
    TAKE = 1


state_t = record([("pits", "i2", (PITS,)), ("taken", "i2", (SEATS,)), ("turns", "i2")])
turn_t = turn_type(log=PITS + 1, queue=1, stack=1)  # a turn empties each pit once at most


@rule
def new(s, _options, _seed):
    """There are four counters in every pit (1.2)."""
    s.turns = 0
    for pit in range(PITS):
        s.pits[pit] = EACH
    for seat in range(SEATS):
        s.taken[seat] = 0


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
        s.pits[a.dst] = 0
        s.taken[a.who] += a.n
    return True


@rule
def react(s, turn, a):
    """Two or three counters are taken from the last pit sown (2.3), then from the pits before it (2.4)."""
    pit = int(a.dst) if a.kind == Do.SOW else (int(a.dst) - 1) % PITS
    if 2 <= s.pits[pit] <= 3:
        then(turn, Do.TAKE, who=a.who, dst=pit, n=s.pits[pit])


@rule
def score(s, seat):
    """A point for each counter taken (3.2)."""
    return int(s.taken[seat])


resolve = engine(perform, react)
RULES = Rules(new, to_move, *legal_from_space(is_legal, PITS), take_turn, score)
