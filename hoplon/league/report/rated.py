"""Ratings of a league: the results that count, the fit of all of them, and the curve of fits over matches.

A fit is made once for so many matches. What it was at certain numbers of matches is kept in the database, so that
a curve costs nothing the next time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, Select, func, select
from sqlalchemy.exc import IntegrityError, OperationalError

from hoplon.league.ratings import Rating, Ratings, rate
from hoplon.league.report.leagues import BotCard, bots_of
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


def counted(league: str, *columns: object) -> Select[tuple[object, ...]]:
    """A question about the matches of a league that count; trials do not."""
    joined = attempts.join(pairings, pairings.c.id == attempts.c.pairing)
    wanted: Select[tuple[object, ...]] = select(*columns).select_from(joined)  # type: ignore[call-overload]
    return wanted.where(pairings.c.league == league, pairings.c.stage > 0, attempts.c.counts)


def count_of(connection: Connection, league: str) -> int:
    """How many matches count."""
    return int(connection.execute(counted(league, func.count())).scalar() or 0)  # type: ignore[call-overload]


def results_of(connection: Connection, league: str, first: int | None = None) -> list[Result]:
    """The results that count, or the first so many, in the order in which they came in."""
    heads = counted(league, attempts.c.id, attempts.c.pairing, pairings.c.block, pairings.c.seed)
    heads = heads.order_by(attempts.c.id)
    if first is not None:
        heads = heads.limit(first)
    inner = heads.subquery()
    wanted = (
        select(
            inner.c.pairing, inner.c.block, inner.c.seed, results.c.version, results.c.rank, results.c.score,
            results.c.verdict,
        )
        .select_from(inner.join(results, results.c.pairing == inner.c.pairing))
        .order_by(inner.c.id, results.c.seat)
    )  # fmt: skip
    found: list[Result] = []
    rows: list[tuple[int, int, int]] = []
    now: tuple[int, str] | None = None

    def finish() -> None:
        if now is not None:
            players, ranks, scores = zip(*rows, strict=True)
            found.append(Result(players, ranks, tuple(float(score) for score in scores), now[1]))

    for pairing, block, seed, version, rank, score, _verdict in connection.execute(wanted):
        if now is None or pairing != now[0]:
            finish()
            now = pairing, block or str(seed)
            rows = []
        rows.append((version, rank, score))
    finish()
    return found


def anchor_of(bots: Sequence[BotCard]) -> int | None:
    """The version whose rating is 0: the first bot of Hoplon that joined and plays."""
    for bot in bots:
        if not bot.trouble and bot.current is not None and bot.current.kind == "builtin":
            return bot.current.id
    return None


def fitted(connection: Connection, league: str, first: int | None = None) -> Rated:
    """Fit all results of a league, or the first so many."""
    found = results_of(connection, league, first)
    if not found:
        return Rated(0, None)
    members = bots_of(connection, league)
    anchor = anchor_of(members)
    if anchor is not None and not any(anchor in one.players for one in found):
        anchor = None
    predecessors = {
        version.id: version.prior for bot in members for version in bot.versions if version.prior is not None
    }
    return Rated(len(found), rate(found, anchor, predecessors=predecessors))


class Fits:
    """The last fit of each league, for whoever asks again and again while matches are played.

    Only one fit is made at a time, and none again before a rest of several times as long as the last one took:
    ratings of a large league may lag behind for a while, and never keep a processor busy.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._last: dict[str, tuple[Rated, float]] = {}  # and until when it is good enough

    def of(self, league: str) -> Rated:
        """The ratings of a league."""
        with self._lock, self._engine.connect() as connection:
            count = count_of(connection, league)
            rated, until = self._last.get(league, (None, 0.0))
            if rated is not None and (rated.after == count or time.monotonic() < until):
                return rated
            began = time.monotonic()
            rated = fitted(connection, league)
            now = time.monotonic()
            self._last[league] = rated, now + REST * (now - began)
            return rated

    def curve(self, league: str) -> list[CurvePoint]:
        """The ratings over the matches; points that are missing are fitted and kept."""
        rated = self.of(league)
        if rated.ratings is None:
            return []
        with self._lock, self._engine.connect() as connection:
            known = points_of(connection, league)
            for after in steps(rated.after):
                if after not in known:
                    fit = rated if after == rated.after else fitted(connection, league, after)
                    known[after] = _point(fit)
                    if after != rated.after:
                        keep(self._engine, league, known[after])
        wanted = set(steps(rated.after))
        return [known[after] for after in sorted(known) if after in wanted]


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
    wanted = select(ratings).where(ratings.c.league == league).order_by(ratings.c.after)
    for row in connection.execute(wanted).all():
        found.setdefault(row.after, {})[row.version] = row.rating, row.low, row.high
    return {after: CurvePoint(after, of) for after, of in found.items()}


def keep(engine: Engine, league: str, point: CurvePoint) -> None:
    """Keep a point. Somebody else may have kept it meanwhile, or write to the database for long: then not."""
    rows = [
        {
            "league": league,
            "after": point.after,
            "version": version,
            "rating": rating,
            "low": low,
            "high": high,
        }
        for version, (rating, low, high) in point.ratings.items()
    ]
    with suppress(IntegrityError, OperationalError), engine.begin() as connection:
        connection.execute(ratings.insert(), rows)
