"""The results of a league that count, as ratings see them.

A match of the trial does not count; nor does a seat whose version was set aside or disqualified, so that such
a bot moves nobody else's rating.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, Select, select

from hoplon.league.entries import TRIAL_STAGE, League, Version
from hoplon.league.ratings import Rating, rate
from hoplon.league.result import Result
from hoplon.league.tables import attempts, pairings, results


def counted(
    connection: Connection, league: League, versions: Iterable[Version], first: int | None = None
) -> list[Result]:
    """The matches that count, in the order of play; or of those, the first so many that came in."""
    kept = {version.id for version in versions if version.counts}
    joined = results.join(pairings, pairings.c.id == results.c.pairing)
    wanted = select(results.c.pairing, results.c.version, results.c.rank, results.c.score, pairings.c.block)
    wanted = wanted.select_from(joined).where(results.c.league == league.id, pairings.c.stage > TRIAL_STAGE)
    if first is not None:
        early = counting(league.id, attempts.c.pairing).order_by(attempts.c.id).limit(first)
        wanted = wanted.where(results.c.pairing.in_(early))
    found: dict[int, list[tuple[int, int, int, str]]] = {}
    for pairing, version, rank, score, block in connection.execute(
        wanted.order_by(pairings.c.number, results.c.seat)
    ):
        if version in kept:
            found.setdefault(pairing, []).append((version, rank, score, block))
    least = 1 if len(league.seats) == 1 else 2
    return [
        Result(
            tuple(seat[0] for seat in seats),
            tuple(seat[1] for seat in seats),
            tuple(float(seat[2]) for seat in seats),
            seats[0][3],
        )
        for seats in found.values()
        if len(seats) >= least
    ]


def counting(league: str, what: ColumnElement[int]) -> Select[int]:
    """Asks something about the matches that count, each of them once."""
    joined = attempts.join(pairings, pairings.c.id == attempts.c.pairing)
    wanted = select(what).select_from(joined).where(attempts.c.league == league, attempts.c.counts)
    return wanted.where(pairings.c.stage > TRIAL_STAGE)


def rated(connection: Connection, league: League, versions: Iterable[Version]) -> tuple[Rating, ...]:
    """Ratings from all results that count, relative to the mean, the best first."""
    known = list(versions)
    found = counted(connection, league, known)
    priors = {version.id: version.prior for version in known if version.prior is not None}
    return rate(found, predecessors=priors).table if found else ()
