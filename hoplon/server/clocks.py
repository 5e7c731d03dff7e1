"""Clocks: how long those who play may think in all, or in each of their turns.

`5m` is five minutes for the whole match, `5m+3s` adds three seconds whenever a turn of the seat begins, and
`3d` is three days for every turn. Only people and programs elsewhere have a clock; bots of the server do not.
Clocks stand still until everybody has come in. A turn lasts until another seat is to move or the game counts
another turn, so a turn of many choices is one turn here too.

What is stored of a running clock is when its time is up, by the time of the database. So every server, also
one that is started later, knows the same about it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hoplon.core.board import Json
from hoplon.server.refusals import Refused
from hoplon.server.stored_match import StoredMatch

WRITTEN = re.compile(r"(?:([0-9]{1,4})([smh])(?:\+([0-9]{1,3})s)?|([0-9]{1,2})d)", re.ASCII)
UNIT = {"s": 1, "m": 60, "h": 3600}
DAY = 86_400
LEAST, MOST, MOST_DAYS = 1, DAY, 30
EXPECTED = "expected a time such as 90s, 5m or 2h, perhaps with seconds for each turn, 5m+3s, or days, 3d"


@dataclass(frozen=True)
class Clock:
    """So many seconds, and some more for each turn; or so many for each turn and no more."""

    seconds: int
    increment: int = 0
    is_each: bool = False

    def at_turn(self, left: float, pays: bool) -> float:
        """What a seat has when its turn begins, or goes on because something was taken back."""
        if not pays:
            return left
        return float(self.seconds) if self.is_each else left + self.increment


def read_clock(text: str) -> Clock:
    """A clock from its text; Refused says what is wrong with it."""
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise Refused("malformed", f"the clock is {text[:40]!r}; {EXPECTED}")
    number, unit, increment, days = found.groups()
    clock = (
        Clock(int(days) * DAY, is_each=True) if days else Clock(int(number) * UNIT[unit], int(increment or 0))
    )
    most = MOST_DAYS * DAY if days else MOST
    if not LEAST <= clock.seconds <= most:
        raise Refused(
            "malformed", f"the clock is {text!r}; expected 1 second to a day, or 1 to 30 days a turn"
        )
    return clock


def set_clock(card: StoredMatch, text: str) -> None:
    """Give a match that is not begun a clock; an empty text is none."""
    if text:
        card.clock, card.times = text, [float(read_clock(text).seconds)] * len(card.seats)


def pass_on(card: StoredMatch, before: int | None, after: int | None, now: float, pays: bool = True) -> None:
    """The clock of one seat stops, and that of another begins; `pays`: with what a new turn brings."""
    if before is not None and card.flag is not None:
        card.times[before] = max(0.0, card.flag - now)
    card.flag = None
    if after is not None:
        card.times[after] = read_clock(card.clock).at_turn(card.times[after], pays)
        card.flag = now + card.times[after]


def told(card: StoredMatch, runs: int | None, now: float) -> Json | None:
    """What everybody is told: the seconds of each seat, and whose are running."""
    if not card.clock:
        return None
    left = [round(seconds, 3) for seconds in card.times]
    if runs is not None and card.flag is not None:
        left[runs] = round(max(0.0, card.flag - now), 3)
    return {"is": card.clock, "left": left, "runs": runs}
