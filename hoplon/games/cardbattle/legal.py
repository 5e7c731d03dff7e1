"""Legal choices (rulebook 7.5).

A choice is one number: ARGS times the action it begins with, and an argument. The arguments of an action form
rows of nine; `row_of` gives the legal ones of a row as bits. Naming and judging single choices read these
rows, in the order of the numbers; `listing` finds them all at once.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import area, unit_at
from hoplon.games.cardbattle.attacks import (
    may_also,
    may_attack,
    may_card_flank,
    may_join,
    may_order_flank,
    may_raid,
)
from hoplon.games.cardbattle.fight import may_give
from hoplon.games.cardbattle.missile import may_aim, may_loose, may_supply
from hoplon.games.cardbattle.playing import (
    may_move,
    may_play,
    may_relieve,
    may_retire,
    may_steady,
    may_strew,
    plays_left,
)
from hoplon.games.cardbattle.rear import (
    attempts_left,
    draws_left,
    is_rested,
    may_discard,
    may_order,
    may_rally,
    may_regroup,
)
from hoplon.games.cardbattle.state import (
    ARGS,
    CARD,
    CHOICES,
    COLUMNS,
    EMPTY,
    HAND,
    REAR,
    SIDE,
    TARGETS,
    Do,
    End,
    Module,
    Phase,
)
from hoplon.games.cardbattle.tables import Card
from hoplon.games.cardbattle.units import holds, in_hand, in_rear, units_in_deck

MOST_CHOICES = 192
ROW = COLUMNS  # arguments in a row
NO_CHOICE = -1
YES = 1  # the only choice of a row without arguments

END_PHASE = Do.END_PHASE.value
CHALLENGE = Do.CHALLENGE.value
# The choices of a phase are neighbours in the list of actions.
FIRST_OF = (
    Do.PLAY.value,
    Do.MOVE.value,
    Do.AIM.value,
    Do.ATTACK.value,
    Do.RALLY.value,
    Do.DISCARD.value,
    CHALLENGE,
)
REGROUP_ROWS = -(-SIDE // ROW)
_COLUMN_ROWS = (Do.MOVE, Do.AIM, Do.ATTACK, Do.ATTACK_FLANK)
_SIZES = {do: 1 for do in Do if do < CHOICES}
_SIZES |= dict.fromkeys((Do.PLAY, Do.RELIEVE), HAND * ROW)
_SIZES |= dict.fromkeys(_COLUMN_ROWS, COLUMNS * ROW)
_SIZES |= dict.fromkeys((Do.STREW, Do.REAR, Do.STEADY, Do.SUPPLY, Do.JOIN, Do.JOIN_FLANK), COLUMNS)
_SIZES |= dict.fromkeys((Do.ALSO, Do.FLANK_ORDER, Do.FLANK_CARD, Do.RAID), COLUMNS)
_SIZES |= dict.fromkeys((Do.RALLY, Do.RALLY_CARD, Do.RECOVER, Do.ORDER, Do.TAKE), REAR)
_SIZES |= {Do.REGROUP: SIDE, Do.DISCARD: HAND, Do.GIVE: TARGETS}
SPACE = tuple(ARGS * do + arg for do, size in sorted(_SIZES.items()) for arg in range(size))


@rule
def question(s):
    """The kind of question that waits for an answer; 0 if none does."""
    if s.pending.n == 0:
        return 0
    return int(s.pending.actions[s.pending.n - 1].kind)


@rule
def may_end_phase(s):
    """Any time, but what is designated is resolved first."""
    if s.phase == Phase.MISSILE:
        return not may_loose(s)
    return s.phase != Phase.SHOCK or s.attacks == 0


@rule
def rows_of(s, do):
    """How many rows of arguments an action has now; 0 if the cards or allowances it needs are missing."""
    seat = int(s.active)
    if do == Do.PLAY or do == Do.RELIEVE:
        return int(s.hand_n[seat]) if plays_left(s) > 0 else 0
    if do == Do.STREW:
        return 1 if holds(s, seat, Card.CALTROP) else 0
    if do == Do.MOVE:
        return COLUMNS if s.moved == 0 else 0
    if do == Do.REAR:
        return 1 if s.moved == 0 else 0
    if do == Do.STEADY or do == Do.RECOVER:
        return 1 if holds(s, seat, Card.COHESION) else 0
    if do == Do.AIM:
        return COLUMNS
    if do >= Do.ATTACK and do <= Do.RESOLVE:
        return rows_of_shock(s, seat, do)
    if do == Do.RALLY:
        return 1 if attempts_left(s) > 0 else 0
    if do == Do.RALLY_CARD:
        return 1 if holds(s, seat, Card.RALLY) else 0
    if do == Do.REGROUP:
        return REGROUP_ROWS if attempts_left(s) > 0 else 0
    if do == Do.ORDER:
        return 1 if may_order(s) else 0
    if do == Do.RESERVE:
        return 1 if holds(s, seat, Card.RESERVE) and units_in_deck(s, seat) > 0 else 0
    if do == Do.DRAW or do == Do.TAKE:
        return 1 if draws_left(s) > 0 and s.hand_n[seat] < HAND else 0
    if do == Do.CHALLENGE:
        return 1 if s.module == Module.SAMURAI and s.open == 0 and holds(s, seat, Card.CHALLENGE) else 0
    return 1


@rule
def rows_of_shock(s, seat, do):
    """While an attack is open it is completed or closed before anything else (10.1)."""
    opens = do == Do.ATTACK or do == Do.ATTACK_FLANK or do == Do.RAID or do == Do.RESOLVE
    if opens == (s.open != 0):
        return 0
    if do == Do.ATTACK:
        return COLUMNS
    if do == Do.ATTACK_FLANK:
        return COLUMNS if holds(s, seat, Card.FLANK) else 0
    if do == Do.JOIN_FLANK or do == Do.FLANK_CARD:
        return 1 if holds(s, seat, Card.FLANK) else 0
    if do == Do.FLANK_ORDER:
        return 1 if s.flank_orders < s.command[seat] else 0
    return 1


@rule
def row_of(s, do, row):
    """The legal arguments of a row, one bit each; the row exists."""
    seat = int(s.active)
    if do == Do.PLAY or do == Do.RELIEVE:
        return row_of_hand(s, do, in_hand(s, seat, row))
    if do == Do.MOVE or do == Do.AIM or do == Do.ATTACK or do == Do.ATTACK_FLANK:
        return row_of_unit(s, seat, do, row)
    if do < Do.RALLY:
        return row_of_field(s, seat, do)
    if do == Do.REGROUP:
        bits = 0
        for b in range(min(ROW, int(s.units[seat]) - ROW * row)):
            if may_regroup(s, SIDE * seat + ROW * row + b):
                bits |= 1 << b
        return bits
    if do == Do.DISCARD:
        bits = 0
        for slot in range(s.hand_n[seat]):
            if may_discard(s, in_hand(s, seat, slot)):
                bits |= 1 << slot
        return bits
    if do == Do.GIVE:
        bits = 0
        for i in range(TARGETS):
            if may_give(s, i):
                bits |= 1 << i
        return bits
    if do == Do.DRAW:
        return YES if s.deck_n[seat] > 0 else 0
    if do == Do.RALLY or do == Do.RALLY_CARD or do == Do.RECOVER or do == Do.ORDER or do == Do.TAKE:
        return row_of_rear(s, seat, do)
    return YES


@rule
def row_of_hand(s, do, card):
    """The columns in which a card of the hand may be played."""
    bits = 0
    if card < CARD:
        for c in range(COLUMNS):
            if do == Do.PLAY:
                if may_play(s, card, c):
                    bits |= 1 << c
            elif may_relieve(s, card, c):
                bits |= 1 << c
    return bits


@rule
def row_of_unit(s, seat, do, c):
    """The columns to which the unit in column c may move, fire or attack: never further than the next one."""
    u = unit_at(s, seat, c)
    bits = 0
    if u == EMPTY:
        return bits
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        if do == Do.MOVE:
            if may_move(s, u, d):
                bits |= 1 << d
            continue
        v = int(s.field[area(1 - seat, d)])
        if v == EMPTY:
            continue
        if do == Do.AIM:
            if may_aim(s, u, v):
                bits |= 1 << d
        elif may_attack(s, u, v, do == Do.ATTACK_FLANK):
            bits |= 1 << d
    return bits


@rule
def row_of_field(s, seat, do):
    """The own columns, or with STREW and ALSO the enemy's, to which a choice applies."""
    if do == Do.LOOSE:
        return YES if may_loose(s) else 0
    if do == Do.RESOLVE:
        return YES if s.attacks > 0 else 0
    if do == Do.END_PHASE:
        return YES if may_end_phase(s) else 0
    if do == Do.CLOSE:
        return YES
    bits = 0
    for c in range(COLUMNS):
        if do == Do.STREW:
            fits = may_strew(s, seat, c)
        elif do == Do.ALSO:
            fits = may_also(s, c)
        else:
            u = unit_at(s, seat, c)
            fits = u != EMPTY and is_fit(s, do, u)
        if fits:
            bits |= 1 << c
    return bits


