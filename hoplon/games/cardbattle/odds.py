"""The odds of an attack, a volley and a withdrawal for people and programs: exact fractions and a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.arithmetic import PLACES, flanks_of, party_of, place_in
from hoplon.games.cardbattle.state import ATTACKERS, EMPTY, UNITS, Edge, Place
from hoplon.games.cardbattle.sums import Sums, in_order, sums, sums_for
from hoplon.games.cardbattle.tables import KIND_CODES
from hoplon.games.cardbattle.weights import (
    ROOM,
    ROW,
    odds_t,
    volley_t,
    weigh,
    weigh_volley,
    weigh_withdrawal,
    withdrawal_t,
)

FEW_ROWS = 4096
EDGES = {
    Edge.NONE: "nobody is superior",
    Edge.ATTACKER: "the attacker is superior",
    Edge.DEFENDER: "the defender is superior",
    Edge.FLANK: "on the flank",
}


@rule
def weigh_units(states, i, units, flanks, outs, rows):
    """The odds of an attack by units already in order; how many rows it needs."""
    p = in_order(states[i], (units[0], units[1], units[2], units[3], units[4]))
    return weigh(states[i], p, flanks, outs[0], rows)


@rule
def weigh_shot(states, i, u, v, outs):
    """The odds of a volley."""
    weigh_volley(states[i], u, v, outs[0])


@rule
def weigh_retreat(states, i, v, outs):
    """The odds of a withdrawal from the attack designated last; says whether the unit is a target of it."""
    s = states[i]
    if s.attacks == 0:
        return False
    p = party_of(s, int(s.attacks) - 1)
    if place_in(p, v) < ATTACKERS:
        return False
    weigh_withdrawal(s, v, p, flanks_of(s, p), outs[0])
    return True


@dataclass(frozen=True)
class Outcome:
    """One way an attack may end: hits taken by each unit in this combat, and who leaves the field."""

    hits: tuple[tuple[int, int], ...]
    gone: frozenset[int]


@dataclass(frozen=True)
class Odds:
    """The numbers of an attack and the exact chance of everything it may bring; units by their numbers."""

    sums: Sums
    hits: tuple[Mapping[int, Fraction], Mapping[int, Fraction]]
    rout: Mapping[int, Fraction]
    taken: Mapping[int, Fraction]
    outcomes: Mapping[Outcome, Fraction]

    def text(self, name: Callable[[int], str] = str) -> str:
        """A few lines for people."""
        numbers = self.sums
        shifts = [("size", numbers.size_shift), *((why.name, n) for why, n in numbers.shifts)]
        steps = [f"{why.lower().replace('_', ' ')} {n:+}" for why, n in shifts if n]
        lines = [
            f"{name(numbers.lead_attacker)} against {name(numbers.lead_defender)}",
            ", ".join([f"base {numbers.base}", *steps, f"column {numbers.column}", EDGES[numbers.edge]]),
        ]
        for side, units in enumerate((numbers.attackers, numbers.targets)):
            mean = sum(n * chance for n, chance in self.hits[side].items())
            spread = ", ".join(f"{n}: {_percent(chance)}" for n, chance in sorted(self.hits[side].items()))
            who = "targets" if side else "attackers"
            lines.append(f"hits of the {who} {float(mean):.2f} on average ({spread})")
            lines.extend(f"  {name(u)} leaves the field: {_percent(self.rout[u])}" for u in units)
        return "\n".join(lines)


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %"


def _odds(states: Any, i: int, numbers: Sums) -> Odds:
    units = np.full(PLACES, EMPTY, np.int64)
    units[: len(numbers.attackers)] = numbers.attackers
    units[ATTACKERS : ATTACKERS + len(numbers.targets)] = numbers.targets
    flanks = sum(1 << k for k, u in enumerate(numbers.attackers) if u in numbers.flanking)
    outs = np.zeros(1, odds_t)
    rows = np.zeros((FEW_ROWS, ROW), np.int64)
    n = weigh_units(states, i, units, flanks, outs, rows)
    if n > len(rows):
        rows = np.zeros((n, ROW), np.int64)
        weigh_units(states, i, units, flanks, outs, rows)
    out = outs[0]
    total = int(out.total)
    present = [(k, int(u)) for k, u in enumerate(units) if u != EMPTY]
    outcomes: dict[Outcome, Fraction] = {}
    for weight, gone, *hits in rows[:n].tolist():
        key = Outcome(
            tuple((u, hits[k]) for k, u in present), frozenset(u for k, u in present if gone >> k & 1)
        )
        outcomes[key] = outcomes.get(key, Fraction(0)) + Fraction(weight, total)
    first, second = (
        {k: Fraction(int(w), total) for k, w in enumerate(out.hits[ROOM * side : ROOM * (side + 1)]) if w}
        for side in range(2)
    )
    return Odds(
        sums=numbers,
        hits=(first, second),
        rout={u: Fraction(int(out.gone[k]), total) for k, u in present},
        taken={u: Fraction(int(out.taken[k]), total) for k, u in present},
        outcomes=outcomes,
    )


def odds(states: Any, i: int, attack: int) -> Odds:
    """The odds of a designated attack, closed or still open."""
    return _odds(states, i, sums(states, i, attack))


def odds_for(states: Any, i: int, attackers: Any, targets: Any, flanking: Any = ()) -> Odds:
    """The odds that an attack by these units on the field would have."""
    return _odds(states, i, sums_for(states, i, attackers, targets, flanking))


@dataclass(frozen=True)
class VolleyOdds:
    """The exact chances of a volley."""

    hits: Mapping[int, Fraction]
    rout: Fraction
    runs_out: Fraction
    bursts: Fraction

    def text(self) -> str:
        """One line for people."""
        parts = [f"hits {n}: {_percent(chance)}" for n, chance in sorted(self.hits.items())]
        parts += [f"target routs: {_percent(self.rout)}", f"runs out: {_percent(self.runs_out)}"]
        if self.bursts:
            parts.append(f"bursts: {_percent(self.bursts)}")
        return ", ".join(parts)


def volley_odds(states: Any, i: int, firer: int, target: int) -> VolleyOdds:
    """The chances of one unit's fire at another, whether it may fire now or not."""
    _must_stand(states, i, firer, target)
    outs = np.zeros(1, volley_t)
    weigh_shot(states, i, firer, target, outs)
    out, total = outs[0], int(outs[0].total)
    return VolleyOdds(
        hits={n: Fraction(int(w), total) for n, w in enumerate(out.hits) if w},
        rout=Fraction(int(out.routs), total),
        runs_out=Fraction(int(out.runs_out), total),
        bursts=Fraction(int(out.bursts), total),
    )


