"""The pairings of a league as work: who plays which, until when, and what came of it.

A pairing is leased to a worker. A worker that is silent for LIFE seconds, or whose process on this machine
has ended, is gone, and others get what it had. The first to hand in a pairing decides it, in one transaction
with the results, so whatever crashes when, each pairing has its results once.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select, update

from hoplon.core.errors import BadOption
from hoplon.league.entries import BYE, DONE, LEASED, OPEN, REMOTE, VOID, League, league_of
from hoplon.league.pairing import Pairing
from hoplon.league.places import has_ended
from hoplon.league.settle import Settling
from hoplon.league.store import Store, hold
from hoplon.league.tables import attempts, leagues, pairing_seats, pairings, results, workers
from hoplon.league.task import Played, Task
from hoplon.referee.run import ANNULLED

LIFE = 30.0  # seconds for which a lease lasts unless it is renewed
MOST_AGAIN = {True: 5, False: 1}  # times that a match is played again: the machine was too busy, or perhaps
ELSEWHERE = 5.0  # seconds for which one who has played it waits for others to play it again


@dataclass(frozen=True)
class Progress:
    """How many pairings are in each state; `remote` are those that only an arena can play.

    `over` says that all is played and nothing will be paired unless somebody joins.
    """

    done: int
    leased: int
    open: int
    remote: int
    void: int
    over: bool


class Queue:
    """The work of one league, for one worker after another."""

    def __init__(self, store: Store, league: League) -> None:
        self.store = store
        self.league = league
        self._in_vain: object = (
            None  # when there was nothing more to pair: not looked for again until changed
        )

    # Workers.

    def join(self, name: str, jobs: int, place: str = "") -> str:
        """A new worker; its id. `place` tells its process on this machine: `places.here()`."""
        worker = secrets.token_hex(8)
        row = {"id": worker, "league": self.league.id, "name": name[:100], "jobs": jobs, "place": place}
        with self.store.changing() as connection:
            hold(connection, self.league)
            known = select(workers.c.id, workers.c.place).where(workers.c.league == self.league.id)
            for other, where in connection.execute(known).all():
                if has_ended(where):
                    self._let_go(connection, other)
            connection.execute(workers.insert().values(**row, seen=self.store.now))
        return worker

    def renew(self, worker: str) -> bool:
        """A sign of life, at least every LIFE / 3 seconds: its leases last.

        False if it is not known any more; what it hands in is still taken, if nobody else was first.
        """
        now = self.store.now
        with self.store.changing() as connection:
            hold(connection, self.league)
            seen = update(workers).where(workers.c.id == worker).values(seen=now)
            known = connection.execute(seen).rowcount == 1
            held = (pairings.c.league == self.league.id) & (pairings.c.state == LEASED)
            mine = held & (pairings.c.worker == worker)
            connection.execute(update(pairings).where(mine).values(until=now + LIFE))
        return known

    def leave(self, worker: str) -> None:
        """The worker is gone; what it had is open again."""
        with self.store.changing() as connection:
            hold(connection, self.league)
            self._let_go(connection, worker)

    def _let_go(self, connection: Connection, worker: str) -> None:
        held = (pairings.c.league == self.league.id) & (pairings.c.state == LEASED)
        mine = held & (pairings.c.worker == worker)
        connection.execute(update(pairings).where(mine).values(state=OPEN, worker="", until=0.0))
        connection.execute(delete(workers).where(workers.c.id == worker))

    # Work.

    def lease(self, worker: str, many: int, needs: str = "") -> list[Task]:
        """Up to so many pairings for a worker, in the order of play; pairs more if it has to.

        An empty list: nothing to do for now; `progress()` says whether that is the end. With `needs` REMOTE,
        only what programs that are connected to an arena take part in.
        """
        with self.store.changing() as connection:
            self._lock(connection)
            now = connection.execute(select(self.store.now)).scalar_one()
            late = (pairings.c.league == self.league.id) & (pairings.c.state == LEASED)
            late &= pairings.c.until < now
            connection.execute(update(pairings).where(late).values(state=OPEN, worker="", until=0.0))
            self._pair(connection, many)
            free = (pairings.c.league == self.league.id) & (pairings.c.state == OPEN)
            free &= (pairings.c.needs == needs) & ((pairings.c.worker != worker) | (pairings.c.until < now))
            wanted = select(pairings).where(free).order_by(pairings.c.number).limit(many)
            rows = connection.execute(wanted.with_for_update(skip_locked=True)).all()
            if not rows:
                return []
            ids = [row.id for row in rows]
            taken = {"state": LEASED, "worker": worker, "until": now + LIFE}
            connection.execute(
                update(pairings).where(pairings.c.id.in_(ids)).values(**taken, attempt=pairings.c.attempt + 1)
            )
            seats = select(pairing_seats.c.pairing, pairing_seats.c.version)
            seats = seats.where(pairing_seats.c.pairing.in_(ids)).order_by(pairing_seats.c.seat)
            seated: dict[int, list[int]] = {one: [] for one in ids}
            for pairing, version in connection.execute(seats):
                seated[pairing].append(version)
        return [
            Task(row.id, row.attempt + 1, row.number, row.stage, row.seed, tuple(seated[row.id]))
            for row in rows
        ]

    def _lock(self, connection: Connection) -> None:
        """One at a time pairs; SQLite lets only one write anyway."""
        wanted = select(leagues.c.closed).where(leagues.c.id == self.league.id).with_for_update()
        closed = connection.execute(wanted).scalar()
        if closed != self.league.closed:
            self.league = self.league_now(connection)

    def league_now(self, connection: Connection) -> League:
        """The league as it is now."""
        row = connection.execute(select(leagues).where(leagues.c.id == self.league.id)).mappings().one()
        return league_of(row)

    def _pair(self, connection: Connection, many: int) -> None:
        """Take into account what was played, and pair more if there is too little to do."""
        settling = Settling(self.store, connection, self.league)
        settling.take_into_account()
        pairing = Pairing(self.store, connection, self.league, settling.versions)
        pairing.add(pairing.trials())
        if not settling.has_changed and not pairing.has_fewer_than(many):
            return
        now = (
            self.league.closed,
            settling.settled,
            frozenset(
                (version.id, version.state, version.bot_state) for version in settling.versions.values()
            ),
        )
        if now == self._in_vain:
            return
        planned = pairing.more(many)
        pairing.add(planned)
        self._in_vain = None if planned else now

    def finish(self, worker: str, played: Sequence[Played]) -> int:
        """Take what a worker hands in, all in one transaction; how many of them decided their pairings.

        Handing in twice, or after somebody else, changes nothing. BadOption if it is not what was given out.
        """
        if not played:
            return 0
        with self.store.changing() as connection:
            hold(connection, self.league)
            ids = sorted({one.pairing for one in played})
            wanted = select(pairings).where(pairings.c.id.in_(ids), pairings.c.league == self.league.id)
            known = {row.id: row for row in connection.execute(wanted.with_for_update()).all()}
            had: dict[int, set[int]] = {one: set() for one in ids}
            again: dict[int, int] = dict.fromkeys(ids, 0)
            earlier = select(attempts.c.pairing, attempts.c.attempt, attempts.c.again)
            for pairing, attempt, why in connection.execute(earlier.where(attempts.c.pairing.in_(ids))):
                had[pairing].add(attempt)
                again[pairing] += bool(why)
            taken = Taken(self.league, worker)
            for one in played:
                row = known.get(one.pairing)
                if row is None or not 0 < one.attempt <= row.attempt:
                    raise BadOption(f"pairing {one.pairing} was not given out for the {one.attempt}. time")
                if one.attempt not in had[one.pairing]:
                    had[one.pairing].add(one.attempt)
                    taken.add(one, row, again[one.pairing])
            taken.write(connection, self.store)
        return len(taken.results)

    def progress(self) -> Progress:
        """How far it is; whatever can be paired is paired first."""
        here = {OPEN: 0, LEASED: 0, DONE: 0, VOID: 0}
        away = dict(here)
        with self.store.changing() as connection:
            self._lock(connection)
            self._pair(connection, 1)
            wanted = select(pairings.c.state, pairings.c.needs, func.count())
            wanted = wanted.where(pairings.c.league == self.league.id, pairings.c.needs != BYE)
            grouped = wanted.group_by(pairings.c.state, pairings.c.needs)
            for state, needs, count in connection.execute(grouped):
                (away if needs == REMOTE else here)[state] += count
        done, leased, void = (here[state] + away[state] for state in (DONE, LEASED, VOID))
        over = leased == here[OPEN] == away[OPEN] == 0
        return Progress(done, leased, here[OPEN], away[OPEN], void, over)


class Taken:
    """What a worker has handed in, sorted by what is written where."""

    def __init__(self, league: League, worker: str) -> None:
        self.league = league
        self.worker = worker
        self.attempts: list[dict[str, Any]] = []
        self.results: dict[int, list[dict[str, Any]]] = {}
        self.given_up: dict[int, str] = {}
        self.again: dict[int, str] = {}

    def add(self, one: Played, row: Row[Any], again: int) -> None:
        """Sort one match; the pairing's row says what has become of it meanwhile."""
        if tuple(seat.seat for seat in one.seats) != self.league.seats:
            raise BadOption(f"what was handed in for pairing {one.pairing} has other seats than the league")
        why = one.again
        is_decided = row.state not in (OPEN, LEASED) or one.pairing in self.results
        if is_decided:
            why = row.reason or "somebody else was quicker"
        elif why and again < MOST_AGAIN[one.reason == ANNULLED]:
            self.again[one.pairing] = why
        elif one.reason == ANNULLED:
            self.given_up[one.pairing] = why
        else:
            why = ""
            self.results[one.pairing] = [self.result(one, seat) for seat in range(len(one.seats))]
        self.attempts.append(
            {
                "league": self.league.id,
                "worker": self.worker,
                "counts": not why,
                "again": why,
                **{name: value for name, value in vars(one).items() if name not in ("seats", "again")},
            }
        )

    def result(self, one: Played, number: int) -> dict[str, Any]:
        """The row of a seat; its version is filled in from the pairing."""
        row = asdict(one.seats[number])
        del row["player"]
        return row | {"pairing": one.pairing, "league": self.league.id}

    def write(self, connection: Connection, store: Store) -> None:
        """Write everything; the caller's transaction makes it one."""
        if self.attempts:
            connection.execute(attempts.insert(), self.attempts)
        if self.results:
            ids = list(self.results)
            seats = select(pairing_seats).where(pairing_seats.c.pairing.in_(ids))
            sat = {(pairing, seat): version for pairing, seat, version in connection.execute(seats)}
            rows = [
                row | {"version": sat[pairing, row["seat"]]}
                for pairing, found in self.results.items()
                for row in found
            ]
            connection.execute(results.insert(), rows)
            connection.execute(update(pairings).where(pairings.c.id.in_(ids)).values(state=DONE, until=0.0))
        for pairing, why in self.given_up.items():
            values = {"state": DONE, "reason": f"given up: {why}", "until": 0.0}
            connection.execute(update(pairings).where(pairings.c.id == pairing).values(**values))
        for pairing, why in self.again.items():
            values = {"state": OPEN, "worker": self.worker, "until": store.now + ELSEWHERE}
            connection.execute(update(pairings).where(pairings.c.id == pairing).values(**values))
            store.note(connection, self.league, "again", "", why)
