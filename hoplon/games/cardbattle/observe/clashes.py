"""The second encoding of a card battle: `units`, and what fighting would bring.

For every two units in reach of each other it tells the sums that a player makes before an attack (10.7): the
column, the hits that both sides can expect, the flank, withdrawal and fire. Each unit is taken alone, before
checks, refinements and characteristics. These sums take longer than all the rest of an observation.
"""

from __future__ import annotations

from hoplon.core.encoding import Part
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has_open_side, seat_of, seen_at, unit_at
from hoplon.games.cardbattle.arithmetic import (
    base_column,
    column_of,
    edge_of,
    flanks_of,
    is_fought,
    is_on_flank,
    lead_attacker,
    lead_defender,
    party_of,
    times,
)
from hoplon.games.cardbattle.attacks import fits, flanks_alone, may_flank, reaches, withdraws_from
from hoplon.games.cardbattle.legal import question
from hoplon.games.cardbattle.missile import can_fire, shot_hits
from hoplon.games.cardbattle.observe.parts import PARTS
from hoplon.games.cardbattle.observe.units import observe
from hoplon.games.cardbattle.state import CARD, COLUMNS, EMPTY, HAND, Do, Edge
from hoplon.games.cardbattle.tables import CRT, DICE, SUPER_KEY, SUPERIORITY, Kind, Missile, Pref, Special
from hoplon.games.cardbattle.units import follows, has_marker

WAYS = 3  # the enemy a column to the left, ahead, a column to the right
BEST_COLUMN = 13
MOST_TENTHS = 180
TENTHS = CRT.sum(axis=0).astype("i2")  # [column, side]: hits of all ten dice
LIKELY = (2, WAYS, COLUMNS)
CLASHES = (
    Part("column", LIKELY, BEST_COLUMN, "own attackers, then the enemy's; at the enemy to the left, ahead, "
         "to the right; by the column of the attacker: the column of the combat results, 0 for no attack"),
    Part("inflicts", LIKELY, MOST_TENTHS, "the hits on the target, in tenths"),
    Part("suffers", LIKELY, MOST_TENTHS, "the hits on the attacker, in tenths"),
    Part("flanked", LIKELY, MOST_TENTHS, "the hits on the target where it can be attacked on the flank"),
    Part("evades", LIKELY, 1, "the target may withdraw from the attacker"),
    Part("fire", LIKELY, MOST_TENTHS, "the hits of its missiles, in tenths"),
    Part("open_side", (2, COLUMNS), 1, "own units, then the enemy's, with an open side"),
    Part("duels", (2, HAND, COLUMNS), BEST_COLUMN, "a unit of the own hand against the enemy of each column, "
         "then the other way round: the base column"),
    Part("fought", (3,), MOST_TENTHS, "the attack that is put together, answered or resolved: its column, "
         "the hits on its targets and on its attackers, in tenths"),
)  # fmt: skip
_first = sum(part.width for part in PARTS)
_STARTS = []
for _part in CLASHES:
    _STARTS.append(_first)
    _first += _part.width
COLUMN, INFLICTS, SUFFERS, FLANKED, EVADES, FIRE, OPEN_SIDE, DUELS, FOUGHT = _STARTS


@rule
def observe_clashes(s, agent, memory, row):
    """All that a seat may know of a battle, and what fighting would bring."""
    observe(s, agent, memory, row)
    for side in range(2):
        seat = agent if side == 0 else 1 - agent
        for c in range(COLUMNS):
            u = unit_at(s, seat, c) if side == 0 else seen_at(s, seat, c)
            if u == EMPTY:
                continue
            if has_open_side(s, u, True):
                row[OPEN_SIDE + COLUMNS * side + c] = 1
            for way in range(WAYS):
                d = c + way - 1
                v = seen_at(s, 1 - seat, d) if side == 0 else unit_at(s, 1 - seat, d)
                if v != EMPTY:
                    tell_pair(s, u, v, COLUMNS * (WAYS * side + way) + c, row)
    tell_duels(s, agent, row)
    tell_fought(s, row)


@rule
def seen_edge(s, u, v, flank):
    """Who is superior; where units hide, nobody counts the free areas that Long Swords need (5.4)."""
    if s.pref[Pref.FOG_OF_WAR] != 0 and not flank and s.kind[u] == Kind.BI:
        if follows(s, seat_of(u), Special.LONG_SWORDS):
            return int(SUPERIORITY[int(SUPER_KEY[s.kind[v]]), int(SUPER_KEY[s.kind[u]])])
    return edge_of(s, u, v, flank)


@rule
def tenths(s, u, v, column, edge, side):
    """The hits that one side can expect, in tenths."""
    return min(int(TENTHS[column, side]) * times(s, u, v, edge, side), MOST_TENTHS)


@rule
def tell_pair(s, u, v, i, row):
    """What u could do to v."""
    if reaches(s, u, v, True):
        p = (u, EMPTY, v, EMPTY, EMPTY)
        flank = flanks_alone(s, u, v, True)
        if fits(s, u, v, flank):
            column = column_of(s, p, u, v, flank)
            edge = seen_edge(s, u, v, flank)
            row[COLUMN + i] = column
            row[INFLICTS + i] = tenths(s, u, v, column, edge, 1)
            row[SUFFERS + i] = tenths(s, u, v, column, edge, 0)
        if may_flank(s, u, v, True) and fits(s, u, v, True):
            row[FLANKED + i] = tenths(s, u, v, column_of(s, p, u, v, True), Edge.FLANK.value, 1)
        if not has_marker(s, v) and withdraws_from(s, v, u):
            row[EVADES + i] = 1
    if s.missile[u] != Missile.NONE and can_fire(s, u, v):
        hits = 0
        for face in range(DICE):
            hits += shot_hits(s, u, v, face)
        row[FIRE + i] = min(hits, MOST_TENTHS)


@rule
def tell_duels(s, agent, row):
    """The units of the hand against the enemies that stand there."""
    for slot in range(s.hand_n[agent]):
        u = int(s.hand[HAND * agent + slot])
        if u >= CARD:
            continue
        for c in range(COLUMNS):
            v = seen_at(s, 1 - agent, c)
            if v != EMPTY:
                row[DUELS + COLUMNS * slot + c] = base_column(s, u, v, False)
                row[DUELS + COLUMNS * (HAND + slot) + c] = base_column(s, v, u, False)


@rule
def tell_fought(s, row):
    """The sums of the attack that is about to be fought."""
    asked = question(s)
    n = int(s.fight) if asked == Do.ASK_SHARE else int(s.attacks) - 1
    if n < 0 or (s.open == 0 and asked != Do.ASK_WITHDRAW and asked != Do.ASK_SHARE):
        return
    p = party_of(s, n)
    if not is_fought(p):
        return
    flanks = flanks_of(s, p)
    lead = lead_attacker(s, p, flanks)
    a = p[lead]
    d = p[lead_defender(s, p, flanks)]
    flank = is_on_flank(flanks, lead)
    column = column_of(s, p, a, d, flank)
    edge = seen_edge(s, a, d, flank)
    row[FOUGHT] = column
    row[FOUGHT + 1] = tenths(s, a, d, column, edge, 1)
    row[FOUGHT + 2] = tenths(s, a, d, column, edge, 0)
