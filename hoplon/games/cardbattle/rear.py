"""The rally and draw phases and the second line (rulebook 11.3 to 11.5, 2.4, 10.11)."""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.dice import below, stream
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has, seat_of
from hoplon.games.cardbattle.chance import die
from hoplon.games.cardbattle.state import CARD, CARDS, DECK, EMPTY, HAND, SIDE, Do, Mark, Place, Why
from hoplon.games.cardbattle.tables import DEPLETED_RALLY_DRM, RALLY_COH, Card, Pref, Special
from hoplon.games.cardbattle.units import (
    activate,
    add_to_hand,
    follows,
    is_rear_full,
    may_act,
    quit_rear,
    remove_from_deck,
    remove_from_hand,
    rout_limit,
    spend,
    units_in_deck,
)

CARD_MENDS = 2
ORDER_MENDS = 1
RESERVES = 2
STEADY_TQ = 6  # from this TQ on the lower line of the rally table holds
REFILL_DICE = 3


# --- what is legal ------------------------------------------------------------------------------------------


@rule
def draws_left(s):
    """One card a turn; with dynamic play and draw two, less one for each unit played (11.5)."""
    if s.pref[Pref.DYNAMIC_PLAY_DRAW] != 0:
        return 2 - int(s.played) - int(s.drawn)
    return 1 - int(s.drawn)


@rule
def attempts_left(s):
    """Rally and regroup attempts of the leader this turn (2.6)."""
    return int(s.command[s.active]) - int(s.attempts)


@rule
def may_rally(s, u):
    """A routed unit, unless the army rallies nobody (5.1, 11.3)."""
    if s.place[u] != Place.ROUTED or follows(s, seat_of(u), Special.TRIBAL_COMMAND):
        return False
    return may_act(s, u)


@rule
def may_regroup(s, u):
    """A unit whose pursuit has run out, if there is room for it (10.11)."""
    if s.place[u] != Place.PURSUIT or s.level_m[u] > 0:
        return False
    return not is_rear_full(s, seat_of(u)) and may_act(s, u)


@rule
def is_rested(s, u):
    """In the rallied group since an earlier turn (2.5)."""
    return s.place[u] == Place.RALLIED and not has(s, u, Mark.FRESH)


@rule
def may_order(s):
    """Are cohesion orders of the leader left (11.4)?"""
    seat = int(s.active)
    if s.pref[Pref.LEADER_REMOVES_COH] == 0 or follows(s, seat, Special.NO_LEADER_COHESION):
        return False
    return s.orders < 2 * s.command[seat]


@rule
def may_discard(s, card):
    """Special cards, and units that have never been on the field (2.4)."""
    return card >= CARD or not has(s, card, Mark.USED)


# --- what happens -------------------------------------------------------------------------------------------


@rule
def perform_rear(s, turn, a):
    """Carry out an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.RALLY or kind == Do.REGROUP:
        s.attempts += 1
        activate(s, u)
        return True
    if kind == Do.RALLY_CARD:
        activate(s, u)
        return spend(s, seat_of(u), Card.RALLY)
    if kind == Do.RALLIED:
        return rally(s, u, int(a.n))
    if kind == Do.DISCARD:
        return discard(s, int(a.who), u)
    if kind == Do.RECOVER:
        return spend(s, seat_of(u), Card.COHESION)
    if kind == Do.ORDER:
        s.orders += 1
        return True
    if kind == Do.RESERVE:
        return spend(s, int(a.who), Card.RESERVE)
    if kind == Do.DRAW:
        s.drawn += 1
        return True
    if kind == Do.TAKE:
        s.drawn += 1
        quit_rear(s, u)
        add_to_hand(s, seat_of(u), u)
        return True
    if kind == Do.DEAL:
        if u == EMPTY:
            a.what = next_unit(s, int(a.who), 0)
        return deal(s, int(a.who), int(a.what))
    if kind == Do.REFILL:
        turn.new_deal = 1
        a.n = refill(s, int(a.who))
        return a.n > 0
    return True  # TRY and COUNT only say a die


@rule
def rally(s, u, hits):
    """A rallied unit keeps some hits and is depleted once more; its points are taken back (11.2, 11.3)."""
    if s.place[u] != Place.ROUTED:
        return False
    s.place[u] = Place.RALLIED
    s.marks[u] = int(s.marks[u]) | Mark.FRESH
    s.coh[u] = hits
    s.depletion[u] += 1
    s.fled[seat_of(u)] -= s.value[u]
    return True


@rule
def discard(s, seat, card):
    """A card leaves the game (2.4)."""
    if not remove_from_hand(s, seat, card):
        return False
    if card >= CARD:
        s.spent[CARDS * seat + card - CARD] += 1
    else:
        s.place[card] = Place.DISCARDED
    return True


@rule
def deal(s, seat, card):
    """A card comes from the deck to the hand, which holds seven at most."""
    if s.hand_n[seat] >= HAND or not remove_from_deck(s, seat, card):
        return False
    add_to_hand(s, seat, card)
    return True


@rule
def wants_refill(s, seat):
    """An endless army whose deck holds no more units (16)."""
    return s.endless[seat] != 0 and units_in_deck(s, seat) == 0


@rule
def refill(s, seat):
    """The endless army's dead return as fresh cards and are shuffled into the deck (16)."""
    if not wants_refill(s, seat):
        return 0
    n = 0
    for u in range(SIDE * seat, SIDE * seat + s.units[seat]):
        if s.place[u] == Place.ELIMINATED:
            s.place[u] = Place.DECK
            s.coh[u] = 0
            s.depletion[u] = 0
            s.level_m[u] = 0
            s.marks[u] = 0
            s.deck[DECK * seat + s.deck_n[seat]] = u
            s.deck_n[seat] += 1
            n += 1
    if n > 0:
        shuffle_deck(s, seat, stream(s.seed, REFILL_DICE, s.draws))
        s.draws += 1
    return n


