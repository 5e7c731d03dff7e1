"""Missile fire (rulebook 9; 14.3 for Samurai): who may fire, what a volley needs, and what it does."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import area, drop, has, on_field, put, seat_of, touch, unit_at
from hoplon.games.cardbattle.chance import die
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, Do, Loss, Mark, Module, Why
from hoplon.games.cardbattle.tables import (
    ARMOURED,
    ARTILLERY_HITS,
    CATAPHRACT,
    CATAPHRACT_AGAINST_BOW,
    CATAPHRACT_AGAINST_LIGHT,
    COVER_DIE,
    DISPERSED,
    ELEPHANT_TARGET_HITS,
    EMPTY_FROM,
    FIRES_MOUNTED,
    FOOT_ARMOUR,
    HEAVY_AGAINST_SK,
    HITS,
    IS_CH,
    IS_EL,
    IS_LI,
    IS_PH_OR_HI,
    IS_SK,
    LIGHT_CHARIOT_FIRE,
    OZ_CONFIRMS,
    OZ_EXPLODES_ON,
    OZ_HITS,
    PILUM,
    SAMURAI_BASE,
    SAMURAI_EMPTY_TO,
    SCREEN_STRENGTH,
    STRENGTH,
    Answer,
    Card,
    Kind,
    Missile,
    Pref,
    Trait,
)
from hoplon.games.cardbattle.units import activate, has_marker, holds, is_a, is_mounted, may_act, spend

SUPPLIES = 3  # units that one MISSILE SUPPLY card serves
DEPLETED_FIRE = 1
CHARIOT_TARGET_HITS = 2
MODIFIERS = (
    Why.ARMOUR.value,
    Why.SKIRMISHER_AT_HEAVY.value,
    Why.DISPERSED.value,
    Why.CATAPHRACT.value,
    Why.LIGHT_CHARIOT.value,
    Why.COVER.value,
    Why.DEPLETED.value,
)


# --- who may fire (9.1, 9.4) --------------------------------------------------------------------------------


@rule
def is_truce(s):
    """A setup turn in which nobody fires either (6.6)."""
    return s.pref[Pref.NO_COMBAT_ON_SETUP] != 0 and s.rounds <= s.pref[Pref.SETUP_TURNS]


@rule
def can_fire(s, u, v):
    """Missiles at hand, no marker against it, and in contact with a target that missiles can hit (9.1)."""
    missile = s.missile[u]
    if missile == Missile.NONE or has_marker(s, u) or has(s, u, Mark.NO_MISSILE) or is_truce(s):
        return False
    if missile == Missile.M and s.pref[Pref.MAGIC_MISSILES] == 0:
        return False
    if s.pref[Pref.ENGAGED_NO_MISSILE] != 0 and has(s, u, Mark.ENGAGED):
        return False
    return touch(s, int(s.at[u]), int(s.at[v])) and not is_a(s, v, Trait.ELEMENTAL)


@rule
def may_aim(s, u, v):
    """May the unit fire at an enemy in the missile phase; elephants never do (9.1)?"""
    if IS_EL[s.kind[u]] != 0 or has(s, u, Mark.AIMING) or has(s, u, Mark.SUPPLIED):
        return False
    return can_fire(s, u, v) and may_act(s, u)


@rule
def may_react(s, u, v):
    """May the unit fire in reaction at an enemy that came into contact (9.4)?"""
    return on_field(s, u) and can_fire(s, u, v)


@rule
def reacts_always(s, u):
    """Does a preference of its owner answer for the unit (18.1)?"""
    answers = int(s.answers[seat_of(u)])
    kind = s.kind[u]
    if (answers >> Answer.ALL_ALWAYS_RF) & 1:
        return True
    if IS_SK[kind] != 0 and (answers >> Answer.SK_ALWAYS_RF) & 1:
        return True
    return IS_LI[kind] != 0 and (answers >> Answer.LI_ALWAYS_RF) & 1 != 0


@rule
def asks_fire(s, a):
    """The seat that ASK_FIRE must wait for, or NOBODY."""
    u = int(a.what)
    v = unit_at(s, 1 - int(a.who), int(a.dst))
    if v == EMPTY or not may_react(s, u, v) or reacts_always(s, u):
        return NOBODY
    return int(a.who)


@rule
def may_supply(s, u):
    """MISSILE SUPPLY serves SK, mounted units, and TP and YU in Samurai, that are out of missiles (2.3)."""
    if s.missile[u] == Missile.NONE or not has(s, u, Mark.NO_MISSILE) or has(s, u, Mark.SUPPLIED):
        return False
    kind = s.kind[u]
    if IS_SK[kind] == 0 and not is_mounted(s, u) and kind != Kind.TP and kind != Kind.YU:
        return False
    return s.supply > 0 or holds(s, seat_of(u), Card.MISSILE_SUPPLY)


@rule
def may_loose(s):
    """Is there anything to resolve in the missile phase: a shot, or supplies?"""
    if s.shots > 0:
        return True
    for c in range(COLUMNS):
        u = int(s.field[area(int(s.active), c)])
        if u != EMPTY and has(s, u, Mark.SUPPLIED) and has(s, u, Mark.NO_MISSILE):
            return True
    return False


# --- what a volley needs (9.3, 23.4, 14.3) ------------------------------------------------------------------


@rule
def strength_of(s, u):
    """The strength of the weapon, or its base value in Samurai (23.4, 14.3)."""
    if s.module == Module.SAMURAI:
        return int(SAMURAI_BASE[s.missile[u]])
    if IS_EL[s.kind[u]] != 0:
        return SCREEN_STRENGTH
    return int(STRENGTH[s.missile[u], fires_mounted(s, u)])


@rule
def fires_mounted(s, u):
    """1 for weapons of mounted units; German cavalry throws like foot (13.3)."""
    return 1 if FIRES_MOUNTED[s.kind[u]] != 0 or is_a(s, u, Trait.MOUNTED) else 0


@rule
def shot_drm(s, u, v, why):
    """What one cause adds to the die of a volley of u at v (23.4)."""
    if why == Why.COVER:
        cover = int(COVER_DIE[s.terrain[area(seat_of(v), int(s.at[v]))]])
        return -cover if s.module == Module.SAMURAI else cover
    missile = s.missile[u]
    if s.module == Module.SAMURAI or missile == Missile.M:
        return 0
    kind = s.kind[u]
    other = s.kind[v]
    at_heavy = IS_SK[kind] != 0 and IS_PH_OR_HI[other] != 0
    if why == Why.ARMOUR:
        return FOOT_ARMOUR if ARMOURED[other] != 0 and not at_heavy else 0
    if why == Why.SKIRMISHER_AT_HEAVY:
        return HEAVY_AGAINST_SK if at_heavy else 0
    if why == Why.DISPERSED:
        return DISPERSED if IS_SK[other] != 0 and s.sizes[v] == 1 else 0
    if why == Why.CATAPHRACT:
        if CATAPHRACT[other] == 0:
            return 0
        if missile == Missile.A or missile == Missile.B:
            return CATAPHRACT_AGAINST_BOW
        return CATAPHRACT_AGAINST_LIGHT if missile == Missile.J or missile == Missile.S else 0
    if why == Why.LIGHT_CHARIOT:
        return LIGHT_CHARIOT_FIRE if kind == Kind.CH_LGT else 0
    return DEPLETED_FIRE if s.pref[Pref.DEPLETED_FIRE] != 0 and s.depletion[u] > 0 else 0


@rule
def shot_total(s, u, v, face):
    """The die with all its modifiers."""
    total = face
    for why in MODIFIERS:
        total += shot_drm(s, u, v, why)
    return total


@rule
def shot_hits(s, u, v, face):
    """The hits that a volley with this natural die causes (9.3, 14.3)."""
    total = shot_total(s, u, v, face)
    if s.module == Module.SAMURAI:
        if total < strength_of(s, u):
            return 0
        return int(OZ_HITS[face]) if s.kind[u] == Kind.OZ else HITS
    if total > strength_of(s, u):
        return 0
    hits = HITS
    if s.missile[u] == Missile.P:
        hits = ARTILLERY_HITS
    if IS_EL[s.kind[v]] != 0 and IS_EL[s.kind[u]] == 0:
        hits = max(hits, ELEPHANT_TARGET_HITS)
    if s.pref[Pref.CHARIOT_MISSILE_DOUBLE] != 0 and IS_CH[s.kind[v]] != 0:
        hits = max(hits, CHARIOT_TARGET_HITS)
    return hits


@rule
def exhausts(s, u, face):
    """Does this natural die leave the unit without missiles (9.5, 14.3)?"""
    missile = s.missile[u]
    if s.module == Module.SAMURAI:
        return face <= SAMURAI_EMPTY_TO[missile]
    if IS_EL[s.kind[u]] != 0:
        return False
    if missile == Missile.J and PILUM[s.kind[u]] != 0:
        return True
    return face >= EMPTY_FROM[missile, fires_mounted(s, u)]


@rule
def may_burst(s, u, face):
    """A great gun rolls again after a natural 9 (14.3)."""
    return s.module == Module.SAMURAI and s.kind[u] == Kind.OZ and face == OZ_EXPLODES_ON


# --- what happens -------------------------------------------------------------------------------------------


@rule
def perform_missile(s, turn, a):
    """Carry out an action of this chapter."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.AIM:
        s.shooter[s.shots] = u
        s.shot_at[s.shots] = a.dst
        s.shots += 1
        put(s, u, Mark.AIMING)
        activate(s, u)
        return True
    if kind == Do.SUPPLY:
        if s.supply == 0:
            if not spend(s, seat_of(u), Card.MISSILE_SUPPLY):
                return False
            s.supply = SUPPLIES
        s.supply -= 1
        put(s, u, Mark.SUPPLIED)
        return True
    if kind == Do.LOOSE:
        for i in range(s.shots):
            drop(s, int(s.shooter[i]), Mark.AIMING)  # a shot whose target is gone was not fired (9.2)
        s.supply = 0  # the card has taken effect (Q47)
        return True
    if kind == Do.ASK_FIRE:
        v = unit_at(s, 1 - int(a.who), int(a.dst))
        return v != EMPTY and may_react(s, u, v)
    if kind == Do.SHOT:
        if not on_field(s, u) or unit_at(s, 1 - seat_of(u), int(a.dst)) == EMPTY:
            return False
        a.n = die(s, turn)
        if seat_of(u) == s.active:
            put(s, u, Mark.AIMING)
        return True
    if kind == Do.BURST:
        a.n = die(s, turn)
    return True


