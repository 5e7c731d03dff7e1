"""Leagues for tests, and results that nobody has played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import select

from hoplon.league.entries import League
from hoplon.league.file import Plan, make
from hoplon.league.playing import packed
from hoplon.league.queue import Queue
from hoplon.league.settings import Settings
from hoplon.league.store import Entrant, Store
from hoplon.league.tables import pairings, results
from hoplon.league.task import Played, Task
from hoplon.referee.run import FAULT, SeatResult

TWO_SEATS, ONE_SEAT, MORE_SEATS = "cardbattle", "codekeeper", "hexabomb"
Outcome = Callable[[Task], Sequence[int]]  # the rank of each seat


def league_in(
    store: Store, bots: int = 0, game: str = TWO_SEATS, format: str = "round-robin", **settings: Any
) -> League:
    """A league with bots that are never started: a, b, c ..."""
    league = make(store, Plan("", game, format, settings=Settings(**settings)), "cup")
    for number in range(bots):
        join(store, league, "abcdefghijklmnopqrstuvwxyz"[number])
    return league


def entrant(digest: str) -> Entrant:
    """A bot that is never started."""
    return Entrant("builtin", "random", digest)


def join(store: Store, league: League, name: str, digest: str = "") -> int:
    """Add a bot, or a new version of it; its version."""
    made = store.add_version(league, name, entrant(digest or f"digest of {name}"))
    assert made is not None
    return made.id


def seat_of(seat: int, rank: int, failed: bool = False) -> SeatResult:
    """A result."""
    verdict = FAULT if failed else "won" if rank == 1 else "lost"
    fault = "it fell over" if failed else ""
    return SeatResult(seat, "x", verdict, rank, -rank, 3, 0.1, 0.1, 0.0, 0.05, 0, 0, 0, fault)


def played(
    league: League, task: Task, ranks: Sequence[int] = (), failed: Sequence[int] = (), **fields: Any
) -> Played:
    """A task as if it had been played; the first seat wins unless told otherwise. `failed` are versions."""
    order = ranks or range(1, len(league.seats) + 1)
    seats = tuple(
        seat_of(seat, rank, version in failed)
        for seat, rank, version in zip(league.seats, order, task.versions, strict=True)
    )
    text = packed("nothing")
    return Played(
        **{
            "pairing": task.pairing,
            "attempt": task.attempt,
            "began": 1.0,
            "ended": 2.0,
            "reason": "won",
            "turns": 3,
            "measure": 0,
            "seats": seats,
            "file": text,
            "record": packed("{}"),
        }
        | fields
    )


def play_on(
    queue: Queue, worker: str, many: int = 4, failed: Sequence[int] = (), most: int = 10_000
) -> list[Task]:
    """Lease and hand in until there is nothing left to do, or so many were played."""
    done: list[Task] = []
    while len(done) < most and (tasks := queue.lease(worker, min(many, most - len(done)))):
        queue.finish(worker, [played(queue.league, task, failed=failed) for task in tasks])
        done += tasks
    return done


def rows_of(store: Store, league: League) -> list[tuple[Any, ...]]:
    """What a league has come to: everything but times and who played it."""
    names = {version.id: version.label for version in store.versions(league)}
    joined = pairings.outerjoin(results, results.c.pairing == pairings.c.id)
    wanted = select(
        pairings.c.number,
        pairings.c.stage,
        pairings.c.seed,
        pairings.c.state,
        results.c.seat,
        results.c.version,
        results.c.rank,
        results.c.score,
        results.c.verdict,
        results.c.choices,
        results.c.fault,
    ).select_from(joined)
    wanted = wanted.where(pairings.c.league == league.id)
    with store.reading() as connection:
        rows = connection.execute(wanted.order_by(pairings.c.number, results.c.seat)).all()
    return [(*row[:5], names.get(row.version), *row[6:]) for row in rows]


def database(tmp_path: Path, name: str = "cup.db") -> str:
    """The path of a database."""
    return str(tmp_path / name)
