"""What a seat cannot know, taken out of a battle or dealt anew (rulebook 2.4, 2.5, 4.4, 21).

The other side's hand and deck are one heap of cards; hidden units and units on pursuit are somewhere in it;
the order of the own deck and the dice are unknown. `conceal` leaves the same battle whatever lies hidden;
`redeal` makes one of the battles that look the same to the seat.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.dice import below, keep_seed, named, stream
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import area, has, in_contact
from hoplon.games.cardbattle.rear import shuffle_deck
from hoplon.games.cardbattle.state import CARD, COLUMNS, DECK, EMPTY, HAND, SIDE, Mark, Place, state_t
from hoplon.games.cardbattle.tables import COVERS, PERIOD_MOST
from hoplon.games.cardbattle.units import may_enter, quit_field, stand

OWN_DICE = 0x5EC1
HEAP_DICE = 0x5EC2
LEVEL_DICE = 0x5EC3
PLACE_DICE = 0x5EC4
MOST_LEVEL = 4  # of a pursuit


def copy_of(s: Any) -> Any:
    """An array of one battle: a copy of this one; quicker than NumPy's."""
    return np.frombuffer(bytearray(s.tobytes()), state_t)


def concealed(s: Any, seat: int) -> Any:
    """An array of one battle: this one as the seat knows it."""
    states = copy_of(s)
    conceal_in(states, 0, seat)
    return states


@rule
def conceal_in(states, i, seat):
    """The same for one of many battles, in place."""
    conceal(states[i], seat)


@rule
def redeal_in(states, i, seat, seed):
    """One of the battles that look the same to the seat, in place."""
    redeal(states[i], seat, named(seed))


@rule
def conceal(s, seat):
    """Put everything that the seat cannot know into one order."""
    keep_seed(s, (0, 0))
    s.draws = 0
    if s.period > 0:
        s.period = 1
    for side in range(2):
        if side == seat:
            sort_deck(s, side)
        else:
            away, hidden = gather(s, side)
            sort_deck(s, side)
            spread(s, side, away, hidden)


@rule
def redeal(s, seat, seed):
    """One of the battles that look the same to the seat; the seed says which, and rolls its dice."""
    other = 1 - seat
    conceal(s, seat)
    keep_seed(s, seed)
    if s.period > 0:
        s.period = 1 + below(stream(seed, LEVEL_DICE, SIDE), 0, PERIOD_MOST)
    shuffle_deck(s, seat, stream(seed, OWN_DICE, seat))
    away, hidden = gather(s, other)
    shuffle_deck(s, other, stream(seed, HEAP_DICE, other))
    spread(s, other, away, hidden)
    key = stream(seed, LEVEL_DICE, other)
    for u in range(SIDE * other, SIDE * other + s.units[other]):
        if s.place[u] == Place.PURSUIT:
            s.level_m[u] = below(key, u, MOST_LEVEL + 1)
    if hidden > 0:
        hide_somewhere(s, other, stream(seed, PLACE_DICE, other))


@rule
def sort_deck(s, seat):
    """Units by their numbers, then special cards."""
    first = DECK * seat
    for i in range(first + 1, first + s.deck_n[seat]):
        card = int(s.deck[i])
        j = i - 1
        while j >= first and s.deck[j] > card:
            s.deck[j + 1] = s.deck[j]
            j -= 1
        s.deck[j + 1] = card


@rule
def gather(s, seat):
    """All cards that only their owner knows, as one deck; returns how many are on pursuit and hidden."""
    away = 0
    hidden = 0
    n = int(s.deck_n[seat])
    for i in range(s.hand_n[seat]):
        s.deck[DECK * seat + n] = s.hand[HAND * seat + i]
        s.hand[HAND * seat + i] = EMPTY
        n += 1
    for u in range(SIDE * seat, SIDE * seat + s.units[seat]):
        place = s.place[u]
        if place == Place.PURSUIT:
            away += 1
        elif place == Place.NOWHERE:
            hidden += 1
        elif place == Place.FIELD and has(s, u, Mark.HIDDEN):
            hidden += 1
            quit_field(s, u)
        elif place != Place.HAND and place != Place.DECK:
            continue
        if place != Place.HAND and place != Place.DECK:
            s.deck[DECK * seat + n] = u
            n += 1
        s.place[u] = Place.DECK
        s.coh[u] = 0
        s.depletion[u] = 0
        s.level_m[u] = 0
        s.marks[u] = 0
    s.deck_n[seat] = n
    return away, hidden


@rule
def spread(s, seat, away, hidden):
    """Deal the heap: first the units on pursuit, then the hidden ones (NOWHERE yet), then the hand."""
    first = DECK * seat
    n = int(s.deck_n[seat])
    held = int(s.hand_n[seat])
    kept = 0
    gone = 0
    dealt = 0
    for i in range(first, first + n):
        card = int(s.deck[i])
        if card < CARD and gone < away + hidden:
            s.place[card] = Place.PURSUIT if gone < away else Place.NOWHERE
            gone += 1
        elif dealt < held:
            s.hand[HAND * seat + dealt] = card
            dealt += 1
            if card < CARD:
                s.place[card] = Place.HAND
        else:
            s.deck[first + kept] = card
            kept += 1
    for i in range(first + kept, first + n):
        s.deck[i] = EMPTY
    s.deck_n[seat] = kept


@rule
def hide_somewhere(s, seat, key):
    """Each hidden unit stands on some covered area away from all enemies (4.4)."""
    draws = 0
    for u in range(SIDE * seat, SIDE * seat + s.units[seat]):
        if s.place[u] != Place.NOWHERE:
            continue
        fitting = 0
        for c in range(COLUMNS):
            if could_hide(s, u, seat, c):
                fitting += 1
                draws += 1
                if below(key, draws, fitting) == 0:
                    s.at[u] = c
        if fitting > 0:
            stand(s, u, int(s.at[u]))
            s.marks[u] = Mark.HIDDEN | Mark.HID | Mark.USED


@rule
def could_hide(s, u, seat, c):
    """A free area with cover, open to the unit and out of contact."""
    i = area(seat, c)
    if s.field[i] != EMPTY or COVERS[int(s.terrain[i])] == 0:
        return False
    return may_enter(s, u, seat, c) and not in_contact(s, seat, c)
