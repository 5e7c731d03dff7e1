"""What the value of a position of CodeKeeper means."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.core.talents import Evaluation, Quantity
from hoplon.games.codekeeper.state import End

SCORE, LEAVES = 0, 1


@rule
def measure(s, seat, out):
    """A game that is over: its score, and whether the hero got out."""
    out[SCORE] = float(s.score)
    out[LEAVES] = 1.0 if s.end == End.EXIT else 0.0


EVALUATION = Evaluation(
    (
        Quantity("score", "expected score", "points"),
        Quantity("leaves", "chance to reach the exit"),
    ),
    measure,
    (200.0, 500.0, 1200.0),
)
