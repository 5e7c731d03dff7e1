"""The arithmetic of one attack (rulebook 10.7, steps 2 to 7, and the multipliers of step 9).

A party is the five places of an attack as a tuple: two attackers, then three targets, each side in the order
of its columns; a place is EMPTY when nobody (or nobody any longer) stands there. `flanks` has a bit for each
attacker on the flank. Everything here only asks, so that the log, a question about an attack and the odds
use the same functions, also for attacks that nobody has declared.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import (
    area,
    has,
    is_impassable,
    on_field,
    seat_of,
    unit_at,
    zone_of,
)
from hoplon.games.cardbattle.state import ATTACKERS, COLUMNS, EMPTY, TARGETS, Edge, Mark, Module, Why
from hoplon.games.cardbattle.tables import (
    ATTACK_KEY,
    CAV,
    DEFEND_KEY,
    IS_CH,
    IS_EL,
    IS_LG_OR_CO,
    IS_LI,
    IS_SK,
    SHOCK,
    SHOCK_SHIFT,
    SUPER_KEY,
    SUPERIORITY,
    TERRAIN_IMMUNE,
    Kind,
    Pref,
    Special,
    Superior,
    Trait,
)
from hoplon.games.cardbattle.units import follows, is_a, is_cav

PLACES = ATTACKERS + TARGETS
SIDE_OF = (0, 0, 1, 1, 1)  # of a place: attackers 0, targets 1
FIRST = (0, ATTACKERS)  # first place of a side
LAST = (ATTACKERS, PLACES)
LEADING = 3  # what superiority is worth when the lead units are chosen
CATAPHRACTS = 2
WORST_COLUMN = 1
BEST_COLUMN = 13
DEFENDER_TRIPLES = 3
ATTACKER_DOUBLES = 2
SHIFTS = (
    Why.DEPLETED.value,
    Why.TERRAIN.value,
    Why.CATAPHRACTS_ATTACK.value,
    Why.CATAPHRACTS_DEFEND.value,
    Why.INDIAN.value,
    Why.DEPLETED_DEFENDER.value,
)


# --- who takes part -----------------------------------------------------------------------------------------


@rule
def still_there(s, u):
    """The unit, or EMPTY if it has left the field."""
    if u == EMPTY or not on_field(s, u):
        return EMPTY
    return u


@rule
def party_of(s, n):
    """Those of attack n who are still there."""
    a = ATTACKERS * n
    t = TARGETS * n
    return (
        still_there(s, int(s.attacker[a])),
        still_there(s, int(s.attacker[a + 1])),
        still_there(s, int(s.target[t])),
        still_there(s, int(s.target[t + 1])),
        still_there(s, int(s.target[t + 2])),
    )


@rule
def flanks_of(s, p):
    """Which attackers carry a flank marker, a bit each."""
    flanks = 0
    for i in range(ATTACKERS):
        if p[i] != EMPTY and has(s, p[i], Mark.FLANK):
            flanks |= 1 << i
    return flanks


@rule
def how_many(p, side):
    """Units of a side."""
    n = 0
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY:
            n += 1
    return n


@rule
def is_fought(p):
    """Is somebody left on both sides?"""
    return how_many(p, 0) > 0 and how_many(p, 1) > 0


@rule
def place_in(p, u):
    """The place of a unit in the party, or EMPTY."""
    for i in range(PLACES):
        if p[i] == u:
            return i
    return EMPTY


@rule
def hits_of(s, p):
    """The hits of each place."""
    return (
        0 if p[0] == EMPTY else int(s.coh[p[0]]),
        0 if p[1] == EMPTY else int(s.coh[p[1]]),
        0 if p[2] == EMPTY else int(s.coh[p[2]]),
        0 if p[3] == EMPTY else int(s.coh[p[3]]),
        0 if p[4] == EMPTY else int(s.coh[p[4]]),
    )


@rule
def only(p, kept):
    """The party with only the places whose bits are set."""
    return (
        p[0] if kept & 1 else EMPTY,
        p[1] if kept & 2 else EMPTY,
        p[2] if kept & 4 else EMPTY,
        p[3] if kept & 8 else EMPTY,
        p[4] if kept & 16 else EMPTY,
    )


# --- step 2: size -------------------------------------------------------------------------------------------


@rule
def size_of(s, p, side):
    """The sizes of a side added up."""
    size = 0
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY:
            size += int(s.sizes[p[i]])
    return size


@rule
def is_mixed(s, p, table):
    """Are some units of the kinds marked in a table and some not (Q24)?"""
    some = False
    others = False
    for i in range(PLACES):
        if p[i] != EMPTY:
            if table[s.kind[p[i]]] != 0:
                some = True
            else:
                others = True
    return some and others


@rule
def size_shift(s, p):
    """One column for each full ratio step of the larger side; none against elephants or chariots alone."""
    if is_mixed(s, p, IS_EL) or is_mixed(s, p, IS_CH):
        return 0
    a = size_of(s, p, 0)
    d = size_of(s, p, 1)
    more_a = 0
    more_d = 0
    if s.pref[Pref.SIZE_ROUNDING] != 0:
        more_d = 1
        if not are_engaged(s, p):
            more_a, more_d = 1, 0
    if a >= d:
        return (a + more_a * (d - 1)) // d - 1
    return 1 - (d + more_d * (a - 1)) // a


@rule
def are_engaged(s, p):
    """Was one of the attackers engaged before?"""
    for i in range(ATTACKERS):
        if p[i] != EMPTY and has(s, p[i], Mark.ENGAGED):
            return True
    return False


# --- steps 3 to 5: lead units and base column ---------------------------------------------------------------


@rule
def base_column(s, a, d, flank):
    """The shock table with the keys of the two units, 0 where it says NA (23.2, 23.9)."""
    key = int(ATTACK_KEY[s.kind[a]])
    if key < 0:
        return 0
    return int(SHOCK[int(DEFEND_KEY[s.kind[d]]), key, 1 if flank else 0])


@rule
def terrain_shift(s, d):
    """The shift of the defender's area; one to the right is ignored for SK and BI (4.1, Q89)."""
    shift = int(SHOCK_SHIFT[s.terrain[area(seat_of(d), int(s.at[d]))]])
    if shift > 0 and TERRAIN_IMMUNE[s.kind[d]] != 0:
        return 0
    return shift


