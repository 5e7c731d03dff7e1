"""What the value of a position of a card battle means."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.core.talents import Evaluation, Quantity
from hoplon.games.cardbattle.units import rout_points

WIN, ROUT = 0, 1


@rule
def measure(s, seat, out):
    """A battle that is over: won, drawn as half, and the rout points of the enemy less the own (12.2)."""
    out[WIN] = 1.0 if s.winner == seat else 0.0 if s.winner == 1 - seat else 0.5
    out[ROUT] = float(rout_points(s, 1 - seat) - rout_points(s, seat))


EVALUATION = Evaluation(
    (
        Quantity("win", "chance to win"),
        Quantity("rout", "expected rout points of the enemy less the own", "rout points"),
    ),
    measure,
    (0.03, 0.08, 0.15),
)
