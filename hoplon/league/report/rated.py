"""Ratings of a league: the results that count, the fit of all of them, and the curve of fits over matches.

A fit is made once for so many matches. What it was at certain numbers of matches is kept in the database, so
that a curve costs nothing the next time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import IntegrityError, OperationalError

from hoplon.league.counted import counted, counting
from hoplon.league.entries import BUILTIN
from hoplon.league.ratings import Rating, Ratings, rate
from hoplon.league.report.leagues import BotCard, bots_of, one_league
from hoplon.league.tables import attempts, ratings

POINTS = 24  # of a curve
REST = 4.0  # times as long as a fit took, before the next one is made


@dataclass(frozen=True)
class Rated:
    """The fit of so many matches; None if there are none."""

    after: int
    ratings: Ratings | None

    def of(self, version: int) -> Rating | None:
        """The rating of a version, if it has played."""
        if self.ratings is None:
            return None
        return next((one for one in self.ratings.table if one.player == version), None)


@dataclass(frozen=True)
class CurvePoint:
    """Ratings after so many matches: of each version its rating, and the bounds of its interval."""

    after: int
    ratings: dict[int, tuple[float, float, float]]


def count_of(connection: Connection, league: str) -> int:
    """How many matches count; trials do not."""
    return connection.execute(counting(league, func.count(attempts.c.id))).scalar_one()


def anchor_of(bots: Sequence[BotCard]) -> int | None:
    """The version whose rating is 0: the first bot of Hoplon that joined and plays."""
    for bot in bots:
        if not bot.trouble and bot.current is not None and bot.current.kind == BUILTIN:
            return bot.current.id
    return None


def fitted(connection: Connection, league: str, first: int | None = None) -> Rated:
    """Fit all results of a league, or those of the first so many matches."""
    card = one_league(connection, league)
    bots = bots_of(connection, card.league)
    versions = [version for bot in bots for version in bot.versions]
    found = counted(connection, card.league, versions, first)
    after = count_of(connection, league) if first is None else first
    if not found:
        return Rated(after, None)
    priors = {version.id: version.prior for version in versions if version.prior is not None}
    return Rated(after, rate(found, anchor_of(bots), predecessors=priors))


class Fits:
    """The last fit of each league, for whoever asks again and again while matches are played.

    Only one fit is made at a time, and none again before a rest of several times as long as the last one
    took: ratings of a large league may lag behind for a while, and never keep a processor busy.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: dict[str, tuple[Rated, object, float]] = {}  # of what, and until when it is good enough

    def of(self, connection: Connection, league: str) -> Rated:
        """The ratings of a league."""
        with self._lock:
            return self._of(connection, league)

    def _of(self, connection: Connection, league: str) -> Rated:
        of = self._standing(connection, league)
        known = self._last.get(league)
        if known is not None and (known[1] == of or time.monotonic() < known[2]):
            return known[0]
        began = time.monotonic()
        rated = fitted(connection, league)
        now = time.monotonic()
        self._last[league] = rated, of, now + REST * (now - began)
        return rated

    def _standing(self, connection: Connection, league: str) -> object:
        """What a fit depends on: how many matches count, and whose."""
        bots = bots_of(connection, one_league(connection, league).league)
        return count_of(connection, league), [
            (version.id, version.counts) for bot in bots for version in bot.versions
        ]

    def curve(self, connection: Connection, league: str) -> tuple[list[CurvePoint], list[CurvePoint]]:
        """The ratings over the matches, and which of these points are not kept yet."""
        found: list[CurvePoint] = []
        new: list[CurvePoint] = []
        with self._lock:
            rated = self._of(connection, league)
            if rated.ratings is None:
                return found, new
            known = points_of(connection, league)
            for after in steps(rated.after):
                point = known.get(after)
                if after == rated.after:
                    point = _point(rated)
                elif point is None:
                    fit = fitted(connection, league, after)
                    if fit.ratings is None:
                        continue
                    point = _point(fit)
                    new.append(point)
                found.append(point)
            return found, new


def steps(count: int) -> list[int]:
    """After how many matches a curve has a point: multiples of a round number, and the last."""
    step = 1
    while count / step > POINTS:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return [*range(step, count, step), count]


def _point(rated: Rated) -> CurvePoint:
    assert rated.ratings is not None
    return CurvePoint(
        rated.after, {one.player: (one.rating, one.low, one.high) for one in rated.ratings.table}
    )


def points_of(connection: Connection, league: str) -> dict[int, CurvePoint]:
    """The points that are kept, by the number of matches."""
    found: dict[int, dict[int, tuple[float, float, float]]] = {}
    wanted = select(ratings).where(ratings.c.league == league)
    for row in connection.execute(wanted):
        found.setdefault(row.after, {})[row.version] = row.rating, row.low, row.high
    return {after: CurvePoint(after, of) for after, of in found.items()}


def keep(engine: Engine, league: str, point: CurvePoint) -> None:
    """Keep a point, unless somebody else has meanwhile, or the database is busy: then it is made again."""
    rows = [
        {"league": league, "after": point.after, "version": version}
        | dict(zip(("rating", "low", "high"), three, strict=True))
        for version, three in point.ratings.items()
    ]
    with suppress(IntegrityError, OperationalError), engine.begin() as connection:
        connection.execute(ratings.insert(), rows)