@rule
def is_on_flank(flanks, i):
    """Has the attacker of this place a flank marker?"""
    return (flanks >> i) & 1 != 0


@rule
def promise(s, a, d, flank):
    """The value V of a pair: base column, terrain, and 3 for superiority (10.7 step 3)."""
    v = base_column(s, a, d, flank) + terrain_shift(s, d)
    edge = edge_of(s, a, d, flank)
    if edge == Edge.DEFENDER:
        return v - LEADING
    if edge != Edge.NONE:
        return v + LEADING
    return v


@rule
def lead_attacker(s, p, flanks):
    """The place that leads the attackers: higher V, then higher TQ, then lower column (10.7 step 3)."""
    if p[0] == EMPTY:
        return 1
    if p[1] == EMPTY:
        return 0
    d = p[2] if p[2] != EMPTY else (p[3] if p[3] != EMPTY else p[4])
    first = promise(s, p[0], d, is_on_flank(flanks, 0))
    second = promise(s, p[1], d, is_on_flank(flanks, 1))
    if first != second:
        return 0 if first > second else 1
    return 1 if s.tq[p[1]] > s.tq[p[0]] else 0


@rule
def lead_defender(s, p, flanks):
    """The place that leads the targets: lower V, then higher TQ, then lower column (10.7 step 3)."""
    a = lead_attacker(s, p, flanks)
    flank = is_on_flank(flanks, a)
    best = EMPTY
    least = 0
    for i in range(ATTACKERS, PLACES):
        if p[i] != EMPTY:
            v = promise(s, p[a], p[i], flank)
            if best == EMPTY or v < least or (v == least and s.tq[p[i]] > s.tq[p[best]]):
                best = i
                least = v
    return best


# --- step 6: the column -------------------------------------------------------------------------------------


@rule
def any_is(s, p, side, kind):
    """Is a unit of this kind on a side?"""
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY and s.kind[p[i]] == kind:
            return True
    return False


@rule
def any_has(s, p, side, trait):
    """Has a unit of a side this characteristic?"""
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY and is_a(s, p[i], trait):
            return True
    return False


@rule
def depletion_of(s, p, side):
    """The highest depletion of a side (Q54)."""
    most = 0
    for i in range(FIRST[side], LAST[side]):
        if p[i] != EMPTY:
            most = max(most, int(s.depletion[p[i]]))
    return most


