"""Puzzles from many matches, on several cores, written line by line; a run that was ended can go on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from multiprocessing import get_context
from pathlib import Path
from time import time

from hoplon.analysis.puzzles.choices import different, evaluator_for, position_of
from hoplon.analysis.puzzles.difficulty import difficulty_of
from hoplon.analysis.puzzles.find import play_on, puzzles_in
from hoplon.analysis.puzzles.sense import Twins
from hoplon.analysis.puzzles.sources import Dig, digs_of
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle, head_of, load_puzzles, write_puzzles
from hoplon.referee.series import deaf_children, serve_parent

DONE = ".done"  # beside the file: the matches that were looked through
ENOUGH_DIGS = 100_000
KINDS = 12  # matches among which are all kinds


@dataclass(frozen=True)
class Found:
    """What one match brought. One that time ended is not finished; `fault` says why one cannot be used."""

    dig: Dig
    puzzles: tuple[Puzzle, ...]
    is_finished: bool
    fault: str = ""


def mine_one(dig: Dig, deadline: float = inf) -> Found:
    """Look through one match."""

    def is_over() -> bool:
        return time() >= deadline

    if is_over():
        return Found(dig, (), False)
    try:
        puzzles = tuple(puzzles_in(dig.match(), str(dig), dig.seed, dig.seat, is_over))
    except HoplonError as error:
        return Found(dig, (), True, str(error))
    return Found(dig, puzzles, not is_over())


def make_ready(game: Game, wanted: str, seed: int) -> None:
    """Compile all that is needed, in this process: what is compiled is kept for the others."""
    kinds = set()
    for dig in islice(digs_of(game, wanted, seed), KINDS):
        if (kind := str(dig.source)) in kinds:
            continue
        kinds.add(kind)
        match = dig.match()
        here = Match(match.game, match.seed, match.options)
        evaluator = evaluator_for(here)
        position, choices = position_of(here, evaluator), different(here, evaluator)
        position.worth(choices, 1, seed)
        difficulty_of(position, here, choices[0], hardest=2)
        play_on(here, position.seat, 1)


@dataclass
class Mine:
    """A file that fills with puzzles."""

    game: Game
    out: Path
    seed: int = 1
    wanted: str = ""
    count: int = 0  # enough; 0: until time is over, or the files are
    puzzles: dict[str, Puzzle] = field(default_factory=dict)
    sure: list[Puzzle] = field(default_factory=list)  # in the order of the matches
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """What was seen before is no new puzzle."""
        self.twins = Twins(self.game)

    @property
    def ledger(self) -> Path:
        """Where it is written which matches were looked through."""
        return self.out.with_name(self.out.name + DONE)

    def open(self, resume: bool) -> None:
        """Begin a file, or go on with one."""
        if not self.out.parent.is_dir():
            raise BadOption(f"--out {self.out} lies in no folder that exists")
        if self.out.exists():
            if not resume:
                raise BadOption(f"--out {self.out} exists; give --resume to go on with it, or another name")
            self.puzzles = {puzzle.id: puzzle for puzzle in load_puzzles(self.out, self.game)}
            self.sure = list(self.puzzles.values())
            for puzzle in self.sure:
                self.twins.of(puzzle)
            with suppress(FileNotFoundError):
                self.done = set(self.ledger.read_text(encoding="utf-8").splitlines())
        else:
            self.out.write_text(head_of(self.game) + "\n", encoding="utf-8")
            self.ledger.write_text("", encoding="utf-8")

    def keep(self, found: Found) -> list[Puzzle]:
        """Write down what a match brought; what is new of it."""
        new = [one for one in found.puzzles if one.id not in self.puzzles and not self.twins.of(one)]
        self.puzzles |= {puzzle.id: puzzle for puzzle in new}
        if new:
            with self.out.open("a", encoding="utf-8") as file:
                file.write("".join(f"{puzzle}\n" for puzzle in new))
        if found.is_finished:
            with self.ledger.open("a", encoding="utf-8") as file:
                file.write(f"{found.dig}\n")
        return new

    def close(self) -> None:
        """Put the puzzles in the order of their ids; of too many, those of the first matches stay."""
        half = self.out.with_name(self.out.name + ".new")
        half.write_text(write_puzzles(self.game, self.kept), encoding="utf-8")
        half.replace(self.out)

    @property
    def kept(self) -> list[Puzzle]:
        """What stays: all, or if there are enough, those of the first matches."""
        return self.sure[: self.count] if self.is_full else list(self.puzzles.values())

    @property
    def is_full(self) -> bool:
        """Are there enough puzzles, whatever the matches bring that are not finished yet?"""
        return 0 < self.count <= len(self.sure)

    def digs(self) -> Iterator[Dig]:
        """The matches that were not looked through yet."""
        every = islice(digs_of(self.game, self.wanted, self.seed), ENOUGH_DIGS)
        return (dig for dig in every if str(dig) not in self.done)

    def run(self, jobs: int, deadline: float, tell: Callable[[Found, list[Puzzle]], None]) -> None:
        """Look through matches until there are enough puzzles or time is over.

        Unless time ends it, the same seed and count give the same puzzles, whatever the number of jobs.
        """
        waiting: dict[int, list[Puzzle]] = {}
        following = 0
        try:
            for number, found in _found(self.digs(), jobs, deadline):
                waiting[number] = self.keep(found)
                tell(found, waiting[number])
                while following in waiting:
                    self.sure += waiting.pop(following)
                    following += 1
                if self.is_full:
                    return
        finally:
            self.close()


def _found(digs: Iterator[Dig], jobs: int, deadline: float) -> Iterator[tuple[int, Found]]:
    """What each match brings, as it comes, with the place of the match."""
    if jobs == 1:
        for number, dig in enumerate(digs):
            if time() >= deadline:
                return
            yield number, mine_one(dig, deadline)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), serve_parent, (os.getpid(),))
    running: dict[Future[Found], int] = {}
    numbered = enumerate(digs)
    try:
        while True:
            while len(running) < jobs + 2 and time() < deadline:
                following = next(numbered, None)
                if following is None:
                    break
                with deaf_children():
                    running[pool.submit(mine_one, following[1], deadline)] = following[0]
            if not running:
                return
            for one in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(one), one.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
