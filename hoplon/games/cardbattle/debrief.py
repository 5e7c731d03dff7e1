"""The debriefing after a battle (12.3), counted from the turn logs alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from hoplon.core.match import Match
from hoplon.core.text import Turn
from hoplon.games.cardbattle.naming import SEATS
from hoplon.games.cardbattle.state import CARD, SIDE, Do, Edge
from hoplon.games.cardbattle.units import rout_points
from hoplon.games.cardbattle.words import END_WORDS

COUNTED = {
    Do.ROUT: "routed",
    Do.RALLIED: "rallied",
    Do.ELIMINATE: "eliminated",
    Do.SHOT: "shots",
    Do.EVADE: "withdrawals",
    Do.STAMPEDE: "rampages",
    Do.RAIDS: "second_line_attacks",
    Do.AWAY: "pursuits",
}  # by the side of the unit


@dataclass
class Side:
    """What one army did and suffered."""

    routed: int = 0
    rallied: int = 0
    eliminated: int = 0
    discarded: int = 0
    shots: int = 0
    hits: int = 0
    attacks: int = 0
    won: int = 0  # of these, the enemy took more hits
    even: int = 0
    lost: int = 0
    flank_attacks: int = 0
    withdrawals: int = 0
    rampages: int = 0
    pursuits: int = 0
    second_line_attacks: int = 0
    plunder: int = 0  # rout points won by them
    bundori: int = 0  # heads lost
    points: list[int] = field(default_factory=list)  # rout points at the end of each round


@dataclass
class Debriefing:
    """The story of a battle in figures."""

    rounds: int
    sides: tuple[Side, Side]
    ending: str

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return asdict(self)

    def __str__(self) -> str:
        """A table, A beside B, and the rout points round by round."""
        first, second = (asdict(side) for side in self.sides)
        lines = [f"{'':<26}{'A':>6}{'B':>6}"]
        lines += [
            f"{name.replace('_', ' '):<26}{first[name]:>6}{second[name]:>6}"
            for name in first
            if name != "points"
        ]
        lines.append("rout points by round")
        for letter, side in zip(SEATS, self.sides, strict=True):
            lines.append(f"  {letter} " + " ".join(map(str, side.points)))
        lines.append(f"{self.rounds} rounds, {self.ending}")
        return "\n".join(lines)


def debrief(match: Match) -> Debriefing:
    """The debriefing of a match, also of one that goes on."""
    sides = (Side(), Side())
    rounds = 1
    for number, turn in enumerate(match.turns, 1):
        count(turn, sides)
        begun = [a.n for a in turn.actions if a.kind == Do.ROUND]
        if begun:
            _note_points(match, number, sides)
            rounds = begun[-1]
    _note_points(match, len(match.turns), sides)
    return Debriefing(rounds, sides, _ending(match.turns))


def _note_points(match: Match, number: int, sides: tuple[Side, Side]) -> None:
    s = match.states_at(number)[0]
    for seat, side in enumerate(sides):
        side.points.append(int(rout_points(s, seat)))


def _ending(turns: Sequence[Turn]) -> str:
    last = [a for turn in turns[-1:] for a in turn.actions if a.kind == Do.OVER]
    if not last:
        return "not over"
    won = f"{SEATS[last[0].who]} has won" if last[0].who >= 0 else "a draw"
    return f"{won} ({END_WORDS[last[0].n].replace('-', ' ')})"


def count(turn: Turn, sides: tuple[Side, Side]) -> None:
    """Add what happened in a turn."""
    attacker = 0
    result: dict[int, int] = {}
    for action in turn.actions:
        kind = Do(action.kind)
        owner = action.what // SIDE if 0 <= action.what < CARD else action.who
        if kind in COUNTED:
            side = sides[owner]
            setattr(side, COUNTED[kind], getattr(side, COUNTED[kind]) + 1)
        elif kind == Do.HIT:
            sides[1 - owner].hits += 1
        elif kind == Do.DISCARD:
            sides[action.who].discarded += action.what < CARD
        elif kind == Do.PLUNDER:
            sides[1 - action.who].plunder += action.n
        elif kind == Do.BUNDORI:
            sides[action.who].bundori += 1
        elif kind == Do.FIGHT:
            result.clear()
        elif kind == Do.LEAD and not result:
            attacker = owner
            result[owner] = 0
        elif kind == Do.SUPERIOR and action.n == Edge.FLANK:
            sides[attacker].flank_attacks += 1
        elif kind == Do.TAKES:
            result[action.who] = action.n
            if len(result) == 2 and action.who != attacker:
                _weigh(sides[attacker], result[attacker], action.n)


def _weigh(side: Side, own: int, enemy: int) -> None:
    """A combat by its result, as the attacker sees it."""
    side.attacks += 1
    if enemy > own:
        side.won += 1
    elif enemy == own:
        side.even += 1
    else:
        side.lost += 1
