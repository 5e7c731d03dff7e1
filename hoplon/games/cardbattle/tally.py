"""The arithmetic of a designated attack (10.1) with the names of a battle, and its odds as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.odds import EDGES, odds, volley_odds, withdrawal_odds
from hoplon.games.cardbattle.secrets import copy_of
from hoplon.games.cardbattle.state import (
    ATTACKERS,
    COLUMNS,
    EMPTY,
    SIDE,
    TARGETS,
    Do,
    Mark,
    Place,
    Why,
)
from hoplon.games.cardbattle.sums import sums
from hoplon.games.cardbattle.words import WHY_WORDS


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


def is_fought(s: Any, attack: int) -> bool:
    """Has the attack targets on the field, and attackers?"""
    units = [*s.attacker[ATTACKERS * attack : ATTACKERS * (attack + 1)].tolist(), *_targets(s, attack)]
    on_field = [u for u in units if u >= 0 and s.place[u] == Place.FIELD]
    seats = {u in _targets(s, attack) for u in on_field}
    return len(seats) == 2


def _targets(s: Any, attack: int) -> list[int]:
    return [int(u) for u in s.target[TARGETS * attack : TARGETS * (attack + 1)]]


def as_seen(s: Any, seat: int) -> Any:
    """The state as the array that compiled functions take, without units that are hidden from a seat (4.4).

    Whether the areas beside a defender are free decides about Long Swords (5.4).
    """
    states = copy_of(s)
    for area, u in enumerate(s.field.tolist()):
        if u != EMPTY and u // SIDE != seat and int(s.marks[u]) & Mark.HIDDEN:
            states[0].field[area] = EMPTY
    return states


def tally_of(names: Names, s: Any, attack: int, seat: int) -> Tally | None:
    """The arithmetic of an attack as a seat sees it, or None for a second line attack."""
    if not is_fought(s, attack):
        return None
    found = sums(as_seen(s, seat), 0, attack)
    shifts = [(WHY_WORDS[Why.SIZE], found.size_shift), *((WHY_WORDS[why], n) for why, n in found.shifts)]
    return Tally(
        lead_attacker=names.unit(found.lead_attacker),
        lead_defender=names.unit(found.lead_defender),
        sizes=found.sizes,
        base=found.base,
        shifts=tuple((why, n) for why, n in shifts if n),
        column=found.column,
        edge=EDGES[found.edge],
        times=found.times,
    )


def odds_text(names: Names, s: Any, seat: int) -> str:
    """The exact chances of every attack that is designated, and of what is asked, for people."""
    states = as_seen(s, seat)
    lines = [
        f"attack {k + 1}: {odds(states, 0, k).text(names.unit)}"
        for k in range(int(s.attacks))
        if is_fought(s, k)
    ]
    if s.pending.n:
        asked = s.pending.actions[s.pending.n - 1]
        unit = int(asked.what)
        if asked.kind == Do.ASK_WITHDRAW:
            lines.append(f"{names.unit(unit)} withdraws: {withdrawal_odds(states, 0, unit).text()}")
        elif asked.kind == Do.ASK_FIRE:
            target = int(s.field[COLUMNS * (1 - int(asked.who)) + int(asked.dst)])
            chances = volley_odds(states, 0, unit, target).text()
            lines.append(f"{names.unit(unit)} fires at {names.unit(target)}: {chances}")
    return "\n".join(lines) or "no attack is designated, and nobody is asked"
