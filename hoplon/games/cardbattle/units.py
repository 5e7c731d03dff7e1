"""What a unit is and where its card lies: the small questions and moves that every chapter uses (rulebook 2).

Moving a card changes `place` and the list it lies in together, so that a card is always in exactly one place.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import area, seat_of, touch
from hoplon.games.cardbattle.state import (
    CARD,
    CARDS,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    REAR,
    Mark,
    Module,
    Place,
)
from hoplon.games.cardbattle.tables import (
    CAV,
    COLUMN_CAV,
    ENTRY,
    MOUNTED,
    NA,
    TERRAIN_COLUMN,
    TERRAIN_IMMUNE,
    Kind,
    Trait,
)

KEPT_MARKS = Mark.USED.value | Mark.HID.value


# --- what it is ---------------------------------------------------------------------------------------------


@rule
def follows(s, seat, special):
    """Does the army have a special rule (5)?"""
    return (int(s.rules[seat]) >> special) & 1 != 0


@rule
def is_a(s, u, trait):
    """Does the unit have a characteristic (15.2)?"""
    return (int(s.traits[u]) >> trait) & 1 != 0


@rule
def rout_limit(s, u):
    """The hits at which a unit routs: its TQ, twice that for German cavalry (0.1)."""
    if s.kind[u] == Kind.GC:
        return 2 * int(s.tq[u])
    return int(s.tq[u])


@rule
def is_mounted(s, u):
    """Mounted by type, or by the characteristic (15.2)."""
    return MOUNTED[s.kind[u]] != 0 or is_a(s, u, Trait.MOUNTED)


@rule
def is_cav(s, u):
    """Cavalry in the sense of the manual (0.1)."""
    return CAV[s.kind[u]] != 0 or is_a(s, u, Trait.MOUNTED)


@rule
def terrain_column(s, u):
    """The column of the terrain table (23.5)."""
    if is_a(s, u, Trait.MOUNTED):
        return COLUMN_CAV
    return int(TERRAIN_COLUMN[s.kind[u]])


@rule
def entry_cost(s, u, terrain):
    """Hits for entering a terrain, or NA; SK and BI are never harmed (4.1)."""
    cost = int(ENTRY[terrain, terrain_column(s, u)])
    if cost > 0 and TERRAIN_IMMUNE[s.kind[u]] != 0:
        return 0
    return cost


@rule
def may_enter(s, u, seat, c):
    """Is the terrain of a column of a seat's field open to the unit (4.1)?"""
    return ENTRY[int(s.terrain[area(seat, c)]), terrain_column(s, u)] != NA


@rule
def has_marker(s, u):
    """Does it carry a manoeuvre marker (2.2)?"""
    return s.level_m[u] > 0


# --- the field ----------------------------------------------------------------------------------------------


@rule
def stand(s, u, c):
    """Put a unit into an area."""
    s.field[area(seat_of(u), c)] = u
    s.at[u] = c
    s.place[u] = Place.FIELD


@rule
def quit_field(s, u):
    """Take a unit out of its area; the caller gives it its new place."""
    s.field[area(seat_of(u), int(s.at[u]))] = EMPTY
    s.at[u] = EMPTY


@rule
def strip(s, u):
    """A unit that leaves the field loses all its markers but depletion (11.1, 26.2.18)."""
    s.marks[u] = int(s.marks[u]) & KEPT_MARKS
    s.level_m[u] = 0


# --- the second line ----------------------------------------------------------------------------------------


@rule
def is_rear_full(s, seat):
    """Are eight units in the second line (2.5)?"""
    return s.rear_n[seat] >= REAR


@rule
def join_rear(s, u, place):
    """Add a unit to the second line, as ROUTED or RALLIED; the caller has made room."""
    seat = seat_of(u)
    s.rear[REAR * seat + s.rear_n[seat]] = u
    s.rear_n[seat] += 1
    s.place[u] = place
    s.marks[u] = int(s.marks[u]) | Mark.FRESH


