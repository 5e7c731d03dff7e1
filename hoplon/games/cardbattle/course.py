"""The course of a battle: phases, turns, rounds, initiative and the end (rulebook 6.4 to 7.1, 7.6, 12.3)."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import drop, has, in_contact
from hoplon.games.cardbattle.chance import among, d10
from hoplon.games.cardbattle.rear import wants_refill
from hoplon.games.cardbattle.state import (
    AREAS,
    CARD,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    REAR,
    SIDE,
    Do,
    End,
    Mark,
    Phase,
    Place,
)
from hoplon.games.cardbattle.tables import PERIOD_LEAST, PERIOD_MOST, Card, Pref, Trait
from hoplon.games.cardbattle.units import holds, is_a, rout_points, spend

MOST_ROLLS = 32  # ties are rolled again; with dice that always tie the first player keeps the initiative
OF_MISSILE_PHASE = Mark.AIMING.value | Mark.SUPPLIED.value
OF_TURN = Mark.CHARGER.value | Mark.ARRIVED.value


@rule
def perform_course(s, turn, a):
    """Carry out an action of this chapter; nothing goes on after the end."""
    kind = a.kind
    if s.end != End.RUNNING:
        return False
    if kind == Do.OVER:
        return decide(s, a)
    if kind == Do.PHASE:
        if s.phase == Phase.MISSILE:
            forget_fire(s)
        s.phase = a.n
    elif kind == Do.TURN:
        begin_turn(s, int(a.who))
    elif kind == Do.NO_SHOCK:
        s.no_shock = 1
    elif kind == Do.TURN_END:
        end_turn(s, int(a.who))
    elif kind == Do.ROUND:
        s.rounds = a.n
    elif kind == Do.FIRST:
        give_initiative(s, int(a.who), int(a.n))
    elif kind == Do.SPEND:
        s.bids[a.who] = 1
        return spend(s, int(a.who), Card.INITIATIVE)
    elif kind == Do.ASK_INITIATIVE:
        return False  # nobody was asked: there is no card to play
    return True


@rule
def react_course(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    if kind == Do.END_PHASE:
        end_phase(s, turn)
    elif kind == Do.PHASE:
        refill_endless(s, turn)
    elif kind == Do.TURN:
        if lacks_shock(s):
            then(turn, Do.NO_SHOCK, who=a.who)
        then(turn, Do.PHASE, who=a.who, n=Phase.PLAY)
    elif kind == Do.TURN_END:
        recover(s, turn, int(a.who))
        then(turn, Do.OVER)
        go_on(s, turn)
    elif kind == Do.ROUND:
        then(turn, Do.TURN, who=s.first)
    elif kind == Do.DETERMINE:
        determine(s, turn)


# --- phases and turns ---------------------------------------------------------------------------------------


@rule
def end_phase(s, turn):
    """The active player has done enough; a shock phase without attacks has its collapse tests (26.2.4)."""
    if s.phase == Phase.SHOCK:
        then(turn, Do.SETTLE, who=s.active)
    pass_on(s, turn)


@rule
def pass_on(s, turn):
    """Victory is checked at the end of every phase (12.3), then the next one begins."""
    if s.phase == Phase.DRAW:
        then(turn, Do.TURN_END, who=s.active)
        return
    then(turn, Do.OVER)
    following = int(s.phase) + 1
    if following == Phase.SHOCK and s.no_shock != 0:
        following += 1
    then(turn, Do.PHASE, who=s.active, n=following)


@rule
def forget_fire(s):
    """The records of the missile phase are cleared at its end."""
    for c in range(AREAS):
        u = int(s.field[c])
        if u != EMPTY:
            drop(s, u, OF_MISSILE_PHASE)
    s.shots = 0
    s.supply = 0


@rule
def lacks_shock(s):
    """Setup turns, the opener's turn after them, and the second of two turns in a row (6.5, 6.6)."""
    setup = int(s.pref[Pref.SETUP_TURNS])
    if s.rounds <= setup or (s.rounds == setup + 1 and s.active == s.opener):
        return True
    return s.double != 0 and s.active == s.first


@rule
def begin_turn(s, who):
    """A turn begins with all its allowances."""
    s.active = who
    s.second_half = 0 if who == s.first else 1
    s.no_shock = 0
    s.played = 0
    s.moved = 0
    s.drawn = 0
    s.flank_orders = 0
    s.attempts = 0
    s.orders = 0
    s.clans_active = 0
    s.supply = 0


@rule
def end_turn(s, who):
    """Manoeuvre markers drop by one, pursuit levels too; chariots lose their charge (7.6)."""
    for c in range(AREAS):
        u = int(s.field[c])
        if u != EMPTY and c // COLUMNS == who:
            s.level_m[u] = max(int(s.level_m[u]) - 1, 0)
            drop(s, u, OF_TURN)
    for i in range(2 * REAR):
        u = int(s.rear[i])
        if u != EMPTY:
            drop(s, u, Mark.FRESH)
    if s.pref[Pref.CAVALRY_PURSUIT] != 0:
        for u in range(SIDE * who, SIDE * who + s.units[who]):
            if s.place[u] == Place.PURSUIT and s.level_m[u] > 0:
                s.level_m[u] -= 1
    if s.second_half == 0:
        s.double = 0
    elif s.period > 0:
        s.period -= 1