@rule
def react_missile(s, turn, a):
    """What follows from an action of this chapter."""
    kind = a.kind
    if kind == Do.LOOSE:
        loose(s, turn, int(a.who))
    elif kind == Do.ASK_FIRE:
        then(turn, Do.REACT, what=a.what, dst=a.dst)
    elif kind == Do.REACT:
        then(turn, Do.SHOT, what=a.what, dst=a.dst)
    elif kind == Do.SHOT:
        fire(s, turn, int(a.what), unit_at(s, 1 - seat_of(int(a.what)), int(a.dst)), int(a.n))
    elif kind == Do.HIT:
        then(turn, Do.LOSE, what=a.what, src=Loss.MISSILE, n=a.n)
        then(turn, Do.ROUT, what=a.what)
    elif kind == Do.BURST:
        if OZ_CONFIRMS[a.n] != 0:
            then(turn, Do.ELIMINATE, what=a.what)


@rule
def loose(s, turn, seat):
    """All shots in the order of their declaration, then the supplies arrive (9.2, Q47)."""
    for i in range(s.shots):
        then(turn, Do.SHOT, what=int(s.shooter[i]), dst=int(s.shot_at[i]))
    s.shots = 0  # the list has served
    for c in range(COLUMNS):
        u = int(s.field[area(seat, c)])
        if u != EMPTY and has(s, u, Mark.SUPPLIED):
            then(turn, Do.RESUPPLY, what=u)


@rule
def fire(s, turn, u, v, face):
    """One volley: strength, modifiers, total, hit or miss, and whether missiles are left (9.3, 9.5)."""
    then(turn, Do.AGAINST, n=strength_of(s, u))
    for why in MODIFIERS:
        drm = shot_drm(s, u, v, why)
        if drm != 0:
            then(turn, Do.MODIFY, what=why, n=drm)
    then(turn, Do.TOTAL, n=shot_total(s, u, v, face))
    hits = shot_hits(s, u, v, face)
    if hits > 0:
        then(turn, Do.HIT, what=v, n=hits)
    else:
        then(turn, Do.MISS, what=u)
    if exhausts(s, u, face):
        then(turn, Do.RUN_OUT, what=u)
    if may_burst(s, u, face):
        then(turn, Do.BURST, what=u)
