"""The leagues of a database and how far they are, their bots and the versions of these."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, inspect, select

from hoplon.core.errors import HoplonError
from hoplon.league.entries import ASIDE, DONE, IN, LEASED, OPEN, TRIAL_STAGE, Bot, League, Version, league_of
from hoplon.league.store import versions_in
from hoplon.league.tables import attempts, bots, leagues, pairings


class NotThere(HoplonError):
    """What was asked for is not in the database."""


@dataclass(frozen=True)
class LeagueCard:
    """A league, and how far it is: bots, matches played and to be played but for trials, and the last end."""

    league: League
    bots: int
    played: int
    waiting: int
    changed: float


@dataclass(frozen=True)
class BotCard:
    """A bot with all its versions, the oldest first."""

    bot: Bot
    versions: tuple[Version, ...]

    @property
    def current(self) -> Version | None:
        """The version that plays, or played last."""
        return self.versions[-1] if self.versions else None

    @property
    def trouble(self) -> str:
        """Why it does not play; empty if it does."""
        bot, version = self.bot, self.current
        if bot.state != IN:
            return f"{bot.state}: {bot.reason}" if bot.reason else bot.state
        if version is not None and version.state == ASIDE:
            return version.reason or "set aside"
        return ""


def has_leagues(connection: Connection) -> bool:
    """Is this a database with the tables of leagues?"""
    return inspect(connection).has_table(leagues.name)


def all_leagues(connection: Connection) -> list[LeagueCard]:
    """Every league, the one in which something happened last first."""
    if not has_leagues(connection):
        return []
    rows = connection.execute(select(leagues)).mappings().all()
    return sorted((_card(connection, league_of(row)) for row in rows), key=lambda card: -card.changed)


def one_league(connection: Connection, league: str) -> LeagueCard:
    """A league; NotThere if there is none."""
    row = None
    if league.isprintable() and has_leagues(connection):  # PostgreSQL takes no zero byte
        row = connection.execute(select(leagues).where(leagues.c.id == league)).mappings().first()
    if row is None:
        raise NotThere(f"there is no league {league[:40]!r} here")
    return _card(connection, league_of(row))


def _card(connection: Connection, league: League) -> LeagueCard:
    states = select(pairings.c.state, func.count())
    states = states.where(pairings.c.league == league.id, pairings.c.stage > TRIAL_STAGE)
    count = {state: int(n) for state, n in connection.execute(states.group_by(pairings.c.state))}
    last = connection.execute(
        select(func.max(attempts.c.ended)).where(attempts.c.league == league.id)
    ).scalar()
    members = connection.execute(select(func.count()).where(bots.c.league == league.id)).scalar()
    return LeagueCard(
        league,
        bots=members or 0,
        played=count.get(DONE, 0),
        waiting=count.get(OPEN, 0) + count.get(LEASED, 0),
        changed=max(league.made, last or 0.0),
    )


def bots_of(connection: Connection, league: League) -> list[BotCard]:
    """The bots of a league, in the order of joining."""
    rows = connection.execute(select(bots).where(bots.c.league == league.id).order_by(bots.c.number))
    found = [Bot(**row) for row in rows.mappings()]
    by_bot: dict[str, list[Version]] = {bot.id: [] for bot in found}
    for version in versions_in(connection, league):
        by_bot[version.bot].append(version)
    return [BotCard(bot, tuple(by_bot[bot.id])) for bot in found]


def league_of_bot(connection: Connection, bot: str) -> str:
    """The league that a bot is in; NotThere if there is no such bot."""
    found = None
    if bot.isprintable() and has_leagues(connection):
        found = connection.execute(select(bots.c.league).where(bots.c.id == bot)).scalar()
    if found is None:
        raise NotThere(f"there is no bot {bot[:40]!r} here")
    return str(found)