@rule
def quit_rear(s, u):
    """Take a unit out of the second line; those behind it move up."""
    seat = seat_of(u)
    n = s.rear_n[seat] - 1
    found = False
    for i in range(n):
        if s.rear[REAR * seat + i] == u:
            found = True
        if found:
            s.rear[REAR * seat + i] = s.rear[REAR * seat + i + 1]
    s.rear[REAR * seat + n] = EMPTY
    s.rear_n[seat] = n
    s.marks[u] = int(s.marks[u]) & ~Mark.FRESH


@rule
def in_rear(s, seat, i):
    """The unit in a place of the second line, or EMPTY."""
    if i >= s.rear_n[seat]:
        return EMPTY
    return int(s.rear[REAR * seat + i])


# --- hand and deck ------------------------------------------------------------------------------------------


@rule
def in_hand(s, seat, slot):
    """The card in a slot of the hand, or EMPTY."""
    if slot >= s.hand_n[seat]:
        return EMPTY
    return int(s.hand[HAND * seat + slot])


@rule
def holds(s, seat, card):
    """Is a special card in the hand (2.3)?"""
    for i in range(s.hand_n[seat]):
        if s.hand[HAND * seat + i] == CARD + card:
            return True
    return False


@rule
def add_to_hand(s, seat, card):
    """Take a card into the hand; the caller has made room."""
    s.hand[HAND * seat + s.hand_n[seat]] = card
    s.hand_n[seat] += 1
    if card < CARD:
        s.place[card] = Place.HAND


@rule
def remove_from_hand(s, seat, card):
    """Take a card out of the hand; says whether it was there."""
    n = s.hand_n[seat] - 1
    found = False
    for i in range(n + 1):
        if not found and s.hand[HAND * seat + i] == card:
            found = True
        if found and i < n:
            s.hand[HAND * seat + i] = s.hand[HAND * seat + i + 1]
    if found:
        s.hand[HAND * seat + n] = EMPTY
        s.hand_n[seat] = n
    return found


@rule
def spend(s, seat, card):
    """Play a special card: it leaves the game (2.3); says whether it was in the hand."""
    if not remove_from_hand(s, seat, CARD + card):
        return False
    s.spent[CARDS * seat + card] += 1
    return True


@rule
def units_in_deck(s, seat):
    """How many unit cards the deck holds."""
    n = 0
    for i in range(s.deck_n[seat]):
        if s.deck[DECK * seat + i] < CARD:
            n += 1
    return n


@rule
def remove_from_deck(s, seat, card):
    """Take the topmost such card out of the deck; the others keep their order; says whether it was there."""
    n = s.deck_n[seat]
    at = n - 1
    while at >= 0 and s.deck[DECK * seat + at] != card:
        at -= 1
    if at < 0:
        return False
    for i in range(at, n - 1):
        s.deck[DECK * seat + i] = s.deck[DECK * seat + i + 1]
    s.deck[DECK * seat + n - 1] = EMPTY
    s.deck_n[seat] = n - 1
    return True


# --- clans (14.4) -------------------------------------------------------------------------------------------


@rule
def clans_with(s, u):
    """The clans of the turn if the unit acts, one bit each."""
    return int(s.clans_active) | (1 << int(s.clan[u]))


@rule
def clans_allow(s, seat, clans):
    """Are these no more clans than the leader commands?"""
    n = 0
    while clans:
        clans &= clans - 1
        n += 1
    return n <= s.clans[seat]


@rule
def may_act(s, u):
    """May the unit be activated: its clan acts already, or there is room for one more (14.4)?"""
    if s.module != Module.SAMURAI:
        return True
    return clans_allow(s, seat_of(u), clans_with(s, u))


@rule
def activate(s, u):
    """Its clan acts this turn (14.4)."""
    if s.module == Module.SAMURAI:
        s.clans_active = clans_with(s, u)


@rule
def touches_cav(s, u):
    """Is an enemy CAV unit in contact?"""
    seat = seat_of(u)
    c = int(s.at[u])
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        v = int(s.field[area(1 - seat, d)])
        if v != EMPTY and touch(s, c, d) and is_cav(s, v):
            return True
    return False


@rule
def rout_points(s, seat):
    """Rout points of an army (12.2)."""
    return int(s.lost[seat]) + int(s.fled[seat]) + int(s.raided[seat]) + 5 * int(s.bundori[seat])
