"""Many runs: bots on the same seeds, on several cores, each kept as one plain row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from math import inf
from multiprocessing import get_context
from pathlib import Path

from hoplon.arena.run import CLOCK, LONGEST, run
from hoplon.bots import bot
from hoplon.core.bot import Bot
from hoplon.core.errors import BadOption
from hoplon.games import game

UNFINISHED = "unfinished"
MOST_SEEDS = 1_000_000


@dataclass(frozen=True)
class Job:
    """One run to play: a bot alone at a game, on a seed. `options` are texts as a match file holds them."""

    game: str
    bot: str
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    clock: float = CLOCK
    longest: int = LONGEST
    deadline: float = inf
    folder: str = ""


@dataclass(frozen=True)
class Row:
    """What came of a run. `depth` is how far it went, where the game counts depths."""

    game: str
    bot: str
    seed: int
    options: str
    verdict: str
    won: bool
    depth: int
    score: int
    turns: int
    seconds: float
    slowest: float
    fault: str = ""


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


def read_options(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Options as they are typed: `depth=3`."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(f"option {text!r} has no value; expected NAME=VALUE such as depth=3")
        if name in pairs:
            raise BadOption(f"option {name} is given twice")
        pairs[name] = value
    return tuple(pairs.items())


def write_options(options: Sequence[tuple[str, str]]) -> str:
    """The same as one text."""
    return " ".join(f"{name}={value}" for name, value in options)


def play(job: Job) -> Row:
    """Play one run; its match file is kept if the job names a folder."""
    found = game(job.game)
    options = found.options.from_text(dict(job.options))
    done = run(
        found, [_bot(job.bot, job.game)], job.seed, options, job.clock, job.longest, deadline=job.deadline
    )
    if job.folder:
        done.match.save(Path(job.folder) / match_file(job))
    outcome = found.outcome(done.match.state.array, 0)
    view = done.match.view(0)
    return Row(
        game=job.game,
        bot=job.bot,
        seed=job.seed,
        options=write_options(job.options),
        verdict=done.verdict,
        won=0 in done.winners,
        depth=int(getattr(view, "depth", 0)),
        score=int(outcome.scores[0] if outcome else getattr(view, "score", 0)),
        turns=len(done.match.choices),
        seconds=round(done.seconds[0], 3),
        slowest=round(done.slowest[0], 3),
        fault=done.fault.text if done.fault else "",
    )


def match_file(job: Job) -> str:
    """The name of the match file of a run."""
    name = "".join(sign if sign.isalnum() or sign == "." else "-" for sign in job.bot)
    return f"{job.game}-{name}-{job.seed}.hoplon"


@cache
def _bot(text: str, name: str) -> Bot:
    """One bot for a process; its first turn is played here, so that compiling counts on no clock."""
    made = bot(text, name)
    run(game(name), [made], 0, longest=1)
    return made


def play_all(jobs: Sequence[Job], processes: int) -> Iterator[Row]:
    """Play all runs, in any order. Bad bots and options are refused, and rules compiled, before the first."""
    for one in {(job.game, job.bot, job.options): job for job in jobs}.values():
        game(one.game).options.from_text(dict(one.options))
        _bot(one.bot, one.game)
    if processes == 1 or len(jobs) < 2:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(play, job) for job in jobs]):
            yield done.result()


def deaths(rows: Sequence[Row]) -> dict[int, Counter[str]]:
    """Where the runs that were not won ended: verdicts by depth."""
    found: dict[int, Counter[str]] = {}
    for row in rows:
        if not row.won:
            found.setdefault(row.depth, Counter())[row.verdict] += 1
    return dict(sorted(found.items()))
