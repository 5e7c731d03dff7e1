"""A foreign program: started, asked line by line, timed, and ended with all its descendants.

Nothing it does can block the referee: every pipe is read and written without blocking, within limits.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from math import ceil
from multiprocessing.util import Finalize
from pathlib import Path
from time import monotonic
from typing import Any

from hoplon.core.errors import HoplonError
from hoplon.sandbox import supervisor
from hoplon.sandbox.clock import LATE, Clock, Reading, Spent, are_runnable, own_wait, read_clocks
from hoplon.sandbox.faults import CLOSED, EXIT, LIMIT, TIMEOUT, TOO_LONG, BotFault
from hoplon.sandbox.limits import Limits, wrapping
from hoplon.sandbox.lines import Cutter, Lines, LineTooLong
from hoplon.sandbox.report import (
    HeadAndTail,
    describe_excess,
    describe_exit,
    describe_failure,
    describe_time,
    ms,
)

CHUNK = 1 << 16
START_SECONDS = 30.0
REPORT_SECONDS = 2.0
CLEANING_SECONDS = 0.5
LEAST_WAIT = 0.002

# Supervisors whose programs have ended but left so many files that removing them takes a while.
CLEANING: list[subprocess.Popen[bytes]] = []


@cache
def scratch() -> str:
    """The folder for the folders of this referee's programs."""
    folder = tempfile.mkdtemp(prefix="hoplon-programs-")
    os.chmod(folder, 0o711)
    # Not atexit: the processes of a pool leave without it.
    Finalize(None, shutil.rmtree, (folder, True), exitpriority=0)
    return folder


def environment(folder: str) -> dict[str, str]:
    """The complete environment of a program."""
    path = os.environ.get("PATH", os.defpath)
    return {"PATH": path, "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8"}


