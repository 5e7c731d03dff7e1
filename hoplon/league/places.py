"""Tells processes of this machine apart, so that the work of one that has ended is given out again."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

STARTED = 19  # the field of /proc/PID/stat, counted after the name, that says when it was started


def machine() -> str:
    """This start of this machine, and the numbering of its processes; empty where that is not known."""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.readlink('/proc/self/ns/pid')}"
    return ""


def here() -> str:
    """This process; empty where that is not known."""
    began = started(os.getpid())
    return f"{machine()}/{os.getpid()}/{began}" if machine() and began else ""


def has_ended(place: str) -> bool:
    """Is this a process of this machine that has ended?"""
    where, _, began = place.rpartition("/")
    of, _, number = where.rpartition("/")
    return bool(of) and of == machine() and number.isdecimal() and started(int(number)) != began


def started(process: int) -> str:
    """When a process was started, in the kernel's ticks; empty if there is none."""
    with suppress(OSError, IndexError):
        facts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return "" if facts[0] in "ZX" else facts[STARTED]
    return ""
