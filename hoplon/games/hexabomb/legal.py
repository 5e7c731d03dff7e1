"""Orders: what becomes of one on the board (rulebook 3.3), and the choices of the seat that is asked (8).

A choice is one number: its kind, and a way, or a range and a delay. They come in a fixed order: moves, bombs
by range and delay, revive, stay. The special player may use every range and delay from 2 to 100, of which the
list shows a few.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.kernel import rule
from hoplon.games.hexabomb.state import ALIVE, NO_BOMB, Do, Fate
from hoplon.games.hexabomb.tables import LEAST_BOMB, MOST_BOMB, MOST_SPECIAL_BOMB, SPECIAL_BOMBS, WAYS

PART_BITS = 7
PART_MASK = 127
KIND_BITS = 2 * PART_BITS

# A choice is one of these with its way, or its range and delay, added.
STAY = Do.STAY.value << KIND_BITS
MOVE = Do.MOVE.value << KIND_BITS
BOMB = Do.BOMB.value << KIND_BITS
REVIVE = Do.REVIVE.value << KIND_BITS

ORDINARY = MOST_BOMB - LEAST_BOMB + 1
LISTED = np.array(SPECIAL_BOMBS, np.int64)
MOST_CHOICES = WAYS + len(SPECIAL_BOMBS) ** 2 + 1


@rule
def kind_of(choice):
    """What kind of order a choice is."""
    return choice >> KIND_BITS


@rule
def way_of(choice):
    """The way of a move."""
    return choice & PART_MASK


@rule
def range_of(choice):
    """The range of a bomb."""
    return (choice >> PART_BITS) & PART_MASK


@rule
def delay_of(choice):
    """The delay of a bomb."""
    return choice & PART_MASK


@rule
def bomb_choice(reach, delay):
    """The choice that drops such a bomb."""
    return BOMB | (reach << PART_BITS) | delay


@rule
def asked_character(s):
    """Whose order is next: all of one seat, then all of the next; each turn another seat begins (8.1)."""
    who = int(s.first[s.turn % s.seats]) + int(s.asked)
    return who if who < s.characters else who - int(s.characters)


@rule
def is_special(s, who):
    """Is this a character of the special player (7)?"""
    return s.special == 1 and s.seat[who] == 0


@rule
def is_free(s, cell):
    """Neither a live character nor a bomb is there (1.3)."""
    return s.stands[cell] == NOBODY and s.mine[cell] == NO_BOMB


@rule
def can_bomb(s, who):
    """Alive, with a bomb in hand, on a cell without one (3.3)."""
    return s.wait[who] == ALIVE and s.held[who] > 0 and s.mine[s.at[who]] == NO_BOMB


@rule
def is_bomb_in_bounds(s, who, reach, delay):
    """Range and delay are 2 to 4, or 2 to 100 for the special player (3.3)."""
    most = MOST_SPECIAL_BOMB if is_special(s, who) else MOST_BOMB
    return LEAST_BOMB <= reach <= most and LEAST_BOMB <= delay <= most


@rule
def can_revive(s, who):
    """Dead, with nothing left to wait; never in sudden death (3.3)."""
    return s.special == 0 and s.wait[who] == 0


@rule
def fate(s, o):
    """What becomes of an order on the board as it is (3.3)."""
    who = int(o.who)
    if who < 0 or who >= s.characters or s.seat[who] != o.seat:
        return Fate.ILLEGAL
    cell = int(s.at[who])
    if o.kind == Do.MOVE:
        if s.wait[who] != ALIVE:
            return Fate.ILLEGAL
        to = int(s.near[cell, o.way])
        if to == NOWHERE:
            return Fate.ILLEGAL
        return Fate.FITS if is_free(s, to) else Fate.BLOCKED
    if o.kind == Do.BOMB:
        if can_bomb(s, who) and is_bomb_in_bounds(s, who, o.range, o.delay):
            return Fate.FITS
        return Fate.ILLEGAL
    if o.kind == Do.REVIVE and can_revive(s, who):
        return Fate.FITS if is_free(s, cell) else Fate.BLOCKED
    return Fate.ILLEGAL


@rule
def is_legal(s, choice):
    """May this choice be made? A move or a revival may turn out to be blocked."""
    if s.turn >= s.turns or s.characters == 0 or choice < 0:
        return False
    who = asked_character(s)
    kind = kind_of(choice)
    if kind == Do.STAY:
        return choice == STAY
    if kind == Do.MOVE:
        way = way_of(choice)
        if choice != MOVE | way or way >= WAYS or s.wait[who] != ALIVE:
            return False
        return s.near[s.at[who], way] != NOWHERE
    if kind == Do.BOMB:
        return can_bomb(s, who) and is_bomb_in_bounds(s, who, range_of(choice), delay_of(choice))
    return choice == REVIVE and can_revive(s, who)


@rule
def count_legal(s):
    """How many choices are listed; none after the end."""
    if s.turn >= s.turns or s.characters == 0:
        return 0
    who = asked_character(s)
    n = 1
    if s.wait[who] == ALIVE:
        for way in range(WAYS):
            if s.near[s.at[who], way] != NOWHERE:
                n += 1
    if can_bomb(s, who):
        sides = len(LISTED) if is_special(s, who) else ORDINARY
        n += sides * sides
    if can_revive(s, who):
        n += 1
    return n


@rule
def nth_legal(s, k):
    """Choice number k of the fixed order."""
    who = asked_character(s)
    if s.wait[who] == ALIVE:
        for way in range(WAYS):
            if s.near[s.at[who], way] != NOWHERE:
                if k == 0:
                    return MOVE | way
                k -= 1
    if can_bomb(s, who):
        sides = len(LISTED) if is_special(s, who) else ORDINARY
        if k < sides * sides:
            if is_special(s, who):
                return bomb_choice(LISTED[k // sides], LISTED[k % sides])
            return bomb_choice(LEAST_BOMB + k // sides, LEAST_BOMB + k % sides)
        k -= sides * sides
    if k == 0 and can_revive(s, who):
        return REVIVE
    return STAY


# The fixed action space: every choice that is ever listed, numbered without gaps.
SPACE = tuple(
    [MOVE | way for way in range(WAYS)]
    + [BOMB | reach << PART_BITS | delay for reach in SPECIAL_BOMBS for delay in SPECIAL_BOMBS]
    + [REVIVE, STAY]
)
