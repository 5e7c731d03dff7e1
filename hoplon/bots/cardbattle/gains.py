"""What a learner gains at a card battle; its network expects more of it, and a search counts it."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.state import End
from hoplon.games.cardbattle.units import rout_points

UNIT = 0.001
BEATEN = 1000  # an army at its rout level
VICTORY = 2000


@rule
def damage(s, seat):
    """How near an army is to being beaten, in thousandths: its rout points by its level (12.3).

    What cannot be routed is beaten when its enemy has stood his number of rounds (16).
    """
    found = 0
    if s.unroutable[seat] == 0 and s.level[seat] > 0:
        found = min(BEATEN * rout_points(s, seat) // int(s.level[seat]), BEATEN)
    other = 1 - seat
    if s.wins_at_limit[other] != 0 and s.turn_limit[other] > 0:
        found += min(BEATEN * int(s.rounds) // int(s.turn_limit[other]), BEATEN)
    return found


@rule
def advantage(s, seat, _memory):
    """The damage of the enemy less the own, and 2 for a victory: what one seat gains, the other loses."""
    gained = damage(s, 1 - seat) - damage(s, seat)
    if s.end != End.RUNNING and s.winner >= 0:
        gained += VICTORY if s.winner == seat else -VICTORY
    return gained
