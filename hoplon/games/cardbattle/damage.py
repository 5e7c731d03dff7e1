"""What an attack costs both sides (rulebook 10.7, steps 9 and 10; 10.10).

Like arithmetic.py, this only asks: the rules, the log and the odds all use these functions.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.arithmetic import FIRST, PLACES, any_has, how_many, is_fought, times
from hoplon.games.cardbattle.state import ATTACKERS, EMPTY, Why
from hoplon.games.cardbattle.tables import DEFEND_KEY, IS_LC, IS_SK, SHOCK_KEYS, Pref, Trait
from hoplon.games.cardbattle.units import is_a, rout_limit

NO_SIDE = -1
_CLOSE_ORDER = tuple(SHOCK_KEYS.index(key) for key in ("PH", "HI", "LG", "MI", "BI"))


# --- steps 9 and 10: multipliers and shares -----------------------------------------------------------------


@rule
def change_for(s, p, a, d, side, hits, why):
    """What one cause adds to the multiplied hits of a side, or takes from them (10.7 step 9, 18.1)."""
    if why == Why.SKIRMISH_CAP:
        if s.pref[Pref.SKIRMISH_HIT_CAP] != 0 and IS_SK[s.kind[a if side == 1 else d]] != 0:
            return min(hits // 2, 1) - hits
    elif why == Why.LIGHT_CAVALRY_HALVED:
        if side == 1 and s.pref[Pref.LIGHT_CAVALRY_HALVED] != 0 and IS_LC[s.kind[a]] != 0:
            if is_close_order(s, d):
                return hits // 2 - hits
    elif why == Why.STRENGTH:
        if any_has(s, p, 1 - side, Trait.STRENGTH):
            return 1
    elif side == 0 and any_has(s, p, 1, Trait.ACID_BLOOD):
        return 1
    return 0


CHANGES = (
    Why.SKIRMISH_CAP.value,
    Why.LIGHT_CAVALRY_HALVED.value,
    Why.STRENGTH.value,
    Why.ACID_BLOOD.value,
)


@rule
def is_close_order(s, d):
    """Fights as PH, HI, LG, MI or BI."""
    key = int(DEFEND_KEY[s.kind[d]])
    for other in _CLOSE_ORDER:
        if key == other:
            return True
    return False


@rule
def hits_on(s, p, a, d, edge, side, raw):
    """The hits that a side takes, from the number in the table of results (10.7 step 9)."""
    hits = raw * times(s, a, d, edge, side)
    for why in CHANGES:
        hits += change_for(s, p, a, d, side, hits, why)
    return hits


@rule
def share_of(s, p, side, lead, hits, place):
    """A unit's part of the hits of its side: equal, the odd ones to the lead, then by column (10.7 step 10).

    `lead` is the place of the lead unit.
    """
    n = how_many(p, side)
    turn = 0
    if place != lead:
        turn = 1
        for i in range(FIRST[side], place):
            if p[i] != EMPTY and i != lead:
                turn += 1
    return hits // n + (1 if turn < hits % n else 0)


@rule
def undead_spares(s, u, hits):
    """An UNDEAD unit takes one hit less (15.2)."""
    return 1 if hits > 0 and is_a(s, u, Trait.UNDEAD) else 0


# --- 10.10: when everybody would rout -----------------------------------------------------------------------


@rule
def spared_side(s, p, coh):
    """The side that stays when all units of both would rout, or NO_SIDE (10.10).

    The larger excess routs, on a tie the defenders. `coh` holds the hits of each place.
    """
    if not is_fought(p):
        return NO_SIDE
    excess_a = 0
    excess_d = 0
    for i in range(PLACES):
        if p[i] != EMPTY:
            over = coh[i] - rout_limit(s, p[i])
            if over < 0:
                return NO_SIDE
            if i < ATTACKERS:
                excess_a = max(excess_a, over)
            else:
                excess_d = max(excess_d, over)
    return 1 if excess_a > excess_d else 0
