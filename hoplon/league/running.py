"""Plays a league on this machine: one process or several, beside others that do the same."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from socket import gethostname
from time import monotonic, sleep
from typing import Any, Protocol

from hoplon.core.errors import HoplonError
from hoplon.league.cast import cast
from hoplon.league.entries import AWAY, COMMAND, IN, PLAYING, TRIAL, League, Version
from hoplon.league.places import here
from hoplon.league.playing import Seated, play_all, process_settings
from hoplon.league.queue import LIFE, Progress, Queue
from hoplon.league.store import Store
from hoplon.league.task import Played, Task
from hoplon.league.until import MOST_ROOM, Standing, Until
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.players import make_player
from hoplon.protocols.shown import secrets_of
from hoplon.referee.run import run
from hoplon.referee.series import deaf_children, serve_parent
from hoplon.sandbox.sight import Secrets

PAUSE = 0.2  # seconds between two looks at whether there is something to do again
LOOK = 1.0  # seconds between two looks at whether enough was played
CHUNK = 0.1  # seconds of matches that a process is given at once
MOST_AT_ONCE = 64  # matches
KEPT_BACK = 0.25  # seconds for which results may wait to be written together


@dataclass
class Told:
    """What is told while a league is played: matches handed in by this process, and how many wait."""

    played: int = 0
    done: int = 0
    left: int = 0


class Work(Protocol):
    """Where the pairings of a league are given out: `queue.Queue`, or one far away."""

    league: League

    def join(self, name: str, jobs: int, place: str = "") -> str:
        """A new worker; its id."""

    def renew(self, worker: str) -> bool:
        """A sign of life."""

    def leave(self, worker: str) -> None:
        """The worker is gone."""

    def lease(self, worker: str, many: int, needs: str = "") -> list[Task]:
        """Pairings to play."""

    def finish(self, worker: str, played: Sequence[Played]) -> int:
        """Take what was played."""

    def progress(self) -> Progress:
        """How far it is."""


class Sources(Protocol):
    """Where the versions of a league are kept: `store.Store`, or one far away."""

    def versions(self, league: League) -> list[Version]:
        """All versions."""

    def bundle(self, version: int) -> bytes | None:
        """The file of a version."""


class Pool(Protocol):
    """What plays tasks beside this process."""

    def submit(
        self,
        play: Callable[..., list[Played]],
        league: League,
        many: list[Seated],
        programs: ProcessSettings,
        /,
    ) -> Future[list[Played]]:
        """Play some tasks."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Begin nothing more."""


class Players:
    """The versions of a league as players here; those that join later are found when they are needed."""

    def __init__(self, store: Sources, league: League, besides: Sequence[Path] = ()) -> None:
        """`besides` are files that are no part of a bot: those of the database."""
        self.store = store
        self.league = league
        self.besides = besides
        self._versions: dict[int, Version] = {}
        self._texts: dict[int, str] = {}

    def check(self) -> None:
        """NotHere if somebody who is to play cannot play here; others may play what needs an arena."""
        self._versions = {one.id: one for one in self.store.versions(self.league)}
        for version in self._versions.values():
            if version.state in (TRIAL, PLAYING) and version.bot_state == IN and version.kind not in AWAY:
                self._find(version.id)

    def _find(self, number: int) -> None:
        version = self._versions[number]
        self._texts[number] = cast(version, self.league.found, self.store.bundle, self.besides)

    def seated(self, task: Task) -> Seated:
        """A task with its players; NotHere if one cannot play here."""
        for number in task.versions:
            if number not in self._texts:
                if number not in self._versions:
                    self._versions = {one.id: one for one in self.store.versions(self.league)}
                self._find(number)
        names = tuple(self._versions[number].label for number in task.versions)
        return Seated(task, tuple(self._texts[number] for number in task.versions), names)


def secrets_in(store: Store, league: League) -> Secrets:
    """What programs may not see: the database, and the files of other programs."""
    commands = [one.source for one in store.versions(league) if one.kind == COMMAND]
    return secrets_of(commands, [str(path) for path in store.files])


