"""Describes a program in words: its stderr, its time, how it ended."""

from __future__ import annotations

import os
import signal

from hoplon.sandbox.clock import Spent

KEPT = 1 << 15  # bytes of stderr kept from its beginning, and as many from its end
MEGABYTE = 1 << 20

OVER = {
    "memory": "{used} MB of memory; {limit} MB are allowed",
    "disk": "{used} MB of files; {limit} MB are allowed",
    "processes": "{used} processes at once; {limit} are allowed",
    "cpu": "{used} s of processor time; {limit} s are allowed",
}
START_FAILURES = {
    2: "the program named in its first line (#!) does not exist",
    8: "it is neither a program for this machine nor a script whose first line begins with #!",
    13: "there is no permission to run it",
}


class HeadAndTail:
    """The beginning and the end of a stream, and how much was left out between them."""

    def __init__(self) -> None:
        self.size = 0
        self._head = b""
        self._tail = b""

    def put(self, more: bytes) -> None:
        """Add what was read."""
        self.size += len(more)
        room = KEPT - len(self._head)
        self._head += more[:room]
        self._tail = (self._tail + more[max(room, 0) :])[-KEPT:]

    def __str__(self) -> str:
        left_out = self.size - len(self._head) - len(self._tail)
        between = f"\n… {left_out} bytes left out …\n".encode() if left_out else b""
        return (self._head + between + self._tail).decode("utf-8", "replace")


def ms(seconds: float) -> str:
    """A time in words."""
    return f"{seconds * 1000:.0f} ms" if seconds < 10 else f"{seconds:.1f} s"


def describe_time(spent: Spent) -> str:
    """A time with its parts."""
    return f"{spent.wall * 1000:.1f} ms, {spent.cpu * 1000:.1f} ms of them on a processor"


def describe_exit(code: int) -> str:
    """How a program ended."""
    if code >= 0:
        return f"ended by itself with exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"was ended by {name}"


def describe_excess(over: str, used: int, limit: int) -> str:
    """Which limit a program has exceeded."""
    unit = MEGABYTE if over in ("memory", "disk") else 1
    return "used " + OVER[over].format(used=-(-used // unit), limit=limit // unit)


def describe_failure(number: int) -> str:
    """Why a program was not started."""
    return START_FAILURES.get(number, os.strerror(number))
