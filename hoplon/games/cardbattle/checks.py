"""TQ checks (rulebook 8, 10.6, 23.6): who makes one, with which modifiers, and what a failure costs."""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has, seat_of
from hoplon.games.cardbattle.arithmetic import FIRST, LAST, any_has, any_is, flanks_of, party_of, place_in
from hoplon.games.cardbattle.chance import among
from hoplon.games.cardbattle.state import ATTACKERS, EMPTY, REAR, Check, Do, Loss, Mark, Place, Why
from hoplon.games.cardbattle.tables import (
    DRM_ATTACKING_CAMEL,
    DRM_CAMEL,
    DRM_CHARIOT,
    DRM_ELEPHANT,
    DRM_FEAR,
    DRM_FEROCITY,
    DRM_FEROCITY_TRAIT,
    DRM_OW_CHARIOT,
    DRM_OW_FLANKED,
    DRM_TERROR,
    HEAVY,
    IS_CH,
    IS_EL,
    IS_LI,
    IS_SK,
    SECOND_LINE_POINTS,
    SECOND_LINE_POINTS_HIGH,
    Kind,
    Pref,
    Special,
    Trait,
)
from hoplon.games.cardbattle.units import follows, is_a, is_cav, is_mounted

MODIFIERS = (
    Why.CHARIOTS.value,
    Why.ELEPHANTS.value,
    Why.CAMELS.value,
    Why.FEAR.value,
    Why.TERROR.value,
    Why.FLANK.value,
    Why.OWN_CHARIOT.value,
    Why.FEROCITY.value,
    Why.SAVAGE.value,
)


# --- who checks before the shock (10.6) ---------------------------------------------------------------------


@rule
def all_are(s, p, side, table):
    """Are all units of a side of kinds marked in a table?"""
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY and table[s.kind[p[i]]] == 0:
            return False
    return True


@rule
def must_check(s, p, i):
    """Does the unit in this place of the party check before the shock (10.6)?"""
    u = p[i]
    if has(s, u, Mark.ENGAGED):
        return False
    if i < ATTACKERS:
        if all_are(s, p, 1, IS_SK):
            return False
        return IS_CH[s.kind[u]] == 0 or not has(s, u, Mark.ARRIVED)
    if all_are(s, p, 0, IS_SK):
        return False
    return HEAVY[s.kind[u]] == 0 or not all_are(s, p, 0, IS_LI)


# --- modifiers (23.6) ---------------------------------------------------------------------------------------


@rule
def any_of(s, p, side, table):
    """Is a unit of a side of a kind marked in a table?"""
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY and table[s.kind[p[i]]] != 0:
            return True
    return False


@rule
def pre_shock_drm(s, p, i, why):
    """What one cause adds to the die of a check before the shock."""
    u = p[i]
    shies = is_cav(s, u) and s.kind[u] != Kind.CA
    if i < ATTACKERS:
        if why == Why.CAMELS and shies and any_is(s, p, 1, Kind.CA):
            return DRM_ATTACKING_CAMEL
        terror = any_has(s, p, 1, Trait.TERROR)
        if why == Why.TERROR and terror:
            return DRM_TERROR
        if why == Why.FEAR and not terror and any_has(s, p, 1, Trait.FEAR):
            return DRM_FEAR
        return 0
    if why == Why.CHARIOTS and any_of(s, p, 0, IS_CH):
        return DRM_CHARIOT
    if why == Why.ELEPHANTS and is_cav(s, u) and any_of(s, p, 0, IS_EL):
        return DRM_ELEPHANT
    if why == Why.CAMELS and shies and any_is(s, p, 0, Kind.CA):
        return DRM_CAMEL
    return 0


@rule
def drm_for(s, u, p, flanks, check, why):
    """What one cause adds to the die of a TQ check (23.6); `p` is the attack that it belongs to."""
    if why == Why.FEROCITY:
        kind = s.kind[u]
        fierce = kind == Kind.BI or IS_LI[kind] != 0
        return DRM_FEROCITY if fierce and follows(s, seat_of(u), Special.FEROCITY) else 0
    if why == Why.SAVAGE:
        return DRM_FEROCITY_TRAIT if is_a(s, u, Trait.FEROCITY) else 0
    if why == Why.FLANK:
        return DRM_OW_FLANKED if check == Check.WITHDRAWAL and flanks != 0 else 0
    if why == Why.OWN_CHARIOT:
        return DRM_OW_CHARIOT if check == Check.WITHDRAWAL and IS_CH[s.kind[u]] != 0 else 0
    if check == Check.PRE_SHOCK:
        return pre_shock_drm(s, p, place_in(p, u), why)
    return 0


