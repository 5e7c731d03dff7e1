"""Reads the counters of a program's processes, quickly enough to do it in every turn.

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
from hoplon.sandbox.living import Living, clock_of
from hoplon.sandbox.tally import NO_TALLY, read_tally
from hoplon.sandbox.tree import Tree, read, stat_of, tasks_of

LAST_TASK = "/proc/sys/kernel/ns_last_pid"  # the number of the newest process or thread of the machine
OWN = "/proc/thread-self/schedstat"
STALE = 1.0  # seconds after which the processes are looked for in any case
MOST_OPEN = 32  # threads whose files stay open
LINE = 64
STATE, NICE, POLICY = 0, 16, 38  # fields of a thread
RUNS, WAITS_FOR_DISK = "R", "D"
FORKS = {"x86_64": (b"56", b"58", b"435"), "aarch64": (b"220", b"435")}.get(os.uname().machine, ())
TELLS_CALLS = os.path.exists("/proc/self/syscall")


class Meter:
    """The counters of all descendants of a process; `supervisor` is where its tally, if any, was opened."""

    def __init__(self, tree: Tree, supervisor: int, tally: int = NO_TALLY) -> None:
        self.tree = tree
        self.counts_waiting = os.path.exists("/proc/self/schedstat")
        self._tally = tally
        self._supervisor = supervisor
        self._supervisor_clock = clock_of(supervisor)
        self._living = Living(tree)
        self._open: dict[int, int] = {}  # files by thread
        self._paths: dict[int, str] = {}  # of the threads beyond these
        self._cpu = self._cpu_before = 0.0  # now, and at the last answer
        self._tallied = self._tallied_before = 0.0
        self._lived = self._lived_before = self._ended_before = 0.0
        self._newest = b""
        self._stale = 0.0
        self._thread = 0
        self._own = -1
        self._own_before = self._own_wait = 0.0
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

    def read_all(self, excuses: str = RUNS) -> tuple[Reading, bool]:
        """The counters now, after looking at every process of the machine, and whether a thread is ready.

        A thread is ready whose state is among the excuses. One that has changed how it is scheduled waits by
        its own choice: it is neither ready nor excused.
        """
        pids = self.tree.pids()
        usual = Usual(self._supervisor)
        ready = False
        unusual = set()
        for pid in pids:
            own_group = usual.has_group(pid)
            for task in tasks_of(pid):
                fields = stat_of(f"{pid}/task/{task}")
                if not fields:
                    continue
                if own_group and usual.is_kept(task, fields):
                    ready = ready or is_excused(pid, task, fields[STATE], excuses)
                else:
                    unusual.add(task)
        self._know(pids)
        reading = self._read()
        for task in unusual:
            reading.waited.pop(task, None)
        return reading, ready

    def _read(self) -> Reading:
        waited: dict[int, int] = {}
        now = monotonic()
        for task, file in self._open.items():
            try:
                waited[task] = int(pread(file, LINE, 0).split()[1])
            except (OSError, IndexError):
                self._newest = b""  # it is gone: look for the others next time
        for task, path in self._paths.items():
            waited[task] = wait_of(path)
        return Reading(now, self.cpu(), waited)

    def own_wait(self) -> float:
        """How long the referee has waited for a processor, in seconds, in whichever thread it runs."""
        is_other = self._thread != get_ident()
        if is_other:
            self._close_own()
            with suppress(OSError):
                self._own = os.open(OWN, os.O_RDONLY)
            self._thread = get_ident()
        try:
            now = int(pread(self._own, LINE, 0).split()[1]) / 1e9
        except (OSError, IndexError):
            return self._own_wait
        if not is_other:
            self._own_wait += now - self._own_before
        self._own_before = now
        return self._own_wait

    def cpu(self) -> float:
        """The processor time of all, which never falls: since the last answer by the tally or by the clocks
        of the processes, whichever is more."""
        living = self._living
        self._lived = living.read()
        used = self._lived - self._lived_before
        try:
            self._tallied = read_tally(self._tally) - clock_gettime(self._supervisor_clock)
        except OSError:
            pass
        else:
            doubt = min(living.doubt, max(0.0, living.ended - self._ended_before))
            used = max(self._tallied - self._tallied_before, used - doubt)
        if self._cpu_before + used > self._cpu:
            self._cpu = self._cpu_before + used
        return self._cpu

    @property
    def tallied(self) -> float:
        """What the tally alone had counted at the last reading."""
        return self._tallied

    def mark(self) -> None:
        """The program has answered: from the last reading on, its time is that of its next choice."""
        self._cpu_before = self._cpu
        self._tallied_before, self._lived_before = self._tallied, self._lived
        self._ended_before = self._living.ended

    def _know(self, pids: list[int]) -> None:
        """Read these processes from now on."""
        self._living.know(pids)
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
        for file in (*self._open.values(), self._last_task, self._tally):
            if file >= 0:
                os.close(file)
        self._open.clear()
        self._last_task = self._tally = -1


class Usual:
    """How a program is scheduled unless it changes that: as its supervisor is."""

    def __init__(self, supervisor: int) -> None:
        self._fields = stat_of(supervisor)
        self._processors = processors_of(supervisor)

    def has_group(self, pid: int) -> bool:
        """Whether the group that the kernel may make of its session has the usual weight."""
        weight = read(f"/proc/{pid}/autogroup").split()[-1:]
        return weight in ([], [b"0"])

    def is_kept(self, task: int, fields: list[str]) -> bool:
        """Whether a thread is scheduled as usual."""
        usual = self._fields or fields
        is_same = (fields[NICE], fields[POLICY]) == (usual[NICE], usual[POLICY])
        return is_same and processors_of(task) in (self._processors, set())


def is_excused(pid: int, task: int, state: str, excuses: str) -> bool:
    """Whether a thread is ready or waits for a disk; one that waits for its own child looks the same."""
    if state != WAITS_FOR_DISK or state not in excuses or not TELLS_CALLS:
        return state in excuses
    called = read(f"/proc/{pid}/task/{task}/syscall").split()[:1]
    return bool(called) and called[0] not in FORKS


def processors_of(task: int) -> set[int]:
    """On which processors a thread may run; none if it is gone."""
    try:
        return os.sched_getaffinity(task)
    except OSError:
        return set()


def is_open(file: int) -> bool:
    """Whether the thread of an open file still is: its number may be another's by now."""
    with suppress(OSError):
        return bool(pread(file, LINE, 0))
    return False


def wait_of(path: str) -> int:
    """The nanoseconds that a thread has waited for a processor; 0 where the kernel does not count them."""
    fields = read(path).split()
    return int(fields[1]) if len(fields) > 1 else 0
