"""`--until games=1000`, `interval=30`, `time=8h`: when a league has been played enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from sqlalchemy import func, select

from hoplon.core.errors import BadOption
from hoplon.core.options import shown
from hoplon.league.counted import rated
from hoplon.league.entries import BYE, DONE, LEASED, OPEN, TRIAL_STAGE
from hoplon.league.queue import Queue
from hoplon.league.store import versions_in
from hoplon.league.tables import pairings

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
EXPECTED = "expected games=1000, interval=30 (points of Elo) or time=8h (s, m, h or d)"
MOST_ROOM = 1 << 30
PATIENCE = 20  # times what it took, before ratings are fitted again


@dataclass(frozen=True)
class Standing:
    """How far a league is: whether to go on, and with how many matches at most."""

    goes_on: bool
    room: int
    done: int
    left: int


@dataclass
class Until:
    """What was asked for; whichever comes first ends it."""

    games: float = inf
    interval: float = 0.0
    seconds: float = inf
    began: float = field(default_factory=monotonic)
    _next_fit: float = 0.0

    def look(self, queue: Queue) -> Standing:
        """How far the league is."""
        store, league = queue.store, queue.league
        wanted = select(pairings.c.state, pairings.c.stage, func.count())
        mine = (pairings.c.league == league.id) & (pairings.c.needs != BYE)
        count: Counter[tuple[str, bool]] = Counter()
        with store.reading() as connection:
            for state, stage, number in connection.execute(
                wanted.where(mine).group_by(pairings.c.state, pairings.c.stage)
            ):
                count[state, stage > TRIAL_STAGE] += number
        done, leased = count[DONE, True], count[LEASED, True]
        left = sum(count[state, earnest] for state in (OPEN, LEASED) for earnest in (True, False))
        tries = sum(count[state, False] for state in (OPEN, LEASED))
        room = MOST_ROOM if self.games == inf else max(0, int(self.games) - done - leased) + tries
        goes_on = done < self.games and monotonic() - self.began < self.seconds and not self._is_sure(queue)
        return Standing(goes_on, room, done, left)

    def _is_sure(self, queue: Queue) -> bool:
        """Whether all ratings are known well enough."""
        began = monotonic()
        if not self.interval or began < self._next_fit:
            return False
        with queue.store.reading() as connection:
            versions = versions_in(connection, queue.league)
            found = {one.player: one.high - one.low for one in rated(connection, queue.league, versions)}
        self._next_fit = monotonic() + PATIENCE * (monotonic() - began)
        playing = [version.id for version in versions if version.is_paired]
        widths = [found.get(version, inf) for version in playing]
        return len(widths) > 1 and max(widths) < self.interval


def read_until(texts: Sequence[str]) -> Until:
    """What was asked for, as it is typed."""
    until = Until()
    for text in texts:
        name, _, value = text.partition("=")
        if name == "games" and value.isdecimal() and int(value) > 0:
            until.games = int(value)
        elif name == "interval" and (width := number(value)) > 0:
            until.interval = width
        elif name == "time" and (seconds := number(value[:-1]) * UNITS.get(value[-1:], 0)) > 0:
            until.seconds = seconds
        else:
            raise BadOption(f"--until {shown(text)} is not understood; {EXPECTED}")
    return until


def number(text: str) -> float:
    """A positive number; 0 if it is none."""
    try:
        found = float(text)
    except ValueError:
        return 0.0
    return found if 0 < found < inf else 0.0
