"""Many matches: players at their seats on given seeds, on several cores, one row for each match."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache
from math import inf
from multiprocessing import get_context, resource_tracker
from pathlib import Path
from typing import Any

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.match import Match
from hoplon.core.options import shown
from hoplon.core.proof import Proof
from hoplon.core.replay import write
from hoplon.core.sources import short_hash
from hoplon.games import game
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.player import CLOCK, LONGEST, Player
from hoplon.protocols.players import is_program, make_player, runs_here
from hoplon.referee.folder import file_name, put, put_json, record_of
from hoplon.referee.record_file import as_json
from hoplon.referee.run import Run, SeatResult, run
from hoplon.sandbox.enter import prctl
from hoplon.sandbox.faults import EXIT
from hoplon.sandbox.supervisor import PR_SET_PDEATHSIG

MOST_SEEDS = 1_000_000
LONGEST_SEED = 19  # digits
LONGEST_FILE = 120
LONGEST_WORDS = 200
LONGEST_ALONE = 2000  # turns of a match for one


@dataclass(frozen=True)
class Job:
    """One match to play. `players` are texts, one for each seat, `names` what they are called in the results,
    `versions` their marks; `options` are as in a match file. With a `secret` the seed is but a number that
    stands for one which nobody can guess."""

    game: str
    players: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    clock: float = CLOCK
    longest: int = LONGEST
    deadline: float = inf
    folder: str = ""
    process_settings: ProcessSettings | None = None
    secret: str = ""

    @property
    def seeds(self) -> tuple[int, int]:
        """The seed of the match, and that of its players' dice."""
        if not self.secret:
            return self.seed, self.seed
        made = Proof(str(self.seed), self.secret)
        return made.seed, made.bots

    @property
    def key(self) -> str:
        """Identifies the match within its series."""
        return "\n".join((str(self.seed), *(self.names or self.players), *self.versions))

    @property
    def file(self) -> str:
        """The name of its match file."""
        names = "-".join(file_name(player) for player in dict.fromkeys(self.names or self.players))
        return f"{self.game}-{names[:LONGEST_FILE]}-{self.seed}-{short_hash(self.key)[:6]}.hoplon"


@dataclass(frozen=True)
class Row:
    """The result of a match. `measure` is how far it went, if the game has a measure for that."""

    game: str
    options: str
    seed: int
    reason: str
    turns: int
    measure: int
    file: str
    key: str
    seats: tuple[SeatResult, ...] = field(default=())

    def __post_init__(self) -> None:
        """Rows that are read back have their seats as plain dictionaries."""
        seats = tuple(one if isinstance(one, SeatResult) else SeatResult(**one) for one in self.seats)
        object.__setattr__(self, "seats", seats)

    @property
    def players(self) -> tuple[str, ...]:
        """Who played, by seat."""
        return tuple(seat.player for seat in self.seats)

    def flat(self) -> list[dict[str, Any]]:
        """One row for each seat."""
        match = {name: value for name, value in asdict(self).items() if name not in ("seats", "key")}
        return [match | asdict(seat) for seat in self.seats]


def read_seeds(text: str) -> range:
    """Seeds as they are typed: `7` or `1-100`."""
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise BadOption(f"the seeds are {shown(text)}; expected a number or a range such as 1-100")
    if len(first) > LONGEST_SEED or len(last) > LONGEST_SEED:
        raise BadOption(f"the seeds {shown(text)} are too large; expected numbers below 2**63")
    low, high = int(first), int(last if dash else first)
    if low > high:
        raise BadOption(f"the seeds {text!r} run backwards; expected a range such as 1-100")
    if high - low >= MOST_SEEDS or high >= 2**63:
        raise BadOption(f"the seeds {text!r} are too many or too large")
    return range(low, high + 1)


def write_options(options: Sequence[tuple[str, str]]) -> str:
    """The options as one text."""
    return " ".join(f"{name}={value}" for name, value in options)


