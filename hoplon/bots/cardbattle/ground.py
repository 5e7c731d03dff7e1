"""Where a bot wants its units at a card battle (rulebook 21.2).

Both sides' prospects are added up around a column: what missiles and second line attacks promise, less the
worst attack to fear by the measure of 21.4 (expected hits over the hits that are left, times the worth). A
unit is put where the sum changes most in its side's favour.
"""

from __future__ import annotations

from hoplon.bots.cardbattle.attacks import alone, reach
from hoplon.bots.cardbattle.clash import could_withdraw, left_of, volley_value
from hoplon.bots.cardbattle.worth import hits_cost, worth
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import (
    CENTRE,
    area,
    has,
    seat_of,
    seen_at,
    touch,
    unit_at,
    zone_of,
)
from hoplon.games.cardbattle.arithmetic import column_of, edge_of
from hoplon.games.cardbattle.attacks import fits, flanks_alone, flies_over, may_flank, reaches
from hoplon.games.cardbattle.damage import hits_on
from hoplon.games.cardbattle.missile import can_fire
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, Mark, Module, Place
from hoplon.games.cardbattle.tables import (
    CRT,
    HEAVY,
    IS_CH,
    IS_EL,
    MAY_SHOCK,
    Kind,
    Missile,
    Pref,
)
from hoplon.games.cardbattle.units import entry_cost, is_cav, is_mounted, may_enter

MEAN_HITS = CRT.mean(axis=0)  # [column, side]
RAID_VALUE = 2.6  # a unit that nobody faces raids turn after turn
EVADED = 0.25  # what is left of a chance when the target may withdraw
SHOOTING = 0.8
HOME = 0.6  # heavy foot in the centre, cavalry on the wings
EARLY_MISSILES = 1.0
TEMPO = 4.0  # a unit in the hand wins nothing
RELIEF = 0.25  # of its worth, for a unit that is saved


@rule
def outlook(s, u, v, flank):
    """The measure of 21.4 for u against v: what v loses less what u does, on average dice."""
    p = alone(u, v)
    column = column_of(s, p, u, v, flank)
    edge = edge_of(s, u, v, flank)
    # hits_on takes whole numbers, so the multipliers are read off one hundred hits
    hits_u = MEAN_HITS[column, 0] * hits_on(s, p, u, v, edge, 0, 100) / 100.0
    hits_v = MEAN_HITS[column, 1] * hits_on(s, p, u, v, edge, 1, 100) / 100.0
    return min(1.0, hits_v / left_of(s, v)) * worth(s, v) - min(1.0, hits_u / left_of(s, u)) * worth(s, u)


@rule
def may_charge(s, u):
    """Is it of a type that attacks at all?"""
    if MAY_SHOCK[s.kind[u]] == 0:
        return False
    return s.kind[u] != Kind.CH_LGT or s.pref[Pref.RESTRICTED_CH_MELEE] == 0


@rule
def danger_of(s, v):
    """The best that one of its enemies could do to a unit; it is attacked once a turn (10.1)."""
    seat = 1 - seat_of(v)
    d = int(s.at[v])
    best = 0.0
    for k in range(4):
        c = reach(s, d, k)
        u = seen_at(s, seat, c) if c != EMPTY else EMPTY
        if u == EMPTY or not may_charge(s, u):
            continue
        if k < 3 or reaches(s, u, v, True):
            best = max(best, chance_against(s, u, v))
    return best


@rule
def raid_of(s, u):
    """What a unit that nobody faces does to the second line of the enemy, turn after turn (10.9)."""
    seat = seat_of(u)
    c = int(s.at[u])
    if s.unroutable[1 - seat] != 0 or not may_charge(s, u) or not may_enter(s, u, 1 - seat, c):
        return 0.0
    for k in range(3):
        d = reach(s, c, k)
        if d != EMPTY and seen_at(s, 1 - seat, d) != EMPTY:
            return 0.0
    return RAID_VALUE * min(int(s.tq[u]) + 1, 10) / 10.0


@rule
def chance_against(s, u, v):
    """What u could do to v, on the flank if it gets there."""
    best = 0.0
    alone_there = flanks_alone(s, u, v, True)
    if fits(s, u, v, alone_there):
        best = max(best, outlook(s, u, v, alone_there))
    rides = is_mounted(s, u) and IS_CH[s.kind[u]] == 0 and not is_mounted(s, v)
    may_order = not alone_there and (rides or flies_over(s, u, v))
    if may_order and may_flank(s, u, v, True) and fits(s, u, v, True):
        best = max(best, outlook(s, u, v, True) * min(int(s.tq[u]) + 1, 10) / 10.0)
    if best > 0.0 and could_withdraw(s, v, alone(u, v)):
        best *= EVADED
    return best


