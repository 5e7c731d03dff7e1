"""What the machine as a whole has been doing: processors taken away by a hypervisor, waiting for disks."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from hoplon.sandbox.tree import TICK, read

STEAL = 8  # the word of the first line that counts what a hypervisor took from all processors
FRESH = 0.1  # seconds for which a reading may serve as the beginning of a turn


class Machine(NamedTuple):
    """The machine at one moment: seconds stolen so far, and how many threads wait for a disk."""

    at: float
    stolen: float
    blocked: int


def look_at_machine() -> Machine:
    """The machine now."""
    text = read("/proc/stat")
    words = text.partition(b"\n")[0].split()
    stolen = int(words[STEAL]) * TICK if len(words) > STEAL else 0.0
    blocked = text.rpartition(b"procs_blocked ")[2].split()
    return Machine(monotonic(), stolen, int(blocked[0]) if text and blocked else 0)


_latest: Machine | None = None


def machine_before() -> Machine:
    """The machine a moment ago: reading it takes longer than a short turn."""
    global _latest
    if _latest is None or monotonic() > _latest.at + FRESH:
        _latest = look_at_machine()
    return _latest
