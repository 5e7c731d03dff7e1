"""Designating attacks, flanks and withdrawals (rulebook 10.1 to 10.5, 10.9).

If a hidden unit makes a choice impossible after all, it is revealed and the choice costs nothing (4.4).
"""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import drop, has, put, seat_of, unit_at, zone_of
from hoplon.games.cardbattle.arithmetic import is_fought, party_of
from hoplon.games.cardbattle.attacks import (
    first_target,
    flanks_alone,
    is_across,
    may_flank,
    may_withdraw,
    reaches,
    targets_now,
)
from hoplon.games.cardbattle.chance import die
from hoplon.games.cardbattle.state import ATTACKERS, COLUMNS, EMPTY, TARGETS, Check, Do, Mark
from hoplon.games.cardbattle.tables import Card
from hoplon.games.cardbattle.units import activate, spend


@rule
def perform_designate(s, turn, a):
    """Carry out an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.ATTACK or kind == Do.ATTACK_FLANK:
        v = unit_at(s, 1 - seat_of(u), int(a.dst))
        if is_true(s, u, v, kind == Do.ATTACK_FLANK):
            open_attack(s, u, v, kind == Do.ATTACK_FLANK)
    elif kind == Do.JOIN or kind == Do.JOIN_FLANK:
        if is_true(s, u, first_target(s), kind == Do.JOIN_FLANK):
            add_attacker(s, u, kind == Do.JOIN_FLANK)
    elif kind == Do.ALSO:
        add_target(s, unit_at(s, 1 - int(a.who), int(a.dst)))
    elif kind == Do.FLANK_ORDER:
        if may_flank(s, u, first_target(s), False):
            s.flank_orders += 1
    elif kind == Do.FLANK_CARD:
        if may_flank(s, u, first_target(s), False):
            spend(s, seat_of(u), Card.FLANK)
    elif kind == Do.CLOSE:
        s.open = 0
    elif kind == Do.RAID:
        open_attack(s, u, EMPTY, False)
        s.open = 0
    elif kind == Do.FLANKS:
        put(s, u, Mark.FLANK)
    elif kind == Do.CALL_OFF:
        call_off(s, u)
    elif kind == Do.VOID:
        return free_again(s, int(a.n))
    elif kind == Do.ASK_WITHDRAW:
        return may_withdraw(s, u)
    elif kind == Do.EVADE:
        put(s, u, Mark.OW)
        leave_attack(s, u)
    return True


@rule
def is_true(s, u, v, card):
    """Does no hidden unit stand against the attack (4.4)?"""
    return reaches(s, u, v, False) and (not card or may_flank(s, u, v, False))


@rule
def open_attack(s, u, v, card):
    """A new attack, or a second line attack if v is EMPTY."""
    n = int(s.attacks)
    for i in range(ATTACKERS):
        s.attacker[ATTACKERS * n + i] = EMPTY
    for i in range(TARGETS):
        s.target[TARGETS * n + i] = EMPTY
    s.attacker[ATTACKERS * n] = u
    s.target[TARGETS * n] = v
    s.attacks = n + 1
    s.open = 1
    activate(s, u)
    if v == EMPTY:
        s.is_raid[n] = 1
        put(s, u, Mark.RAIDING)
        return
    s.is_raid[n] = 0
    put(s, u, Mark.ATTACKING)
    put(s, v, Mark.ATTACKED)
    if card:
        spend(s, seat_of(u), Card.FLANK)


@rule
def add_attacker(s, u, card):
    """The second attacker; both stand in the order of their columns."""
    a = ATTACKERS * (int(s.attacks) - 1)
    first = int(s.attacker[a])
    if s.at[first] < s.at[u]:
        s.attacker[a + 1] = u
    else:
        s.attacker[a] = u
        s.attacker[a + 1] = first
    put(s, u, Mark.ATTACKING)
    activate(s, u)
    if card:
        spend(s, seat_of(u), Card.FLANK)


@rule
def add_target(s, v):
    """One more target; they stand in the order of their columns."""
    t = TARGETS * (int(s.attacks) - 1)
    i = targets_now(s)
    while i > 0 and s.at[s.target[t + i - 1]] > s.at[v]:
        s.target[t + i] = s.target[t + i - 1]
        i -= 1
    s.target[t + i] = v
    put(s, v, Mark.ATTACKED)


@rule
def call_off(s, u):
    """A unit no longer takes part in the attack just designated."""
    a = ATTACKERS * (int(s.attacks) - 1)
    if s.attacker[a] == u:
        s.attacker[a] = s.attacker[a + 1]
    s.attacker[a + 1] = EMPTY
    drop(s, u, Mark.ATTACKING | Mark.FLANK)


@rule
def leave_attack(s, v):
    """A target is no longer part of the attack just designated."""
    t = TARGETS * (int(s.attacks) - 1)
    found = False
    for i in range(TARGETS):
        if s.target[t + i] == v:
            found = True
        if found:
            s.target[t + i] = s.target[t + i + 1] if i + 1 < TARGETS else EMPTY


@rule
def free_again(s, n):
    """An attack without attackers or targets is void, and those left of it are free (10.4, Q12)."""
    if n != s.attacks - 1 or is_fought(party_of(s, n)):
        return False
    for i in range(ATTACKERS):
        u = int(s.attacker[ATTACKERS * n + i])
        if u != EMPTY:
            drop(s, u, Mark.ATTACKING | Mark.FLANK)
            s.attacker[ATTACKERS * n + i] = EMPTY
    for i in range(TARGETS):
        v = int(s.target[TARGETS * n + i])
        if v != EMPTY:
            drop(s, v, Mark.ATTACKED)
            s.target[TARGETS * n + i] = EMPTY
    s.attacks = n
    s.open = 0
    return True


@rule
def react_designate(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.ATTACK or kind == Do.ATTACK_FLANK:
        appear(s, turn, u, unit_at(s, 1 - seat_of(u), int(a.dst)), kind == Do.ATTACK_FLANK)
    elif kind == Do.JOIN or kind == Do.JOIN_FLANK:
        appear(s, turn, u, first_target(s), kind == Do.JOIN_FLANK)
    elif kind == Do.FLANK_ORDER or kind == Do.FLANK_CARD:
        v = first_target(s)
        if not may_flank(s, u, v, False):
            reveal_beside(s, turn, v)
        elif kind == Do.FLANK_CARD:
            then(turn, Do.FLANKS, what=u)
        else:
            then(turn, Do.CHECK, what=u, src=Check.FLANK_ORDER, n=die(s, turn))
    elif kind == Do.CLOSE:
        ask_targets(s, turn, 1 - int(a.who))
    elif kind == Do.RAID:
        if has(s, u, Mark.HIDDEN):
            then(turn, Do.REVEAL, what=u)
    elif kind == Do.ASK_WITHDRAW:
        then(turn, Do.WITHDRAW, what=u)
    elif kind == Do.WITHDRAW:
        then(turn, Do.CHECK, what=u, src=Check.WITHDRAWAL, n=die(s, turn))


@rule
def appear(s, turn, u, v, card):
    """An attacker shows itself, on the flank or not; or hidden units turn out to forbid the attack."""
    if not has(s, u, Mark.ATTACKING):
        seat = seat_of(v)
        zone = zone_of(s, int(s.at[u]))
        for c in range(COLUMNS):
            w = unit_at(s, seat, c)
            if w != EMPTY and has(s, w, Mark.HIDDEN) and is_across(s, u, v) and zone_of(s, c) == zone:
                then(turn, Do.REVEAL, what=w)
        if card:
            reveal_beside(s, turn, v)
        return
    if has(s, u, Mark.HIDDEN):
        then(turn, Do.REVEAL, what=u)
    if card or flanks_alone(s, u, v, False):
        then(turn, Do.FLANKS, what=u)


@rule
def reveal_beside(s, turn, v):
    """Hidden neighbours that close the sides of a unit show themselves."""
    for d in (int(s.at[v]) - 1, int(s.at[v]) + 1):
        w = unit_at(s, seat_of(v), d)
        if w != EMPTY and has(s, w, Mark.HIDDEN):
            then(turn, Do.REVEAL, what=w)


@rule
def ask_targets(s, turn, seat):
    """Each target that may withdraw is asked, from column 1 to 9 (10.4)."""
    n = int(s.attacks) - 1
    for i in range(TARGETS):
        v = int(s.target[TARGETS * n + i])
        if v != EMPTY:
            then(turn, Do.ASK_WITHDRAW, who=seat, what=v)
    then(turn, Do.VOID, n=n)
