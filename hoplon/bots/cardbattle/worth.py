"""What units and hits are worth at a card battle, in rout points, to the bots `judge` and `search`."""

from __future__ import annotations

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import seat_of
from hoplon.games.cardbattle.tables import IS_SK, ROUTS, Routs, Special
from hoplon.games.cardbattle.units import follows, rout_limit

USE = 0.35  # what a point of TQ is worth beyond the rout points of a unit
SKIRMISHER_USE = 0.2
FAR_FROM_ROUT = 0.25  # of its points, in an army that cannot be routed
KEPT_WHEN_ROUTED = 0.1  # a unit that may rally is not all lost
HURT = 0.65  # of the loss of a unit that is about to rout
STEEP = 1.4
MOST_LIMIT = 24

# [rout limit, hits]: how much of a unit is lost, growing faster towards the limit.
PART_LOST = np.array(
    [
        [HURT * (hits / limit) ** STEEP if hits < limit else 1.0 for hits in range(MOST_LIMIT)]
        for limit in range(MOST_LIMIT)
    ]
)


@rule
def worth(s, u):
    """What a unit is worth: its rout points, and its use on the field."""
    use = SKIRMISHER_USE if IS_SK[s.kind[u]] != 0 else USE
    points = float(s.value[u])
    if s.unroutable[seat_of(u)] != 0:
        points *= FAR_FROM_ROUT
    return points + use * s.tq[u]


@rule
def returns(s, u):
    """Does the unit go to the second line when it routs, from where it may rally (11.1)?"""
    return ROUTS[s.kind[u]] == Routs.ROUT and not follows(s, seat_of(u), Special.TRIBAL_COMMAND)


@rule
def rout_cost(s, u):
    """What its owner loses when a unit routs."""
    return worth(s, u) * (1.0 - KEPT_WHEN_ROUTED if returns(s, u) else 1.0)


@rule
def cost_of(s, u, hits):
    """What its owner has lost when a unit has so many hits."""
    limit = rout_limit(s, u)
    if hits >= limit:
        return rout_cost(s, u)
    return worth(s, u) * PART_LOST[limit, max(hits, 0)]


@rule
def cost_after_shock(s, u, hits):
    """The same after a combat, where a unit one hit below its limit may collapse (10.8)."""
    limit = rout_limit(s, u)
    if hits == limit - 1:
        breaks = max(10 - int(s.tq[u]), 0) / 10.0
        return breaks * rout_cost(s, u) + (1.0 - breaks) * cost_of(s, u, limit - 2)
    return cost_of(s, u, hits)


@rule
def hits_cost(s, u, hits):
    """What so many hits more cost the owner of a unit."""
    return cost_of(s, u, int(s.coh[u]) + hits) - cost_of(s, u, int(s.coh[u]))