class Process:
    """A running program. Use it as a context manager, or call `stop`."""

    namespaces = True  # used where the system allows it

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits | None = None,
        sandbox: str = "auto",
        clock: Clock | None = None,
        cut: Callable[[], Cutter] = Lines,
    ) -> None:
        self.clock = clock or Clock()
        self.errors = HeadAndTail()
        self.cpu = 0.0
        self.early = 0  # answers that came before their question
        self.apart: bool | None = None  # whether it has its own process namespace, once that is known
        self._cut = cut
        self._lines = cut()
        self._unsent = bytearray()
        self._reports = b""
        self._exit: int | None = None
        self._over: dict[str, Any] | None = None
        self._ended = False
        self._stopped = False
        self._output_open = True
        self._last_read = 0.0
        self._looked = 0
        self._start(list(command), limits or Limits(), sandbox)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self, command: list[str], limits: Limits, sandbox: str) -> None:
        if sys.platform != "linux":
            raise HoplonError(f"programs play as programs only on Linux, and this is {sys.platform}")
        folder = self._folder = tempfile.mkdtemp(dir=scratch())
        theirs_in, self._input = os.pipe()
        self._output, theirs_out = os.pipe()
        self._stderr, theirs_err = os.pipe()
        ready, theirs_ready = os.pipe()
        self._control, theirs_control = socket.socketpair()
        plan = {
            "command": command,
            "environment": environment(folder),
            "folder": folder,
            "limits": asdict(limits),
            "wrap": wrapping(sandbox, scratch(), folder),
            "apart": self.namespaces,
            "uid": 0,
            "input": theirs_in,
            "output": theirs_out,
            "errors": theirs_err,
            "ready": theirs_ready,
            "control": theirs_control.fileno(),
        }
        theirs = (theirs_in, theirs_out, theirs_err, theirs_ready, theirs_control.fileno())
        try:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-I", "-S", str(Path(supervisor.__file__)), json.dumps(plan)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=theirs,
                start_new_session=True,
                cwd="/",
                env={},
            )
        finally:
            theirs_control.close()
            for fd in theirs[:-1]:
                os.close(fd)
        self._tree = supervisor.Tree(self._supervisor.pid)
        for fd in (self._input, self._output, self._stderr):
            os.set_blocking(fd, False)
        self._control.setblocking(False)
        self._poll = select.poll()
        for fd in (self._output, self._stderr, self._control.fileno()):
            self._poll.register(fd, select.POLLIN)
        self._await_program(command, ready)

    def _await_program(self, command: list[str], ready: int) -> None:
        """Wait until the program runs: the pipe closes by itself, or says why it does not."""
        with os.fdopen(ready, "rb") as pipe:
            fine, _, _ = select.select([pipe], [], [], START_SECONDS)
            failure = pipe.read() if fine else b"110"
        if failure:
            number = int(failure)
            self.stop()
            raise HoplonError(f"the bot {command[0]!r} cannot be started: {describe_failure(number)}")
        until = monotonic() + START_SECONDS
        while self.apart is None and not self._supervisor_is_gone and monotonic() < until:
            self._wait(until - monotonic())
        if self.apart is None:
            self.stop()
            raise HoplonError(f"the bot {command[0]!r} cannot be started: its supervisor failed")

    @property
    def pids(self) -> list[int]:
        """All processes of this program, including the supervisor's."""
        return self._tree.pids()

    def ask(self, block: bytes) -> bytes:
        """Send a question and wait for one line; BotFault if none comes in time."""
        self.early += self._lines.is_waiting
        before = self._clocks()
        self._unsent += block
        self._send()
        began = replace(before, at=monotonic())
        self._looked = own_wait()
        deadline = began.at + self.clock.limit
        while True:
            line = self._take(began)
            if line is not None:
                break
            now = monotonic()
            if now >= deadline:
                deadline = now + self._longer(began)
            self._wait(deadline - now)
        # A line that was already waiting counts as arriving with the question.
        came = max(self._last_read, began.at)
        spent = self._since(began, self._clocks(came))
        limit = self.clock.limit
        if self.clock.stop(spent) == LATE:
            raise BotFault(TIMEOUT, f"answered after {describe_time(spent)}; {ms(limit)} are allowed", line)
        return line

    def _take(self, began: Reading) -> bytes | None:
        """The next line; a fault if there can be none."""
        try:
            line = self._lines.take()
        except LineTooLong as error:
            self._note(began)
            raise BotFault(TOO_LONG, str(error), error.start) from None
        if line is None and (not self._output_open or self._over or self._supervisor_is_gone):
            self._note(began)
            raise self._why_closed()
        return line

    @property
    def _supervisor_is_gone(self) -> bool:
        return self._control.fileno() < 0

    def _note(self, began: Reading) -> None:
        self.clock.taken.append(self._since(began, self._clocks()))

    def _since(self, began: Reading, now: Reading) -> Spent:
        """What passed since; the referee's own waiting counts only from its last look."""
        return replace(began, referee=self._looked).until(now)

    def _clocks(self, at: float | None = None) -> Reading:
        """Read the clocks of all processes of the program."""
        reading = read_clocks(self._tree.pids(), at)
        self.cpu = max(self.cpu, reading.cpu)
        return reading

    def _longer(self, began: Reading) -> float:
        """How much longer to wait for a program that is over its limit but has an excuse."""
        spent = self._since(began, self._clocks())
        if self.clock.judge(spent) == LATE:
            # The kernel counts waiting only once it is over: a program that may be waiting is not late yet.
            if self.clock.may_be_waiting(spent) and are_runnable(self._tree.pids()):
                return LEAST_WAIT
            limit = self.clock.limit
            self.clock.stop(spent)
            rest = self._lines.rest
            unfinished = f"; its last line has no end: {rest[:60]!r}" if rest else ""
            text = f"did not answer within {ms(limit)} (waited for {describe_time(spent)}){unfinished}"
            raise BotFault(TIMEOUT, text)
        return max(self.clock.limit - spent.own, LEAST_WAIT)

    def _wait(self, seconds: float) -> None:
        """Wait until a pipe can be read or written, and serve it."""
        self._looked = own_wait()
        for fd, _ in self._poll.poll(max(0, ceil(seconds * 1000))):
            if fd == self._output:
                self._last_read = monotonic()
                self._lines.put(self._read(fd))
            elif fd == self._stderr:
                self.errors.put(self._read(fd))
            elif fd == self._input:
                self._send()
            else:
                self._hear()

    def _read(self, fd: int) -> bytes:
        try:
            more = os.read(fd, CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            more = b""
        if not more:
            self._poll.unregister(fd)
            if fd == self._output:
                self._output_open = False
        return more

    def _send(self) -> None:
        """Write as much as the program takes; it may answer without reading."""
        if self._input < 0:
            self._unsent.clear()
            return
        try:
            while self._unsent:
                del self._unsent[: os.write(self._input, self._unsent[:CHUNK])]
            with suppress(KeyError):
                self._poll.unregister(self._input)
        except BlockingIOError:
            self._poll.register(self._input, select.POLLOUT)
        except OSError:  # it has closed its input
            with suppress(KeyError):
                self._poll.unregister(self._input)
            os.close(self._input)
            self._input = -1
            self._unsent.clear()

    def _hear(self) -> None:
        """Take in what the supervisor reports."""
        try:
            more = self._control.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        if not more:
            self._poll.unregister(self._control.fileno())
            self._control.close()
            return
        *lines, self._reports = (self._reports + more).split(b"\n")
        for line in lines:
            report = json.loads(line)
            if "apart" in report:
                self.apart = report["apart"]
            elif "exit" in report:
                self._exit = report["exit"]
            elif "over" in report:
                self._over = report
            elif "ended" in report:
                self.cpu = max(self.cpu, report["cpu"])
                self._ended = True

    def _why_closed(self) -> BotFault:
        """The fault of a program that can no longer answer."""
        until = monotonic() + (0.0 if self._over else REPORT_SECONDS / 10)
        while (
            self._exit is None and self._over is None and not self._supervisor_is_gone and monotonic() < until
        ):
            self._wait(until - monotonic())
        rest = self._lines.rest
        line = rest if rest else None
        if self._over is not None:
            return BotFault(LIMIT, describe_excess(**self._over))
        unfinished = "; its last line has no end" if rest else ""
        if self._exit is None:
            return BotFault(CLOSED, f"closed its output{unfinished}", line)
        return BotFault(EXIT, describe_exit(self._exit) + unfinished, line)

    def tell(self, block: bytes, patience: float) -> bool:
        """Send something that needs no answer, wait a moment, and return whether the program has ended."""
        self._unsent += block
        self._send()
        until = monotonic() + patience
        while self._exit is None and not self._supervisor_is_gone and monotonic() < until:
            self._wait(until - monotonic())
            while self._output_open and self._drop_line():
                pass
        return self._exit is not None

    def _drop_line(self) -> bool:
        with suppress(LineTooLong):
            return self._lines.take() is not None
        self._lines = self._cut()
        return False

    def stop(self) -> None:
        """End the program with everything it has started, and keep its stderr."""
        if self._stopped:
            return
        self._stopped = True
        CLEANING[:] = [busy for busy in CLEANING if busy.poll() is None]
        if not self._supervisor_is_gone:
            with suppress(OSError):
                self._control.shutdown(socket.SHUT_WR)
            until = monotonic() + REPORT_SECONDS
            with suppress(KeyError):
                self._poll.unregister(self._output)
            while not self._ended and not self._supervisor_is_gone and monotonic() < until:
                self._wait(until - monotonic())
        if not self._ended:
            self._end_by_force()
        try:
            self._supervisor.wait(CLEANING_SECONDS)
        except subprocess.TimeoutExpired:
            CLEANING.append(self._supervisor)
        while more := self._rest_of_errors():
            self.errors.put(more)
        for fd in (self._input, self._output, self._stderr):
            if fd >= 0:
                os.close(fd)
        self._input = -1
        self._control.close()

    def _rest_of_errors(self) -> bytes:
        with suppress(OSError):
            return os.read(self._stderr, CHUNK)
        return b""

    def _end_by_force(self) -> None:
        """Without a supervisor (the program may have killed it), find and end all its processes from here."""
        until = monotonic() + REPORT_SECONDS
        self._supervisor.kill()
        while pids := [pid for pid in self._tree.pids() if supervisor.stat_of(pid)[:1] != ["Z"]]:
            for pid in pids:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            if monotonic() > until:
                break
            select.select([], [], [], LEAST_WAIT)
        with suppress(RecursionError):
            shutil.rmtree(self._folder, ignore_errors=True)