@rule
def shuffle_deck(s, seat, key):
    """Every order of the deck is as likely."""
    for i in range(int(s.deck_n[seat]) - 1, 0, -1):
        j = below(key, i, i + 1)
        card = int(s.deck[DECK * seat + i])
        s.deck[DECK * seat + i] = s.deck[DECK * seat + j]
        s.deck[DECK * seat + j] = card


@rule
def react_rear(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.RALLY or kind == Do.REGROUP:
        then(turn, Do.TRY, what=u, n=die(s, turn))
    elif kind == Do.TRY:
        try_it(s, turn, u, int(a.n))
    elif kind == Do.RALLY_CARD:
        then(turn, Do.COUNT, what=u, n=die(s, turn))
    elif kind == Do.COUNT:
        count_hits(s, turn, u, int(a.n))
    elif kind == Do.RECOVER:
        then(turn, Do.MEND, what=u, n=CARD_MENDS)
    elif kind == Do.ORDER:
        then(turn, Do.MEND, what=u, n=ORDER_MENDS)
    elif kind == Do.RESERVE:
        deal_reserves(s, turn, int(a.who))
    elif kind == Do.DRAW:
        who = int(a.who)
        then(turn, Do.DEAL, who=who, what=s.deck[DECK * who + s.deck_n[who] - 1])
    elif kind == Do.DEAL:
        if wants_refill(s, int(a.who)):
            then(turn, Do.REFILL, who=a.who)


@rule
def try_it(s, turn, u, face):
    """Rally on initiative + 1 or less, else the unit is lost (11.3); regroup below the initiative (10.11)."""
    initiative = int(s.initiative[seat_of(u)])
    if s.place[u] == Place.PURSUIT:
        if face < initiative:
            then(turn, Do.LEAVE, what=u)
    elif face <= initiative + 1:
        then(turn, Do.COUNT, what=u, n=die(s, turn))
    else:
        then(turn, Do.ELIMINATE, what=u)


@rule
def count_hits(s, turn, u, face):
    """The hits that a rallied unit keeps; a unit depleted before adds 2 to the die (11.3)."""
    if s.depletion[u] > 0:
        then(turn, Do.MODIFY, what=Why.TWICE_DEPLETED, n=DEPLETED_RALLY_DRM)
        face = min(face + DEPLETED_RALLY_DRM, 9)
    hits = int(RALLY_COH[1 if s.tq[u] >= STEADY_TQ else 0, face])
    then(turn, Do.RALLIED, what=u, n=min(hits, rout_limit(s, u) - 1))


@rule
def deal_reserves(s, turn, seat):
    """The next two units of the deck; special cards are skipped and keep their order (2.3).

    An endless army that deals its last unit refills the deck before the next one, so that is named then.
    """
    for i in range(RESERVES):
        card = next_unit(s, seat, i)
        if card != EMPTY or s.endless[seat] != 0:
            then(turn, Do.DEAL, who=seat, what=card)


@rule
def next_unit(s, seat, k):
    """Unit number k of the deck from the top, or EMPTY."""
    for i in range(int(s.deck_n[seat]) - 1, -1, -1):
        card = int(s.deck[DECK * seat + i])
        if card < CARD:
            if k == 0:
                return card
            k -= 1
    return EMPTY