def play(job: Job) -> Row:
    """Play one match; save its file and the records of its players if the job names a folder."""
    done = run_job(job)
    if job.folder:
        keep(done, Path(job.folder) / job.file)
    return row_of(job, done)


def run_job(job: Job) -> Run:
    """Play one match."""
    found = game(job.game)
    options = found.options.from_text(dict(job.options))
    players = [
        find_player(text, job.game, job.process_settings, seat) for seat, text in enumerate(job.players)
    ]
    for player, name in zip(players, job.names, strict=False):
        player.name = name
    seed, dice = job.seeds
    return run(found, players, seed, options, job.clock, job.longest, dice, job.deadline)


def row_of(job: Job, done: Run) -> Row:
    """The result of a match that was played."""
    measure = done.match.game.measure
    return Row(
        game=job.game,
        options=write_options(job.options),
        seed=job.seed,
        reason=done.verdict,
        turns=len(done.match.choices),
        measure=measure.of(done.match.state.array, 0) if measure else 0,
        file=job.file if job.folder else "",
        key=job.key,
        seats=done.seats,
    )


def keep(done: Run, path: Path) -> None:
    """Write a match file, and the record of its players next to it."""
    put_json(record_of(path), as_json(done.records))
    put(path, write(done.match))


@cache
def find_player(text: str, name: str, process_settings: ProcessSettings | None, seat: int) -> Player:  # noqa: ARG001
    """A player for this process and a seat; matches are played one after another, so it is used again."""
    return make_player(text, game(name), process_settings)


def make_ready(jobs: Sequence[Job]) -> None:
    """Refuse bad players and options, compile the rules, and try every program, before the first match.

    Bots of this process play their first turn here, so that compiling is not timed.
    """
    tried: set[tuple[str, str, object]] = set()
    for job in jobs:
        for text in job.players:
            if (job.game, text, job.options) not in tried:
                tried.add((job.game, text, job.options))
                _try(job, text)


def _try(job: Job, text: str) -> None:
    """Let a player make the first choice of a match; HoplonError if it is a program that ends instead."""
    found = game(job.game)
    options = found.options.from_text(dict(job.options))
    seat = Match(found, 0, options).to_move or 0
    players = [make_player("random", found) for _ in range(found.seat_count(options))]
    run(found, players, 0, options, longest=1)
    if not runs_here(text):
        return
    players[seat] = find_player(text, job.game, job.process_settings, seat)
    record = run(found, players, 0, options, job.clock, longest=1).records[seat]
    if record.fault_kind == EXIT:
        said = record.stderr.strip().splitlines()
        words = f"; its stderr ends with {said[-1][:LONGEST_WORDS]!r}" if said else ""
        raise HoplonError(f"{text!r} cannot start: it {record.fault.rpartition(': it ')[2]}{words}")


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_for(jobs: Sequence[Job], wanted: int) -> int:
    """How many processes to use; never more programs run at once than there are processors.

    There is one keyboard for people, and one connection to a port.
    """
    if not all(runs_here(text) for job in jobs for text in job.players):
        return 1
    if any(is_program(text) for job in jobs for text in job.players):
        wanted = min(wanted, cores())
    return max(1, min(wanted, len(jobs)))


Next = Callable[[], Job | None]


def play_all(next_job: Next, processes: int) -> Iterator[tuple[Job, Row]]:
    """Play jobs until there are none left, each given out when a process is free for it."""
    if processes == 1:
        while (job := next_job()) is not None:
            yield job, play(job)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), serve_parent, (os.getpid(),))
    running: dict[Future[Row], Job] = {}
    try:
        while True:
            while len(running) < 2 * processes and (job := next_job()) is not None:
                with deaf_children():
                    running[pool.submit(play, job)] = job
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes begun here do not hear of an interrupt before `serve_parent` takes care of that."""
    resource_tracker.ensure_running()  # which would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve_parent(parent: int) -> None:
    """Finish the current match when the series is interrupted, and do not outlive a series that is killed.

    A process that is interrupted anywhere may hold a lock that the others wait for.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
