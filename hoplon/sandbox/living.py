"""The processor time of a program's processes by their own clocks, which nothing that they do switches off.

A program that may be executed but not read loses the kernel's tally: its processes still have clocks. What
they do not tell is the time of processes that ended between two looks and that nobody waited for.
"""

from __future__ import annotations

from time import clock_gettime

from hoplon.sandbox.tree import TICK, Tree, cpu_of_ended

CPU_CLOCK = 2  # the kernel's number for the clock that counts the running time of a whole process
ROUNDING = 2 * TICK  # what the sums of ended children, in user and kernel mode, are short of at most


def clock_of(pid: int) -> int:
    """The number of the clock of a process."""
    return ~pid << 3 | CPU_CLOCK


def time_of(pid: int) -> float:
    """The running time of a process, in seconds; 0 if it is gone."""
    try:
        return clock_gettime(clock_of(pid))
    except OSError:
        return 0.0


class Living:
    """The time of all descendants of a process, which never falls by more than the kernel rounds."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._clocks: dict[int, int] = {}  # by process
        self._total = 0.0
        self._lost = 0.0  # of those that ended and that nobody waited for
        self.ended = 0.0  # of those that ended and were waited for
        self.doubt = 0.0  # what `ended` is short of at most

    def know(self, pids: list[int]) -> None:
        """Read these processes from now on."""
        gone = len(self._clocks.keys() - set(pids))
        self._clocks = {pid: clock_of(pid) for pid in pids}
        self.ended = cpu_of_ended(self._tree.root) + sum(map(cpu_of_ended, pids))
        self.doubt = ROUNDING * (1 + len(pids))
        before, self._total = self._total, sum(map(time_of, pids)) + self.ended + self._lost
        missing = before - self._total - ROUNDING * gone
        if missing > 0:
            self._lost += missing
            self._total += missing

    def read(self) -> float:
        """The seconds so far."""
        total = self.ended + self._lost
        try:
            for clock in self._clocks.values():
                total += clock_gettime(clock)
            self._total = total
        except OSError:  # one is gone
            self.know(self._tree.glance())
        return self._total