@rule
def is_fit(s, do, u):
    """May this be done with a unit on the field?"""
    if do == Do.REAR:
        return may_retire(s, u)
    if do == Do.STEADY:
        return may_steady(s, u)
    if do == Do.SUPPLY:
        return may_supply(s, u)
    if do == Do.JOIN or do == Do.JOIN_FLANK:
        return may_join(s, u, do == Do.JOIN_FLANK)
    if do == Do.FLANK_ORDER:
        return may_order_flank(s, u)
    if do == Do.FLANK_CARD:
        return may_card_flank(s, u)
    return may_raid(s, u)


@rule
def row_of_rear(s, seat, do):
    """The places of the second line to which a choice applies."""
    bits = 0
    for i in range(s.rear_n[seat]):
        u = in_rear(s, seat, i)
        if do == Do.RALLY or do == Do.RALLY_CARD:
            fits = may_rally(s, u)
        else:
            fits = is_rested(s, u) and (do == Do.TAKE or s.coh[u] > 0)
        if fits:
            bits |= 1 << i
    return bits


@rule
def answers(kind):
    """The first answer to a question and the one after the last."""
    if kind == Do.ASK_WITHDRAW:
        return Do.WITHDRAW.value, Do.REACT.value
    if kind == Do.ASK_FIRE:
        return Do.REACT.value, Do.SPEND.value
    if kind == Do.ASK_INITIATIVE:
        return Do.SPEND.value, Do.GIVE.value
    return Do.GIVE.value, CHOICES


