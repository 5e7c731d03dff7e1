"""The painter as a rule, for seats that play inside a learner's step: it chooses as the bot does.

A policy has its own copy of the position, so it may work in fields that are not needed to choose: `blast`
holds the marks of the cells, `distance` the turn in which a cell was last reached, `lit_by` the first steps
there, `hit` and `stands` the cells reached in two successive turns.
"""

from __future__ import annotations

from hoplon.bots.hexabomb.painter import LONGEST, MATE, RANGE, SHORTEST, WORTH_A_BOMB
from hoplon.bots.hexabomb.sense import FARTHEST
from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_below
from hoplon.games.hexabomb.fuses import turns_to_explosion
from hoplon.games.hexabomb.legal import (
    MOVE,
    REVIVE,
    STAY,
    asked_character,
    bomb_choice,
    can_bomb,
    can_revive,
    count_legal,
    nth_legal,
)
from hoplon.games.hexabomb.state import ALIVE, NO_BOMB, Do
from hoplon.games.hexabomb.tables import NEUTRAL, WAYS

# The marks of a cell: a bit for each turn in which it burns, and two more.
LATEST = 12  # bombs of the special player may burn later; they count like this
TIMES = (2 << LATEST) - 1
SHUT = 1 << 13
PROMISED = 1 << 14

NO_STEP = -1
UNDECIDED = 7  # the first step is still to be made
NIBBLE = 4


@rule
def painter(s, seat, key, n):
    """Revive, bomb, walk to paint, or get out of the way."""
    who = asked_character(s)
    if s.wait[who] != ALIVE:
        return REVIVE if can_revive(s, who) else STAY
    here = int(s.at[who])
    own = seat + 1
    bombs = can_bomb(s, who) and gain(s, who, here, own) >= WORTH_A_BOMB
    mark_shut(s, who)
    if bombs:
        delay = safe_delay(s, here, own)
        if delay > 0:
            return bomb_choice(RANGE, delay)
    mark_fire(s)
    step = first_step(s, here, own, True, 1)
    if step == NO_STEP:
        step = first_step(s, here, own, False, 1)
    if step == NO_STEP:
        return nth_legal(s, quick_below(key, n, count_legal(s)))
    return STAY if step == WAYS else MOVE | step


@rule
def gain(s, who, here, own):
    """Cells that a bomb would win, less its fellows that would have to run."""
    total = gain_on(s, who, here, own)
    for way in range(WAYS):
        cell = int(s.near[here, way])
        left = RANGE
        while left > 0 and cell != NOWHERE:
            total += gain_on(s, who, cell, own)
            cell = int(s.near[cell, way])
            left -= 1
    return total


@rule
def gain_on(s, who, cell, own):
    """What one cell of a blast is worth."""
    colour = int(s.colour[cell])
    worth = 0
    if colour != own:
        worth = 1 if colour == NEUTRAL else 3
    other = int(s.stands[cell])
    if other != NOBODY and other != who:
        worth += 3 if int(s.seat[other]) + 1 != own else -MATE
    return worth


@rule
def mark_shut(s, who):
    """Cells that cannot be entered now: bombs, live characters who were not told to move, promised cells."""
    for c in range(s.cells):
        s.blast[c] = 0
        if s.mine[c] != NO_BOMB or (s.stands[c] != NOBODY and s.stands[c] != who):
            s.blast[c] = SHUT
    for k in range(s.ordered):
        o = s.orders[k]
        if o.kind == Do.MOVE and s.mine[s.at[o.who]] == NO_BOMB:
            s.blast[s.at[o.who]] = 0
    for k in range(s.ordered):
        o = s.orders[k]
        if o.kind == Do.MOVE:
            s.blast[s.near[s.at[o.who], o.way]] = SHUT | PROMISED


@rule
def mark_fire(s):
    """The turns in which cells will burn."""
    for c in range(s.cells):
        s.blast[c] = int(s.blast[c]) & (SHUT | PROMISED)
    for b in range(s.bombs):
        time = 1 << min(turns_to_explosion(s, b), LATEST)
        centre = int(s.bomb_cell[b])
        s.blast[centre] = int(s.blast[centre]) | time
        for way in range(WAYS):
            cell = int(s.near[centre, way])
            left = int(s.bomb_range[b])
            while left > 0 and cell != NOWHERE:
                s.blast[cell] = int(s.blast[cell]) | time
                cell = int(s.near[cell, way])
                left -= 1


@rule
def safe_delay(s, here, own):
    """The shortest delay of a bomb here that its dropper can run away from, or 0."""
    b = int(s.bombs)
    s.bombs = b + 1
    s.bomb_cell[b] = here
    s.bomb_range[b] = RANGE
    found = 0
    for delay in range(SHORTEST, LONGEST + 1):
        s.bomb_delay[b] = delay + 1  # seen from now it burns a turn later
        mark_fire(s)
        if int(s.blast[here]) & 2 != 0:
            break
        if first_step(s, here, own, False, 2) != NO_STEP:
            found = delay
            break
    s.bombs = b
    return found


@rule
def first_step(s, start, own, paints, first_turn):
    """The way of the first step, WAYS to wait, towards the nearest goal without burning: a cell to paint, or
    any where nothing burns any more. With `first_turn` 2 the coming turn is spent where it is."""
    for c in range(s.cells):
        s.distance[c] = 0
    turn = first_turn - 1
    if turn & 1 == 0:
        s.hit[0] = start
    else:
        s.stands[0] = start
    s.lit_by[start] = (WAYS if first_turn > 1 else UNDECIDED) << (NIBBLE * (turn & 1))
    reached = 1
    while turn < FARTHEST and reached > 0:
        turn += 1
        now = NIBBLE * (turn & 1)
        before = NIBBLE - now
        count = 0
        for k in range(reached):
            cell = int(s.hit[k]) if before == 0 else int(s.stands[k])
            first = (int(s.lit_by[cell]) >> before) & UNDECIDED
            for way in range(WAYS + 1):
                to = cell if way == WAYS else int(s.near[cell, way])
                if to == NOWHERE or s.distance[to] == turn or not is_open(s, cell, to, turn):
                    continue
                s.distance[to] = turn
                step = way if first == UNDECIDED else first
                if is_goal(s, to, turn, own, paints):
                    return step
                s.lit_by[to] = (int(s.lit_by[to]) & (UNDECIDED << before)) | (step << now)
                if now == 0:
                    s.hit[count] = to
                else:
                    s.stands[count] = to
                count += 1
        reached = count
    return NO_STEP


@rule
def is_open(s, cell, to, turn):
    """Can a cell be stepped on in a turn, and lived on? What is shut may be open once it has burned."""
    marks = int(s.blast[to])
    if turn <= LATEST and (marks >> turn) & 1 == 1:
        return False
    return to == cell or marks & SHUT == 0 or (turn > 1 and marks & TIMES != 0)


@rule
def is_goal(s, cell, turn, own, paints):
    """Does nothing burn there any more and, if that is asked for, is there something to paint?"""
    marks = int(s.blast[cell])
    if (marks & TIMES) >> (turn + 1) != 0:
        return False
    return not paints or (s.colour[cell] != own and marks & PROMISED == 0)
