"""What a program uses in all, and whether that is too much."""

from __future__ import annotations

import os
import resource
import sys
from time import process_time
from typing import Any

from hoplon.sandbox.tally import NO_TALLY, read_tally
from hoplon.sandbox.tree import Tree, cpu_of, fair_memory_of, memory_of, read

BUFFERS = 1 << 19  # bytes that a socket may keep in the kernel
DISK_EVERY = 10  # the scratch folder is measured only every tenth time


class Watch:
    """What a program uses in all, compared with its limits; `network` is a process in its own network."""

    def __init__(self, plan: dict[str, Any], tree: Tree, tally: int, network: int | None = None) -> None:
        self.network = network
        self.limits = plan["limits"]
        self.folder = plan["folder"]
        self.tree = tree
        self.tally = tally
        self.rounds = 0

    def excess(self) -> dict[str, Any] | None:
        """The limit that is passed, and by how much."""
        pids = self.tree.glance()
        used = {
            "memory": sum(map(memory_of, pids)),
            "processes": len(pids) - self.limits["servants"],
            "cpu": int(self.cpu(pids)),
        }
        if self.rounds % DISK_EVERY == 0:
            used["disk"] = disk_of(self.folder)
        self.rounds += 1
        buffers = 0 if self.network is None else BUFFERS * sockets_around(self.network)
        if used["memory"] + buffers > self.limits["memory"]:
            used["memory"] = sum(map(fair_memory_of, pids)) + buffers
        for name, amount in used.items():
            if amount > self.limits[name]:
                return {"over": name, "used": amount, "limit": self.limits[name]}
        return None

    def cpu(self, pids: list[int]) -> float:
        """The processor time of the program in seconds, by the tally or by its processes."""
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        counted = sum(map(cpu_of, pids)) + ended.ru_utime + ended.ru_stime
        return max(counted, self.tallied)

    @property
    def tallied(self) -> float:
        """The same by the tally alone; 0 if there is none."""
        return 0.0 if self.tally == NO_TALLY else read_tally(self.tally) - process_time()


def sockets_around(pid: int) -> int:
    """How many sockets there are in the network of a process."""
    words = read(f"/proc/{pid}/net/sockstat").split()
    return int(words[2]) if words[:2] == [b"sockets:", b"used"] else 0


def disk_of(folder: str) -> int:
    """The size of a folder's files in bytes; folders nested too deeply count as infinite."""
    used = 0
    try:
        for place, _, names in os.walk(folder):
            for name in names:
                try:
                    used += os.lstat(os.path.join(place, name)).st_blocks * 512
                except OSError:
                    continue
    except RecursionError:
        return sys.maxsize
    return used
