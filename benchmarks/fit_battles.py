"""The numbers of the card battles' foresight: log-odds of winning, and the rout points to come."""

from __future__ import annotations

from typing import Any

import numpy as np
from logistic import fit_logistic, held_apart, tell

from hoplon.bots.cardbattle import foresight
from hoplon.bots.cardbattle.foresight import INITIATIVE, PACK, strength
from hoplon.bots.cardbattle.trials import field_share, standing
from hoplon.games.cardbattle.evaluation import ROUT, WIN
from hoplon.games.cardbattle.units import rout_points

Line = dict[str, Any]
NAMES = ("OF_FIELD", "OF_RACE", "OF_STRENGTH", "OF_SHARE", "OF_DECK", "OF_INITIATIVE")
PULL = 0.5


def battle_facts(s: Any, seat: int) -> Line:
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


def columns(lines: list[Line]) -> Any:
    """What adds to the log-odds, as `foresight.expect` has it."""
    pairs = {name: np.array([line[name] for line in lines], float) for name in ("level", "strength", "deck")}
    level, own, deck = pairs["level"], pairs["strength"], pairs["deck"]
    need = np.clip(
        1.0 - np.array([line["standing"] for line in lines]), foresight.LEAST_NEED, foresight.MOST_NEED
    )
    initiative = np.array([line["initiative"] for line in lines], float)
    own_share = own / np.maximum(level, 1.0)
    return np.column_stack(
        [
            np.array([line["field"] for line in lines]),
            np.log(need[:, 0]) - np.log(need[:, 1]),
            (own[:, 0] - own[:, 1]) / np.maximum(level.mean(axis=1), 1.0),
            own_share[:, 0] - own_share[:, 1],
            (deck[:, 0] - deck[:, 1]) / PACK,
            (initiative[:, 0] - initiative[:, 1]) / INITIATIVE,
        ]
    )


def fit_battles(lines: list[Line]) -> None:
    """Print the numbers, and compare with those of the file."""
    with_these, other = held_apart(lines)
    shares, counts = _won(with_these)
    weights = fit_logistic(columns(with_these), shares, counts, PULL * np.eye(len(NAMES)))
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name} = {weight:.3f}")
    points, hope = np.linalg.lstsq(_to_come(with_these, weights), _rout(with_these), rcond=None)[0]
    print(f"OF_POINTS = {points:.3f}\nOF_HOPE = {hope:.3f}")
    file = np.array([getattr(foresight, name) for name in NAMES])
    shares, counts = _won(other)
    for what, used, amounts in (
        ("these numbers", weights, (points, hope)),
        ("those of the file", file, (foresight.OF_POINTS, foresight.OF_HOPE)),
    ):
        tell(what, _chances(other, used), shares, counts)
        off = _to_come(other, used) @ np.array(amounts) - _rout(other)
        print(f"  rout points: mean error {off.mean():+.2f}, mean square error {np.mean(off**2):.0f}")


def _won(lines: list[Line]) -> tuple[Any, Any]:
    happened = [np.array(line["happened"]) for line in lines]
    return np.array([rows[:, WIN].mean() for rows in happened]), np.array([float(len(r)) for r in happened])


def _rout(lines: list[Line]) -> Any:
    return np.array([np.array(line["happened"])[:, ROUT].mean() for line in lines])


def _chances(lines: list[Line], weights: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-columns(lines) @ weights))


def _to_come(lines: list[Line], weights: Any) -> Any:
    """The points that both have, and those that the winner may hope for."""
    points = np.array([line["points"][1] - line["points"][0] for line in lines], float)
    level = np.array([max(sum(line["level"]) / 2, 1.0) for line in lines])
    left = np.clip(1.0 - np.array([max(line["standing"]) for line in lines]), 0.0, 1.0)
    return np.column_stack([points, level * (_chances(lines, weights) - 0.5) * left])
