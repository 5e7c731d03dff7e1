"""Who of the people at a table has a board open: here, away, or gone for so long that others may claim.

A page that is loaded again is away for a moment, which nobody is told. Only who plays live can be gone: two
have chosen while the other was here. Who takes days over a match, as by letter, leaves whenever they like.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

GRACE = 4.0  # seconds in which a board may come again
AWAITED, HERE, AWAY, GONE = "awaited", "here", "away", "gone"


class Attendance:
    """The people of one match, by seat. `limit` says after how many seconds somebody is gone."""

    def __init__(self, limit: Callable[[], float], clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._open: set[int] = set()  # seats with an open board
        self._closed: dict[int, float] = {}  # when the last board of the others was closed
        self._live: set[int] = set()  # seats that chose while somebody else was here

    def note(self, seats: Collection[int]) -> None:
        """These seats have an open board now, and no others."""
        now = self._clock()
        self._forget()
        for seat in self._open.difference(seats):
            self._closed[seat] = now
        for seat in set(seats) - self._open:
            if self._away_for(seat) >= self._limit():
                self._live.discard(seat)
            self._closed.pop(seat, None)
        self._open = set(seats)

    def note_choice(self, seat: int, others: Collection[int]) -> None:
        """A seat has chosen, with a board or without; the others are held by other people."""
        if seat in self._closed:
            self._closed[seat] = self._clock()
        if any(self._away_for(other) < GRACE for other in others if self._has_come(other)):
            self._live.add(seat)
        else:
            self._live.discard(seat)

    def standing(self, seat: int, others: Collection[int]) -> str:
        """Where the person is who holds a seat."""
        self._forget()
        if not self._has_come(seat):
            return AWAITED
        away = self._away_for(seat)
        if away < GRACE:
            return HERE
        return GONE if away >= self._limit() and self.is_live(seat, others) else AWAY

    def is_live(self, seat: int, others: Collection[int]) -> bool:
        """Does this seat play live with one of the others?"""
        return seat in self._live and not self._live.isdisjoint(others)

    def until_change(self) -> float | None:
        """After how many seconds a standing may change by itself."""
        now, bounds = self._clock(), (GRACE, self._limit())
        left = [closed + bound - now for closed in self._closed.values() for bound in bounds]
        return min((wait for wait in left if wait > 0), default=None)

    def _has_come(self, seat: int) -> bool:
        return seat in self._open or seat in self._closed

    def _away_for(self, seat: int) -> float:
        closed = self._closed.get(seat)
        return 0.0 if closed is None else self._clock() - closed

    def _forget(self) -> None:
        """Where everybody has been away for long, nobody plays live any more."""
        if not self._open and all(self._away_for(seat) >= self._limit() for seat in tuple(self._closed)):
            self._live.clear()
