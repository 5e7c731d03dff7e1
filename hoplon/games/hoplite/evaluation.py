"""What the value of a position of Hoplite means."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.core.talents import Evaluation, Quantity
from hoplon.games.hoplite.state import End

WIN, HEARTS = 0, 1


@rule
def measure(s, seat, out):
    """A run that is over: won or not, and the hearts that are left."""
    out[WIN] = 1.0 if s.end == End.WON else 0.0
    out[HEARTS] = float(s.health)


EVALUATION = Evaluation(
    (
        Quantity("win", "chance to win the run"),
        Quantity("hearts", "hearts expected at the stairs", "hearts"),
    ),
    measure,
    (0.02, 0.05, 0.12),
)
