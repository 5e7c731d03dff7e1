"""Who may attack, join, flank, raid and withdraw (rulebook 10.1, 10.3 to 10.5, 10.9, 5.3).

Choices are judged as the mover sees the field (`seen`): what only hidden units forbid is legal, and comes to
nothing when it is carried out (4.4).
"""

from __future__ import annotations

from hoplon.core.actions import NOBODY
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import (
    across,
    area,
    has,
    has_open_side,
    on_field,
    seat_of,
    touch,
    unit_at,
    zone_is_empty,
    zone_of,
)
from hoplon.games.cardbattle.arithmetic import base_column
from hoplon.games.cardbattle.state import ATTACKERS, COLUMNS, EMPTY, TARGETS, Mark
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
    follows,
    has_marker,
    holds,
    is_a,
    is_cav,
    is_mounted,
    may_act,
    may_enter,
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
