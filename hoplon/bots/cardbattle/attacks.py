"""Which attack a bot puts together at a card battle (rulebook 21.4).

A plan is an attack as it will be closed. Its value is what the enemy is expected to lose, less what the
attackers are; a target that may withdraw does what costs it less.
"""

from __future__ import annotations

import numpy as np

from hoplon.bots.cardbattle.clash import clash, could_withdraw, passes_check, withdrawal_cost
from hoplon.bots.cardbattle.worth import worth
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import across, area, seat_of, seen_at, touch
from hoplon.games.cardbattle.arithmetic import flanks_of, party_of
from hoplon.games.cardbattle.attacks import (
    could_attack,
    first_attacker,
    first_target,
    fits,
    flanks_alone,
    flies_over,
    is_exposed,
    may_also,
    may_attack,
    may_card_flank,
    may_flank,
    may_join,
    may_order_flank,
    may_raid,
)
from hoplon.games.cardbattle.state import (
    ARGS,
    ATTACKERS,
    COLUMNS,
    EMPTY,
    Check,
    Do,
)
from hoplon.games.cardbattle.tables import IS_CH, Card
from hoplon.games.cardbattle.units import holds, is_mounted

CAUTION = 0.85  # own losses count this much: who attacks chooses where
PATIENCE = 0.25  # an attack must promise so much
IMPATIENT_FROM = 14  # round
IMPATIENCE = 0.05  # a round later
LEAST_PATIENCE = -1.5
HOLDING = -1.0  # the same against an army that cannot be routed
FLANK_CARD_COST = 1.2
FAILED_ORDER = 0.12  # of a unit's worth
NOTHING = -1000.0


@rule
def patience(s):
    """What an attack must promise; less when a battle drags on.

    Those who only hold out (16) attack at a loss too: enemies come back, but not before their army has
    drawn and played them again, and until then they neither attack nor reach the second line.
    """
    if s.unroutable[1 - s.active] != 0:
        return HOLDING
    late = max(int(s.rounds) - IMPATIENT_FROM, 0)
    return max(PATIENCE - IMPATIENCE * late, LEAST_PATIENCE)


@rule
def plan_value(s, p, flanks):
    """What an attack promises."""
    lost_a, lost_d = clash(s, p, flanks)
    value = lost_d - CAUTION * lost_a
    if p[3] == EMPTY and could_withdraw(s, p[2], p):
        return min(value, withdrawal_cost(s, p[2], p, flanks))
    return value


@rule
def party(a, b, c, d, e):
    """Two places for attackers and three for targets."""
    return (np.int64(a), np.int64(b), np.int64(c), np.int64(d), np.int64(e))


@rule
def alone(u, v):
    """The party of one attacker and one target."""
    return party(u, EMPTY, v, EMPTY, EMPTY)


@rule
def pair(s, u, w, v):
    """The party of two attackers, in the order of their columns."""
    if s.at[u] < s.at[w]:
        return party(u, w, v, EMPTY, EMPTY)
    return party(w, u, v, EMPTY, EMPTY)


@rule
def may_ride_round(s, u, v):
    """Could u be ordered to the flank of v (10.3)?"""
    if s.flank_orders >= s.command[seat_of(u)]:
        return False
    rides = is_mounted(s, u) and IS_CH[s.kind[u]] == 0 and not is_mounted(s, v)
    return (rides or flies_over(s, u, v)) and may_flank(s, u, v, True)


@rule
def best_alone(s, u, v):
    """What an attack of u on v promises at best, with an order or a card if they help."""
    p = alone(u, v)
    if flanks_alone(s, u, v, True):
        return plan_value(s, p, 1)
    front = NOTHING
    if fits(s, u, v, False):
        front = plan_value(s, p, 0)
        if may_ride_round(s, u, v):
            chance = passes_check(s, u, p, 0, Check.FLANK_ORDER)
            ordered = chance * plan_value(s, p, 1) - (1.0 - chance) * FAILED_ORDER * worth(s, u)
            front = max(front, ordered)
    if holds(s, seat_of(u), Card.FLANK) and may_flank(s, u, v, True) and fits(s, u, v, True):
        front = max(front, plan_value(s, p, 1) - FLANK_CARD_COST)
    return front


@rule
def reach(s, c, k):
    """The enemy columns that column c may attack: its three, then the one across zones; else EMPTY."""
    if k == 3:
        return across(s, c)
    d = c + k - 1
    if d < 0 or d >= COLUMNS or not touch(s, c, d):
        return EMPTY
    return d


@rule
def best_attack(s, seat):
    """The best attack to begin with and what it promises: (choice, value)."""
    best = NOTHING
    choice = -1
    for c in range(COLUMNS):
        u = int(s.field[area(seat, c)])
        if u == EMPTY:
            continue
        for k in range(4):
            d = reach(s, c, k)
            v = seen_at(s, 1 - seat, d) if d != EMPTY else EMPTY
            if v == EMPTY:
                continue
            do = Do.ATTACK.value
            if not may_attack(s, u, v, False):
                if not may_attack(s, u, v, True):
                    continue
                do = Do.ATTACK_FLANK.value
            value = best_alone(s, u, v)
            if do == Do.ATTACK:
                value = max(value, best_company(s, seat, u, v))
            if value > best:
                best = value
                choice = ARGS * do + COLUMNS * c + d
    return choice, best


