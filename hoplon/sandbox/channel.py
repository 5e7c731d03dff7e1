"""The pipes between the referee and a program, and the socket of its supervisor.

Nothing here blocks, whatever the program does: every pipe is read and written as far as it goes.
"""

from __future__ import annotations

import json
import os
import select
import socket
from contextlib import suppress
from time import monotonic
from typing import Any

from hoplon.sandbox.lines import Cutter
from hoplon.sandbox.report import ErrorsByTurn, HeadAndTail
from hoplon.sandbox.starter import Supervisor
from hoplon.sandbox.tally import NO_TALLY
from hoplon.sandbox.turn_page import TurnPage

CHUNK = 1 << 13
MOST_FILES = 3  # that come with the first report


class Channel:
    """What goes to a program, what comes from it, and what its supervisor reports."""

    def __init__(self, to: int, output: int, errors: int, control: socket.socket, lines: Cutter) -> None:
        self.lines = lines
        self.errors = HeadAndTail()
        self.errors_by_turn = ErrorsByTurn()
        self.turn = 0
        self.last_read = 0.0
        self.is_open = True  # the program's output
        self.supervisor: Supervisor | None = None
        self.supervisor_is_gone = False  # nothing can be heard from it any more
        self.started: dict[str, Any] | None = None
        self.page: TurnPage | None = None
        self.tally = NO_TALLY
        self.exit: int | None = None
        self.over: dict[str, Any] | None = None
        self.cpu = 0.0
        self.ended = False
        self._input, self._output, self._errors, self._control = to, output, errors, control
        self._unsent = bytearray()
        self._reports = b""
        self._poll = select.epoll()
        control.setblocking(False)
        for fd in (to, output, errors):
            os.set_blocking(fd, False)
        for fd in (output, errors, control.fileno()):
            self._poll.register(fd, select.EPOLLIN)

    def fileno(self) -> int:
        """A file that can be read when there is something to serve."""
        return self._poll.fileno()

    def serve(self, seconds: float) -> None:
        """Wait until a pipe can be read or written, and do it."""
        for fd, _ in self._poll.poll(seconds if seconds > 0 else 0):
            if fd == self._output:
                self.last_read = monotonic()
                self.lines.put(self._read(fd))
            elif fd == self._errors:
                self._keep(self._read(fd))
            elif fd == self._input:
                self._go_on()
            else:
                self._hear()

    def serve_until(self, moment: float) -> None:
        """The same, until a moment."""
        self.serve(moment - monotonic())

    @property
    def unsent(self) -> int:
        """How many bytes the program has not taken yet."""
        return len(self._unsent)

    def send(self, block: bytes) -> None:
        """Write as much as the program takes; it may answer without reading."""
        if self._unsent:
            self._unsent += block
            return
        if self._input < 0:
            return
        try:
            sent = os.write(self._input, block)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._close_input()
            return
        if sent < len(block):
            self._unsent += block[sent:]
            self._poll.register(self._input, select.EPOLLOUT)

    def _go_on(self) -> None:
        """Write more of what the program has not taken yet."""
        try:
            del self._unsent[: os.write(self._input, self._unsent[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            self._close_input()
            return
        if not self._unsent:
            self._poll.unregister(self._input)

    def _close_input(self) -> None:
        """The program has closed it."""
        if self._unsent:
            self._poll.unregister(self._input)
        os.close(self._input)
        self._input = -1
        self._unsent.clear()

    def next_turn(self) -> None:
        """What is written to stderr from now on belongs to the next turn."""
        for fd, _ in self._poll.poll(0):
            if fd == self._errors:
                self._keep(self._read(fd))
        self.turn += 1

    def _keep(self, more: bytes) -> None:
        if not more:
            return
        self.errors.put(more)
        self.errors_by_turn.put(self.turn, more)

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
                self.is_open = False
        return more

    def _hear(self) -> None:
        """Take in what the supervisor reports."""
        try:
            more, files, _, _ = socket.recv_fds(self._control, CHUNK, MOST_FILES, socket.MSG_CMSG_CLOEXEC)
        except BlockingIOError:
            return
        except OSError:
            more, files = b"", []
        if not more:
            self._poll.unregister(self._control.fileno())
            self._control.close()
            self.supervisor_is_gone = True
            return
        *lines, self._reports = (self._reports + more).split(b"\n")
        for line in lines:
            report = json.loads(line)
            if "pid" in report:
                self.started = report
                self.supervisor = Supervisor(report["pid"], files[0])
                self.page = TurnPage(files[1])
                self.tally = files[2] if len(files) == MOST_FILES else NO_TALLY
            elif "exit" in report:
                self.exit = report["exit"]
            elif "over" in report:
                self.over = report
            elif "ended" in report:
                self.cpu = report["cpu"]
                self.ended = True

    def stop(self, until: float) -> None:
        """Tell the supervisor to end the program, and wait for that."""
        if self.supervisor_is_gone:
            return
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            self._poll.unregister(self._output)
        while not self.ended and not self.supervisor_is_gone and monotonic() < until:
            self.serve_until(until)

    def close(self) -> None:
        """Keep the rest of stderr, and close everything."""
        with suppress(OSError):
            while more := os.read(self._errors, CHUNK):
                self._keep(more)
        self.leave()

    def leave(self) -> None:
        """Close everything; in a process that was forked, it stays open in the other one."""
        for fd in (self._input, self._output, self._errors):
            if fd >= 0:
                os.close(fd)
        self._input = self._output = self._errors = -1
        self._poll.close()
        self._control.close()
        if self.supervisor is not None:
            self.supervisor.close()
        if self.page is not None:
            self.page.close()
            self.page = None
