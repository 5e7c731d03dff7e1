"""What learners of hexabomb gain."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.hexabomb.state import ALIVE, NO_LEADER

UNIT = 0.005
POINT, CELL, LIFE, VICTORY = 1, 20, 60, 1000


@rule
def superiority(s, seat, _memory):
    """How far a seat is ahead of the mean of its rivals: a point is worth 0.005, a cell 0.1, a life 0.3, and
    victory 5 at the end.

    Points decide, but a cell brings its points later, and a life its cells: so these count at once.
    """
    rivals = max(1, int(s.seats) - int(s.special) - 1)
    worth = 0
    for other in range(s.special, s.seats):
        now = POINT * int(s.score[other]) + CELL * int(s.count[other])
        worth += rivals * now if other == seat else -now
    for c in range(s.characters):
        if s.wait[c] == ALIVE and s.seat[c] >= s.special:
            worth += LIFE * rivals if s.seat[c] == seat else -LIFE
    if s.turn == s.turns and s.leader != NO_LEADER:
        worth += VICTORY * rivals if s.leader == seat else -VICTORY
    return worth // rivals
