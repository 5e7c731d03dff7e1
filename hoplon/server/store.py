"""Where matches are kept: SQLite by default, PostgreSQL by a URL.

All writing is done by one thread. Requests that arrive while it writes are written next, together, in one
transaction; callers are notified afterwards.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    select,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from hoplon.core.errors import HoplonError
from hoplon.server.refusals import Refused

MOST_AT_ONCE = 256
log = logging.getLogger(__name__)

metadata = MetaData()
matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("dice", BigInteger, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("made", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("turn", Integer, nullable=False),
    Column("ended", Text),
    Column("scores", Text, nullable=False),
)
choices = Table(
    "choices",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
)
undone = Table(  # choices that were undone and can be redone
    "undone",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)


bot_turns = Table(  # what programs did besides choosing; number 0 is about the whole seat
    "bot_turns",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("content", Text, nullable=False),
)


class StoreFailed(Refused):
    """Writing failed, so the change has not happened.

    If the connection was lost in the middle, it may have been written after all: check before continuing.
    """

    def __init__(self, text: str) -> None:
        super().__init__("busy", text)


@dataclass
class Seat:
    """Who sits there: `me`, `friend`, `bot` or `nobody`; people by the hash of their token.

    `title` is what the seat is called, whoever sits there; `fault` is what the bot did wrong last.
    """

    player: str
    name: str
    bot: str = ""
    token: str = ""
    fault: str = ""
    title: str = ""


@dataclass
class StoredMatch:
    """Everything stored about a match besides its choices."""

    id: str
    game: str
    version: int
    seed: int
    dice: int
    options: dict[str, str]
    seats: list[Seat]
    open: bool = False
    listed: bool = True
    pace: float = 0.0
    made: float = field(default_factory=time.time)
    changed: float = field(default_factory=time.time)
    turn: int = 0
    ended: str | None = None
    scores: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class BotRow:
    """What a program did about one choice, as JSON."""

    seat: int
    number: int
    content: str


def _row(card: StoredMatch) -> dict[str, Any]:
    row = dict(vars(card))
    row["options"] = json.dumps(card.options)
    row["seats"] = json.dumps([vars(seat) for seat in card.seats])
    row["scores"] = json.dumps(card.scores)
    return row


def _card(row: Any) -> StoredMatch:
    found = dict(row)
    found["options"] = json.loads(found["options"])
    found["seats"] = [Seat(**seat) for seat in json.loads(found["seats"])]
    found["scores"] = json.loads(found["scores"])
    return StoredMatch(**found)


Write = Callable[[Connection], None]


class Store:
    """The database. Reading is direct, writing is awaited."""

    def __init__(self, url: str) -> None:
        named = url.rpartition("@")[2]  # a password may come before it
        try:
            self._engine = create_engine(url, pool_pre_ping=True)
        except (ArgumentError, ModuleNotFoundError, ValueError) as error:
            raise HoplonError(
                f"the database {named!r} cannot be used: {error}; expected an address such as "
                "sqlite:///arena.sqlite or postgresql+psycopg://user@host/hoplon"
            ) from None
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _prepare_sqlite)
        try:
            metadata.create_all(self._engine)
        except (SQLAlchemyError, sqlite3.Error) as error:
            why = str(error).splitlines()[0]
            raise HoplonError(f"the database {named!r} cannot be opened: {why}") from None
        self._queue: queue.SimpleQueue[tuple[Write, asyncio.Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is left, then stop."""
        self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    async def _write(self, write: Write) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((write, done))
        # Once submitted it may be written, so a cancelled caller must still wait for the result.
        await asyncio.shield(done)

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while (first := self._queue.get()) is not None:
                work = [first]
                while len(work) < MOST_AT_ONCE and not self._queue.empty():
                    more = self._queue.get()
                    if more is None:
                        self._queue.put(None)
                        break
                    work.append(more)
                self._together(connection, work)

    def _together(self, connection: Connection, work: Sequence[tuple[Write, asyncio.Future[None]]]) -> None:
        try:
            with connection.begin():
                for write, _ in work:
                    write(connection)
        except Exception as error:
            connection.rollback()
            if len(work) > 1:  # one of them failed: write the others one by one
                for one in work:
                    self._together(connection, [one])
                return
            log.warning("the database does not write: %s", error)
            _tell(work[0][1], StoreFailed("this could not be stored; try again in a moment"))
            return
        for _, done in work:
            _tell(done, None)

    async def add_match(
        self, card: StoredMatch, played: Sequence[tuple[int, str]] = (), said: Sequence[BotRow] = ()
    ) -> None:
        """Keep a new match, with the choices and the record of its bots if it comes from a file."""
        row = _row(card)
        rows = [
            {"match": card.id, "number": n, "seat": seat, "text": text}
            for n, (seat, text) in enumerate(played, 1)
        ]

        def write(connection: Connection) -> None:
            connection.execute(matches.insert(), row)
            if rows:
                connection.execute(choices.insert(), rows)
            _keep_said(connection, card.id, said)

        await self._write(write)

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
        changed = self._standing(card)
        rows = [
            {"match": card.id, "number": n, "seat": seat, "text": text}
            for n, (seat, text) in enumerate(played, number)
        ]
        forgotten = undone.c.match == card.id
        if again:
            forgotten &= undone.c.number <= number

        def write(connection: Connection) -> None:
            connection.execute(choices.insert(), rows)
            connection.execute(undone.delete().where(forgotten))
            _keep_said(connection, card.id, said)
            connection.execute(matches.update().where(matches.c.id == card.id), changed)

        await self._write(write)

    async def cut(self, card: StoredMatch, number: int) -> None:
        """Undo every choice after this many; they are kept for redoing."""
        changed = self._standing(card)

        def write(connection: Connection) -> None:
            later = (choices.c.match == card.id) & (choices.c.number > number)
            taken = select(choices.c.match, choices.c.number, choices.c.text).where(later)
            connection.execute(undone.insert().from_select(["match", "number", "text"], taken))
            connection.execute(choices.delete().where(later))
            gone = (bot_turns.c.match == card.id) & (bot_turns.c.number > number)
            connection.execute(bot_turns.delete().where(gone))
            connection.execute(matches.update().where(matches.c.id == card.id), changed)

        await self._write(write)

    async def note(self, card: StoredMatch, said: Sequence[BotRow] = ()) -> None:
        """Store the standing, without a new choice."""
        changed = self._standing(card)

        def write(connection: Connection) -> None:
            _keep_said(connection, card.id, said)
            connection.execute(matches.update().where(matches.c.id == card.id), changed)

        await self._write(write)

    @staticmethod
    def _standing(card: StoredMatch) -> dict[str, Any]:
        return {
            "changed": time.time(),
            "turn": card.turn,
            "ended": card.ended,
            "scores": json.dumps(card.scores),
            "seats": json.dumps([vars(seat) for seat in card.seats]),
        }

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            log.warning("the database does not answer: %s", error)
            raise StoreFailed("the database does not answer; try again in a moment") from None

    def card(self, match: str) -> StoredMatch | None:
        """A stored match."""
        with self._reading() as connection:
            row = connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
        return None if row is None else _card(row)

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
            return [_card(row) for row in connection.execute(wanted).mappings().all()]

    def listed(
        self, over: bool, game: str | None, limit: int, before: float | None = None
    ) -> list[StoredMatch]:
        """The listed matches that changed last, or last before a time."""
        wanted = select(matches).where(matches.c.listed)
        wanted = wanted.where(matches.c.ended.is_not(None) if over else matches.c.ended.is_(None))
        if game is not None:
            wanted = wanted.where(matches.c.game == game)
        if before is not None:
            wanted = wanted.where(matches.c.changed < before)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(matches.c.changed.desc()).limit(limit)).mappings().all()
        return [_card(row) for row in rows]

    def going_on(self) -> list[StoredMatch]:
        """Every match that is not over."""
        with self._reading() as connection:
            rows = connection.execute(select(matches).where(matches.c.ended.is_(None))).mappings().all()
        return [_card(row) for row in rows]


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


def _tell(done: asyncio.Future[None], problem: Exception | None) -> None:
    """Finish a future of another thread's loop."""

    def finish() -> None:
        if done.done():
            return
        if problem is None:
            done.set_result(None)
        else:
            done.set_exception(problem)

    try:
        done.get_loop().call_soon_threadsafe(finish)
    except RuntimeError:  # the loop has ended: nobody waits any more
        return


def default_url() -> str:
    """A SQLite file in the user's state folder."""
    home = os.environ.get("XDG_STATE_HOME")
    folder = (Path(home) if home else Path.home() / ".local" / "state") / "hoplon"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HoplonError(
            f"the folder {str(folder)!r} for matches cannot be made: {error.strerror}"
        ) from None
    return f"sqlite:///{folder / 'arena.sqlite'}"
