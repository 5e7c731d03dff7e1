"""What the value of a position of hexabomb means."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.core.talents import Evaluation, Quantity

MARGIN, RANK, FIRST = 0, 1, 2


@rule
def measure(s, seat, out):
    """The score less that of the best rival, the rank, and who is first, if every player kept its cells.

    After the last turn that is how the match ended (4.6).
    """
    left = int(s.turns) - int(s.turn)
    own = float(s.score[seat]) + left * float(s.count[seat])
    best = 0.0
    rivals = 0
    rank = 1.0
    for other in range(s.special, s.seats):
        if other != seat:
            score = float(s.score[other]) + left * float(s.count[other])
            best = score if rivals == 0 else max(best, score)
            rivals += 1
            if score > own:
                rank += 1.0
            elif score == own:
                rank += 0.5
    out[MARGIN] = own - best
    out[RANK] = rank
    out[FIRST] = 1.0 if own > best else 0.5 if own == best else 0.0


EVALUATION = Evaluation(
    (
        Quantity("margin", "expected lead over the best rival", "points"),
        Quantity("rank", "expected rank", "places", less_is_better=True),
        Quantity("first", "chance to come first"),
    ),
    measure,
    (150.0, 400.0, 900.0),
)
