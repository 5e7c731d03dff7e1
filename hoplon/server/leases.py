"""Which server plays which match, so that several can use one database.

A match is held by one server at a time. Whenever its holder changes, its fence number goes up, and every
write names the number it was meant for: a server that was suspended, and wakes up after another has taken its
matches over, can no longer write to them, whatever it believes. So two histories are never written, and
clocks decide only how soon a server counts as gone.

Each server says once a second that it is alive. One that has not done so for three seconds is gone, and the
others take over its matches. All times are those of the database.

Nobody loses time because of a server: whenever none was alive, all clocks that were running stood still, and
whoever takes over the match of a server that is gone adds the time since that was heard of last.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from hoplon.server.migrations import writing
from hoplon.server.stored_match import StoredMatch, card_of
from hoplon.server.tables import matches, servers, uptime
from hoplon.server.writer import Writer

BEAT = 1.0  # seconds between two signs of life
LIFE = 3.0  # seconds after which a silent server is gone
MOST_ORPHANS = 500  # looked at together
ONLY = 1  # the row of `uptime`
INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
log = logging.getLogger(__name__)
NOW = {
    "sqlite": "((julianday('now') - 2440587.5) * 86400.0)",
    "postgresql": "cast(extract(epoch from clock_timestamp()) as float)",
}


Reading = Callable[[], AbstractContextManager[Connection]]


@dataclass(frozen=True)
class Holder:
    """A server that plays a match."""

    server: str
    address: str


@dataclass(frozen=True)
class Beat:
    """What a sign of life brought to light: was it too late, who else is alive, which matches has nobody?"""

    late: bool
    living: frozenset[str]
    orphans: Sequence[StoredMatch]
    overdue: Sequence[str] = ()  # matches that nobody has, where somebody's time is up


class Leases:
    """The matches that this server holds."""

    def __init__(self, engine: Engine, writer: Writer, reading: Reading) -> None:
        self.me = secrets.token_hex(8)
        self.address = ""  # where other servers find this one
        self._engine = engine
        self._writer = writer
        self._reading = reading
        self._now: ColumnElement[float] = literal_column(NOW[engine.dialect.name])
        self._ahead = 0.0  # of the clock of this machine, in seconds
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, address: str, heard: Callable[[Beat], None]) -> None:
        """Give signs of life; `heard` is told of each, in a thread of its own.

        Nobody else can listen where this server does, so another of that address is gone.
        """
        self.address = address
        self._thread = threading.Thread(target=self._run, args=(heard,), name="leases", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Leave: whatever this server held is free at once."""
        self._stop.set()
        if self._thread is None:
            return
        self._thread.join()
        try:
            with self._engine.connect() as connection, writing(connection):
                connection.execute(delete(servers).where(servers.c.id == self.me))
        except SQLAlchemyError as error:
            log.warning("the database does not write: %s", error)

    def _run(self, heard: Callable[[Beat], None]) -> None:
        is_first = True
        while True:
            try:
                found = self.beat(is_first)
                is_first = False
                heard(found)
            except SQLAlchemyError as error:
                log.warning("the database does not hear that this server is alive: %s", error)
            except RuntimeError:  # the loop has ended
                return
            if self._stop.wait(BEAT):
                return

    def now(self) -> float:
        """The time of the database, about."""
        return time.time() + self._ahead

    def beat(self, is_first: bool = False) -> Beat:
        """Give one sign of life."""
        with self._engine.connect() as connection:
            with writing(connection):
                was_down = self._note_uptime(connection)
                if is_first and self.address:
                    connection.execute(delete(servers).where(servers.c.address == self.address))
                alive = (servers.c.id == self.me) & (servers.c.expires > self._now)
                again = update(servers).where(alive).values(expires=self._now + LIFE)
                late = connection.execute(again).rowcount == 0
                if late:
                    connection.execute(delete(servers).where(servers.c.id == self.me))
                    row = {"id": self.me, "address": self.address, "expires": self._now + LIFE}
                    connection.execute(insert(servers).values(row))
            wanted = select(matches).where(self._is_orphan()).order_by(func.random()).limit(MOST_ORPHANS)
            rows = connection.execute(wanted).mappings().all()
            living = frozenset(str(server) for (server,) in connection.execute(self._living()).all())
            is_due = (matches.c.flag < self._now) & matches.c.ended.is_(None)
            due = select(matches.c.id).where(is_due & matches.c.holder.not_in(self._living()))
            overdue = [str(match) for (match,) in connection.execute(due.limit(MOST_ORPHANS)).all()]
        late = was_down or (late and not is_first)
        return Beat(late, living, [card_of(row) for row in rows], overdue)

    def _note_uptime(self, connection: Connection) -> bool:
        """Note that a server is alive; if none was, all running clocks are set back by that time."""
        now = float(connection.execute(select(self._now)).scalar() or 0.0)
        self._ahead = now - time.time()
        at = connection.execute(select(uptime.c.at)).scalar()
        if at is None:
            first_ever = INSERT[self._engine.dialect.name](uptime).values(id=ONLY, since=now, at=now)
            connection.execute(first_ever.on_conflict_do_nothing())  # another server may begin at once
            return False
        if now - at <= LIFE:
            connection.execute(update(uptime).where(uptime.c.at < now).values(at=now))
            return False
        first = update(uptime).where(uptime.c.at == at).values(since=now, at=now)
        if connection.execute(first).rowcount == 0:  # another server was quicker
            return False
        running = matches.c.flag > at
        connection.execute(update(matches).where(running).values(flag=matches.c.flag + (now - at)))
        return True

    def flag(self, match: str) -> tuple[float | None, bool]:
        """When somebody's time is up in a match, and whether that can be relied on.

        It cannot after a pause in which no server was alive, until the next sign of life.
        """
        wanted = select(matches.c.flag, self._now, select(uptime.c.at).scalar_subquery())
        with self._reading() as connection:
            row = connection.execute(wanted.where(matches.c.id == match)).first()
        if row is None:
            return None, True
        flag, now, at = row
        return flag, at is None or now - at <= LIFE

    def _living(self) -> Select[tuple[str]]:
        return select(servers.c.id).where(servers.c.expires > self._now)

    def _is_orphan(self) -> ColumnElement[bool]:
        return (matches.c.holder != "") & matches.c.holder.not_in(self._living())

    async def take(self, match: str) -> int | None:
        """Take a match, unless another living server has it; the number of the fence, or None."""
        others = self._living().where(servers.c.id != self.me)

        def write(connection: Connection) -> int | None:
            free = (matches.c.id == match) & matches.c.holder.not_in(others)
            self._excuse(connection, free)
            taken = update(matches).where(free).values(holder=self.me, fence=matches.c.fence + 1)
            if connection.execute(taken).rowcount == 0:
                return None
            return connection.execute(select(matches.c.fence).where(matches.c.id == match)).scalar()

        return await self._writer.write(write)

    def _excuse(self, connection: Connection, free: ColumnElement[bool]) -> None:
        """Whoever could not choose because a server was gone does not lose that time."""
        gone = free & (matches.c.holder != "") & (matches.c.holder != self.me) & matches.c.flag.is_not(None)
        wanted = select(matches.c.flag, servers.c.expires, uptime.c.since, self._now)
        wanted = wanted.select_from(matches).outerjoin(servers, matches.c.holder == servers.c.id)
        row = connection.execute(wanted.outerjoin(uptime, uptime.c.id == ONLY).where(gone)).first()
        if row is None:
            return
        flag, expires, since, now = row
        heard = max((now if expires is None else expires) - LIFE, since or 0.0)
        if heard < min(now, flag):
            connection.execute(update(matches).where(gone).values(flag=flag + (now - heard)))

    def give_back(self, match: str, fence: int) -> None:
        """Leave a match to whoever is asked for it next."""
        mine = (matches.c.id == match) & (matches.c.holder == self.me) & (matches.c.fence == fence)
        done = self._writer.submit(partial(_leave, mine))
        done.add_done_callback(lambda done: done.cancelled() or done.exception())  # else it is an orphan

    async def free(self, ids: Sequence[str]) -> None:
        """Forget who had these matches, as far as that server is gone."""
        await self._writer.write(partial(_leave, matches.c.id.in_(ids) & self._is_orphan()))

    def holder(self, match: str) -> Holder | None:
        """The other living server that has a match, if there is one."""
        where = (matches.c.id == match) & (servers.c.id != self.me) & (servers.c.expires > self._now)
        wanted = select(servers.c.id, servers.c.address).join(matches, matches.c.holder == servers.c.id)
        with self._reading() as connection:
            row = connection.execute(wanted.where(where)).first()
        return None if row is None else Holder(*row)

    def held(self) -> dict[str, int]:
        """The matches that this server has, with their fences."""
        wanted = select(matches.c.id, matches.c.fence).where(matches.c.holder == self.me)
        with self._reading() as connection:
            return {str(match): int(fence) for match, fence in connection.execute(wanted)}


def _leave(which: ColumnElement[bool], connection: Connection) -> None:
    connection.execute(update(matches).where(which).values(holder=""))
