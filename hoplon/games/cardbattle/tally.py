"""The arithmetic of a designated attack, for people (10.1): from the functions that the rules use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.arithmetic import (
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
    times,
)
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.state import EMPTY, Edge, Why, state_t
from hoplon.games.cardbattle.words import WHY_WORDS

FACTS = 10
EDGES = {
    Edge.NONE: "nobody is superior",
    Edge.ATTACKER: "the attacker is superior",
    Edge.DEFENDER: "the defender is superior",
    Edge.FLANK: "on the flank",
}


@dataclass(frozen=True)
class Tally:
    """How the column of an attack comes about (10.7 steps 2 to 7 and 9)."""

    lead_attacker: str
    lead_defender: str
    sizes: tuple[int, int]
    base: int
    shifts: tuple[tuple[str, int], ...]
    column: int
    edge: str
    times: tuple[int, int]

    def __str__(self) -> str:
        """One line: base, each shift, column, superiority, multipliers."""
        shifts = "".join(f", {why} {columns:+d}" for why, columns in self.shifts)
        return (
            f"{self.lead_attacker} leads against {self.lead_defender}: base column {self.base}{shifts}, "
            f"column {self.column}; {self.edge}; hits x{self.times[0]} on the attackers, "
            f"x{self.times[1]} on the defenders"
        )


@rule
def add_up(states: Any, i: int, n: int, out: Any) -> bool:
    """Fill in the facts of attack n, then its shifts; False if nobody is left on a side."""
    s = states[i]
    p = party_of(s, n)
    if not is_fought(p):
        return False
    flanks = flanks_of(s, p)
    at = lead_attacker(s, p, flanks)
    a = p[at]
    d = p[lead_defender(s, p, flanks)]
    flank = is_on_flank(flanks, at)
    edge = edge_of(s, a, d, flank)
    out[0] = a
    out[1] = d
    out[2] = size_of(s, p, 0)
    out[3] = size_of(s, p, 1)
    out[4] = base_column(s, a, d, flank)
    out[5] = column_of(s, p, a, d, flank)
    out[6] = edge
    out[7] = times(s, a, d, edge, 0)
    out[8] = times(s, a, d, edge, 1)
    out[9] = size_shift(s, p)
    k = FACTS
    for why in SHIFTS:
        out[k] = shift_for(s, p, a, d, why)
        k += 1
    return True


def tally_of(names: Names, s: Any, attack: int) -> Tally | None:
    """The arithmetic of an attack, or None for a second line attack."""
    if s.target[3 * attack] == EMPTY:
        return None
    states = np.zeros(1, state_t)
    states[0] = s
    out = np.zeros(FACTS + len(SHIFTS), np.int64)
    if not add_up(states, 0, attack, out):
        return None
    a, d, size_a, size_d, base, column, edge, times_a, times_d, size = out[:FACTS].tolist()
    shifts = [(WHY_WORDS[Why.SIZE], size)]
    shifts += [(WHY_WORDS[why], n) for why, n in zip(SHIFTS, out[FACTS:].tolist(), strict=True)]
    return Tally(
        lead_attacker=names.unit(a),
        lead_defender=names.unit(d),
        sizes=(size_a, size_d),
        base=base,
        shifts=tuple((why, n) for why, n in shifts if n),
        column=column,
        edge=EDGES[Edge(edge)],
        times=(times_a, times_d),
    )
