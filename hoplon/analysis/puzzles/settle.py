"""Does a puzzle hold? Asked until every rival of its solution is clearly behind, or one clearly is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.analysis.evaluator import mean_and_error
from hoplon.analysis.puzzles.check import CHECK_SEED, CHECKED, MOST, SETTLED, SURE
from hoplon.analysis.puzzles.choices import Position
from hoplon.core.choices import Choice

FULL = 10 * MOST  # playouts of a choice, at most


@dataclass(frozen=True)
class Settled:
    """What became of a solution, and what it is ahead of the rival that is nearest to it."""

    holds: bool
    rival: Choice
    lead: float
    error: float
    playouts: int  # of the solution


def settle(
    position: Position, choices: Sequence[Choice], margin: float, best: int, seed: int, most: int = FULL
) -> Settled:
    """Is this choice ahead of all others by the margin? All of them get CHECKED playouts.

    From then on a rival gets more, half as many again each time, until its distance to the margin is SETTLED
    standard errors; a nearer one by as much ends the check. What `most` playouts leave open counts as ahead
    only if SURE standard errors more than the margin lie between. The standard error with fewer playouts is
    the larger one, so ending early asks for more than `most` playouts would.
    """
    rivals = [k for k in range(len(choices)) if k != best]
    differences: dict[int, Any] = {k: np.zeros(0) for k in rivals}
    undecided, done = rivals, 0
    while undecided and done < most:
        more = min(max(CHECKED, done // 2), most - done)
        found = position.worth([choices[k] for k in (best, *undecided)], more, seed + CHECK_SEED, done)
        done += more
        for k, one in zip(undecided, found[1:], strict=True):
            differences[k] = np.concatenate([differences[k], found[0] - one])
        leads = {k: mean_and_error(differences[k]) for k in undecided}
        if any(lead + SETTLED * error < margin for lead, error in leads.values()):
            break
        undecided = [k for k, (lead, error) in leads.items() if lead - SETTLED * error < margin]
    leads = {k: mean_and_error(differences[k]) for k in rivals}
    holds = all(lead - SURE * error >= margin for lead, error in leads.values())
    nearest = min(rivals, key=lambda k: leads[k])
    return Settled(holds, choices[nearest], *leads[nearest], done)
