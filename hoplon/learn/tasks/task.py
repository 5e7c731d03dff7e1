"""A task: a game with its options, what is gained in it, and the seeds to learn and to be tested with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hoplon.core.encoding import Encoding
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.generic_encoding import encodings_of
from hoplon.core.options import Options
from hoplon.games import game
from hoplon.learn.tasks.figures import SCORE, Figure

NAME = re.compile(r"[a-z][a-z0-9_-]*-v[1-9][0-9]*")

# Small seeds are those that people type: the matches of a test are easily looked at. A learner draws from
# so many others that it hardly ever meets one twice.
TEST = range(1000)
TRAIN = range(1_000_000, 2**40)

Several = Callable[[], tuple[Options, ...]]


class BadTask(HoplonError):
    """A task that cannot be used, or that there is not."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """What is learned, fixed so that results can be compared: a change of anything makes a new version.

    A learner gains `unit` times the growth of `measure(s, seat, memory)`, a rule that counts in whole
    numbers, from one of its observations to the next. One of `options` is drawn for each match; those of
    `held_out` come in tests only. A match is cut off after `longest` steps, each a choice, or one of every
    agent where they choose together. In tests the player meets each of `opponents`, which then has all other
    seats, and each seed is played from every seat.
    """

    name: str  # GAME-WHAT-vN
    game: str
    summary: str
    encoding: str  # its name
    encoding_version: int
    measure: Callable[..., int]
    unit: float
    longest: int
    gamma: float
    options: Several  # a function, so that no map or army is read before it is needed
    held_out: Several = tuple
    train: range = TRAIN
    test: range = TEST
    joint: bool = False  # do all agents choose in the same step?
    skip_forced: bool = False  # are choices without an alternative made by themselves?
    opponents: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = (SCORE,)
    learning: tuple[str, ...] = ()  # settings of a training that differ from the usual ones: hidden=512

    def __post_init__(self) -> None:
        """Refuse what makes no sense, before anybody learns from it."""
        for is_wrong, what in (
            (not NAME.fullmatch(self.name), "its name does not end with a version such as -v1"),
            (not self.name.startswith(f"{self.game}-"), f"its name does not begin with {self.game}-"),
            (not self.train or not self.test, "it has no seeds to learn with, or none to be tested with"),
            (_meet(self.train, self.test), "it is tested with seeds that it learns with"),
            (not self.unit > 0, f"a unit is worth {self.unit}; expected more than 0"),
            (not 0 < self.gamma <= 1, f"gamma is {self.gamma}; expected more than 0 and at most 1"),
            (self.longest < 1, f"a match has {self.longest} choices; expected at least 1"),
            (not self.figures, "it reports no figures"),
        ):
            if is_wrong:
                raise BadTask(f"the task {self.name!r} cannot be used: {what}")

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return game(self.game)

    def find_encoding(self) -> Encoding:
        """What the learner is told, of the version that the task was made for."""
        known = {one.name: one for one in encodings_of(self.rules)}
        found = known.get(self.encoding)
        if found is None:
            raise BadTask(
                f"the task {self.name} needs the encoding {self.encoding!r} of {self.game}; "
                f"there {'are' if known else 'is'} {', '.join(known) or 'none'}"
            )
        if found.version != self.encoding_version:
            raise BadTask(
                f"the task {self.name} was made for version {self.encoding_version} of the encoding "
                f"{self.encoding}; this Hoplon has version {found.version}"
            )
        return found


def _meet(some: range, others: range) -> bool:
    """Have two ranges a number in common? They may be long, so the shorter one is gone through."""
    short, long = sorted((some, others), key=len)
    return any(seed in long for seed in short)
