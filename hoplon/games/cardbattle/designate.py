"""Designating attacks, flanks and withdrawals (rulebook 10.1 to 10.5, 10.9, 5.3).

Choices are judged as the mover sees the field (`seen`): if a hidden unit makes one impossible after all, it
is revealed and the choice costs nothing (4.4).
"""

from __future__ import annotations

from hoplon.core.actions import NOBODY, then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.arithmetic import base_column, is_fought, party_of
from hoplon.games.cardbattle.board import (
    across,
    area,
    drop,
    has,
    has_open_side,
    on_field,
    put,
    seat_of,
    touch,
    unit_at,
    zone_is_empty,
    zone_of,
)
from hoplon.games.cardbattle.chance import die
from hoplon.games.cardbattle.state import ATTACKERS, COLUMNS, EMPTY, TARGETS, Check, Do, Mark
from hoplon.games.cardbattle.tables import (
    FLANKS,
    IS_CH,
    IS_EL,
    IS_LC,
    IS_LI,
    IS_MONSTER,
    IS_SK,
    MAY_SHOCK,
    WITHDRAWS,
    Answer,
    Card,
    Flanks,
    Kind,
    Pref,
    Special,
    Trait,
)
from hoplon.games.cardbattle.units import (
    activate,
    follows,
    has_marker,
    holds,
    is_a,
    is_cav,
    is_mounted,
    may_act,
    may_enter,
    spend,
)

WIDEST_FLANKER = 10  # size above which a unit never flanks


# --- attackers and targets (10.1) ---------------------------------------------------------------------------


@rule
def can_shock(s, u):
    """A type that shocks, no marker but that of a charging chariot, and not designated yet (10.1, 13.6)."""
    if MAY_SHOCK[s.kind[u]] == 0 or has(s, u, Mark.ATTACKING | Mark.RAIDING):
        return False
    if s.kind[u] == Kind.CH_LGT and s.pref[Pref.RESTRICTED_CH_MELEE] != 0:
        return False
    if has_marker(s, u) and not has(s, u, Mark.CHARGER):
        return False
    return may_act(s, u)


@rule
def is_exposed(s, v):
    """May the unit be attacked: seen, not withdrawn and not attacked yet (10.1)?"""
    return not has(s, v, Mark.OW | Mark.ATTACKED | Mark.HIDDEN)


@rule
def is_across(s, u, v):
    """Does u stand diagonally opposite v over a zone boundary (10.5)?"""
    return across(s, int(s.at[u])) == s.at[v]


@rule
def reaches(s, u, v, seen):
    """In contact, or across zones past an empty zone (10.1, 10.5)."""
    if touch(s, int(s.at[u]), int(s.at[v])):
        return True
    return is_across(s, u, v) and zone_is_empty(s, seat_of(v), zone_of(s, int(s.at[u])), seen)


@rule
def fits(s, u, v, flank):
    """Terrain and shock table allow the attack; cavalry never charges elephants frontally (10.1)."""
    if not may_enter(s, u, seat_of(v), int(s.at[v])) or base_column(s, u, v, flank) == 0:
        return False
    return flank or not is_cav(s, u) or IS_EL[s.kind[v]] == 0


@rule
def could_attack(s, u, v, card):
    """Judge u against v, whoever else attacks: frontally, across zones, or with a FLANK card.

    The card is declared with the attack only where the attack would be illegal without it.
    """
    if not can_shock(s, u) or not reaches(s, u, v, True):
        return False
    if fits(s, u, v, flanks_alone(s, u, v, True)):
        return not card
    return card and holds(s, seat_of(u), Card.FLANK) and may_flank(s, u, v, True) and fits(s, u, v, True)


@rule
def may_attack(s, u, v, card):
    """May u begin an attack on v, with a FLANK card or without (10.1)?"""
    return is_exposed(s, v) and could_attack(s, u, v, card)


# --- the attack being put together --------------------------------------------------------------------------


@rule
def attackers_now(s):
    """Attackers of the open attack."""
    a = ATTACKERS * (int(s.attacks) - 1)
    return 1 if s.attacker[a + 1] == EMPTY else 2


@rule
def targets_now(s):
    """Targets of the open attack."""
    t = TARGETS * (int(s.attacks) - 1)
    n = 0
    while n < TARGETS and s.target[t + n] != EMPTY:
        n += 1
    return n


@rule
def first_attacker(s):
    """The first attacker of the open attack."""
    return int(s.attacker[ATTACKERS * (int(s.attacks) - 1)])


@rule
def first_target(s):
    """The first target of the open attack."""
    return int(s.target[TARGETS * (int(s.attacks) - 1)])


@rule
def may_join(s, u, card):
    """A second attacker against a single target (10.1)."""
    if s.open == 0 or attackers_now(s) > 1 or targets_now(s) != 1:
        return False
    return could_attack(s, u, first_target(s), card)


@rule
def may_also(s, d):
    """One more target for a single attacker that is not on the flank (10.1, Q95)."""
    if s.open == 0 or attackers_now(s) != 1 or targets_now(s) >= TARGETS:
        return False
    u = first_attacker(s)
    v = unit_at(s, 1 - seat_of(u), d)
    if v == EMPTY or not is_exposed(s, v) or has(s, u, Mark.FLANK):
        return False
    c = int(s.at[u])
    return touch(s, c, int(s.at[first_target(s)])) and touch(s, c, d) and fits(s, u, v, False)


