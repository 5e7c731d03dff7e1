"""A foreign program: started, asked line by line, timed, and ended with all its descendants.

Nothing it does can block the referee: every pipe is read and written without blocking, within limits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from hoplon.sandbox import starter
from hoplon.sandbox.asking import await_one
from hoplon.sandbox.clock import LATE, Clock, Reading, Spent
from hoplon.sandbox.faults import CLOSED, EXIT, LIMIT, TIMEOUT, TOO_LONG, BotFault
from hoplon.sandbox.launch import launch
from hoplon.sandbox.limits import Limits
from hoplon.sandbox.lines import Cutter, Lines, LineTooLong
from hoplon.sandbox.meter import Meter
from hoplon.sandbox.report import (
    HeadAndTail,
    describe_excess,
    describe_exit,
    describe_time,
    ms,
)
from hoplon.sandbox.starter import Supervisor

REPORT_SECONDS = 0.2
LEAST_WAIT = 0.002


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
        self.cpu = 0.0
        self.early = 0  # answers that came before their question
        self._stopped = False
        self._began = Reading(0.0, 0.0, {})
        self._deadline = 0.0
        self._looked = 0
        self._cut = cut
        self._launched = launched = launch(list(command), limits or Limits(), sandbox, self.namespaces, cut)
        self._channel = launched.channel
        self.apart = launched.apart  # whether it has its own process namespace
        assert launched.tree is not None
        assert launched.program is not None
        self._tree, self._meter = launched.tree, Meter(launched.program)
        starter.running.add(self)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pids(self) -> list[int]:
        """All processes of this program, including the supervisor's."""
        return self._tree.pids()

    @property
    def errors(self) -> HeadAndTail:
        """What it has written to stderr."""
        return self._channel.errors

    @property
    def errors_by_turn(self) -> list[tuple[int, str]]:
        """The same by turn: a turn lasts from its question to the next, and 0 is before the first."""
        return self._channel.errors_by_turn.texts()

    @property
    def _supervisor(self) -> Supervisor:
        assert self._channel.supervisor is not None
        return self._channel.supervisor

    def ask(self, block: bytes) -> bytes:
        """Send a question and wait for one line; BotFault if none comes in time."""
        self.question(block)
        return await_one(self)

    def wait(self) -> None:
        """Wait until something comes, or the deadline."""
        self._channel.serve_until(self._deadline)

    def question(self, block: bytes) -> None:
        """Send a question, and start the clock."""
        channel = self._channel
        self.early += channel.lines.is_waiting
        channel.next_turn()
        before = self._meter.read()
        channel.send(block)
        now = monotonic()
        self._began = Reading(now, before.cpu, before.waited)
        self._deadline = now + self.clock.limit

    def answer(self) -> bytes | None:
        """The line that answers the question; None if none has come yet, BotFault if none will in time."""
        line = self._take()
        if line is None:
            moment = monotonic()
            if moment >= self._deadline:
                self._deadline = moment + self._longer()
            self._looked = self._meter.own_wait()
            return None
        # A line that was already waiting counts as arriving with the question.
        came = max(self._channel.last_read, self._began.at)
        limit = self.clock.limit
        # Only who is over the limit needs a reading that leaves no doubt.
        now = self._meter.read() if came <= self._began.at + limit else self._meter.read_all()
        spent = self._until(now, came)
        if self.clock.stop(spent) == LATE:
            raise BotFault(TIMEOUT, f"answered after {describe_time(spent)}; {ms(limit)} are allowed", line)
        return line

    @property
    def deadline(self) -> float:
        """When to look for an answer again, by `monotonic`, if nothing has come."""
        return self._deadline

    def fileno(self) -> int:
        """A file that can be read when something has come."""
        return self._channel.fileno()

    def serve(self) -> None:
        """Take in what has come."""
        self._channel.serve(0)

    def _take(self) -> bytes | None:
        """The next line; a fault if there can be none."""
        channel = self._channel
        try:
            line = channel.lines.take()
        except LineTooLong as error:
            self._note()
            raise BotFault(TOO_LONG, str(error), error.start) from None
        if line is None and (not channel.is_open or channel.over or channel.supervisor_is_gone):
            self._note()
            raise self._why_closed()
        return line

    def _note(self) -> None:
        self.clock.taken.append(self._until_now())

    def _until_now(self) -> Spent:
        now = self._meter.read_all()
        return self._until(now, now.at)

    def _until(self, now: Reading, at: float) -> Spent:
        """What passed since the question; the referee's own waiting counts only from its last look."""
        if now.cpu > self.cpu:
            self.cpu = now.cpu
        began = self._began
        since = Reading(began.at, began.cpu, began.waited, self._looked)
        return since.until(Reading(at, now.cpu, now.waited, self._meter.own_wait()))

    def _longer(self) -> float:
        """How much longer to wait for a program that is over its limit but has an excuse."""
        spent = self._until_now()
        if self.clock.judge(spent) == LATE:
            # The kernel counts waiting only once it is over: a program that may be waiting is not late yet.
            if self.clock.may_be_waiting(spent) and self._meter.are_runnable():
                return LEAST_WAIT
            limit = self.clock.limit
            self.clock.stop(spent)
            rest = self._channel.lines.rest
            unfinished = f"; its last line has no end: {rest[:60]!r}" if rest else ""
            text = f"did not answer within {ms(limit)} (waited for {describe_time(spent)}){unfinished}"
            raise BotFault(TIMEOUT, text)
        return max(self.clock.limit - spent.own, LEAST_WAIT)

    def _why_closed(self) -> BotFault:
        """The fault of a program that can no longer answer."""
        channel = self._channel
        self._await_exit(0.0 if channel.over else REPORT_SECONDS)
        rest = channel.lines.rest
        line = rest if rest else None
        if channel.over is not None:
            return BotFault(LIMIT, describe_excess(**channel.over))
        unfinished = "; its last line has no end" if rest else ""
        if channel.exit is None:
            return BotFault(CLOSED, f"closed its output{unfinished}", line)
        return BotFault(EXIT, describe_exit(channel.exit) + unfinished, line)

    def _await_exit(self, patience: float) -> None:
        """Wait until it is known how the program ended."""
        channel = self._channel
        until = monotonic() + patience
        while (
            channel.exit is None
            and channel.over is None
            and not channel.supervisor_is_gone
            and monotonic() < until
        ):
            channel.serve_until(until)

    def tell(self, block: bytes, patience: float) -> bool:
        """Send something that needs no answer, wait for the program to end, and return whether it has."""
        channel = self._channel
        channel.send(block)
        until = monotonic() + patience
        while channel.exit is None and not channel.supervisor_is_gone and monotonic() < until:
            channel.serve_until(until)
            while channel.is_open and self._drop_line():
                pass
        return channel.exit is not None

    def _drop_line(self) -> bool:
        with suppress(LineTooLong):
            return self._channel.lines.take() is not None
        self._channel.lines = self._cut()
        return False

    def stop(self) -> None:
        """End the program with everything it has started, and keep its stderr."""
        if self._stopped:
            return
        self._stopped = True
        starter.running.discard(self)
        self._meter.close()
        self._launched.end()
        self.cpu = max(self.cpu, self._channel.cpu)

    def leave(self) -> None:
        """In a process that was forked: the program belongs to the other one."""
        self._stopped = True
        self._channel.leave()
        self._meter.close()