@rule
def shift_for(s, p, a, d, why):
    """The columns that one cause shifts by, with a and d the lead units (10.7 step 6)."""
    if why == Why.DEPLETED:
        return -depletion_of(s, p, 0)
    if why == Why.TERRAIN:
        return terrain_shift(s, d)
    if why == Why.CATAPHRACTS_ATTACK:
        return CATAPHRACTS if any_is(s, p, 0, Kind.HC_CAT) else 0
    if why == Why.CATAPHRACTS_DEFEND:
        return -CATAPHRACTS if any_is(s, p, 1, Kind.HC_CAT) else 0
    if why == Why.INDIAN:
        return 1 if s.pref[Pref.INDIAN_ELEPHANTS] != 0 and is_indian(s, a) else 0
    if s.pref[Pref.DEPLETED_DEFENDER] != 0 and depletion_of(s, p, 1) > 0:
        return 1
    return 0


@rule
def is_indian(s, u):
    """An elephant card named Indian (refinement)."""
    return IS_EL[s.kind[u]] != 0 and is_a(s, u, Trait.INDIAN)


@rule
def within_table(column):
    """Columns run from 1 to 13."""
    return min(max(column, WORST_COLUMN), BEST_COLUMN)


@rule
def column_of(s, p, a, d, flank):
    """The final column (10.7 step 6)."""
    column = base_column(s, a, d, flank) + size_shift(s, p)
    for why in SHIFTS:
        column += shift_for(s, p, a, d, why)
    return within_table(column)


# --- step 7: superiority ------------------------------------------------------------------------------------


@rule
def edge_of(s, a, d, flank):
    """Who is superior: nothing to look up on the flank, else the table after its exceptions (10.7 step 7)."""
    if flank:
        return Edge.FLANK.value
    kind = int(s.kind[a])
    other = int(s.kind[d])
    edge = int(SUPERIORITY[int(SUPER_KEY[other]), int(SUPER_KEY[kind])])
    if has_long_swords(s, a, d) or is_a(s, a, Trait.ELEMENTAL):
        edge = Superior.ATTACKER.value
    if s.pref[Pref.INDIAN_ELEPHANTS] != 0 and is_indian(s, a) and IS_EL[other] != 0:
        if not is_indian(s, d):
            edge = Superior.ATTACKER.value
    if edge == Superior.ATTACKER and other == Kind.GC:
        return Edge.NONE.value
    if edge == Superior.DEFENDER and (kind == Kind.GC or loses_superiority(s, a, d)):
        return Edge.NONE.value
    return edge


@rule
def has_long_swords(s, a, d):
    """A BI with Long Swords against a defender at the end of the line or beside a wide gap (5.4)."""
    if s.kind[a] != Kind.BI or not follows(s, seat_of(a), Special.LONG_SWORDS):
        return False
    c = int(s.at[d])
    if (c == 0 or c == COLUMNS - 1) and s.module != Module.THERMOPYLAE:
        return True
    return is_wide(s, seat_of(d), c, -1) or is_wide(s, seat_of(d), c, 1)


@rule
def is_wide(s, seat, c, way):
    """Two free areas in a row on this side; one that belongs to another zone counts as two (5.4)."""
    if not is_free(s, seat, c + way):
        return False
    return zone_of(s, c + way) != zone_of(s, c) or is_free(s, seat, c + 2 * way)


@rule
def is_free(s, seat, c):
    """An area of the field without a unit, and not impassable."""
    if c < 0 or c >= COLUMNS:
        return False
    return unit_at(s, seat, c) == EMPTY and not is_impassable(s, seat, c)


@rule
def loses_superiority(s, a, d):
    """Refinement: foot without missiles is not superior to cavalry, LG and CO never to cataphracts."""
    if s.pref[Pref.MISSILE_CANCELS_DS] == 0:
        return False
    other = int(s.kind[d])
    legion = IS_LG_OR_CO[other] != 0
    if legion and s.kind[a] == Kind.HC_CAT:
        return True
    if not (legion or other == Kind.MI or IS_LI[other] != 0):
        return False
    return CAV[s.kind[a]] != 0 and has(s, d, Mark.NO_MISSILE)


@rule
def times(s, a, d, edge, side):
    """What the hits of a side are multiplied by (10.7 step 9)."""
    if side == 0:
        return DEFENDER_TRIPLES if edge == Edge.DEFENDER else 1
    if edge == Edge.ATTACKER:
        return ATTACKER_DOUBLES
    if edge == Edge.FLANK and not is_flank_wasted(s, a, d):
        return ATTACKER_DOUBLES
    return 1


@rule
def is_flank_wasted(s, a, d):
    """Refinement: no doubling when cavalry or elephants attack elephants, or the target is SK."""
    if s.pref[Pref.FLANK_EXCEPTIONS] == 0:
        return False
    if IS_EL[s.kind[d]] != 0:
        return is_cav(s, a) or IS_EL[s.kind[a]] != 0
    return IS_SK[s.kind[d]] != 0
