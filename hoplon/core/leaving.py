"""Players who leave a match before its end: who then wins, and who plays on.

Of two players who leaves has lost. With more, the others play on, and the first legal choice is made for the
seat that was left; whatever it scores, who left it has not won. Who plays alone ends the match by leaving it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hoplon.core.outcome import Outcome

LEFT = "left"  # the standing of a match that ended because only one player stayed
AGREED = "agreed"  # the standing of a match that all who played agreed to end as a draw
RESIGNED, GONE, FLAGGED = "resigned", "gone", "flagged"
WAYS = {RESIGNED: "resigned", GONE: "was away for too long", FLAGGED: "ran out of time"}


@dataclass(frozen=True)
class Leaving:
    """How a seat was left, and after how many choices."""

    why: str
    number: int


def is_left(seats: int, left: Collection[int]) -> bool:
    """Does nobody play on?"""
    return bool(left) and seats - len(left) <= 1


def winners_of(outcome: Outcome | None, seats: int, left: Collection[int]) -> tuple[int, ...]:
    """Who has won: nobody who left. If those would have won, the best of the others."""
    stayed = [seat for seat in range(seats) if seat not in left]
    if outcome is None:
        return tuple(stayed) if is_left(seats, left) else ()
    won = tuple(int(seat) for seat in outcome.winners if seat not in left)
    if won or not outcome.winners or not stayed:
        return won
    best = max(outcome.scores[seat] for seat in stayed)
    return tuple(seat for seat in stayed if outcome.scores[seat] == best)
