"""Many runs: bots on the same seeds, on several cores, one row for each run."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from math import inf
from multiprocessing import get_context
from pathlib import Path

from hoplon.bots import bot
from hoplon.core.bot import Bot
from hoplon.core.errors import BadOption
from hoplon.games import game
from hoplon.protocols.lines.command import is_command
from hoplon.protocols.lines.process_bot import LONGEST, ProcessBot, ProcessSettings
from hoplon.referee.results import file_name, keep
from hoplon.referee.run import CLOCK, run
from hoplon.sandbox.enter import prctl
from hoplon.sandbox.supervisor import PR_SET_PDEATHSIG

MOST_SEEDS = 1_000_000


@dataclass(frozen=True)
class Job:
    """One run to play: a bot alone at a game, on a seed. `options` are strings, as in a match file."""

    game: str
    bot: str
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    clock: float = CLOCK
    longest: int = LONGEST
    deadline: float = inf
    folder: str = ""
    process_settings: ProcessSettings | None = None


@dataclass(frozen=True)
class Row:
    """The result of a run. `measure` is how far it went, if the game has a measure for that."""

    game: str
    bot: str
    seed: int
    options: str
    verdict: str
    won: bool
    measure: int
    score: int
    turns: int
    seconds: float
    slowest: float
    fault: str = ""
    cpu: float = 0.0
    strikes: int = 0
    excused: int = 0


def read_seeds(text: str) -> range:
    """Seeds as they are typed: `7` or `1-100`."""
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise BadOption(f"the seeds are {text!r}; expected a number or a range such as 1-100")
    low, high = int(first), int(last if dash else first)
    if low > high:
        raise BadOption(f"the seeds {text!r} run backwards; expected a range such as 1-100")
    if high - low >= MOST_SEEDS or high >= 2**63:
        raise BadOption(f"the seeds {text!r} are too many or too large")
    return range(low, high + 1)


def write_options(options: Sequence[tuple[str, str]]) -> str:
    """The same as one text."""
    return " ".join(f"{name}={value}" for name, value in options)


def play(job: Job) -> Row:
    """Play one run; save its match file and the record of its process if the job names a folder."""
    found = game(job.game)
    options = found.options.from_text(dict(job.options))
    player = find_bot(job.bot, job.game, job.process_settings)
    done = run(found, [player], job.seed, options, job.clock, job.longest, deadline=job.deadline)
    bot_log = done.bot_logs[0]
    if job.folder:
        keep(done.match, bot_log, Path(job.folder) / match_file(job))
    states = done.match.state.array
    outcome = found.outcome(states, 0)
    seconds, slowest = done.seconds[0], done.slowest[0]
    if bot_log is not None:
        seconds, slowest = sum(bot_log.walls), max(bot_log.walls, default=0.0)
    fault = done.fault.text if done.fault else bot_log.fault if bot_log else ""
    return Row(
        game=job.game,
        bot=job.bot,
        seed=job.seed,
        options=write_options(job.options),
        verdict=done.verdict,
        won=0 in done.winners,
        measure=found.measure.of(states, 0) if found.measure else 0,
        score=int(outcome.scores[0] if outcome else found.scores(states, 0, 1)[0]),
        turns=len(done.match.choices),
        seconds=round(seconds, 3),
        slowest=round(slowest, 3),
        fault=fault,
        cpu=round(sum(spent.cpu for spent in bot_log.spent), 3) if bot_log else 0.0,
        strikes=bot_log.strikes if bot_log else 0,
        excused=bot_log.excused if bot_log else 0,
    )


def match_file(job: Job) -> str:
    """The name of the match file of a run."""
    return f"{job.game}-{file_name(job.bot)}-{job.seed}.hoplon"


@cache
def find_bot(text: str, name: str, process_settings: ProcessSettings | None) -> Bot | ProcessBot:
    """One bot for this process; its first turn is played here, so that compiling is not timed."""
    if is_command(text):
        run(game(name), [bot("random", name)], 0, longest=1)
        return ProcessBot(text, game(name), process_settings)
    made = bot(text, name)
    run(game(name), [made], 0, longest=1)
    return made


def sort_rows(rows: Iterable[Row]) -> list[Row]:
    """In the order of their seeds."""
    return sorted(rows, key=lambda row: row.seed)


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(jobs: Sequence[Job], processes: int) -> Iterator[Row]:
    """Play all runs, in any order. Bad bots and options are refused, and rules compiled, before the first.

    Never more programs run at once than there are processors.
    """
    for one in {(job.game, job.bot, job.options): job for job in jobs}.values():
        game(one.game).options.from_text(dict(one.options))
        find_bot(one.bot, one.game, one.process_settings)
    if any(is_command(job.bot) for job in jobs):
        processes = min(processes, cores())
    if processes == 1 or len(jobs) < 2:
        yield from map(play, jobs)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), serve_parent, (os.getpid(),))
    try:
        for done in as_completed([pool.submit(play, job) for job in jobs]):
            yield done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def serve_parent(parent: int) -> None:
    """Finish the current run when the series is interrupted, and do not outlive a series that is killed.

    A process that is interrupted anywhere may hold a lock that the others wait for.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def deaths(rows: Sequence[Row]) -> dict[int, Counter[str]]:
    """Where the runs that were not won ended: verdicts by depth."""
    found: dict[int, Counter[str]] = {}
    for row in rows:
        if not row.won:
            found.setdefault(row.measure, Counter())[row.verdict] += 1
    return dict(sorted(found.items()))
