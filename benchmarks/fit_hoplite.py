"""The numbers of Hoplite's foresight: log-odds of winning a run, by depth.

Runs in which the network goes round in circles have no end, and do not count.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from logistic import fit_logistic, held_apart, odds, tell

from hoplon.bots.hoplite import foresight
from hoplon.games.hoplite.evaluation import WIN
from hoplon.games.hoplite.state import LAST_DEPTH

Line = dict[str, Any]
TERMS = 7  # of the log-odds at one depth
PULL, LEVEL_PULL = 0.3, 3.0  # what holds weights near zero, and those at neighbouring depths together


def run_facts(s: Any, _seat: int) -> Line:
    """What the foresight may look at."""
    return {
        "depth": int(s.depth),
        "health": int(s.health),
        "max_health": int(s.max_health),
        "prayers": int(s.prayers).bit_count(),
        "energy": int(s.energy),
        "spear": int(s.spear),
        "demons": int(s.demons),
    }


def columns(lines: list[Line], sure: Any) -> Any:
    """The terms of `foresight.log_odds`: those of the two depths around each position, by their shares."""
    found = np.zeros((len(lines), len(foresight.DEPTHS), TERMS))
    for row, line in enumerate(lines):
        depth = min(max(line["depth"], 1), LAST_DEPTH)
        left = LAST_DEPTH + 1 - depth
        short = line["value"] - float(np.dot(sure, [1.0, left, left * left]))
        below = min(short, 0.0)
        terms = np.array(
            [
                1.0,
                short,
                foresight.TENTH * below * below,
                min(line["health"], foresight.MOST_HEARTS),
                float(line["health"] <= 1),
                line["max_health"],
                line["prayers"] / foresight.FOUR,
            ]
        )
        k = int(np.clip(np.searchsorted(foresight.DEPTHS, depth, "right") - 1, 0, len(foresight.DEPTHS) - 2))
        share = (depth - foresight.DEPTHS[k]) / (foresight.DEPTHS[k + 1] - foresight.DEPTHS[k])
        found[row, k] = (1.0 - share) * terms
        found[row, k + 1] = share * terms
    return found.reshape(len(lines), -1)


def fit_runs(lines: list[Line]) -> None:
    """Print SURE and WEIGHTS, and compare with those of the file."""
    with_these, other = held_apart([line for line in lines if any(line["ended"])])
    sure = _sure(with_these)
    shares, counts = _won(with_these)
    weights = fit_logistic(columns(with_these, sure), shares, counts, _pull())
    print(f"SURE = np.array([{', '.join(f'{value:.4f}' for value in sure)}])")
    print("WEIGHTS = np.array(\n    [")
    for row in weights.reshape(-1, TERMS):
        print(f"        [{', '.join(f'{value:.3f}' for value in row)}],")
    print("    ]\n)")
    shares, counts = _won(other)
    tell("these numbers", odds(columns(other, sure) @ weights), shares, counts)
    in_file = columns(other, foresight.SURE) @ foresight.WEIGHTS.reshape(-1)
    tell("those of the file", odds(in_file), shares, counts)


def _won(lines: list[Line]) -> tuple[Any, Any]:
    counts = np.array([float(sum(line["ended"])) for line in lines])
    return np.array([np.array(line["happened"])[:, WIN].sum() for line in lines]) / counts, counts


def _sure(lines: list[Line]) -> Any:
    """What the network expects where the run was always won, by the levels that are left."""
    shares, _ = _won(lines)
    won = [line for line, share in zip(lines, shares, strict=True) if share == 1.0]
    left = np.array([LAST_DEPTH + 1 - min(max(line["depth"], 1), LAST_DEPTH) for line in won], float)
    terms = np.column_stack([np.ones(len(won)), left, left * left])
    return np.linalg.lstsq(terms, np.array([line["value"] for line in won]), rcond=None)[0]


def _pull() -> Any:
    depths = len(foresight.DEPTHS)
    between = np.diff(np.eye(depths), axis=0)
    return np.kron(PULL * np.eye(depths) + LEVEL_PULL * between.T @ between, np.eye(TERMS))