@rule
def best_company(s, seat, u, v):
    """What the attack of u on v promises with a second attacker, or with a second target."""
    best = NOTHING
    d = int(s.at[v])
    flanks = 1 if flanks_alone(s, u, v, True) else 0
    for c in range(max(d - 1, 0), min(d + 2, COLUMNS)):
        w = int(s.field[area(seat, c)])
        if w == EMPTY or w == u or not could_attack(s, w, v, False):
            continue
        best = max(best, pair_value(s, u, w, v) - spare_value(s, seat, w, v))
    if flanks == 0 and touch(s, int(s.at[u]), d):
        c = int(s.at[u])
        for other in range(max(c - 1, 0), min(c + 2, COLUMNS)):
            w = seen_at(s, 1 - seat, other)
            if w == EMPTY or w == v or not touch(s, c, other):
                continue
            if is_exposed(s, w) and fits(s, u, w, False):
                p = with_target(s, alone(u, v), w)
                best = max(best, plan_value(s, p, 0))
    return best


@rule
def pair_value(s, u, w, v):
    """What u and w promise against v, each on the flank only if it is there by itself."""
    p = pair(s, u, w, v)
    flanks = 0
    for i in range(ATTACKERS):
        if flanks_alone(s, p[i], v, True):
            flanks |= 1 << i
    return plan_value(s, p, flanks)


@rule
def spare_value(s, seat, w, v):
    """What w could do elsewhere instead of helping against v."""
    best = 0.0
    c = int(s.at[w])
    for k in range(4):
        d = reach(s, c, k)
        other = seen_at(s, 1 - seat, d) if d != EMPTY else EMPTY
        if other != EMPTY and other != v and may_attack(s, w, other, False):
            best = max(best, plan_value(s, alone(w, other), 1 if flanks_alone(s, w, other, True) else 0))
    return best


@rule
def complete_attack(s, seat):
    """The next step of the attack being put together: whatever improves it most, else CLOSE."""
    p = party_of(s, int(s.attacks) - 1)
    flanks = flanks_of(s, p)
    choice = ARGS * Do.CLOSE.value
    best = plan_value(s, p, flanks)
    v = first_target(s)
    u = first_attacker(s)
    for c in range(COLUMNS):
        w = int(s.field[area(seat, c)])
        if w == EMPTY:
            continue
        if may_order_flank(s, w):
            chance = passes_check(s, w, p, flanks, Check.FLANK_ORDER)
            value = chance * plan_value(s, p, flanks | bit_of(p, w))
            value -= (1.0 - chance) * FAILED_ORDER * worth(s, w)
            if value > best:
                best = value
                choice = ARGS * Do.FLANK_ORDER.value + c
        if may_card_flank(s, w):
            value = plan_value(s, p, flanks | bit_of(p, w)) - FLANK_CARD_COST
            if value > best:
                best = value
                choice = ARGS * Do.FLANK_CARD.value + c
        if may_join(s, w, False):
            value = joined_value(s, u, w, v) - spare_value(s, seat, w, v)
            if value > best:
                best = value
                choice = ARGS * Do.JOIN.value + c
    for d in range(COLUMNS):
        if may_also(s, d):
            value = plan_value(s, with_target(s, p, seen_at(s, 1 - seat, d)), flanks)
            if value > best:
                best = value
                choice = ARGS * Do.ALSO.value + d
    return choice


@rule
def joined_value(s, u, w, v):
    """What the attack promises when w joins u, who may be on the flank already."""
    p = pair(s, u, w, v)
    flanks = flanks_of(s, p)
    for i in range(ATTACKERS):
        if p[i] == w and flanks_alone(s, w, v, True):
            flanks |= 1 << i
    return plan_value(s, p, flanks)


@rule
def bit_of(p, u):
    """The bit of an attacker among the flanks."""
    return 1 if p[0] == u else 2


@rule
def with_target(s, p, v):
    """The party with one more target, in the order of their columns."""
    if p[3] == EMPTY:
        if s.at[v] < s.at[p[2]]:
            return party(p[0], p[1], v, p[2], EMPTY)
        return party(p[0], p[1], p[2], v, EMPTY)
    if s.at[v] < s.at[p[2]]:
        return party(p[0], p[1], v, p[2], p[3])
    if s.at[v] < s.at[p[3]]:
        return party(p[0], p[1], p[2], v, p[3])
    return party(p[0], p[1], p[2], p[3], v)


@rule
def find_raid(s, seat):
    """A second line attack costs nothing: the first that is possible, or -1 (10.9)."""
    for c in range(COLUMNS):
        u = int(s.field[area(seat, c)])
        if u != EMPTY and may_raid(s, u):
            return ARGS * Do.RAID.value + c
    return -1


@rule
def choose_shock(s, seat):
    """The shock phase: the best attacks one by one, every second line attack, then the resolution."""
    if s.open != 0:
        return complete_attack(s, seat)
    choice, value = best_attack(s, seat)
    if choice >= 0 and value > patience(s):
        return choice
    raid = find_raid(s, seat)
    if raid >= 0:
        return raid
    return ARGS * Do.RESOLVE.value if s.attacks > 0 else ARGS * Do.END_PHASE.value
