"""What must hold in every position of every battle, compiled: 0, or the number of what is broken."""

from __future__ import annotations

from enum import IntEnum

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has, in_contact
from hoplon.games.cardbattle.legal import MOST_CHOICES
from hoplon.games.cardbattle.listing import count_legal
from hoplon.games.cardbattle.rules import to_move
from hoplon.games.cardbattle.state import (
    AREAS,
    CARD,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    REAR,
    SIDE,
    UNITS,
    Do,
    End,
    Mark,
    Module,
    Phase,
    Place,
)
from hoplon.games.cardbattle.tables import IMPASSABLE, Pref
from hoplon.games.cardbattle.units import KEPT_MARKS, rout_limit


class Broken(IntEnum):
    """What can be wrong."""

    NOTHING = 0
    DECK = 1
    HAND = 2
    REAR = 3
    FIELD = 4
    PLACES = 5  # a card in two places, or in none
    ROUT_POINTS = 6
    COHESION = 7
    ALLOWANCES = 8
    MARKERS = 9
    HIDDEN = 10
    NO_CHOICE = 11
    WAITING = 12
    ENGAGED = 13
    PHASE = 14
    ORDER = 15  # nothing designated survives its phase
    CARDS = 16  # special cards appear or vanish


@rule
def whats_broken(s, cards):
    """The first thing that is wrong with a position; `cards` counts the special cards of both decks."""
    for seat in range(2):
        broken = piles(s, seat)
        if broken != Broken.NOTHING:
            return broken
        if special_cards(s, seat) != cards[seat]:
            return Broken.CARDS
        if not are_points_right(s, seat):
            return Broken.ROUT_POINTS
    broken = field(s)
    if broken != Broken.NOTHING:
        return broken
    return course(s)


@rule
def piles(s, seat):
    """Each list holds cards that say they are there, and no card is missing."""
    if s.deck_n[seat] < 0 or s.deck_n[seat] > DECK:
        return Broken.DECK
    units = 0
    for i in range(DECK):
        card = int(s.deck[DECK * seat + i])
        if (card == EMPTY) != (i >= s.deck_n[seat]):
            return Broken.DECK
        if card != EMPTY and card < CARD:
            units += 1
            if s.place[card] != Place.DECK or card // SIDE != seat:
                return Broken.DECK
    if s.hand_n[seat] < 0 or s.hand_n[seat] > HAND:
        return Broken.HAND
    for i in range(HAND):
        card = int(s.hand[HAND * seat + i])
        if (card == EMPTY) != (i >= s.hand_n[seat]):
            return Broken.HAND
        if card != EMPTY and card < CARD:
            units += 1
            if s.place[card] != Place.HAND or card // SIDE != seat:
                return Broken.HAND
    if s.rear_n[seat] < 0 or s.rear_n[seat] > REAR:
        return Broken.REAR
    for i in range(REAR):
        u = int(s.rear[REAR * seat + i])
        if (u == EMPTY) != (i >= s.rear_n[seat]):
            return Broken.REAR
        if u != EMPTY:
            units += 1
            if (s.place[u] != Place.ROUTED and s.place[u] != Place.RALLIED) or u // SIDE != seat:
                return Broken.REAR
            if s.level_m[u] != 0:
                return Broken.MARKERS
    for c in range(COLUMNS):
        u = int(s.field[COLUMNS * seat + c])
        if u != EMPTY:
            units += 1
            if s.place[u] != Place.FIELD or s.at[u] != c or u // SIDE != seat:
                return Broken.FIELD
    for i in range(s.units[seat]):
        place = s.place[SIDE * seat + i]
        if place == Place.PURSUIT or place == Place.ELIMINATED or place == Place.DISCARDED:
            units += 1
    return Broken.NOTHING if units == s.units[seat] else Broken.PLACES


@rule
def special_cards(s, seat):
    """Special cards in deck and hand and those spent."""
    n = 0
    for i in range(s.deck_n[seat]):
        if s.deck[DECK * seat + i] >= CARD:
            n += 1
    for i in range(s.hand_n[seat]):
        if s.hand[HAND * seat + i] >= CARD:
            n += 1
    for i in range(8):
        n += int(s.spent[8 * seat + i])
    return n


