"""Reads the counters of a program's processes, quickly enough to do it twice in every turn.

The files of the kernel stay open between two readings, and the processes are looked for only when the kernel
has begun a new one anywhere, or after a while.
"""

from __future__ import annotations

import os
from contextlib import suppress
from os import pread
from threading import get_ident
from time import clock_gettime, monotonic

from hoplon.sandbox.clock import Reading
from hoplon.sandbox.tree import Tree, cpu_of, read, stat_of, tasks_of

CPU_CLOCK = 2  # the kernel's number for the clock that counts the running time of a whole process
LAST_TASK = "/proc/sys/kernel/ns_last_pid"  # the number of the newest process or thread of the machine
OWN = "/proc/thread-self/schedstat"
STALE = 1.0  # seconds after which the processes are looked for in any case
MOST_OPEN = 32  # threads whose files stay open
LINE = 64


class Meter:
    """The counters of all descendants of a process."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._clocks: dict[int, int] = {}  # by process
        self._open: dict[int, int] = {}  # files by thread
        self._paths: dict[int, str] = {}  # of the threads beyond these
        self._newest = b""
        self._stale = 0.0
        self._thread = 0
        self._own = -1
        try:
            self._last_task = os.open(LAST_TASK, os.O_RDONLY)
        except OSError:
            self._last_task = -1

    def read(self) -> Reading:
        """The counters now."""
        try:
            newest = pread(self._last_task, LINE, 0)
        except OSError:
            newest = b""
        if newest != self._newest or not newest or monotonic() >= self._stale:
            self._newest, self._stale = newest, monotonic() + STALE
            self._know(self.tree.glance())
        return self._read()

    def read_all(self) -> Reading:
        """The counters now, after looking at every process of the machine."""
        self._know(self.tree.pids())
        return self._read()

    def _read(self) -> Reading:
        waited: dict[int, int] = {}
        cpu = 0.0
        now = monotonic()
        for task, file in self._open.items():
            try:
                waited[task] = int(pread(file, LINE, 0).split()[1])
            except (OSError, IndexError):
                self._newest = b""  # it is gone: look for the others next time
        for task, path in self._paths.items():
            waited[task] = wait_of(path)
        for pid, clock in self._clocks.items():
            try:
                cpu += clock_gettime(clock)
            except OSError:
                self._newest = b""
                cpu += cpu_of(pid)
        return Reading(now, cpu, waited)

    def own_wait(self) -> int:
        """How long this thread has waited for a processor, in nanoseconds."""
        if self._thread != get_ident():
            self._close_own()
            with suppress(OSError):
                self._own = os.open(OWN, os.O_RDONLY)
            self._thread = get_ident()
        try:
            return int(pread(self._own, LINE, 0).split()[1])
        except (OSError, IndexError):
            return 0

    def are_runnable(self) -> bool:
        """Whether a thread of these processes runs or is ready to."""
        return any(
            stat_of(f"{pid}/task/{task}")[:1] == ["R"] for pid in self.tree.pids() for task in tasks_of(pid)
        )

    def _know(self, pids: list[int]) -> None:
        """Read these processes from now on."""
        self._clocks = {pid: ~pid << 3 | CPU_CLOCK for pid in pids}
        paths = {task: f"/proc/{pid}/task/{task}/schedstat" for pid in pids for task in tasks_of(pid)}
        for task in list(self._open):
            if task not in paths or not is_open(self._open[task]):
                os.close(self._open.pop(task))
        for task in list(paths):
            if task in self._open:
                del paths[task]
            elif len(self._open) < MOST_OPEN:
                with suppress(OSError):
                    self._open[task] = os.open(paths[task], os.O_RDONLY)
                    del paths[task]
        self._paths = paths

    def _close_own(self) -> None:
        if self._own >= 0:
            os.close(self._own)
        self._own = -1

    def close(self) -> None:
        """Close the files."""
        self._close_own()
        for file in (*self._open.values(), self._last_task):
            if file >= 0:
                os.close(file)
        self._open.clear()
        self._last_task = -1


def is_open(file: int) -> bool:
    """Whether the thread of an open file still is: its number may be another's by now."""
    with suppress(OSError):
        return bool(pread(file, LINE, 0))
    return False


def wait_of(path: str) -> int:
    """The nanoseconds that a thread has waited for a processor; 0 where the kernel does not count them."""
    fields = read(path).split()
    return int(fields[1]) if len(fields) > 1 else 0