@rule
def drm_of(s, u, p, flanks, check):
    """All modifiers of a TQ check."""
    drm = 0
    for why in MODIFIERS:
        drm += drm_for(s, u, p, flanks, check, why)
    return drm


# --- what a withdrawal costs (10.4) -------------------------------------------------------------------------


@rule
def withdrawal_hits(s, u, margin, flanked):
    """At most 1 hit, 2 from a flank attack; chariots always at least 1 (10.4)."""
    hits = min(max(margin, 0), 2 if flanked else 1)
    if IS_CH[s.kind[u]] != 0:
        return max(1, hits)
    return hits


@rule
def is_marked_by_withdrawal(s, u, margin):
    """Foot, chariots and cataphract cavalry always, other mounted units when the check failed (10.4)."""
    kind = s.kind[u]
    if not is_mounted(s, u) or IS_CH[kind] != 0 or kind == Kind.HC_CAT:
        return True
    return margin > 0


# --- what happens -------------------------------------------------------------------------------------------


@rule
def perform_checks(s, turn, a):
    """A check only says what the dice say; one before the shock notes who is shaken."""
    if a.kind == Do.CHECK and a.src == Check.PRE_SHOCK:
        u = int(a.what)
        p = party_of(s, int(s.fight))
        if int(a.n) + drm_of(s, u, p, flanks_of(s, p), Check.PRE_SHOCK) > s.tq[u]:
            s.shaken = int(s.shaken) | (1 << place_in(p, u))
    return True


@rule
def react_checks(s, turn, a):
    """A check shows its modifiers, whether it is passed, and what follows."""
    if a.kind != Do.CHECK:
        return
    u = int(a.what)
    check = int(a.src)
    p = party_of(s, int(s.fight) if check == Check.PRE_SHOCK else max(int(s.attacks) - 1, 0))
    flanks = flanks_of(s, p)
    total = int(a.n)
    for why in MODIFIERS:
        drm = drm_for(s, u, p, flanks, check, why)
        total += drm
        if drm != 0:
            then(turn, Do.MODIFY, what=why, n=drm)
    margin = total - int(s.tq[u])
    if margin > 0:
        then(turn, Do.FAILED, n=margin)
    else:
        then(turn, Do.PASSED, n=-margin)
    if check == Check.PRE_SHOCK:
        if margin > 0:
            then(turn, Do.LOSE, what=u, src=Loss.CHECK, n=margin)
    elif check == Check.WITHDRAWAL:
        withdraw(s, turn, u, margin, flanks != 0)
    elif check == Check.FLANK_ORDER:
        ride_round(s, turn, u, margin)
    elif margin <= 0:
        plunder(s, turn, 1 - seat_of(u))


@rule
def withdraw(s, turn, u, margin, flanked):
    """It leaves the attack, marked and perhaps hurt (10.4)."""
    then(turn, Do.EVADE, what=u)
    if is_marked_by_withdrawal(s, u, margin):
        then(turn, Do.MARK, what=u, n=1)
    hits = withdrawal_hits(s, u, margin, flanked)
    if hits > 0:
        then(turn, Do.LOSE, what=u, src=Loss.WITHDRAWAL, n=hits)
        then(turn, Do.ROUT, what=u)


@rule
def ride_round(s, turn, u, margin):
    """A flank order: on the flank, or out of the attack with a marker (10.3)."""
    if margin <= 0:
        then(turn, Do.FLANKS, what=u)
        return
    then(turn, Do.CALL_OFF, what=u)
    then(turn, Do.MARK, what=u, n=1)
    then(turn, Do.VOID, n=int(s.attacks) - 1)


@rule
def plunder(s, turn, seat):
    """A second line attack kills a unit that routed earlier, at random, else it is worth points (10.9)."""
    n = 0
    for i in range(s.rear_n[seat]):
        if is_booty(s, int(s.rear[REAR * seat + i])):
            n += 1
    if n == 0:
        high = s.pref[Pref.SECOND_LINE_ATTACK_4] != 0
        then(turn, Do.PLUNDER, who=seat, n=SECOND_LINE_POINTS_HIGH if high else SECOND_LINE_POINTS)
        return
    k = among(s, turn, n)
    for i in range(s.rear_n[seat]):
        u = int(s.rear[REAR * seat + i])
        if is_booty(s, u):
            if k == 0:
                then(turn, Do.ELIMINATE, what=u)
                return
            k -= 1


@rule
def is_booty(s, u):
    """Routed, and not in this same turn (10.9)."""
    return s.place[u] == Place.ROUTED and not has(s, u, Mark.FRESH)
