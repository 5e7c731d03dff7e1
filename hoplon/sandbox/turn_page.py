"""A page of memory that the referee and a supervisor share: whose turn it is, at no cost in the turn itself.

The supervisor stops a program that works on when its turn is over; the referee, which cannot wait for the
supervisor, lets it go on. If both act at once, the supervisor sees afterwards that a turn has begun.
"""

from __future__ import annotations

import mmap
import os
import struct
from time import monotonic

IDLE = 0.01  # seconds out of its turn before a program is stopped: time to finish what it was saying
SIZE = mmap.PAGESIZE
SINCE = struct.Struct("dd")  # when its last turn ended, and what its tally was then
NOT_ASKED = (0.0, 0.0)  # before its first turn: how a page begins
IN_TURN = (-1.0, 0.0)
HOLD = SINCE.size  # where the byte is that says what the supervisor does
FREE, STOPPING, STOPPED = 0, 1, 2


def new_page() -> int:
    """The file of a page."""
    file = os.memfd_create("turns")
    os.ftruncate(file, SIZE)
    return file


class TurnPage:
    """The page, from either side."""

    def __init__(self, file: int) -> None:
        self._bytes = mmap.mmap(file, SIZE)
        os.close(file)

    def begin(self) -> bool:
        """The program's turn begins; return whether it is held and must be let go."""
        SINCE.pack_into(self._bytes, 0, *IN_TURN)
        hold = self._bytes[HOLD]
        if hold == STOPPED:
            self._bytes[HOLD] = FREE
        return hold != FREE

    def end(self, cpu: float) -> None:
        """Its turn is over, with so much processor time in its tally."""
        SINCE.pack_into(self._bytes, 0, monotonic(), cpu)

    @property
    def is_held(self) -> bool:
        """Whether the supervisor stops it or has stopped it."""
        return self._bytes[HOLD] != FREE

    @property
    def turn(self) -> tuple[float, float]:
        """Since when it has been out of its turn, and its tally then; NOT_ASKED or IN_TURN."""
        since, cpu = SINCE.unpack_from(self._bytes, 0)
        return since, cpu

    def hold(self, what: int) -> None:
        """Say what the supervisor does."""
        self._bytes[HOLD] = what

    def close(self) -> None:
        """Let the page go."""
        self._bytes.close()
