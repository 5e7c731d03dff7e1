"""Describes a program in words: its stderr, its time, how it ended."""

from __future__ import annotations

import os
import signal
from collections import deque

from hoplon.sandbox.clock import Spent

KEPT = 1 << 15  # bytes of stderr kept from its beginning, and as many from its end
KEPT_OF_TURN = 1 << 11  # the same for one turn
OVERHEAD = 64  # bytes that a turn counts for besides its text
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

    def __init__(self, most: int = KEPT) -> None:
        self.size = 0
        self._most = most  # of each
        self._head = b""
        self._tail = b""

    def put(self, more: bytes) -> None:
        """Add what was read."""
        self.size += len(more)
        room = self._most - len(self._head)
        self._head += more[:room]
        self._tail = (self._tail + more[max(room, 0) :])[-self._most :]

    @property
    def kept(self) -> int:
        """How many bytes are kept."""
        return len(self._head) + len(self._tail)

    def __str__(self) -> str:
        left_out = self.size - len(self._head) - len(self._tail)
        between = f"\n… {left_out} bytes left out …\n".encode() if left_out else b""
        return (self._head + between + self._tail).decode("utf-8", "replace")


class ErrorsByTurn:
    """What a program wrote to stderr by turn; of a long text both ends, of many the first and the last."""

    def __init__(self) -> None:
        self._first: list[tuple[int, HeadAndTail]] = []
        self._last: deque[tuple[int, HeadAndTail]] = deque()
        self._room = KEPT
        self._used = 0  # by the last

    def put(self, turn: int, more: bytes) -> None:
        """Add what was read in a turn, or after it."""
        newest = self._last or self._first
        if not newest or newest[-1][0] != turn:
            newest = self._last if self._room <= 0 else self._first
            newest.append((turn, HeadAndTail(KEPT_OF_TURN)))
        text = newest[-1][1]
        before = text.kept
        text.put(more)
        if newest is self._first:
            self._room -= text.kept - before + OVERHEAD
            return
        self._used += text.kept - before
        while self._used + OVERHEAD * len(self._last) > KEPT and len(self._last) > 1:
            self._used -= self._last.popleft()[1].kept

    def texts(self) -> list[tuple[int, str]]:
        """The turns in which something was written that is kept, and what."""
        return [(turn, str(text)) for turn, text in (*self._first, *self._last)]


def ms(seconds: float) -> str:
    """A time in words."""
    return f"{seconds * 1000:.0f} ms" if seconds < 10 else f"{seconds:.1f} s"


def describe_time(spent: Spent) -> str:
    """A time by both clocks."""
    return f"{spent.wall * 1000:.1f} ms, with {spent.cpu * 1000:.1f} ms on a processor since its last answer"


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


def describe_failure(said: str) -> str:
    """Why a program was not started: a number of the system's, or words."""
    if not said.isdecimal():
        return said
    return START_FAILURES.get(int(said), os.strerror(int(said)))
