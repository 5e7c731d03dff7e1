"""Processes as the kernel shows them in /proc: a family of them, their time, their memory."""

from __future__ import annotations

import os

NOBODY = -1  # no process has this parent
TICK = 1 / os.sysconf("SC_CLK_TCK")
KNOWS_CHILDREN = os.path.exists("/proc/thread-self/children")  # not every kernel is built to list them


class Tree:
    """All living descendants of a process. Unrelated ones are remembered, so few files are read again."""

    def __init__(self, root: int) -> None:
        self.root = root
        self._children: set[int] = set()
        self._strangers: set[int] = set()

    def pids(self) -> list[int]:
        """The descendants alive now, zombies included, in ascending order."""
        alive = {int(name) for name in os.listdir("/proc") if name.isdecimal()}
        self._children &= alive
        self._strangers &= alive
        parents = {pid: parent_of(pid) for pid in alive - self._children - self._strangers}
        while parents:
            family = self._children | {self.root}
            found = {pid for pid, parent in parents.items() if parent in family}
            self._children |= found
            if not found:
                break
            for pid in found:
                del parents[pid]
        self._strangers |= {pid for pid, parent in parents.items() if parent is not None}
        return sorted(self._children)

    def lose_root(self) -> None:
        """From now on, only descendants of those known: the root is gone, its number may be another's."""
        self.root = NOBODY

    def glance(self) -> list[int]:
        """The same by walking down, which is quicker; one whose parent ends at this moment may be missed."""
        if not KNOWS_CHILDREN:
            return self.pids()
        found: list[int] = []
        parents = [self.root]
        while parents:
            children = children_of(parents.pop())
            found += children
            parents += children
        self._children.update(found)
        self._strangers.difference_update(found)
        return sorted(found)


def tasks_of(pid: int) -> list[int]:
    """The threads of a process; none if it is gone."""
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def children_of(pid: int) -> list[int]:
    """The children of a process, on kernels that list them."""
    found: list[int] = []
    for task in tasks_of(pid):
        found += map(int, read(f"/proc/{pid}/task/{task}/children").split())
    return found


def read(path: str) -> bytes:
    """The bytes of a small file; none if it is gone."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        parts = []
        while part := os.read(file, 4096):
            parts.append(part)
        return b"".join(parts)
    except OSError:
        return b""
    finally:
        os.close(file)


def stat_of(pid: int | str) -> list[str]:
    """The fields of /proc/PID/stat from the state on; none if the process is gone."""
    return read(f"/proc/{pid}/stat").rpartition(b")")[2].decode().split()


def parent_of(pid: int) -> int | None:
    """The parent of a process; None if it is gone."""
    fields = stat_of(pid)
    return int(fields[1]) if fields else None


def cpu_of(pid: int) -> float:
    """The processor time of a process and of its children that ended, in seconds."""
    fields = stat_of(pid)
    return sum(map(int, fields[11:15])) * TICK if fields else 0.0


def cpu_of_ended(pid: int) -> float:
    """The processor time of the children of a process that ended and that it has waited for, in seconds."""
    fields = stat_of(pid)
    return sum(map(int, fields[13:15])) * TICK if fields else 0.0


def memory_of(pid: int) -> int:
    """The memory of a process in bytes: what is resident or swapped out, and the tables of its pages."""
    return kilobytes(f"/proc/{pid}/status", b"VmRSS:", b"VmSwap:", b"VmPTE:") << 10


def fair_memory_of(pid: int) -> int:
    """The same, with memory that processes share divided among them; slower."""
    shares = kilobytes(f"/proc/{pid}/smaps_rollup", b"Pss:", b"SwapPss:")
    return shares + kilobytes(f"/proc/{pid}/status", b"VmPTE:") << 10 if shares else memory_of(pid)


def kilobytes(path: str, *names: bytes) -> int:
    """The sum of these lines of a file of the kernel's."""
    lines = [line.split() for line in read(path).splitlines()]
    return sum(int(words[1]) for words in lines if words and words[0] in names)


def tasks_of_user(uid: int) -> int:
    """How many threads a user runs: without a namespace, the kernel counts them with the program's."""
    count = 0
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{name}").st_uid == uid:
                count += len(tasks_of(int(name)))
        except OSError:
            continue
    return count
