"""Is one choice the best by more than the noise? Asked with ten times the playouts of the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.analysis.evaluator import mean_and_error
from hoplon.analysis.puzzles.choices import Position
from hoplon.core.choices import Choice

MINED = 16  # playouts of each choice while puzzles are looked for
CHECKED = 10 * MINED  # and, at least, while a puzzle is checked
MOST = 50 * MINED  # where the noise still hides whether it is one
ROUND = 2 * MINED
SURE = 3.0  # standard errors that are taken off a lead before it is compared with the margin
SETTLED = 4.0  # the same, from which on a choice needs no more playouts
CHECK_SEED = 7_919  # other worlds than those that a puzzle was found in


@dataclass(frozen=True)
class Checked:
    """What the choices of a position are worth, the best first, and how far the best is ahead."""

    choices: tuple[Choice, ...]
    values: tuple[float, ...]
    margin: float
    error: float
    nodes: int


def check_choices(
    position: Position, choices: Sequence[Choice], margin: float, best: int, seed: int, most: int = MOST
) -> Checked | None:
    """Is this choice ahead of all others by the margin, and by SURE standard errors more? Else None.

    A choice that is behind far enough after some rounds gets no more playouts. The check ends after CHECKED
    playouts of the best choices, or later, up to `most`, where these do not decide.
    """
    results: list[Any] = [np.zeros(0) for _ in choices]
    alive = list(range(len(choices)))
    done, verdict = 0, None
    while verdict is None and done < most:
        found = position.worth([choices[k] for k in alive], ROUND, seed + CHECK_SEED, done)
        for k, one in zip(alive, found, strict=True):
            results[k] = np.concatenate([results[k], one])
        done += ROUND
        kept = [best]
        for k in alive:
            if k == best:
                continue
            gap, error = mean_and_error(results[best] - results[k])
            if gap + SURE * error < margin or (gap < margin and done >= CHECKED):
                return None
            if gap - SETTLED * error < margin:
                kept.append(k)
        rivals = sorted((k for k in alive if k != best), key=lambda k: -float(results[k].mean()))
        alive = sorted({*kept, *rivals[:2]})
        verdict = _verdict(choices, results, margin, best) if done >= CHECKED else None
    return verdict


def _verdict(choices: Sequence[Choice], results: list[Any], margin: float, best: int) -> Checked | None:
    nearest = (float("inf"), 0.0)
    for k, found in enumerate(results):
        if k == best:
            continue
        gap, error = mean_and_error(results[best][: len(found)] - found)
        if gap - SURE * error < margin:
            return None
        nearest = min(nearest, (gap, error))
    ranked = sorted(range(len(choices)), key=lambda k: (k != best, -float(results[k].mean())))
    return Checked(
        tuple(choices[k] for k in ranked),
        tuple(float(results[k].mean()) for k in ranked),
        *nearest,
        sum(map(len, results)),
    )
