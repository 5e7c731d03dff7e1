"""Does a puzzle hold? Asked until every rival of its solution is clearly behind, or one clearly is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.analysis.evaluator import mean_and_error
from hoplon.analysis.puzzles.check import CHECK_SEED, CHECKED, MOST, ROUND, SURE
from hoplon.analysis.puzzles.choices import Position
from hoplon.core.choices import Choice

FULL = 10 * MOST  # playouts of a choice, at most
FAR = 6.0  # standard errors beyond the margin from which on CHECKED playouts are not needed
NEAREST = 2
UNSEEN = 9.0  # what happens in UNSEEN of n playouts fails to happen in n once in 8,000 times


@dataclass(frozen=True)
class Settled:
    """What the choices are worth, the solution first, and what it is ahead of the nearest other."""

    holds: bool
    choices: tuple[Choice, ...]
    values: tuple[float, ...]
    lead: float
    error: float
    playouts: int  # of the solution


def settle(
    position: Position, choices: Sequence[Choice], margin: float, best: int, seed: int, most: int = FULL
) -> Settled:
    """Is this choice ahead of all others by the margin?

    A rival gets at least CHECKED playouts, and half as many again each time until its distance to the margin
    is SURE standard errors; one that is too near by as much ends the check, and what `most` playouts leave
    open does not hold. The standard error of fewer playouts is the larger one, so to end early asks for a
    longer lead than `most` playouts would. Only what is FAR behind, so far that nothing which did not happen
    yet could make up for it, and not among the NEAREST, gets fewer than CHECKED.
    """
    rivals = [k for k in range(len(choices)) if k != best]
    worth: dict[int, Any] = {k: np.zeros(0) for k in (best, *rivals)}
    leads: dict[int, tuple[float, float]] = {}
    undecided, done = rivals, 0
    while undecided and done < most:
        more = min(ROUND if done < CHECKED else done // 2, most - done)
        found = position.worth([choices[k] for k in (best, *undecided)], more, seed + CHECK_SEED, done)
        done += more
        for k, one in zip((best, *undecided), found, strict=True):
            worth[k] = np.concatenate([worth[k], one])
        leads |= {k: mean_and_error(worth[best] - worth[k]) for k in undecided}
        if done < CHECKED:
            nearest = sorted(undecided, key=lambda k: leads[k])[:NEAREST]
            top = max(float(one.max()) for one in worth.values())
            undecided = [
                k for k in undecided if k in nearest or _may_catch_up(worth[k], top, *leads[k], margin)
            ]
            continue
        if any(lead + SURE * error < margin for lead, error in (leads[k] for k in undecided)):
            break
        undecided = [k for k in undecided if leads[k][0] - SURE * leads[k][1] < margin]
    ranked = sorted(rivals, key=lambda k: leads[k])
    value = float(worth[best].mean())
    return Settled(
        all(lead - SURE * error >= margin for lead, error in leads.values()),
        tuple(choices[k] for k in (best, *ranked)),
        (value, *(value - leads[k][0] for k in ranked)),
        *leads[ranked[0]],
        done,
    )


def _may_catch_up(found: Any, top: float, lead: float, error: float, margin: float) -> bool:
    """Is a rival less than FAR behind, or could the best that happened here make up for it, unseen so far?"""
    unseen = UNSEEN / len(found) * (top - float(found.mean()))
    return lead - max(FAR * error, unseen) < margin