@rule
def fire_of(s, u):
    """What a unit could do with its missiles each turn."""
    if s.missile[u] == Missile.NONE or has(s, u, Mark.NO_MISSILE):
        return 0.0
    seat = seat_of(u)
    c = int(s.at[u])
    best = 0.0
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        v = seen_at(s, 1 - seat, d)
        if v != EMPTY and touch(s, c, d):
            best = max(best, volley_value(s, u, v))
    return best * (0.5 if IS_EL[s.kind[u]] != 0 else 1.0)


@rule
def prospects(s, u):
    """What a unit could do with missiles or in the enemy's rear, less what could be done to it."""
    return raid_of(s, u) + SHOOTING * fire_of(s, u) - danger_of(s, u)


@rule
def balance(s, seat, c):
    """The prospects of the own units around a column less those of the enemy's."""
    total = 0.0
    for d in range(max(c - 2, 0), min(c + 3, COLUMNS)):
        u = unit_at(s, seat, d)
        if u != EMPTY:
            total += prospects(s, u)
        v = seen_at(s, 1 - seat, d)
        if v != EMPTY:
            total -= prospects(s, v)
    return total


@rule
def at_home(s, u, c):
    """Heavy foot belongs into the centre, cavalry on the wings (21.2)."""
    if s.module == Module.THERMOPYLAE:
        return 0.0
    centre = zone_of(s, c) == CENTRE
    if HEAVY[s.kind[u]] != 0:
        return HOME if centre else -HOME
    if is_cav(s, u):
        return -HOME if centre else HOME
    return 0.0


@rule
def arrival_cost(s, u, c):
    """Terrain and reaction fire on arrival."""
    seat = seat_of(u)
    cost = hits_cost(s, u, max(entry_cost(s, u, int(s.terrain[area(seat, c)])), 0))
    for d in range(max(c - 1, 0), min(c + 2, COLUMNS)):
        v = seen_at(s, 1 - seat, d)
        if v != EMPTY and touch(s, c, d) and can_fire(s, v, u):
            cost += volley_value(s, v, u)
    return cost


@rule
def gain_in(s, seat, u, c, before):
    """What a unit that is not on the field changes in column c, in place of whoever stands there."""
    i = area(seat, c)
    old = int(s.field[i])
    place = int(s.place[u])
    if old != EMPTY:
        s.at[old] = EMPTY
    s.field[i] = u
    s.at[u] = c
    s.place[u] = Place.FIELD
    gain = balance(s, seat, c) - before - arrival_cost(s, u, c)
    s.field[i] = old
    s.at[u] = EMPTY
    s.place[u] = place
    if old != EMPTY:
        s.at[old] = c
    return gain


@rule
def gain_of_move(s, seat, u, c, d):
    """What moving a unit from column c to d changes."""
    before = balance(s, seat, c) + balance(s, seat, d)
    s.field[area(seat, c)] = EMPTY
    s.field[area(seat, d)] = u
    s.at[u] = d
    gain = (balance(s, seat, c) + balance(s, seat, d) - before) / 2.0 - arrival_cost(s, u, d)
    s.field[area(seat, d)] = EMPTY
    s.field[area(seat, c)] = u
    s.at[u] = c
    return gain


@rule
def gain_of_leaving(s, seat, u, c):
    """What it changes when a unit goes to the second line."""
    before = balance(s, seat, c)
    s.field[area(seat, c)] = EMPTY
    gain = balance(s, seat, c) - before
    s.field[area(seat, c)] = u
    return gain


@rule
def play_value(s, seat, u, c, before):
    """What playing a unit in an empty area is worth."""
    value = TEMPO + at_home(s, u, c) + gain_in(s, seat, u, c, before)
    if s.rounds <= s.pref[Pref.SETUP_TURNS] and s.missile[u] != Missile.NONE:
        value += EARLY_MISSILES
    return value


@rule
def relief_value(s, seat, u, c, before):
    """What a combined move is worth: the screen has done its work (21.2)."""
    old = unit_at(s, seat, c)
    return at_home(s, u, c) + gain_in(s, seat, u, c, before) + RELIEF * (worth(s, old) + hits_cost(s, old, 1))


@rule
def balance_of_all(s, seat):
    """The same on the whole field."""
    total = 0.0
    for c in range(COLUMNS):
        u = unit_at(s, seat, c)
        if u != EMPTY:
            total += prospects(s, u)
        v = unit_at(s, 1 - seat, c)
        if v != EMPTY:
            total -= prospects(s, v)
    return total
