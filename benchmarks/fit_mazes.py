"""The numbers of CodeKeeper's foresight: the score still to come, and the log-odds of reaching the exit."""

from __future__ import annotations

from typing import Any

import numpy as np
from logistic import fit_logistic, held_apart, odds, tell

from hoplon.bots.codekeeper import foresight
from hoplon.games.codekeeper.evaluation import LEAVES, SCORE

Line = dict[str, Any]
PULL = 0.3


def maze_facts(s: Any, _seat: int) -> Line:
    """What the foresight may look at."""
    return {
        "score": int(s.score),
        "health": int(s.health),
        "turn": int(s.turn),
        "charges": [int(n) for n in s.charges],
        "living": int(s.living),
    }


def columns(lines: list[Line]) -> Any:
    """What adds to the score and to the log-odds, as `foresight.expect` has it."""
    value = np.array([line["value"] for line in lines])
    health = np.array([line["health"] for line in lines], float)
    return np.column_stack([np.ones(len(lines)), value, value * value, health])


def fit_mazes(lines: list[Line]) -> None:
    """Print the numbers, and compare with those of the file."""
    with_these, other = held_apart(lines)
    shares, counts = _left(with_these)
    # The square of a value is about a hundred times as large as its weight is to be.
    pull = PULL * np.diag([1.0, 1.0, 100.0, 100.0])
    of_odds = fit_logistic(columns(with_these), shares, counts, pull)
    of_points = np.linalg.lstsq(columns(with_these), _to_come(with_these), rcond=None)[0]
    print(f"OF_POINTS = np.array([{', '.join(f'{weight:.1f}' for weight in of_points)}])")
    print(f"OF_ODDS = np.array([{', '.join(f'{weight:.4f}' for weight in of_odds)}])")
    shares, counts = _left(other)
    for what, points, chances in (
        ("these numbers", of_points, of_odds),
        ("those of the file", foresight.OF_POINTS, foresight.OF_ODDS),
    ):
        tell(what, odds(columns(other) @ chances), shares, counts)
        off = columns(other) @ points - _to_come(other)
        print(f"  score: mean error {off.mean():+.0f}, mean square error {np.mean(off**2):.3g}")


def _left(lines: list[Line]) -> tuple[Any, Any]:
    happened = [np.array(line["happened"]) for line in lines]
    return np.array([rows[:, LEAVES].mean() for rows in happened]), np.array(
        [float(len(r)) for r in happened]
    )


def _to_come(lines: list[Line]) -> Any:
    return np.array([np.array(line["happened"])[:, SCORE].mean() - line["score"] for line in lines])
