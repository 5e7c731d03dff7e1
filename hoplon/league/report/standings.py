"""The table of a league: ratings with their intervals, and how the matches of each bot went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, case, func, select

from hoplon.league.entries import TRIAL, TRIAL_STAGE, League
from hoplon.league.report.leagues import BotCard, bots_of
from hoplon.league.report.pairs import Pair
from hoplon.league.report.rated import Rated
from hoplon.league.tables import pairings, results


@dataclass(frozen=True)
class Tally:
    """What the matches of a version add up to. Times are in seconds."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    faults: int = 0
    score: float = 0.0  # on average
    thought: float = 0.0  # for a choice, on average
    slowest: float = 0.0
    late: int = 0


@dataclass(frozen=True)
class Standing:
    """One line of the table, about the version of a bot that plays.

    `place` is None for a bot that is out or has not played; `better` is how likely it is better than the
    next; `points` is the share of the points that there were: a win is one, a draw half of one.
    """

    place: int | None
    bot: str
    name: str
    version: int
    number: int
    kind: str
    trouble: str
    is_trial: bool
    rating: float | None
    low: float | None
    high: float | None
    better: float | None
    points: float | None
    tally: Tally


def standings_of(
    connection: Connection, league: League, rated: Rated, pairs: Sequence[Pair]
) -> list[Standing]:
    """All bots of a league: the best first, then those without a rating, then those that are out."""
    tallies = tallies_by(connection, results.c.version, results.c.league == league.id)
    bots = bots_of(connection, league)
    counts = {version.id for bot in bots for version in bot.versions if version.counts}
    pairs = [pair for pair in pairs if pair.opponent in counts]
    lines = [_line(bot, rated, tallies, pairs) for bot in bots]
    lines.sort(key=lambda one: (bool(one.trouble), one.rating is None, -(one.rating or 0.0)))
    placed = 0
    found = []
    for one in lines:
        if one.rating is not None and not one.trouble:
            placed += 1
            one = Standing(**{**vars(one), "place": placed})
        found.append(one)
    return found


def _line(bot: BotCard, rated: Rated, tallies: dict[int, Tally], pairs: Sequence[Pair]) -> Standing:
    version = bot.current
    id = -1 if version is None else version.id
    rating = rated.of(id)
    met = [pair for pair in pairs if pair.version == id]
    count = sum(pair.matches for pair in met)
    return Standing(
        place=None,
        bot=bot.bot.id,
        name=bot.bot.name,
        version=id,
        number=0 if version is None else version.number,
        kind="" if version is None else version.kind,
        trouble=bot.trouble,
        is_trial=version is not None and version.state == TRIAL,
        rating=rating.rating if rating else None,
        low=rating.low if rating else None,
        high=rating.high if rating else None,
        better=rating.better if rating else None,
        points=sum(pair.points for pair in met) / count if count else None,
        tally=tallies.get(id, Tally()),
    )


def tallies_by(
    connection: Connection, column: ColumnElement[int], *conditions: ColumnElement[bool]
) -> dict[int, Tally]:
    """What results add up to, by version or by seat; trials do not count."""

    def count(verdict: str) -> ColumnElement[int]:
        return func.sum(case((results.c.verdict == verdict, 1), else_=0))

    wanted = (
        select(
            column, func.count(), count("won"), count("drawn"), count("fault"), func.avg(results.c.score),
            func.sum(results.c.wall), func.sum(results.c.choices), func.max(results.c.slowest),
            func.sum(results.c.late),
        )
        .select_from(results.join(pairings, pairings.c.id == results.c.pairing))
        .where(pairings.c.stage > TRIAL_STAGE, *conditions)
        .group_by(column)
        .order_by(column)
    )  # fmt: skip
    return {
        key: Tally(
            matches=matches,
            won=int(won),
            drawn=int(drawn),
            lost=int(matches - won - drawn),
            faults=int(faults),
            score=float(score),
            thought=float(wall) / max(1, int(choices)),
            slowest=float(slowest),
            late=int(late),
        )
        for key, matches, won, drawn, faults, score, wall, choices, slowest, late in connection.execute(
            wanted
        )
    }
