"""The leagues of a database, their bots and the versions of these."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, func, inspect, select

from hoplon.core.errors import HoplonError
from hoplon.league.tables import attempts, bots, leagues, pairings, versions

WAITING = ("open", "leased")  # pairings that are still to be played


class NotThere(HoplonError):
    """What was asked for is not in the database."""


@dataclass(frozen=True)
class LeagueCard:
    """A league, and how far it is: matches played and to be played, and when the last one ended."""

    id: str
    name: str
    game: str
    rules: int
    options: dict[str, str]
    format: str
    settings: dict[str, Any]
    made: float
    closed: float | None
    bots: int
    played: int
    waiting: int
    changed: float


@dataclass(frozen=True)
class VersionCard:
    """A version of a bot. `source` may be a command, which is for the organiser alone."""

    id: int
    number: int
    kind: str
    source: str
    digest: str
    state: str
    reason: str
    prior: int | None
    made: float


@dataclass(frozen=True)
class BotCard:
    """A bot with all its versions, the oldest first."""

    id: str
    league: str
    name: str
    number: int
    state: str
    reason: str
    made: float
    versions: tuple[VersionCard, ...] = field(default=())

    @property
    def current(self) -> VersionCard | None:
        """The version that plays, or played last."""
        return self.versions[-1] if self.versions else None

    @property
    def trouble(self) -> str:
        """Why it does not play, in a few words; empty if it does."""
        if self.state != "in":
            return f"{self.state}: {self.reason}" if self.reason else self.state
        if self.current is not None and self.current.state == "aside":
            return f"set aside: {self.current.reason}" if self.current.reason else "set aside"
        return ""


def has_leagues(connection: Connection) -> bool:
    """Is this a database with the tables of leagues?"""
    return inspect(connection).has_table(leagues.name)


def all_leagues(connection: Connection) -> list[LeagueCard]:
    """Every league, the one in which something happened last first."""
    if not has_leagues(connection):
        return []
    rows = connection.execute(select(leagues)).all()
    cards = [_card(connection, row) for row in rows]
    return sorted(cards, key=lambda card: -card.changed)


def one_league(connection: Connection, league: str) -> LeagueCard:
    """A league; NotThere names those that there are."""
    row = None
    if has_leagues(connection):
        row = connection.execute(select(leagues).where(leagues.c.id == league)).first()
    if row is None:
        raise NotThere(f"there is no league {league[:40]!r} here")
    return _card(connection, row)


def only_league(connection: Connection, league: str | None) -> LeagueCard:
    """The league that is meant: the named one, or the only one that there is."""
    if league is not None:
        return one_league(connection, league)
    found = all_leagues(connection)
    if not found:
        raise NotThere("there is no league in this database; 'hoplon league new' makes one")
    if len(found) > 1:
        names = ", ".join(card.id for card in found[:8])
        raise NotThere(f"there are {len(found)} leagues in this database; say --league with one of {names}")
    return found[0]


def _card(connection: Connection, row: Row[Any]) -> LeagueCard:
    count = dict(
        connection.execute(
            select(pairings.c.state, func.count())
            .where(pairings.c.league == row.id)
            .group_by(pairings.c.state)
        )
        .tuples()
        .all()
    )
    joined = attempts.join(pairings, pairings.c.id == attempts.c.pairing)
    last = connection.execute(
        select(func.max(attempts.c.ended)).select_from(joined).where(pairings.c.league == row.id)
    ).scalar()
    members = connection.execute(select(func.count()).where(bots.c.league == row.id)).scalar()
    return LeagueCard(
        id=row.id,
        name=row.name,
        game=row.game,
        rules=row.rules,
        options=dict(json.loads(row.options)),
        format=row.format,
        settings=json.loads(row.settings),
        made=row.made,
        closed=row.closed,
        bots=members or 0,
        played=count.get("done", 0),
        waiting=sum(count.get(state, 0) for state in WAITING),
        changed=max(row.made, last or 0.0),
    )


def bots_of(connection: Connection, league: str) -> list[BotCard]:
    """The bots of a league, in the order of joining."""
    rows = connection.execute(select(bots).where(bots.c.league == league).order_by(bots.c.number)).all()
    joined = versions.join(bots, bots.c.id == versions.c.bot)
    wanted = _columns().select_from(joined).where(bots.c.league == league).order_by(versions.c.number)
    by_bot: dict[str, list[VersionCard]] = {}
    for version in connection.execute(wanted).all():
        by_bot.setdefault(version.bot, []).append(_version(version))
    return [_bot(row, by_bot.get(row.id, [])) for row in rows]


def one_bot(connection: Connection, bot: str) -> BotCard:
    """A bot; NotThere if there is none."""
    row = None
    if has_leagues(connection):
        row = connection.execute(select(bots).where(bots.c.id == bot)).first()
    if row is None:
        raise NotThere(f"there is no bot {bot[:40]!r} here")
    wanted = _columns().where(versions.c.bot == bot).order_by(versions.c.number)
    return _bot(row, [_version(version) for version in connection.execute(wanted).all()])


def named_bot(connection: Connection, league: str, name: str) -> BotCard:
    """The bot of a league that is called so; NotThere names some that there are."""
    found = bots_of(connection, league)
    for bot in found:
        if name in (bot.name, bot.id):
            return bot
    named = ", ".join(bot.name for bot in found[:8]) or "nobody yet"
    raise NotThere(f"no bot of this league is called {name[:40]!r}; in it: {named}")


def _columns() -> Any:
    """Of versions, all but what they consist of, which may be large."""
    return select(*(column for column in versions.c if column.name != "bundle"))


def _bot(row: Row[Any], found: Sequence[VersionCard]) -> BotCard:
    return BotCard(row.id, row.league, row.name, row.number, row.state, row.reason, row.made, tuple(found))


def _version(row: Row[Any]) -> VersionCard:
    return VersionCard(
        row.id, row.number, row.kind, row.source, row.digest, row.state, row.reason, row.prior, row.made
    )
