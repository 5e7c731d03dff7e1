"""The numbers of the card battles' foresight: log-odds of winning, and the rout points to come."""

from __future__ import annotations

from typing import Any

from hoplon.bots.cardbattle.foresight import strength
from hoplon.bots.cardbattle.trials import field_share, standing
from hoplon.games.cardbattle.units import rout_points


def battle_facts(s: Any, seat: int) -> dict[str, Any]:
    """What the foresight may look at, the own side first."""
    both = seat, 1 - seat
    return {
        "standing": [float(standing(s, side)) for side in both],
        "strength": [float(strength(s, side)) for side in both],
        "points": [int(rout_points(s, side)) for side in both],
        "level": [int(s.level[side]) for side in both],
        "field": float(field_share(s, seat)),
        "active": bool(s.active == seat),
        "first": bool(s.first == seat),
        "rounds": int(s.rounds),
        "second_half": int(s.second_half),
        "hand": [int(s.hand_n[side]) for side in both],
        "deck": [int(s.deck_n[side]) for side in both],
        "initiative": [int(s.initiative[side]) for side in both],
        "command": [int(s.command[side]) for side in both],
    }


def fit_battles(lines: list[dict[str, Any]]) -> None:
    """Print the numbers, and compare with those of the file."""