@dataclass(frozen=True)
class WithdrawalOdds:
    """The exact chances of a withdrawal."""

    hits: Mapping[int, Fraction]
    marked: Fraction
    rout: Fraction

    def text(self) -> str:
        """One line for people."""
        parts = [f"hits {n}: {_percent(chance)}" for n, chance in sorted(self.hits.items())]
        return ", ".join([*parts, f"marked: {_percent(self.marked)}", f"routs: {_percent(self.rout)}"])


def withdrawal_odds(states: Any, i: int, unit: int) -> WithdrawalOdds:
    """The chances of a target that withdraws from the attack designated last."""
    _must_stand(states, i, unit)
    outs = np.zeros(1, withdrawal_t)
    if not weigh_retreat(states, i, unit, outs):
        raise HoplonError(f"unit {unit} is not a target of the attack designated last")
    out, total = outs[0], int(outs[0].total)
    return WithdrawalOdds(
        hits={n: Fraction(int(w), total) for n, w in enumerate(out.hits) if w},
        marked=Fraction(int(out.marked), total),
        rout=Fraction(int(out.routs), total),
    )


def _must_stand(states: Any, i: int, *units: int) -> None:
    for u in units:
        if not 0 <= u < UNITS or states["place"][i, u] != Place.FIELD:
            raise HoplonError(f"unit {u} is not on the field")


def card_of(states: Any, i: int, u: int) -> str:
    """A unit as its type, TQ, size and column, such as `LG HA 7/5 in column 4`."""
    s = states[i]
    return f"{KIND_CODES[s.kind[u]]} {s.tq[u]}/{s.sizes[u]} in column {s.at[u] + 1}"
