"""Head to head: how often one version came before another.

Who plays alone is compared with those who played the same seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, case, func, select

from hoplon.league.entries import REPLACED, TRIAL_STAGE
from hoplon.league.tables import pairings, results, versions


@dataclass(frozen=True)
class Pair:
    """How one version did against another."""

    version: int
    opponent: int
    won: int
    drawn: int
    lost: int

    @property
    def matches(self) -> int:
        """How often they met."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A win is a point, a draw half of one."""
        return self.won + self.drawn / 2


def pairs_of(connection: Connection, league: str, alone: bool) -> list[Pair]:
    """All pairs of versions that play and have met, both ways round; `alone` in a league of one seat."""
    mine, theirs = results.alias("mine"), results.alias("theirs")
    own, other = versions.alias("own"), versions.alias("other")
    mine_in, theirs_in = pairings.alias("mine_in"), pairings.alias("theirs_in")
    better: ColumnElement[bool]
    level: ColumnElement[bool]
    meets: ColumnElement[bool] = own.c.bot != other.c.bot
    if alone:
        better, level = mine.c.score > theirs.c.score, mine.c.score == theirs.c.score
        tables = (
            mine.join(mine_in, mine_in.c.id == mine.c.pairing)
            .join(theirs_in, (theirs_in.c.seed == mine_in.c.seed) & (theirs_in.c.league == league))
            .join(theirs, theirs.c.pairing == theirs_in.c.id)
        )
        meets &= theirs_in.c.stage > TRIAL_STAGE
    else:
        better, level = mine.c.rank < theirs.c.rank, mine.c.rank == theirs.c.rank
        tables = mine.join(mine_in, mine_in.c.id == mine.c.pairing).join(
            theirs, (theirs.c.pairing == mine.c.pairing) & (theirs.c.seat != mine.c.seat)
        )
    wanted = (
        select(
            mine.c.version,
            theirs.c.version,
            func.sum(case((better, 1), else_=0)),
            func.sum(case((level, 1), else_=0)),
            func.count(),
        )
        .select_from(tables.join(own, own.c.id == mine.c.version).join(other, other.c.id == theirs.c.version))
        .where(mine.c.league == league, mine_in.c.stage > TRIAL_STAGE, meets)
        .where(own.c.state != REPLACED, other.c.state != REPLACED)
        .group_by(mine.c.version, theirs.c.version)
    )
    return [
        Pair(version, opponent, int(won), int(drawn), int(count - won - drawn))
        for version, opponent, won, drawn, count in connection.execute(wanted).all()
    ]