# --- flanks (10.3) ------------------------------------------------------------------------------------------


@rule
def can_flank(s, u):
    """Never on the flank: PH, sizes above 10, guns; with the preference, heavy chariots (10.3)."""
    if FLANKS[s.kind[u]] == Flanks.NEVER or s.sizes[u] > WIDEST_FLANKER:
        return False
    return s.kind[u] != Kind.CH or s.pref[Pref.RESTRICTED_CH_MELEE] == 0


@rule
def flies_over(s, u, v):
    """A flying attacker needs no open side of a target that does not fly (15.2)."""
    return is_a(s, u, Trait.FLY) and not is_a(s, v, Trait.FLY)


@rule
def may_flank(s, u, v, seen):
    """An open side, and a unit that can flank at all (10.3)."""
    return can_flank(s, u) and (flies_over(s, u, v) or has_open_side(s, v, seen))


@rule
def flanks_alone(s, u, v, seen):
    """An attack across zones is on the flank by itself, but for chariots (10.5)."""
    return is_across(s, u, v) and IS_CH[s.kind[u]] == 0 and may_flank(s, u, v, seen)


@rule
def is_in_open_attack(s, u):
    """Is it an attacker of the open attack, without a flank marker, against a single target?"""
    if s.open == 0 or has(s, u, Mark.FLANK) or targets_now(s) != 1:
        return False
    return first_attacker(s) == u or s.attacker[ATTACKERS * (int(s.attacks) - 1) + 1] == u


@rule
def may_order_flank(s, u):
    """A flank order: mounted but no chariot against foot, or flying against what does not fly (10.3)."""
    if not is_in_open_attack(s, u) or s.flank_orders >= s.command[seat_of(u)]:
        return False
    v = first_target(s)
    rides = is_mounted(s, u) and IS_CH[s.kind[u]] == 0 and not is_mounted(s, v)
    return (rides or flies_over(s, u, v)) and may_flank(s, u, v, True)


@rule
def may_card_flank(s, u):
    """A FLANK card puts any unit that can flank on the open side of its target (10.3)."""
    if not is_in_open_attack(s, u) or not holds(s, seat_of(u), Card.FLANK):
        return False
    return may_flank(s, u, first_target(s), True)


# --- second line attacks (10.9) -----------------------------------------------------------------------------


@rule
def may_raid(s, u):
    """No unit in front, and no enemy in contact but those that withdrew (10.9)."""
    seat = seat_of(u)
    c = int(s.at[u])
    if not can_shock(s, u) or unit_at(s, 1 - seat, c) != EMPTY or not may_enter(s, u, 1 - seat, c):
        return False
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        v = int(s.field[area(1 - seat, d)])
        if v != EMPTY and touch(s, c, d) and not has(s, v, Mark.OW):
            return False
    return True


# --- orderly withdrawal (10.4) ------------------------------------------------------------------------------


@rule
def withdraws_from(s, v, u):
    """May v withdraw from the attacker u (10.4, 23.8; Mobility 5.3)?"""
    kind = int(s.kind[v])
    other = int(s.kind[u])
    if IS_MONSTER[kind] != 0:
        return is_a(s, v, Trait.MOUNTED) and not is_mounted(s, u)
    if kind == Kind.LC and follows(s, seat_of(v), Special.MOBILITY):
        if IS_LC[other] == 0 and other != Kind.GC:
            return True
        if has(s, v, Mark.ENGAGED):
            return False
        return not follows(s, seat_of(u), Special.MOBILITY) or s.tq[v] >= s.tq[u]
    if IS_MONSTER[other] != 0 and is_mounted(s, u):
        return IS_LC[kind] != 0
    return WITHDRAWS[kind, other] != 0


@rule
def may_withdraw(s, v):
    """May a target of the attack just designated withdraw (10.4)?"""
    if not on_field(s, v) or has_marker(s, v) or has(s, v, Mark.OW):
        return False
    if IS_EL[s.kind[v]] != 0 and has(s, v, Mark.ENGAGED):
        return False
    for i in range(ATTACKERS):
        u = int(s.attacker[ATTACKERS * (int(s.attacks) - 1) + i])
        if u != EMPTY and not withdraws_from(s, v, u):
            return False
    return True


@rule
def withdraws_always(s, u):
    """Does a preference of its owner answer for the unit (18.1)?"""
    answers = int(s.answers[seat_of(u)])
    kind = s.kind[u]
    if (answers >> Answer.ALL_ALWAYS_OW) & 1:
        return True
    if IS_SK[kind] != 0 and (answers >> Answer.SK_ALWAYS_OW) & 1:
        return True
    if IS_LI[kind] != 0 and (answers >> Answer.LI_ALWAYS_OW) & 1:
        return True
    return is_cav(s, u) and (answers >> Answer.CAV_ALWAYS_OW) & 1 != 0


@rule
def asks_withdrawal(s, a):
    """The seat that ASK_WITHDRAW must wait for, or NOBODY."""
    u = int(a.what)
    if not may_withdraw(s, u) or withdraws_always(s, u):
        return NOBODY
    return int(a.who)


# --- what happens -------------------------------------------------------------------------------------------


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
