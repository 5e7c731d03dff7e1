"""The clock of a program: how long a choice took, and how much of that was the machine's fault.

Wall time also passes while a process waits for a processor. The kernel counts that waiting for every thread,
so the process's own time is known, and a busy machine makes nobody lose.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

FIRST = 1.0
LATER = 1.0
LOAD = 0.05  # of the limit: with less waiting the machine counts as idle
PATIENCE = 10.0  # times the limit, plus GRACE seconds: the longest wait for an excused process
GRACE = 2.0


class Spent(NamedTuple):
    """What a choice took, in seconds: wall-clock time, processor time, and time waiting for a processor."""

    wall: float
    cpu: float
    waited: float

    @property
    def own(self) -> float:
        """The process's own time."""
        return self.wall - self.waited


class Reading(NamedTuple):
    """The counters of a program at one moment; what its threads and the referee have waited, in ns."""

    at: float
    cpu: float
    waited: dict[int, int]
    referee: int = 0

    def until(self, later: Reading) -> Spent:
        """What passed between two readings. The longest wait of any thread counts, and the referee's own."""
        wall = later.at - self.at
        longest = 0
        for task, ns in later.waited.items():
            wait = ns - self.waited.get(task, 0)
            if wait > longest:
                longest = wait
        waited = (longest + later.referee - self.referee) / 1e9
        return Spent(wall, max(0.0, later.cpu - self.cpu), min(max(waited, 0.0), wall))


IN_TIME, EXCUSED, STRIKE, LATE = "in time", "excused", "strike", "late"


@dataclass
class Clock:
    """The time limits of a program, and whether it has kept them.

    Over the limit only because it waited for a processor: excused. Over it by its own time on a machine
    under load: a strike, the first time. Otherwise late. With `strict` the wall clock alone decides.
    """

    first: float = FIRST
    later: float = LATER
    strict: bool = False
    strikes: int = 0
    excused: int = 0
    taken: list[Spent] = field(default_factory=list)

    @property
    def limit(self) -> float:
        """The time for the next choice."""
        return self.later if self.taken else self.first

    def judge(self, spent: Spent) -> str:
        """What an answer after this time would be."""
        limit = self.limit
        if spent.wall <= limit:
            return IN_TIME
        if self.strict or spent.wall > PATIENCE * limit + GRACE:
            return LATE
        if spent.own <= limit:
            return EXCUSED
        under_load = spent.waited > LOAD * limit
        return STRIKE if under_load and self.strikes == 0 and spent.own <= 2 * limit else LATE

    def may_be_waiting(self, spent: Spent) -> bool:
        """Whether the process may be waiting for a processor: it has not had its processor time."""
        patience = PATIENCE * self.limit + GRACE
        return not self.strict and spent.cpu < self.limit and spent.wall <= patience

    def stop(self, spent: Spent) -> str:
        """Record what a choice took, and return the verdict on it."""
        verdict = self.judge(spent)
        self.strikes += verdict == STRIKE
        self.excused += verdict == EXCUSED
        self.taken.append(spent)
        return verdict
