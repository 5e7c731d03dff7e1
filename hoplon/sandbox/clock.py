"""The clock of a program: how long a choice took, and how much of that was the machine's fault.

A program has two times. Its processor time is that of all its processes and threads, from one answer to the
next, so nothing that it starts, leaves behind or does between its turns is free. The time for which it kept
the referee waiting is wall-clock time less what the machine took: waiting for a processor or for a disk,
processors that a hypervisor took away, and a referee that looked too late. Its own time is the longer one.

What a program does after its answer is seldom its own decision: a runtime compiles and tidies up on threads
of its own. So what its choices have left of their limits pays for that, and only the rest counts for its next
one. All together it never has more processor time than its limits add up to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import nlargest
from typing import NamedTuple

FIRST = 1.0
LATER = 1.0
LOAD = 0.05  # of the limit: with less waiting the machine counts as idle
SLACK = (
    1.05  # processor time for each second of the limit: the clocks of the kernel do not agree to the last bit
)
HAIR = 1e-5  # seconds: sums of times are not exact
PATIENCE = 10.0  # times the limit, plus GRACE seconds: the longest wait for a program over its limit
GRACE = 5.0
ENDURANCE = 10.0  # times that: the longest wait for one that is within it
CHAIN = 3  # threads at most whose waits are added
SAVED = 3.0  # times the limit: the most that earlier choices pay for what is done after an answer


class Spent(NamedTuple):
    """What a choice took, in seconds: wall-clock time, processor time, and time lost to the machine."""

    wall: float
    cpu: float
    waited: float

    @property
    def own(self) -> float:
        """The program's own time, which its limit is for."""
        return max(self.wall - self.waited, self.cpu / SLACK)


class Reading(NamedTuple):
    """The counters of a program at one moment: its processor time, and for how long each thread that may be
    excused has waited for a processor, in nanoseconds."""

    at: float
    cpu: float
    waited: dict[int, int]

    def until(self, later: Reading, at: float, lost: float = 0.0) -> Spent:
        """What passed until a moment, by a later reading; `lost` seconds of it for other reasons.

        Threads that wait for each other wait one after another, so the longest waits of a few are added; a
        herd of threads waits all at once.
        """
        wall = at - self.at
        earlier = self.waited
        waits = [ns - earlier.get(task, 0) for task, ns in later.waited.items()]
        if len(waits) > CHAIN:
            waits = nlargest(CHAIN, waits)
        waited = max(sum(waits) / 1e9, 0.0)
        return Spent(wall, max(0.0, later.cpu - self.cpu), min(waited + lost, wall))


IN_TIME, EXCUSED, STRIKE, LATE = "in time", "excused", "strike", "late"


@dataclass
class Clock:
    """The time limits of a program, and whether it has kept them.

    Over the limit only because of the machine: excused. Over it, but within its processor time, on a machine
    under load or always ready to run: a strike, the first time. Otherwise late. With `strict` the wall clock
    alone decides.
    """

    first: float = FIRST
    later: float = LATER
    strict: bool = False
    strikes: int = 0
    excused: int = 0
    taken: list[Spent] = field(default_factory=list)
    spare: float = 0.0  # seconds of processor time that its choices have left over, without the first one
    paid: float = 0.0  # of these, for what it did before it has answered this time

    @property
    def limit(self) -> float:
        """The time for the next choice."""
        return self.later if self.taken else self.first

    def judge(self, spent: Spent, was_ready: bool = False) -> str:
        """What an answer after this time would be; was the program seen ready to run whenever it was late?"""
        limit = self.limit
        if spent.wall <= limit and (self.strict or spent.cpu <= SLACK * limit):
            return IN_TIME
        if self.strict or self.is_used_up(spent):
            return LATE
        if spent.own <= limit + HAIR:
            return EXCUSED
        if self.is_patience_over(spent):
            return LATE
        under_load = spent.waited > LOAD * limit and spent.own <= 2 * limit
        return STRIKE if self.strikes == 0 and (under_load or was_ready) else LATE

    def is_used_up(self, spent: Spent) -> bool:
        """Whether it has had its processor time, however long that took."""
        return spent.cpu > SLACK * self.limit

    def is_patience_over(self, spent: Spent) -> bool:
        """Whether nobody can wait any longer for a program that is over its limit."""
        return spent.wall > PATIENCE * self.limit + GRACE

    def is_machine_to_blame(self, spent: Spent) -> bool:
        """Whether nobody can wait any longer for a program that has kept its limit: nobody's fault."""
        patience = ENDURANCE * (PATIENCE * self.limit + GRACE)
        return not self.strict and spent.wall > patience and spent.own <= self.limit + HAIR

    def stop(self, spent: Spent, was_ready: bool = False) -> str:
        """Record what a choice took, and return the verdict on it."""
        verdict = self.judge(spent, was_ready)
        self.strikes += verdict == STRIKE
        self.excused += verdict == EXCUSED
        self.note(spent)
        return verdict

    def pay(self, afterwards: float) -> float:
        """The part of the processor time it used between two turns that earlier choices pay for."""
        paid = min(afterwards, self.spare)
        self.spare -= paid
        self.paid += paid
        return paid

    def pay_if_enough(self, spent: Spent, doubt: float) -> Spent:
        """What counts if up to `doubt` seconds of processor time may have come after the answer.

        Nobody knows how much that was, so it is as little as keeps the limit, or nothing if that does not.
        """
        over = spent.cpu - SLACK * self.limit
        if not 0 < over <= min(doubt, self.spare):
            return spent
        return spent._replace(cpu=spent.cpu - self.pay(over))

    def note(self, spent: Spent) -> None:
        """Record what a choice took; what it left over pays for what is done after an answer."""
        if self.taken:
            self.spare = min(self.spare + max(0.0, self.later - spent.cpu), SAVED * self.later)
        self.taken.append(spent._replace(cpu=spent.cpu + self.paid))
        self.paid = 0.0
