"""The numbers of an attack on demand (rulebook 10.1): base column, every shift, the column and superiority.

Also for attacks that nobody has declared: name the units, and which of them would be on the flank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError
from hoplon.core.kernel import record, rule
from hoplon.games.cardbattle.arithmetic import (
    PLACES,
    SHIFTS,
    base_column,
    column_of,
    edge_of,
    flanks_of,
    is_fought,
    is_on_flank,
    lead_attacker,
    lead_defender,
    party_of,
    shift_for,
    size_of,
    size_shift,
    still_there,
    times,
)
from hoplon.games.cardbattle.state import ATTACKERS, EMPTY, TARGETS, Edge, Why

sums_t = record(
    [
        ("party", "i2", (PLACES,)),
        ("flanks", "i2"),
        ("lead_a", "i2"),
        ("lead_d", "i2"),
        ("size_a", "i2"),
        ("size_d", "i2"),
        ("size_shift", "i2"),
        ("base_column", "i2"),
        ("shift", "i2", (len(SHIFTS),)),
        ("column", "i2"),
        ("edge", "i2"),
        ("times_a", "i2"),
        ("times_d", "i2"),
    ]
)


@rule
def in_order(s, p):
    """The same units, each side in the order of its columns, nobody who is not on the field."""
    a0, a1 = still_there(s, p[0]), still_there(s, p[1])
    d0, d1, d2 = still_there(s, p[2]), still_there(s, p[3]), still_there(s, p[4])
    if comes_before(s, a1, a0):
        a0, a1 = a1, a0
    if comes_before(s, d1, d0):
        d0, d1 = d1, d0
    if comes_before(s, d2, d1):
        d1, d2 = d2, d1
    if comes_before(s, d1, d0):
        d0, d1 = d1, d0
    return (a0, a1, d0, d1, d2)


@rule
def comes_before(s, u, v):
    """Does u stand in a lower column than v? Nobody comes last."""
    return u != EMPTY and (v == EMPTY or s.at[u] < s.at[v])


@rule
def work_out(s, p, flanks, out):
    """Fill a record with the numbers of an attack; both sides must have a unit."""
    la = lead_attacker(s, p, flanks)
    a = p[la]
    d = p[lead_defender(s, p, flanks)]
    flank = is_on_flank(flanks, la)
    for i in range(PLACES):
        out.party[i] = p[i]
    out.flanks = flanks
    out.lead_a = a
    out.lead_d = d
    out.size_a = size_of(s, p, 0)
    out.size_d = size_of(s, p, 1)
    out.size_shift = size_shift(s, p)
    out.base_column = base_column(s, a, d, flank)
    for k in range(len(SHIFTS)):
        out.shift[k] = shift_for(s, p, a, d, SHIFTS[k])
    out.column = column_of(s, p, a, d, flank)
    out.edge = edge_of(s, a, d, flank)
    out.times_a = times(s, a, d, int(out.edge), 0)
    out.times_d = times(s, a, d, int(out.edge), 1)


@rule
def work_out_designated(states, i, n, outs):
    """The numbers of attack n; says whether it has any."""
    s = states[i]
    p = party_of(s, n)
    if not is_fought(p):
        return False
    work_out(s, p, flanks_of(s, p), outs[0])
    return True


@rule
def work_out_units(states, i, units, flanking, outs):
    """The numbers of an attack by these units (two places for attackers, three for targets)."""
    s = states[i]
    p = in_order(s, (units[0], units[1], units[2], units[3], units[4]))
    if not is_fought(p):
        return False
    flanks = 0
    for k in range(ATTACKERS):
        for j in range(ATTACKERS):
            if p[k] != EMPTY and p[k] == units[j] and flanking[j]:
                flanks |= 1 << k
    work_out(s, p, flanks, outs[0])
    return True


@dataclass(frozen=True)
class Sums:
    """The numbers of an attack; units by their numbers."""

    attackers: tuple[int, ...]
    targets: tuple[int, ...]
    flanking: tuple[int, ...]
    lead_attacker: int
    lead_defender: int
    sizes: tuple[int, int]
    base: int
    size_shift: int
    shifts: tuple[tuple[Why, int], ...]
    column: int
    edge: Edge
    times: tuple[int, int]


def places_of(attackers: Any, targets: Any, flanking: Any = ()) -> tuple[Any, Any]:
    """Units of an attack as the arrays that the rules take."""
    attackers, targets = tuple(attackers), tuple(targets)
    if not 1 <= len(attackers) <= ATTACKERS or not 1 <= len(targets) <= TARGETS:
        raise HoplonError(
            f"an attack has {len(attackers)} attackers and {len(targets)} targets; "
            f"expected 1 or 2 against 1 to 3"
        )
    units = np.full(PLACES, EMPTY, np.int64)
    units[: len(attackers)] = attackers
    units[ATTACKERS : ATTACKERS + len(targets)] = targets
    flags = np.array([u in flanking for u in units[:ATTACKERS]])
    return units, flags


def sums_of(record: Any) -> Sums:
    """A filled record as plain numbers."""
    party = [int(u) for u in record.party]
    flanks = int(record.flanks)
    return Sums(
        attackers=tuple(u for u in party[:ATTACKERS] if u != EMPTY),
        targets=tuple(u for u in party[ATTACKERS:] if u != EMPTY),
        flanking=tuple(u for k, u in enumerate(party[:ATTACKERS]) if flanks >> k & 1),
        lead_attacker=int(record.lead_a),
        lead_defender=int(record.lead_d),
        sizes=(int(record.size_a), int(record.size_d)),
        base=int(record.base_column),
        size_shift=int(record.size_shift),
        shifts=tuple((Why(why), int(n)) for why, n in zip(SHIFTS, record.shift, strict=True) if n),
        column=int(record.column),
        edge=Edge(int(record.edge)),
        times=(int(record.times_a), int(record.times_d)),
    )


def sums(states: Any, i: int, attack: int) -> Sums:
    """The numbers of a designated attack, closed or still open."""
    outs = np.zeros(1, sums_t)
    if not 0 <= attack < int(states["attacks"][i]) or not work_out_designated(states, i, attack, outs):
        raise HoplonError(f"attack {attack + 1} is not one of the {int(states['attacks'][i])} designated")
    return sums_of(outs[0])


def sums_for(states: Any, i: int, attackers: Any, targets: Any, flanking: Any = ()) -> Sums:
    """The numbers that an attack by these units on the field would have."""
    outs = np.zeros(1, sums_t)
    units, flags = places_of(attackers, targets, flanking)
    if not work_out_units(states, i, units, flags, outs):
        raise HoplonError("an attack needs a unit on the field on both sides")
    return sums_of(outs[0])
