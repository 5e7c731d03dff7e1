"""The judgement of `judge` at a card battle: one choice for every situation, by the rules of chapter 21.

It reads only what the seat to move may know, so it gives the same choice whatever is hidden.
"""

from __future__ import annotations

from hoplon.bots.cardbattle.attacks import choose_shock
from hoplon.bots.cardbattle.clash import clash, volley_value, withdrawal_cost
from hoplon.bots.cardbattle.ground import (
    balance,
    gain_of_leaving,
    gain_of_move,
    play_value,
    relief_value,
)
from hoplon.bots.cardbattle.worth import cost_of, hits_cost, worth
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import seen_at, touch, unit_at
from hoplon.games.cardbattle.arithmetic import flanks_of, party_of
from hoplon.games.cardbattle.fight import may_give
from hoplon.games.cardbattle.legal import question
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
    may_order,
    may_rally,
    may_regroup,
)
from hoplon.games.cardbattle.state import (
    ARGS,
    ATTACKERS,
    CARD,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    SIDE,
    TARGETS,
    Do,
    Module,
    Phase,
)
from hoplon.games.cardbattle.tables import IS_EL, Card, Missile, Pref
from hoplon.games.cardbattle.units import holds, in_hand, in_rear, rout_limit, units_in_deck

END = ARGS * Do.END_PHASE.value
MOVE_FOR = 1.0  # what a move must change
CALTROP_FOR = 2.0
STEADY_FOR = 0.9
RECOVER_FOR = 1.0
SUPPLY_FOR = 2
SPECIAL_CARD = 3.0  # what one from the deck is worth
FIRST_OVER_VALUE = 10  # RALLY cards go to units of this value before the leader tries (21.6)
NOTHING = -1000.0


@rule
def judge(s):
    """The choice of the seat to move."""
    asked = question(s)
    if asked != 0:
        return answer(s, asked)
    seat = int(s.active)
    if s.module == Module.SAMURAI and s.open == 0 and holds(s, seat, Card.CHALLENGE):
        return ARGS * Do.CHALLENGE.value
    if s.phase == Phase.PLAY:
        return choose_play(s, seat)
    if s.phase == Phase.MOVE:
        return choose_move(s, seat)
    if s.phase == Phase.MISSILE:
        return choose_fire(s, seat)
    if s.phase == Phase.SHOCK:
        return choose_shock(s, seat)
    if s.phase == Phase.RALLY:
        return choose_rally(s, seat)
    return choose_draw(s, seat)


# --- answers ------------------------------------------------------------------------------------------------


@rule
def answer(s, asked):
    """The answer to the question on top of the stack."""
    a = s.pending.actions[s.pending.n - 1]
    if asked == Do.ASK_FIRE:
        return ARGS * Do.REACT.value
    if asked == Do.ASK_WITHDRAW:
        stays = stands(s, int(a.what))
        return ARGS * (Do.STAND.value if stays else Do.WITHDRAW.value)
    if asked == Do.ASK_INITIATIVE:
        who = int(a.who)
        spends = who != s.first or s.bids[1 - who] != 0
        return ARGS * (Do.SPEND.value if spends else Do.KEEP.value)
    return ARGS * Do.GIVE.value + whom_to_give(s)


@rule
def stands(s, u):
    """Does a target fight? It withdraws when the clash is clearly against it (21.5)."""
    p = party_of(s, int(s.attacks) - 1)
    flanks = flanks_of(s, p)
    lost_a, lost_d = clash(s, p, flanks)
    return lost_d - lost_a <= withdrawal_cost(s, u, p, flanks)


@rule
def whom_to_give(s):
    """The target to which one more hit does most."""
    p = party_of(s, int(s.fight))
    best = NOTHING
    whom = 0
    for i in range(TARGETS):
        if may_give(s, i):
            cost = hits_cost(s, p[ATTACKERS + i], 1)
            if cost > best:
                best = cost
                whom = i
    return whom


# --- play and move ------------------------------------------------------------------------------------------