class Running:
    """One process that plays a league, with as many processes of its own as jobs."""

    def __init__(
        self,
        queue: Work,
        players: Players,
        programs: ProcessSettings,
        jobs: int = 1,
        look: Callable[[], Standing] | None = None,
        tell: Callable[[Told], None] = lambda _: None,
        pool: Callable[[], Pool] | None = None,
    ) -> None:
        """`look` says now and then whether to go on; `pool` makes what plays, if not processes here."""
        self.league = queue.league
        self.queue = queue
        self.jobs = jobs
        self.look = look or (lambda: standing_of(queue.progress()))
        self.tell = tell
        self.told = Told()
        self.worker = ""
        self._players = players
        self._programs = programs
        self._pool = pool
        self._results: list[Played] = []
        self._written = monotonic()
        self._chunk = 1
        self._looked = 0.0
        self._room = MOST_AT_ONCE * jobs

    def run(self) -> Told:
        """Play until nothing is left to do, or enough was played."""
        self.worker = self.queue.join(f"{gethostname()} {os.getpid()}", self.jobs, here())
        try:
            with self._signs_of_life():
                if self.jobs == 1 and self._pool is None:
                    self._run_here()
                else:
                    self._run_in_processes()
        finally:
            with suppress(HoplonError):  # an error that is on its way says more
                self._hand_in(at_once=True)
            self.queue.leave(self.worker)
        self._look(is_due=True)
        return self.told

    def _run_here(self) -> None:
        warm_up(self.league)
        while (many := self._more(1)) is not None:
            self._take(play_all(self.league, many, self._programs))

    def _run_in_processes(self) -> None:
        pool = self._pool() if self._pool else self._processes()
        running: dict[Future[list[Played]], float] = {}
        is_over = False
        try:
            while True:
                while not is_over and len(running) < 2 * self.jobs:
                    many = self._more(2 * self.jobs - len(running), is_idle=not running)
                    is_over = many is None
                    if not many:
                        break
                    for begin in range(0, len(many), self._chunk):
                        some = many[begin : begin + self._chunk]
                        with deaf_children():
                            started = pool.submit(play_all, self.league, some, self._programs)
                        running[started] = monotonic()
                if not running:
                    if is_over:
                        return
                    continue
                for done in wait(running, PAUSE, FIRST_COMPLETED).done:
                    del running[done]
                    self._take(done.result())
        except BrokenProcessPool:
            raise HoplonError(
                "a process that played matches has ended; what it had is played again by the same command"
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            for left in running:
                if left.done() and not left.cancelled() and left.exception() is None:
                    self._results += left.result()

    def _processes(self) -> Any:
        return ProcessPoolExecutor(self.jobs, get_context("spawn"), prepare, (os.getpid(), self.league))

    def _more(self, processes: int, is_idle: bool = True) -> list[Seated] | None:
        """What to play next; None at the end. Waits for others only if this process has nothing to do."""
        while True:
            if not self._look():
                return None
            many = min(self._chunk * processes, self._room)
            tasks = self.queue.lease(self.worker, many) if many > 0 else []
            if tasks:
                self._room -= len(tasks)
                return [self._players.seated(task) for task in tasks]
            self._hand_in(at_once=True)
            if not is_idle:
                return []
            progress = self.queue.progress()
            if progress.over or (progress.remote and progress.leased == progress.open == 0):
                return None
            sleep(PAUSE if progress.leased else PAUSE / 10)

    def _look(self, is_due: bool = False) -> bool:
        """Whether to go on; looked up now and then."""
        if not is_due and self._looked and monotonic() - self._looked < LOOK and self._room > 0:
            return True
        self._hand_in(at_once=True)
        standing = self.look()
        self._looked, self._room = monotonic(), standing.room
        self.told.done, self.told.left = standing.done, standing.left
        self.tell(self.told)
        return standing.goes_on

    def _take(self, played: Sequence[Played]) -> None:
        """Results of one process; the time they took says how many it gets next."""
        self._results += played
        mean = sum(one.ended - one.began for one in played) / max(1, len(played))
        self._chunk = max(1, min(MOST_AT_ONCE, int(CHUNK / max(mean, 1e-6))))
        self._hand_in()

    def _hand_in(self, at_once: bool = False) -> None:
        """Write results, several together."""
        is_due = monotonic() - self._written > KEPT_BACK or len(self._results) >= MOST_AT_ONCE
        if self._results and (at_once or is_due):
            results, self._results = self._results, []
            self.queue.finish(self.worker, results)
            self.told.played += len(results)
            self._written = monotonic()

    @contextmanager
    def _signs_of_life(self) -> Iterator[None]:
        """Keep the leases, in a thread of its own."""
        stop = threading.Event()

        def renew() -> None:
            while not stop.wait(LIFE / 3):
                with suppress(HoplonError):  # the next one may succeed
                    self.queue.renew(self.worker)

        thread = threading.Thread(target=renew, name="signs of life", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()


def running_here(
    store: Store,
    league: League,
    jobs: int = 1,
    until: Until | None = None,
    tell: Callable[[Told], None] = lambda _: None,
    pool: Callable[[], Pool] | None = None,
    players: Players | None = None,
) -> Running:
    """One that has the database open."""
    queue, wanted = Queue(store, league), until or Until()
    if players is None:
        players = Players(store, league, store.files)
        players.check()
    return Running(
        queue,
        players,
        process_settings(league, secrets_in(store, league)),
        jobs,
        lambda: wanted.look(queue),
        tell,
        pool,
    )


def standing_of(progress: Progress) -> Standing:
    """Where whoever gives out the work decides how long: go on as long as there is some."""
    return Standing(True, MOST_ROOM, progress.done, progress.leased + progress.open)


def prepare(parent: int, league: League) -> None:
    """What a process does before its first match."""
    serve_parent(parent)
    warm_up(league)


def warm_up(league: League) -> None:
    """Load the compiled rules before anything is timed."""
    options = league.found.options.from_text(dict(league.options))
    seats = league.found.seat_count(options)
    players = [make_player("random", league.found, ProcessSettings()) for _ in range(seats)]
    run(league.found, players, 0, options, longest=1)