@rule
def are_points_right(s, seat):
    """Rout points are the values of the eliminated and of the routed; an endless army's dead come back."""
    lost = 0
    fled = 0
    for i in range(s.units[seat]):
        u = SIDE * seat + i
        if s.place[u] == Place.ELIMINATED:
            lost += int(s.value[u])
        if s.place[u] == Place.ROUTED:
            fled += int(s.value[u])
    if fled != s.fled[seat] or s.raided[seat] < 0 or s.bundori[seat] < 0:
        return False
    if s.bundori[seat] > 0 and s.module != Module.SAMURAI:
        return False
    return lost == s.lost[seat] or (s.endless[seat] != 0 and lost < s.lost[seat])


@rule
def is_sharing(s):
    """In the middle of a combat: hits are being shared out, and nobody has routed yet."""
    return s.pending.n > 0 and s.pending.actions[s.pending.n - 1].kind == Do.ASK_SHARE


@rule
def field(s):
    """One unit an area, below its limit, its markers in order."""
    for u in range(UNITS):
        if s.place[u] == Place.FIELD:
            if s.coh[u] < 0 or (s.coh[u] >= rout_limit(s, u) and not is_sharing(s)):
                return Broken.COHESION
            if not has(s, u, Mark.USED):
                return Broken.MARKERS
        elif s.at[u] != EMPTY:
            return Broken.FIELD
        if s.place[u] == Place.RALLIED and (s.coh[u] < 0 or s.coh[u] >= rout_limit(s, u)):
            return Broken.COHESION
        if s.level_m[u] < 0 or s.level_m[u] > (4 if s.place[u] == Place.PURSUIT else 1):
            return Broken.MARKERS
        off_field = s.place[u] != Place.FIELD
        if off_field and (int(s.marks[u]) & ~(KEPT_MARKS | Mark.FRESH | Mark.NO_MISSILE)) != 0:
            return Broken.MARKERS
    for i in range(AREAS):
        u = int(s.field[i])
        if u == EMPTY:
            continue
        if IMPASSABLE[s.terrain[i]] != 0:
            return Broken.FIELD
        touches = in_contact(s, i // COLUMNS, i % COLUMNS)
        if has(s, u, Mark.HIDDEN) and (touches or s.pref[Pref.FOG_OF_WAR] == 0):
            return Broken.HIDDEN
        if has(s, u, Mark.ENGAGED) and not touches:
            return Broken.ENGAGED
    return Broken.NOTHING


@rule
def course(s):
    """Allowances kept, phases in order, and somebody may choose until the end."""
    dynamic = s.pref[Pref.DYNAMIC_PLAY_DRAW] != 0
    if s.played > (2 if dynamic else 1) or s.moved > 1 or s.drawn > (2 - s.played if dynamic else 1):
        return Broken.ALLOWANCES
    command = s.command[s.active]
    if s.flank_orders > command or s.attempts > command or s.orders > 2 * command:
        return Broken.ALLOWANCES
    if s.phase < Phase.PLAY or s.phase > Phase.DRAW or s.rounds < 1:
        return Broken.PHASE
    if s.phase == Phase.SHOCK and s.no_shock != 0 and s.end == End.RUNNING:
        return Broken.PHASE
    if s.phase != Phase.SHOCK and (s.attacks != 0 or s.open != 0):
        return Broken.ORDER
    if s.phase != Phase.MISSILE and (s.shots != 0 or s.supply != 0):
        return Broken.ORDER
    for i in range(s.pending.n, len(s.pending.actions)):
        if s.pending.actions[i].kind != 0 or s.pending.actions[i].what != 0:
            return Broken.WAITING
    if s.end != End.RUNNING:
        over = to_move(s) < 0 and count_legal(s) == 0 and s.pending.n == 0
        return Broken.NOTHING if over else Broken.WAITING
    n = count_legal(s)
    if n < 1 or n >= MOST_CHOICES:
        return Broken.NO_CHOICE
    if s.pending.n == 0 and to_move(s) != s.active:
        return Broken.WAITING
    return Broken.NOTHING if to_move(s) >= 0 else Broken.WAITING


@rule
def cards_of(s, cards):
    """Count the special cards of a new battle."""
    for seat in range(2):
        cards[seat] = special_cards(s, seat)