@rule
def choose_play(s, seat):
    """The unit and the area that change most in the own favour (21.2); CALTROP under elephants."""
    if holds(s, seat, Card.CALTROP):
        for c in range(COLUMNS):
            v = seen_at(s, 1 - seat, c)
            if v != EMPTY and IS_EL[s.kind[v]] != 0 and may_strew(s, seat, c):
                if hits_cost(s, v, 4) >= CALTROP_FOR:
                    return ARGS * Do.STREW.value + c
    if plays_left(s) <= 0:
        return END
    best = 0.0
    choice = END
    for c in range(COLUMNS):
        before = balance(s, seat, c)
        for slot in range(s.hand_n[seat]):
            u = in_hand(s, seat, slot)
            if u >= CARD or is_double(s, seat, slot):
                continue
            if may_play(s, u, c):
                value = play_value(s, seat, u, c, before)
                if value > best:
                    best = value
                    choice = ARGS * Do.PLAY.value + COLUMNS * slot + c
            elif may_relieve(s, u, c):
                value = relief_value(s, seat, u, c, before)
                if value > best:
                    best = value
                    choice = ARGS * Do.RELIEVE.value + COLUMNS * slot + c
    return choice


@rule
def is_double(s, seat, slot):
    """Does an earlier slot of the hand hold the same kind of unit in the same state?"""
    u = in_hand(s, seat, slot)
    for k in range(slot):
        w = in_hand(s, seat, k)
        if w < CARD and s.kind[w] == s.kind[u] and s.tq[w] == s.tq[u] and s.sizes[w] == s.sizes[u]:
            if s.missile[w] == s.missile[u] and s.coh[w] == s.coh[u] and s.clan[w] == s.clan[u]:
                if s.traits[w] == s.traits[u] and s.depletion[w] == s.depletion[u]:
                    return True
    return False


@rule
def choose_move(s, seat):
    """A move that changes much, a damaged unit to the rear, or a COHESION card."""
    best = MOVE_FOR
    choice = END
    if s.moved == 0:
        for c in range(COLUMNS):
            u = unit_at(s, seat, c)
            if u == EMPTY:
                continue
            for d in range(c - 1, c + 2, 2):
                if may_move(s, u, d):
                    value = gain_of_move(s, seat, u, c, d)
                    if value > best:
                        best = value
                        choice = ARGS * Do.MOVE.value + COLUMNS * c + d
            if is_worn(s, u) and may_retire(s, u):
                value = gain_of_leaving(s, seat, u, c) + worth(s, u)
                if value > best:
                    best = value
                    choice = ARGS * Do.REAR.value + c
    if choice == END and holds(s, seat, Card.COHESION):
        best = STEADY_FOR
        for c in range(COLUMNS):
            u = unit_at(s, seat, c)
            if u != EMPTY and may_steady(s, u):
                value = mending_value(s, u)
                if value > best:
                    best = value
                    choice = ARGS * Do.STEADY.value + c
    return choice


@rule
def is_worn(s, u):
    """Is a unit one hit from its limit, or close to it?"""
    return int(s.coh[u]) + 1 >= rout_limit(s, u)


@rule
def mending_value(s, u):
    """What two hits fewer are worth."""
    return -hits_cost(s, u, -min(2, int(s.coh[u])))


# --- missiles -----------------------------------------------------------------------------------------------


@rule
def choose_fire(s, seat):
    """Fire whenever it is legal, where it costs the enemy most (21.3)."""
    best = NOTHING
    choice = -1
    for c in range(COLUMNS):
        u = unit_at(s, seat, c)
        if u == EMPTY or s.missile[u] == Missile.NONE:
            continue
        for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
            v = seen_at(s, 1 - seat, d)
            if v != EMPTY and touch(s, c, d) and may_aim(s, u, v):
                value = volley_value(s, u, v)
                if value > best:
                    best = value
                    choice = ARGS * Do.AIM.value + COLUMNS * c + d
    if choice >= 0:
        return choice
    supply = who_needs_supply(s, seat)
    if supply >= 0:
        return supply
    return ARGS * Do.LOOSE.value if may_loose(s) else END


@rule
def who_needs_supply(s, seat):
    """MISSILE SUPPLY for two units or more; a card begun is used up."""
    needy = 0
    first = -1
    for c in range(COLUMNS):
        u = unit_at(s, seat, c)
        if u != EMPTY and may_supply(s, u):
            needy += 1
            if first < 0:
                first = ARGS * Do.SUPPLY.value + c
    if needy >= SUPPLY_FOR or (needy > 0 and s.supply > 0):
        return first
    return -1


# --- rally and draw -----------------------------------------------------------------------------------------


