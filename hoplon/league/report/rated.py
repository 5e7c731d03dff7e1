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
from itertools import groupby

from sqlalchemy import Connection, Engine, Select, func, select
from sqlalchemy.exc import IntegrityError, OperationalError

from hoplon.league.entries import BUILTIN, TRIAL_STAGE, League
from hoplon.league.ratings import Rating, Ratings, rate
from hoplon.league.report.leagues import BotCard, bots_of, one_league
from hoplon.league.result import Result
from hoplon.league.tables import attempts, pairings, ratings, results

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
    joined = attempts.join(pairings, pairings.c.id == attempts.c.pairing)
    wanted = select(func.count()).select_from(joined).where(pairings.c.stage > TRIAL_STAGE)
    return connection.execute(wanted.where(attempts.c.league == league, attempts.c.counts)).scalar() or 0


def results_of(
    connection: Connection, league: League, bots: Sequence[BotCard], first: int | None = None
) -> list[Result]:
    """The results that count, or those of the first so many matches, in the order in which they came in.

    Whoever is set aside or disqualified counts for nobody: the others are as if it had not been there.
    """
    counts = {version.id for bot in bots for version in bot.versions if version.counts}
    is_alone = len(league.seats) == 1
    found: list[Result] = []
    rows = connection.execute(_seats(league.id, first))
    for _, group in groupby(rows, key=lambda row: row.id):
        seats = [row for row in group if row.version in counts]
        if len(seats) < (1 if is_alone else 2):
            continue
        found.append(
            Result(
                players=tuple(row.version for row in seats),
                ranks=tuple(row.rank for row in seats),
                scores=tuple(float(row.score) for row in seats),
                block=str(seats[0].seed) if is_alone else seats[0].block,
            )
        )
    return found


def _seats(league: str, first: int | None) -> Select[tuple[int, str, int, int, int, int]]:
    """The results of all seats, match by match."""
    joined = attempts.join(pairings, pairings.c.id == attempts.c.pairing)
    heads = (
        select(attempts.c.id, attempts.c.pairing, pairings.c.block, pairings.c.seed)
        .select_from(joined)
        .where(attempts.c.league == league, attempts.c.counts, pairings.c.stage > TRIAL_STAGE)
        .order_by(attempts.c.id)
        .limit(first)
        .subquery()
    )
    return (
        select(heads.c.id, heads.c.block, heads.c.seed, results.c.version, results.c.rank, results.c.score)
        .select_from(heads.join(results, results.c.pairing == heads.c.pairing))
        .order_by(heads.c.id, results.c.seat)
    )


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
    found = results_of(connection, card.league, bots, first)
    after = count_of(connection, league) if first is None else first
    if not found:
        return Rated(after, None)
    priors = {version.id: version.prior for bot in bots for version in bot.versions if version.prior}
    return Rated(after, rate(found, anchor_of(bots), predecessors=priors))


class Fits:
    """The last fit of each league, for whoever asks again and again while matches are played.

    Only one fit is made at a time, and none again before a rest of several times as long as the last one
    took: ratings of a large league may lag behind for a while, and never keep a processor busy.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._last: dict[str, tuple[Rated, object, float]] = {}  # of what, and until when it is good enough

    def of(self, league: str) -> Rated:
        """The ratings of a league."""
        with self._lock, self._engine.connect() as connection:
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

    def curve(self, league: str) -> list[CurvePoint]:
        """The ratings over the matches; points that are missing are fitted and kept."""
        with self._lock, self._engine.connect() as connection:
            rated = self._of(connection, league)
            if rated.ratings is None:
                return []
            known = points_of(connection, league)
            found = []
            for after in steps(rated.after):
                point = known.get(after)
                if after == rated.after:
                    point = _point(rated)
                elif point is None:
                    fit = fitted(connection, league, after)
                    if fit.ratings is None:
                        continue
                    point = _point(fit)
                    keep(self._engine, league, point)
                found.append(point)
            return found


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
