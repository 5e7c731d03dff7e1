"""The start of a match (rulebook 2.3)."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.kernel import rule
from hoplon.games.hexabomb.state import ALIVE, NO_BOMB, NO_LEADER, NOT_HIT, UNLIT
from hoplon.games.hexabomb.tables import HELD_AT_START, NEUTRAL, WAYS


@rule
def new_match(s, options, seed):
    """Everybody on the start cells with one bomb, everything else neutral. There are no dice."""
    s.turn = 0
    s.turns = options.turns
    s.seats = options.seats
    s.special = options.special
    s.leader = NO_LEADER
    lay_board(s, options)
    clear_board(s)
    place_characters(s, options)
    s.ordered = len(s.orders)
    forget_orders(s)


@rule
def lay_board(s, options):
    """The cells and their neighbours."""
    s.cells = options.cells
    for c in range(len(s.q)):
        s.q[c] = options.q[c]
        s.r[c] = options.r[c]
        for way in range(WAYS):
            s.near[c, way] = options.near[c, way]


@rule
def clear_board(s):
    """No colour, no character, no bomb, no explosion."""
    s.bombs = 0
    s.hits = 0
    for c in range(len(s.colour)):
        s.colour[c] = NEUTRAL
        s.stands[c] = NOBODY
        s.mine[c] = NO_BOMB
        s.blast[c] = NOT_HIT
        s.distance[c] = 0
        s.hit[c] = NOWHERE
        s.bomb_cell[c] = NOWHERE
        s.bomb_seat[c] = NOBODY
        s.bomb_range[c] = 0
        s.bomb_delay[c] = 0
        s.lit_by[c] = UNLIT


@rule
def place_characters(s, options):
    """Characters in the order of their numbers; those of one seat stand together in it."""
    s.characters = options.characters
    for p in range(len(s.score)):
        s.score[p] = 0
        s.count[p] = 0
        s.first[p] = NOBODY
    for c in range(len(s.at)):
        s.seat[c] = NOBODY
        s.at[c] = NOWHERE
        s.wait[c] = 0
        s.held[c] = 0
    for c in range(options.characters):
        p = options.seat[c]
        cell = options.at[c]
        if s.first[p] == NOBODY:
            s.first[p] = c
        s.seat[c] = p
        s.at[c] = cell
        s.wait[c] = ALIVE
        s.held[c] = HELD_AT_START
        s.stands[cell] = c
        s.colour[cell] = p + 1
        s.count[p] += 1


@rule
def forget_orders(s):
    """Nobody has been asked yet in this turn."""
    for k in range(s.ordered):
        blank_order(s.orders[k])
    s.asked = 0
    s.ordered = 0


@rule
def blank_order(o):
    """No order."""
    o.kind = 0
    o.who = 0
    o.seat = 0
    o.way = 0
    o.range = 0
    o.delay = 0