@rule
def is_open(s, do):
    """Does the phase, or the question that waits, know this action?"""
    asked = question(s)
    if asked != 0:
        first, last = answers(asked)
        return do >= first and do < last
    if do == END_PHASE or do == CHALLENGE:
        return True
    return do >= FIRST_OF[s.phase] and do < FIRST_OF[s.phase + 1]


@rule
def nth_legal(s, k):
    """Choice number k in the order of their numbers; NO_CHOICE if there are not so many."""
    n = 0
    if s.end != End.RUNNING:
        return NO_CHOICE
    asked = question(s)
    if asked != 0:
        first, last = answers(asked)
    else:
        first = FIRST_OF[s.phase]
        last = FIRST_OF[s.phase + 1]
    for turn_of in range(first - 1, last + 1):
        do = turn_of
        if do < first:
            do = END_PHASE
        elif do == last:
            do = CHALLENGE
        if asked != 0 and (turn_of < first or turn_of == last):
            continue
        for row in range(rows_of(s, do)):
            bits = row_of(s, do, row)
            b = 0
            while bits != 0:
                if bits & 1:
                    if n == k:
                        return ARGS * do + ROW * row + b
                    n += 1
                bits >>= 1
                b += 1
    return NO_CHOICE


@rule
def is_legal(s, choice):
    """May this be chosen now?"""
    if choice < 0 or choice >= ARGS * CHOICES or s.end != End.RUNNING:
        return False
    do = choice // ARGS
    row = (choice % ARGS) // ROW
    if not is_open(s, do) or row >= rows_of(s, do):
        return False
    return (row_of(s, do, row) >> (choice % ARGS) % ROW) & 1 != 0
