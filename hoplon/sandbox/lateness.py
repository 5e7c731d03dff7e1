"""Whether a program that has not answered in time is to blame, found out by looking at it again and again.

The kernel's counters say how long a thread has waited for a processor, but only once that is over. What they
do not say is seen: a program whose threads all sleep while the referee waits has no excuse, one that is ready
to run, or kept by a disk, is not to blame for the time until the next look.
"""

from __future__ import annotations

from hoplon.sandbox.clock import Clock, Reading, Spent
from hoplon.sandbox.machine import Machine, look_at_machine
from hoplon.sandbox.meter import RUNS, WAITS_FOR_DISK, Meter
from hoplon.sandbox.tree import TICK

LOOK = 0.004  # seconds between two looks at least
SLEEPS = 2  # looks in a row that find it asleep


class Lateness:
    """One turn of a program, looked at from its limit on; `machine` is as it was when the turn began."""

    def __init__(self, clock: Clock, meter: Meter, began: Reading, machine: Machine) -> None:
        self._clock = clock
        self._meter = meter
        self._began = began
        self._machine = machine
        self._counted = 0.0  # seconds of waiting before the first look
        self._seen = 0.0  # and those seen since
        self._looks = 0
        self._asleep = 0  # looks in a row
        self._is_ready = False
        self.was_ready = False  # at every look so far
        self.latest = began
        self.spent = self._earlier = Spent(0.0, 0.0, 0.0)

    def look(self, came: float | None = None, late: float = 0.0) -> Spent:
        """What has passed until now, or until an answer came, read too late by `late` at most.

        While the program ran or waited for a processor, it had not answered yet.
        """
        machine = look_at_machine()
        excuses = RUNS + WAITS_FOR_DISK if machine.blocked else RUNS
        self.latest, is_ready = self._meter.read_all(excuses)
        stolen = machine.stolen - self._machine.stolen
        lost = stolen + TICK if stolen > 0 else 0.0
        spent = self._began.until(self.latest, self.latest.at if came is None else came, lost)
        spent = spent._replace(cpu=max(0.0, spent.cpu - stolen))  # what was stolen looks as if it had run
        if not self._looks:
            hidden = is_ready and not self._meter.counts_waiting
            self._counted = spent.wall - spent.cpu if hidden else spent.waited
        if self._looks and self._is_ready:
            passed, ran = spent.wall - self.spent.wall, spent.cpu - self.spent.cpu
            self._seen += max(0.0, passed - ran)
        waited = max(spent.waited, self._counted + self._seen)
        # The last look at the program may itself have taken long, after the last look at its pipe.
        unknown = idle_between(self._earlier, spent._replace(waited=waited))
        waited += max(0.0, min(late, unknown))
        self._earlier = self.spent
        self.spent = spent._replace(waited=min(max(waited, 0.0), spent.wall))
        self._is_ready = is_ready
        return self.spent

    def wait(self) -> float | None:
        """Look at it: how much longer to wait for it; None if it or the machine is to blame."""
        spent, clock = self.look(), self._clock
        self.was_ready = self._is_ready and (self.was_ready or not self._looks)
        self._looks += 1
        if clock.strict or clock.is_used_up(spent) or clock.is_machine_to_blame(spent):
            return None
        if spent.own <= clock.limit:
            return max(clock.limit - spent.own, LOOK)
        if clock.is_patience_over(spent):
            return None
        self._asleep = 0 if self._is_ready else self._asleep + 1
        return None if self._asleep >= SLEEPS else LOOK


def idle_between(earlier: Spent, later: Spent) -> float:
    """The time between two looks in which a program neither ran nor waited."""
    return (later.wall - earlier.wall) - (later.cpu - earlier.cpu) - (later.waited - earlier.waited)