@rule
def choose_rally(s, seat):
    """The most valuable unit first; cards before the leader for units worth 10 or more (21.6).

    A second RALLY card only fills the hand, so it is played at once.
    """
    best = EMPTY
    dearest = -1
    for i in range(s.rear_n[seat]):
        u = in_rear(s, seat, i)
        if may_rally(s, u) and s.value[u] > dearest:
            dearest = int(s.value[u])
            best = i
    if best != EMPTY:
        cards = count_of(s, seat, Card.RALLY)
        sure = dearest >= FIRST_OVER_VALUE or cards > 1
        if cards > 0 and (sure or attempts_left(s) <= 0):
            return ARGS * Do.RALLY_CARD.value + best
        if attempts_left(s) > 0:
            return ARGS * Do.RALLY.value + best
    if attempts_left(s) > 0 and s.pref[Pref.CAVALRY_PURSUIT] != 0:
        for i in range(s.units[seat]):
            if may_regroup(s, SIDE * seat + i):
                return ARGS * Do.REGROUP.value + i
    return END


@rule
def count_of(s, seat, card):
    """How many such special cards the hand holds."""
    n = 0
    for slot in range(s.hand_n[seat]):
        if in_hand(s, seat, slot) == CARD + card:
            n += 1
    return n


@rule
def choose_draw(s, seat):
    """Cohesion first, then cards: a rallied unit that is better than the deck promises, else the deck."""
    mend = whom_to_mend(s, seat)
    if mend >= 0:
        return mend
    room = HAND - int(s.hand_n[seat])
    if holds(s, seat, Card.RESERVE) and room >= 1 and units_in_deck(s, seat) > 0:
        if units_in_hand(s, seat) <= 2:
            return ARGS * Do.RESERVE.value
    if draws_left(s) <= 0:
        return END
    if room == 0:
        dead = dead_card(s, seat)
        return END if dead < 0 else ARGS * Do.DISCARD.value + dead
    taken = whom_to_take(s, seat)
    if taken >= 0:
        return ARGS * Do.TAKE.value + taken
    return ARGS * Do.DRAW.value if s.deck_n[seat] > 0 else END


@rule
def whom_to_mend(s, seat):
    """Orders of the leader are free; a COHESION card must be worth it."""
    best = 0.0
    place = -1
    for i in range(s.rear_n[seat]):
        u = in_rear(s, seat, i)
        if is_rested(s, u) and s.coh[u] > 0:
            value = mending_value(s, u)
            if value > best:
                best = value
                place = i
    if place < 0:
        return -1
    if may_order(s):
        return ARGS * Do.ORDER.value + place
    if best >= RECOVER_FOR and holds(s, seat, Card.COHESION):
        return ARGS * Do.RECOVER.value + place
    return -1


@rule
def units_in_hand(s, seat):
    """Unit cards of the hand."""
    n = 0
    for slot in range(s.hand_n[seat]):
        if in_hand(s, seat, slot) < CARD:
            n += 1
    return n


@rule
def whom_to_take(s, seat):
    """The rested unit with most of its worth left, if a card of the deck is worth less; else -1."""
    best = deck_worth(s, seat)
    place = -1
    for i in range(s.rear_n[seat]):
        u = in_rear(s, seat, i)
        if is_rested(s, u):
            value = worth(s, u) - cost_of(s, u, int(s.coh[u]))
            if value > best:
                best = value
                place = i
    return place


@rule
def deck_worth(s, seat):
    """What a card of the own deck is worth on average; only a unit helps a hand without units."""
    if s.deck_n[seat] == 0:
        return 0.0
    special = SPECIAL_CARD if units_in_hand(s, seat) > 0 else 0.0
    total = 0.0
    for i in range(s.deck_n[seat]):
        card = int(s.deck[DECK * seat + i])
        total += worth(s, card) if card < CARD else special
    return total / s.deck_n[seat]


@rule
def dead_card(s, seat):
    """A special card of a full hand that will hardly be used, else the least unit that may go."""
    for slot in range(s.hand_n[seat]):
        card = in_hand(s, seat, slot) - CARD
        if card == Card.CALTROP or card == Card.MISSILE_SUPPLY or card == Card.INITIATIVE:
            return slot
    for slot in range(s.hand_n[seat]):
        card = in_hand(s, seat, slot) - CARD
        if card == Card.COHESION or card == Card.RESERVE or card == Card.FLANK:
            return slot
    return -1
