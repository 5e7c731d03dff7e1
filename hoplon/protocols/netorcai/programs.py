"""Players that are programs of this machine: a process that connects to the server by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from hoplon.core.errors import HoplonError
from hoplon.sandbox.report import HeadAndTail

CHUNK = 1 << 16
ENDING = 3.0  # seconds that a program has to end by itself
LONGEST_WORDS = 200


class ProgramFailed(HoplonError):
    """A bot's program ended before the game began."""


class Program(Protocol):
    """A program that was started for a game."""

    name: str
    printed: HeadAndTail  # once it has ended

    def check(self) -> None:
        """Raise ProgramFailed if it will not play."""
        ...

    def end(self, patience: float = 0.0) -> int:
        """Wait a little, then end the program and what it started; returns its exit code."""
        ...


class OwnProgram:
    """A program that runs as the user's own, such as a built-in bot. What it prints is kept."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.printed = HeadAndTail()
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115  closed by end()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            self._printed.close()
            raise ProgramFailed(f"the bot {name} cannot be started: {error.strerror}") from None

    def check(self) -> None:
        """Raise ProgramFailed if the program has ended."""
        code = self._process.poll()
        if code is not None:
            raise ended_early(self.name, code, self._read())

    def end(self, patience: float = 0.0) -> int:
        """Wait a little, then end the program and what it started; returns its exit code."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            for sign in (signal.SIGTERM, signal.SIGKILL):
                with suppress(ProcessLookupError):
                    os.killpg(self._process.pid, sign)
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(ENDING)
                    break
        if not self._printed.closed:
            self.printed = self._read()
            self._printed.close()
        return int(self._process.returncode or 0)

    def _read(self) -> HeadAndTail:
        found = HeadAndTail()
        self._printed.seek(0)
        while more := self._printed.read(CHUNK):
            found.put(more)
        return found


def ended_early(name: str, code: int, printed: HeadAndTail) -> ProgramFailed:
    """What to say about a program that ended before the game began, with its last words."""
    said = [line.strip() for line in str(printed).split("\n") if line.strip()]
    words = f": {said[-1][:LONGEST_WORDS]}" if said else ""
    return ProgramFailed(f"the bot {name} ended before the game began, with exit code {code}{words}")


def end_all(programs: Sequence[Program], patience: float = 0.0) -> None:
    """End every program, all within the same time limit."""
    deadline = time.monotonic() + patience
    for program in programs:
        program.end(max(0.0, deadline - time.monotonic()))