@rule
def recover(s, turn, who):
    """Missiles come back to units out of contact; REGENERATE heals one hit, wherever hits count (7.6)."""
    for c in range(COLUMNS):
        u = int(s.field[COLUMNS * who + c])
        if u != EMPTY and has(s, u, Mark.NO_MISSILE) and not in_contact(s, who, c):
            then(turn, Do.RESUPPLY, what=u)
    for i in range(s.rear_n[who]):
        u = int(s.rear[REAR * who + i])
        if has(s, u, Mark.NO_MISSILE):
            then(turn, Do.RESUPPLY, what=u)
    for u in range(SIDE * who, SIDE * who + s.units[who]):
        if s.coh[u] > 0 and is_a(s, u, Trait.REGENERATE) and keeps_hits(s, u):
            then(turn, Do.MEND, what=u, n=1)


@rule
def keeps_hits(s, u):
    """In play, so that its hits count: those of a routed unit do not until it rallies (11.1)."""
    place = s.place[u]
    rests = place == Place.RALLIED or place == Place.HAND
    return rests or place == Place.FIELD or place == Place.PURSUIT


@rule
def go_on(s, turn):
    """The other player's turn, or the next round, with a new initiative when its time has come (6.5)."""
    if s.second_half == 0:
        then(turn, Do.TURN, who=1 - s.active)
        return
    held = holds_out(s, 0)
    if held or holds_out(s, 1):
        winner = NOBODY if held and holds_out(s, 1) else (0 if held else 1)
        then(turn, Do.OVER, who=winner, n=End.HELD_OUT)
    if s.pref[Pref.VARIABLE_INITIATIVE] != 0 and s.period == 0:
        then(turn, Do.ASK_INITIATIVE, who=1 - s.first)
        then(turn, Do.ASK_INITIATIVE, who=s.first)
        then(turn, Do.DETERMINE)
    then(turn, Do.ROUND, n=s.rounds + 1)


@rule
def holds_out(s, seat):
    """Has the army stood its number of rounds (16)?"""
    return s.wins_at_limit[seat] != 0 and s.turn_limit[seat] > 0 and s.rounds >= s.turn_limit[seat]


# --- initiative ---------------------------------------------------------------------------------------------


@rule
def asks_initiative(s, a):
    """The seat that ASK_INITIATIVE must wait for: one that holds an INITIATIVE card, or NOBODY (6.5)."""
    if s.end != End.RUNNING or not holds(s, int(a.who), Card.INITIATIVE):
        return NOBODY
    return int(a.who)


@rule
def determine(s, turn):
    """One card played decides; none, or one each, leave it to d10 + initiative (6.5)."""
    margin = int(s.bids[0]) - int(s.bids[1])
    rolls = 0
    while margin == 0 and rolls < MOST_ROLLS:
        left = d10(s, turn)
        right = d10(s, turn)
        then(turn, Do.INITIATIVE, who=0, n=left)
        then(turn, Do.INITIATIVE, who=1, n=right)
        margin = left + int(s.initiative[0]) - right - int(s.initiative[1])
        rolls += 1
    winner = int(s.first)
    if margin != 0:
        winner = 0 if margin > 0 else 1
    rounds = PERIOD_LEAST + among(s, turn, PERIOD_MOST - PERIOD_LEAST + 1)
    then(turn, Do.FIRST, who=winner, n=rounds)


@rule
def give_initiative(s, who, rounds):
    """A player who was second and now goes first has no shock in the second of his two turns in a row,
    unless he won with a card (6.5)."""
    with_card = s.bids[who] != 0 and s.bids[1 - who] == 0
    s.double = 1 if who != s.first and not with_card else 0
    s.first = who
    s.period = rounds
    s.bids[0] = 0
    s.bids[1] = 0


# --- the end ------------------------------------------------------------------------------------------------


@rule
def refill_endless(s, turn):
    """The endless army's deck is looked at when a phase begins (16)."""
    for seat in range(2):
        if wants_refill(s, seat):
            then(turn, Do.REFILL, who=seat)


@rule
def decide(s, over):
    """Is the battle over, and who has won (12.3)? Never by rout or loss of an army that cannot be routed."""
    if over.n != End.HELD_OUT:
        excess = rout_points(s, 0) - int(s.level[0])
        other = rout_points(s, 1) - int(s.level[1])
        broken = excess >= 0 and s.unroutable[0] == 0
        other_broken = other >= 0 and s.unroutable[1] == 0
        if broken or other_broken:
            over.n = End.ROUTED
            over.who = 1 if broken else 0
            if broken and other_broken:
                over.n = End.BOTH_ROUTED
                over.who = NOBODY if excess == other else (0 if excess < other else 1)
        else:
            gone = s.unroutable[0] == 0 and not has_units(s, 0)
            other_gone = s.unroutable[1] == 0 and not has_units(s, 1)
            if not gone and not other_gone:
                return False
            over.n = End.NO_UNITS
            over.who = NOBODY if gone and other_gone else (1 if gone else 0)
    s.end = over.n
    s.winner = over.who
    return True


@rule
def has_units(s, seat):
    """Any unit on the field, in hand, in the deck, in the rallied group or on pursuit (12.3)."""
    for c in range(COLUMNS):
        if s.field[COLUMNS * seat + c] != EMPTY:
            return True
    for i in range(s.hand_n[seat]):
        if s.hand[HAND * seat + i] < CARD:
            return True
    for i in range(s.deck_n[seat]):
        if s.deck[DECK * seat + i] < CARD:
            return True
    for i in range(s.rear_n[seat]):
        if s.place[s.rear[REAR * seat + i]] == Place.RALLIED:
            return True
    for u in range(SIDE * seat, SIDE * seat + s.units[seat]):
        if s.place[u] == Place.PURSUIT:
            return True
    return False
