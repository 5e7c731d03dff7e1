"""A foreign program: started, asked line by line, timed, and ended with all its descendants.

Nothing it does can block the referee: every pipe is read and written without blocking, within limits.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from hoplon.sandbox import starter
from hoplon.sandbox.asking import await_one
from hoplon.sandbox.clock import IN_TIME, LATE, Clock, Reading
from hoplon.sandbox.faults import BUSY, CLOSED, EXIT, LIMIT, TIMEOUT, TOO_LONG, BotFault
from hoplon.sandbox.lateness import Lateness
from hoplon.sandbox.launch import launch
from hoplon.sandbox.limits import Limits
from hoplon.sandbox.lines import Cutter, Lines, LineTooLong
from hoplon.sandbox.machine import machine_before
from hoplon.sandbox.meter import Meter
from hoplon.sandbox.report import (
    HeadAndTail,
    describe_excess,
    describe_exit,
    describe_time,
    ms,
)
from hoplon.sandbox.sight import Sight
from hoplon.sandbox.starter import Supervisor
from hoplon.sandbox.turn_page import IN_TURN

REPORT_SECONDS = 2.0  # to hear how a program ended that says nothing more; a busy machine is slow to tell
PROCESSORS = os.cpu_count() or 1
FRESH = 0.001  # seconds for which the reading at one answer serves as that at the next question


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
        sight: Sight | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self.cpu = 0.0
        self.early = 0  # answers that came before their question
        self._stopped = False
        self._deadline = 0.0
        self._cut = cut
        self._launched = launched = launch(
            list(command), limits or Limits(), sandbox, self.namespaces, cut, sight
        )
        self._channel = launched.channel
        self.apart = launched.apart  # whether it has its own process namespace
        assert launched.tree is not None
        assert launched.program is not None
        self._tree = launched.tree
        self._meter = Meter(launched.program, self._supervisor.pid, self._channel.tally)
        self._last = self._began = self._meter.read()
        self._machine = machine_before()
        # How long the referee had waited for a processor when it looked, and when there was no answer yet.
        self._looked = self._unanswered = 0.0
        self._has_served = False  # whether it has looked at the pipes in this turn
        self._was_held = False
        self._late: Lateness | None = None
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
    def exit(self) -> int | None:
        """Its exit code, or minus the number of the signal that ended it; None while that is not known."""
        return self._channel.exit

    @property
    def unread(self) -> int:
        """How many bytes wait for it to read them, besides those in its pipe."""
        return self._channel.unsent

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
        self._has_served = True

    def question(self, block: bytes) -> None:
        """Send a question, and start the clock.

        Processor time counts from the last answer on, so that nothing is free between two turns: earlier
        choices pay for it, or this one. Before the first question a program knows nothing that it could think
        about, and what it does is preparation.
        """
        channel = self._channel
        self.early += channel.lines.is_waiting
        channel.next_turn()
        before = self._last
        if monotonic() > before.at + FRESH:
            before = self._meter.read()
        if self.clock.taken:
            cpu = self._last.cpu + self.clock.pay(before.cpu - self._last.cpu)
        else:
            self._meter.mark()
            cpu = before.cpu
        self._looked = self._unanswered = self._meter.own_wait()
        self._has_served = False
        channel.send(block)
        self._let_go()
        now = monotonic()
        self._was_held = False
        self._start_clock(Reading(now, cpu, before.waited))

    def _start_clock(self, began: Reading) -> None:
        self._began = began
        self._machine = machine_before()
        self._late = None
        self._deadline = began.at + self.clock.limit

    @property
    def _lateness(self) -> Lateness:
        """How late it is in this turn, from the first time that this matters on."""
        if self._late is None:
            self._late = Lateness(self.clock, self._meter, self._began, self._machine)
        return self._late

    def answer(self) -> bytes | None:
        """The line that answers the question; None if none has come yet, BotFault if none will in time."""
        line = self._take()
        if line is None:
            now = monotonic()
            self._looked = self._meter.own_wait()
            if self._has_served:
                self._unanswered = self._looked
            if now < self._deadline:
                return None
            line = self._look_again()
            if line is None:
                return self._when_late(now)
        return self._accept(line)

    def _accept(self, line: bytes) -> bytes:
        """A line that has come: in time, or too late."""
        # A line that was already waiting counts as arriving with the question.
        came = max(self._channel.last_read, self._began.at)
        limit = self.clock.limit
        referee = self._meter.own_wait() - self._looked  # since it looked for the last time
        now = self._meter.read()
        spent = self._began.until(now, came, referee)
        verdict = self.clock.judge(spent)
        if verdict == IN_TIME:
            self.clock.note(spent)
        else:  # only now everything is read that leaves no doubt
            late = self._lateness
            spent = late.look(came, max(referee, came - self._deadline))
            # Its threads may have gone on while the referee, which it had answered, waited for a processor.
            unseen = self._meter.own_wait() - self._unanswered
            spent = self.clock.pay_if_enough(spent, unseen * PROCESSORS)
            now, verdict = late.latest, self.clock.stop(spent, late.was_ready)
        self._end_turn(now)
        if verdict == LATE:
            text = f"answered after {describe_time(self.clock.taken[-1])}; {ms(limit)} are allowed"
            raise BotFault(TIMEOUT, text, line)
        return line

    def _when_late(self, now: float) -> bytes | None:
        """Nothing has come although it is time: wait for a program that has an excuse; a fault otherwise."""
        page = self._channel.page
        if page is not None and page.is_held and not self._was_held:
            # Its supervisor has not noticed that its turn has begun: the clock starts now, once.
            self._let_go()
            self._start_clock(self._began._replace(at=monotonic()))
            self._was_held = True
            return None
        wait = self._lateness.wait()
        # It may have answered while we looked at it, which takes its time: the last look is at its pipe.
        self._deadline, looked = now, monotonic()
        self._looked = self._meter.own_wait()
        line = self._look_again()
        if line is not None:
            return self._accept(line)
        self._unanswered = self._looked
        if wait is not None:
            self._deadline = looked + wait
            return None
        spent, limit = self._lateness.spent, self.clock.limit
        is_busy = self.clock.is_machine_to_blame(spent)
        self.clock.note(spent)
        spent = self.clock.taken[-1]
        self._end_turn(self._lateness.latest)
        if is_busy:
            raise BotFault(BUSY, f"had no processor for its {ms(limit)} (waited for {describe_time(spent)})")
        rest = self._channel.lines.rest
        unfinished = f"; its last line has no end: {rest[:60]!r}" if rest else ""
        text = f"did not answer within {ms(limit)} (waited for {describe_time(spent)}){unfinished}"
        raise BotFault(TIMEOUT, text)

    def _look_again(self) -> bytes | None:
        """The next line, after looking at the pipes once more."""
        self._channel.serve(0)
        return self._take()

    def _let_go(self) -> None:
        """Its turn begins: if it was stopped, it goes on."""
        page = self._channel.page
        if page is not None and page.begin():
            for pid in self._tree.pids():
                with suppress(OSError):
                    os.kill(pid, signal.SIGCONT)

    def _end_turn(self, now: Reading) -> None:
        """Its turn is over: its supervisor stops it if it works on."""
        self._last = now
        self._meter.mark()
        if now.cpu > self.cpu:
            self.cpu = now.cpu
        if self._channel.page is not None:
            self._channel.page.end(self._meter.tallied)

    def used(self) -> float:
        """The processor time of all it has started, in seconds, so far."""
        return self._meter.read().cpu

    def rest(self) -> None:
        """It has had its time: its supervisor stops it if it works on, until it is spoken to again."""
        page = self._channel.page
        if page is not None and page.turn == IN_TURN:
            page.end(self._meter.tallied)

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
        self._has_served = True

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
        """It can give no answer any more; what still runs is stopped, also if others play on."""
        self._lateness.look()
        self._end_turn(self._lateness.latest)
        self.cpu = max(self.cpu, self._lateness.latest.cpu)
        self.clock.note(self._lateness.spent)

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
        self._let_go()
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
