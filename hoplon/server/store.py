"""Where matches are kept: SQLite by default, PostgreSQL by a URL.

Whatever changes a match is written only if this server holds it (`leases.py`).
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from hoplon.core.errors import HoplonError
from hoplon.core.folders import make_private, shut_database, state_folder
from hoplon.league.database import url_of
from hoplon.league.migrations import migrate as migrate_leagues
from hoplon.league.report.reader import LeagueReader
from hoplon.server.challenges import Challenges
from hoplon.server.ladder_leagues import ArenaLeagues
from hoplon.server.leases import NOW, Leases
from hoplon.server.migrations import migrate
from hoplon.server.moderation import Moderation
from hoplon.server.players import Players
from hoplon.server.stored_match import BotRow, StoredMatch, card_of, row_of, standing_of
from hoplon.server.tables import bot_turns, choices, matches, undone
from hoplon.server.webhooks import WebhookTable
from hoplon.server.writer import LeaseLost, StoreFailed, Writer

FIRST = 1  # number of a fence
PATIENCE = 2000  # milliseconds for a lock

log = logging.getLogger(__name__)


class Store:
    """The database. Reading is direct, writing is awaited."""

    def __init__(self, url: str) -> None:
        if "://" not in url and not os.path.exists(url):
            raise HoplonError(
                f"the database {url!r} cannot be opened: there is no such file; a new one has an address "
                f"such as sqlite:///{url}"
            )
        url = url_of(url)[0]
        named = url.rpartition("@")[2]  # a password may come before it
        try:
            self._engine = create_engine(url, pool_pre_ping=True)
        except (ArgumentError, ModuleNotFoundError, ValueError) as error:
            raise HoplonError(
                f"the database {named!r} cannot be used: {error}; expected an address such as "
                "sqlite:///arena.sqlite or postgresql+psycopg://user@host/hoplon"
            ) from None
        if self._engine.dialect.name not in NOW:
            raise HoplonError(f"the database {named!r} is neither SQLite nor PostgreSQL")
        self.files: tuple[str, ...] = ()  # that nobody else may see
        if self._engine.dialect.name == "sqlite":
            if self._engine.url.database:
                self.files = (os.path.abspath(self._engine.url.database),)
            event.listen(self._engine, "connect", _prepare_sqlite)
            if (file := self._engine.url.database) and not file.startswith((":", "file:")):
                shut_database(Path(file))
        else:
            event.listen(self._engine, "connect", _prepare_postgresql)
        try:
            migrate(self._engine)
            migrate_leagues(self._engine)
        except HoplonError:
            self._engine.dispose()
            raise
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            self._engine.dispose()
            why = str(error).splitlines()[0]
            raise HoplonError(f"the database {named!r} cannot be opened: {why}") from None
        self._writer = Writer(self._engine)
        self.leases = Leases(self._engine, self._writer, self._reading)
        self.moderation = Moderation(self._engine, self._reading)
        self.players = Players(self._engine, self._reading)
        self.webhooks = WebhookTable(self._engine, self._reading)
        self.challenges = Challenges(self._engine, self._reading)
        self.kept_leagues = ArenaLeagues.beside(self._engine)
        self.leagues = LeagueReader(self._engine)

    def close(self) -> None:
        """Write what is left, leave all matches to others, then stop."""
        self._writer.close()
        self.leases.stop()
        self._engine.dispose()

    async def add_match(
        self, card: StoredMatch, played: Sequence[tuple[int, str]] = (), said: Sequence[BotRow] = ()
    ) -> None:
        """Keep a new match, with the choices and the record of its bots if it comes from a file."""
        row = row_of(card) | {"holder": self.leases.me, "fence": FIRST}
        rows = [
            {"match": card.id, "number": n, "seat": seat, "text": text}
            for n, (seat, text) in enumerate(played, 1)
        ]

        def write(connection: Connection) -> None:
            connection.execute(matches.insert(), row)
            if rows:
                connection.execute(choices.insert(), rows)
            _keep_said(connection, card.id, said)

        await self._writer.write(write)
        card.fence = FIRST

    async def add_choices(
        self,
        card: StoredMatch,
        number: int,
        played: Sequence[tuple[int, str]],
        again: bool = False,
        said: Sequence[BotRow] = (),
    ) -> None:
        """Store choices (seat and text), the first with this number, and the standing after them.

        Redoing a choice (`again`) keeps the others that were undone before it.
        """
        changed = standing_of(card) | {"changed": time.time()}
        rows = [
            {"match": card.id, "number": n, "seat": seat, "text": text}
            for n, (seat, text) in enumerate(played, number)
        ]
        forgotten = undone.c.match == card.id
        if again:
            forgotten &= undone.c.number <= number

        def write(connection: Connection) -> None:
            _keep_standing(connection, card, changed)
            connection.execute(choices.insert(), rows)
            connection.execute(undone.delete().where(forgotten))
            _keep_said(connection, card.id, said)

        await self._writer.write(write)

    async def cut(self, card: StoredMatch, number: int, redoable: bool = True) -> None:
        """Undo every choice after this many; they are kept for redoing, or forgotten."""
        changed = standing_of(card) | {"changed": time.time()}

        def write(connection: Connection) -> None:
            _keep_standing(connection, card, changed)
            later = (choices.c.match == card.id) & (choices.c.number > number)
            taken = select(choices.c.match, choices.c.number, choices.c.text).where(later)
            if redoable:
                connection.execute(undone.insert().from_select(["match", "number", "text"], taken))
            else:
                connection.execute(undone.delete().where(undone.c.match == card.id))
            connection.execute(choices.delete().where(later))
            gone = (bot_turns.c.match == card.id) & (bot_turns.c.number > number)
            connection.execute(bot_turns.delete().where(gone))

        await self._writer.write(write)

    async def note(self, card: StoredMatch, said: Sequence[BotRow] = ()) -> None:
        """Store the standing, without a new choice."""
        changed = standing_of(card) | {"changed": time.time()}

        def write(connection: Connection) -> None:
            _keep_standing(connection, card, changed)
            _keep_said(connection, card.id, said)

        await self._writer.write(write)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            log.warning("the database does not answer: %s", error)
            raise StoreFailed("the database does not answer; try again in a moment") from None

    def ask(self) -> None:
        """Refused if the database does not answer."""
        with self._reading() as connection:
            connection.execute(select(1))

    def card(self, match: str) -> StoredMatch | None:
        """A stored match."""
        with self._reading() as connection:
            row = connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
        return None if row is None else card_of(row)

    def choices(self, match: str) -> list[tuple[int, str]]:
        """The choices of a match in order: seat and text."""
        wanted = select(choices.c.seat, choices.c.text).where(choices.c.match == match)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(choices.c.number)).all()
        return [(int(seat), str(text)) for seat, text in rows]

    def said(self, match: str) -> list[BotRow]:
        """What the programs of a match did besides choosing."""
        wanted = select(bot_turns.c.seat, bot_turns.c.number, bot_turns.c.content)
        with self._reading() as connection:
            rows = connection.execute(wanted.where(bot_turns.c.match == match)).all()
        return [BotRow(int(seat), int(number), str(content)) for seat, number, content in rows]

    def undone(self, match: str) -> list[str]:
        """The choices that can be redone, the next one first."""
        wanted = select(undone.c.text).where(undone.c.match == match)
        with self._reading() as connection:
            return [str(text) for (text,) in connection.execute(wanted.order_by(undone.c.number)).all()]

    def cards(self, ids: Sequence[str]) -> list[StoredMatch]:
        """These matches, most recently changed first."""
        wanted = select(matches).where(matches.c.id.in_(ids)).order_by(matches.c.changed.desc())
        with self._reading() as connection:
            return [card_of(row) for row in connection.execute(wanted).mappings().all()]

    def lanes(self, races: Sequence[str]) -> list[StoredMatch]:
        """The matches of these races, in the order of their lanes."""
        wanted = select(matches).where(matches.c.race.in_(races)).order_by(matches.c.lane)
        with self._reading() as connection:
            return [card_of(row) for row in connection.execute(wanted).mappings().all()]

    async def unseal(self, race: str) -> None:
        """Show everybody the matches of a race."""

        def write(connection: Connection) -> None:
            connection.execute(matches.update().where(matches.c.race == race), {"sealed": False})

        await self._writer.write(write)

    def listed(
        self,
        over: bool,
        game: str | None,
        limit: int,
        before: float | None = None,
        within: float | None = None,
    ) -> list[StoredMatch]:
        """The listed matches that changed last, or last before a time, or within so many seconds."""
        wanted = select(matches).where(matches.c.listed)
        wanted = wanted.where(matches.c.ended.is_not(None) if over else matches.c.ended.is_(None))
        if game is not None:
            wanted = wanted.where(matches.c.game == game)
        if before is not None:
            wanted = wanted.where(matches.c.changed < before)
        if within is not None:
            wanted = wanted.where(matches.c.changed >= time.time() - within)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(matches.c.changed.desc()).limit(limit)).mappings().all()
        return [card_of(row) for row in rows]


def _keep_standing(connection: Connection, card: StoredMatch, changed: dict[str, Any]) -> None:
    """Store the standing, if this server still holds the match; until the end nobody else can take it."""
    mine = (matches.c.id == card.id) & (matches.c.fence == card.fence)
    if connection.execute(matches.update().where(mine), changed).rowcount != 1:
        raise LeaseLost


def _keep_said(connection: Connection, match: str, said: Sequence[BotRow]) -> None:
    """What is kept about a choice replaces what was kept before: a bot that failed may be asked again."""
    for row in said:
        same = (
            (bot_turns.c.match == match) & (bot_turns.c.seat == row.seat) & (bot_turns.c.number == row.number)
        )
        connection.execute(bot_turns.delete().where(same))
        connection.execute(bot_turns.insert(), {"match": match, **vars(row)})


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Use write-ahead logging: a killed process loses nothing that was written, and readers never wait."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _prepare_postgresql(connection: Any, _record: Any) -> None:
    """Wait for no lock for long: a server that is suspended in a transaction is cut off from its locks."""
    before, connection.autocommit = connection.autocommit, True
    for setting in ("idle_in_transaction_session_timeout", "lock_timeout"):
        connection.execute(f"SET {setting} = {PATIENCE}")
    connection.autocommit = before


def default_url() -> str:
    """A SQLite file in the user's state folder."""
    folder = state_folder()
    try:
        make_private(folder)
    except OSError as error:
        raise HoplonError(
            f"the folder {str(folder)!r} for matches cannot be made: {error.strerror}"
        ) from None
    return f"sqlite:///{folder / 'arena.sqlite'}"
