"""What a learner gains at Hoplite; its network expects more of it, and a search counts it."""

from __future__ import annotations

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.hoplite.state import LAST_DEPTH, End
from hoplon.games.hoplite.tables import DEMONS_BY_DEPTH, MORE_EACH_PERIOD, PERIOD

UNIT = 0.005
DEPTH, HEART, DEMON, PORTAL, DEATH = 200, 30, 10, 1000, -200


def _worth() -> list[int]:
    """What each depth is worth: itself, and the demons of all levels down to it (10.1)."""
    periods, rows = np.divmod(np.arange(LAST_DEPTH), PERIOD)
    demons = DEMONS_BY_DEPTH[:, rows] + periods * np.array(MORE_EACH_PERIOD)[:, None]
    met = np.cumsum(demons.sum(axis=0))
    return [0, *(DEPTH * depth + DEMON * int(met[depth - 1]) for depth in range(1, LAST_DEPTH + 1))]


WORTH = np.array(_worth(), np.int64)


@rule
def progress(s, _seat, _memory):
    """A depth is worth 1, the portal 5, a heart 0.15, a demon less 0.05; death costs 1, a turn 0.005.

    Demons left behind count like those killed: killing them is worth something at once, not more in the end.
    """
    gained = (
        WORTH[min(int(s.depth), LAST_DEPTH)] - DEMON * int(s.demons) + HEART * int(s.health) - int(s.turn)
    )
    if s.end == End.WON:
        gained += PORTAL
    elif s.end != End.RUNNING:
        gained += DEATH
    return gained
