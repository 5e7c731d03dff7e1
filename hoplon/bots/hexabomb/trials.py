"""Trials of hexabomb for the search bot: turns by a quick player, compiled, on the real rules."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, begin
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_below, quick_stream
from hoplon.games.hexabomb.legal import asked_character, can_bomb, delay_of, kind_of, range_of, way_of
from hoplon.games.hexabomb.rules import play_turn
from hoplon.games.hexabomb.state import ALIVE, NO_BOMB, Do
from hoplon.games.hexabomb.tables import WAYS

NOT_GIVEN = -1
TRIAL_DICE = 0x545249

BURNS = 1000
PAINTS = 40
BOMB_ONE_IN = 12
WORTH_OF_LIFE = 60
BOMB_RANGE = 3
BOMB_DELAY = 3


@rule
def is_hot(s, cell, within):
    """Could a bomb that goes off within so many turns hit this cell? Gaps are not looked at."""
    for b in range(s.bombs):
        if s.bomb_delay[b] <= within:
            c = s.bomb_cell[b]
            dq = int(s.q[c]) - int(s.q[cell])
            dr = int(s.r[c]) - int(s.r[cell])
            in_line = dq == 0 or dr == 0 or dq + dr == 0
            if in_line and max(abs(dq), abs(dr)) <= s.bomb_range[b]:
                return True
    return False


@rule
def quick_order(s, who, o, key, draw):
    """An order without much thought: out of the fire first, then to cells to paint, sometimes a bomb."""
    o.seat = s.seat[who]
    o.who = who
    o.kind = Do.STAY
    o.way = 0
    o.range = 0
    o.delay = 0
    if s.wait[who] != ALIVE:
        if s.wait[who] == 0:
            o.kind = Do.REVIVE
        return
    here = int(s.at[who])
    hot = is_hot(s, here, 2)
    if not hot and can_bomb(s, who) and quick_below(key, draw, BOMB_ONE_IN) == 0:
        o.kind = Do.BOMB
        o.range = BOMB_RANGE
        o.delay = BOMB_DELAY
        return
    best = -BURNS if hot else 0
    turn = quick_below(key, draw + 1, WAYS)
    for k in range(WAYS):
        way = (k + turn) % WAYS
        to = int(s.near[here, way])
        if to == NOWHERE or s.mine[to] != NO_BOMB:
            continue
        worth = 1
        if s.colour[to] != s.seat[who] + 1:
            worth += PAINTS
        if s.stands[to] != NOBODY:
            worth -= PAINTS
        if is_hot(s, to, 1):
            worth -= 2 * BURNS
        elif is_hot(s, to, 3):
            worth -= BURNS // 2
        if worth > best:
            best = worth
            o.kind = Do.MOVE
            o.way = way


@rule
def worth_of(s, seat):
    """Score won beyond the others' average, and lives."""
    others = 0
    lives = 0
    for p in range(s.special, s.seats):
        if p != seat:
            others += int(s.score[p])
    for c in range(s.characters):
        if s.seat[c] == seat and s.wait[c] == ALIVE:
            lives += 1
    rivals = max(1, int(s.seats) - int(s.special) - 1)
    return int(s.score[seat]) * rivals - others + lives * WORTH_OF_LIFE * rivals


@rule
def trial(states, turns, given, orders, who, choice, samples, horizon, seed):
    """The summed worth of a choice over some trials. State 0 is the position, state 1 is scratch."""
    total = 0
    seat = int(states[0].seat[who])
    for sample in range(samples):
        states[1] = states[0]
        s = states[1]
        key = quick_stream(seed, TRIAL_DICE, sample)
        draw = 0
        for step in range(horizon):
            if s.turn >= s.turns:
                break
            n = 0
            s.asked = 0
            for _ in range(s.characters):
                c = asked_character(s)
                s.asked += 1
                o = orders[n]
                quick_order(s, c, o, key, draw)
                draw += 2
                if step == 0 and c == who:
                    o.kind = kind_of(choice)
                    o.way = way_of(choice)
                    o.range = range_of(choice)
                    o.delay = delay_of(choice)
                elif step == 0 and given[c].kind != NOT_GIVEN:
                    o.kind = given[c].kind
                    o.way = given[c].way
                    o.range = given[c].range
                    o.delay = given[c].delay
                if o.kind != Do.STAY:
                    n += 1
            s.asked = 0
            begin(turns[0])
            play_turn(s, turns[0], orders, n)
        total += worth_of(s, seat)
    return total
