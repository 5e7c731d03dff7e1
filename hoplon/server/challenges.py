"""The challenges of days in the database: the secret of each, and who has tried it.

Whichever server is first writes the challenge of a game and a day, so that all servers have the same. An
attempt is a match; a unique index lets nobody have two.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from hoplon.core.daily import proof_of_day
from hoplon.core.proof import Proof
from hoplon.server.headings import STOPPED
from hoplon.server.leases import INSERT
from hoplon.server.migrations import writing
from hoplon.server.stored_match import StoredMatch, card_of
from hoplon.server.tables import challenges, matches, players
from hoplon.server.writer import StoreFailed

log = logging.getLogger(__name__)
MOST_DAYS = 4000  # of one player, about ten years


@dataclass(frozen=True)
class StoredChallenge:
    """What is played in a game on a day, by which version of its rules, and the secret of its seed."""

    day: str
    game: str
    version: int
    secret: str
    says: str
    options: dict[str, str]
    seat: int
    bot: str

    @property
    def proof(self) -> Proof:
        """What is committed to, and the seed."""
        return proof_of_day(self.day, self.game, self.secret)


@dataclass(frozen=True)
class Attempt:
    """Somebody's match of a challenge, and what they are called now."""

    card: StoredMatch
    name: str


class Challenges:
    """The challenges and attempts in a database."""

    def __init__(self, engine: Engine, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._engine = engine
        self._reading = reading

    def of(self, day: str) -> list[StoredChallenge]:
        """The challenges of a day."""
        with self._reading() as connection:
            rows = connection.execute(select(challenges).where(challenges.c.day == day)).mappings().all()
        return [StoredChallenge(**{**row, "options": json.loads(row["options"])}) for row in rows]

    def add(self, made: Sequence[StoredChallenge]) -> None:
        """Write challenges down, unless another server was quicker."""
        with self._changing() as connection:
            for one in made:
                row = vars(one) | {"options": json.dumps(one.options)}
                new = INSERT[self._engine.dialect.name](challenges).values(**row)
                connection.execute(new.on_conflict_do_nothing())

    def days(self, before: str, limit: int) -> list[str]:
        """The last days before this one that had challenges."""
        wanted = select(challenges.c.day).where(challenges.c.day < before).distinct()
        with self._reading() as connection:
            return [
                str(day)
                for (day,) in connection.execute(wanted.order_by(challenges.c.day.desc()).limit(limit))
            ]

    def attempts(self, day: str) -> list[Attempt]:
        """All attempts of a day."""
        return self._attempts(matches.c.day == day)

    def attempt(self, day: str, game: str, player: str) -> Attempt | None:
        """Somebody's attempt, if there is one."""
        own = (matches.c.day == day) & (matches.c.game == game) & (matches.c.challenger == player)
        return next(iter(self._attempts(own)), None)

    def _attempts(self, which: Any) -> list[Attempt]:
        called = players.c.name.label("called")
        wanted = select(matches, called).outerjoin(players, players.c.id == matches.c.challenger)
        with self._reading() as connection:
            rows = connection.execute(wanted.where(which).order_by(matches.c.made)).mappings().all()
        found = []
        for row in rows:
            card = card_of({column.name: row[column.name] for column in matches.c})
            own = next(seat for seat in card.seats if seat.token)
            found.append(Attempt(card, own.name if own.muted else row["called"] or own.name))
        return found

    def finished(self, player: str) -> list[str]:
        """The days on which somebody played a challenge to its end."""
        wanted = select(matches.c.day, matches.c.ended, matches.c.seats).where(
            matches.c.challenger == player, matches.c.ended.is_not(None), matches.c.ended != STOPPED
        )
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(matches.c.day.desc()).limit(MOST_DAYS)).all()
        return [day for day, _, seats in rows if not any(seat.get("left") for seat in json.loads(seats))]

    def close(self, today: str) -> int:
        """What belongs to days gone by is open to everybody, and not gone on with; how many there were."""
        gone = (matches.c.day != "") & (matches.c.day < today)
        left = gone & (matches.c.sealed | matches.c.ended.is_(None))
        ended = func.coalesce(matches.c.ended, STOPPED)
        with self._changing() as connection:
            return connection.execute(update(matches).where(left).values(sealed=False, ended=ended)).rowcount

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection, writing(connection):
                yield connection
        except SQLAlchemyError as error:
            log.warning("the database does not write: %s", error)
            raise StoreFailed("this could not be stored; try again in a moment") from None
