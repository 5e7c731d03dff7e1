"""A whole training: rounds until the budget is used up, with reports, tests and checkpoints."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hoplon.core.errors import HoplonError
from hoplon.learn.train.budget import Budget
from hoplon.learn.train.checkpoint import read_checkpoint, write_checkpoint
from hoplon.learn.train.log import add_line, exam_line, keep_until, progress_line
from hoplon.learn.train.training import Training

SAME = (
    "task",
    "encoding",
    "encoding_version",
    "width",
    "actions",
    "hidden",
    "blocks",
)  # in a checkpoint to go on from
DIGITS = 6


@dataclass(frozen=True)
class Pace:
    """How often things happen, in seconds of training; 0 is never."""

    report: float = 10.0
    test: float = 60.0
    checkpoint: float = 120.0


@dataclass
class Run:
    """One run of a training.

    `about` says what is trained, for the checkpoint and the network; `examine` tests the network and tells
    its figures. `seconds` are those of training, earlier runs included: tests are not counted.
    """

    training: Training
    budget: Budget
    folder: Path
    about: Mapping[str, Any]
    examine: Callable[[], Mapping[str, float]]
    say: Callable[[str], None]
    pace: Pace = field(default_factory=Pace)
    seconds: float = 0.0
    figures: Mapping[str, float] = field(default_factory=dict)  # of the last test
    is_stopped: bool = False  # by a signal

    def resume(self) -> None:
        """Go on from the checkpoint."""
        about, arrays = read_checkpoint(self.folder)
        for name in SAME:
            kept, asked = about.get(name), self.about[name]
            if kept != asked:
                raise HoplonError(f"{self.folder}: the checkpoint has {name} {kept}, not {asked}")
        self.training.restore(arrays, int(about["steps"]))
        self.seconds, self.figures = float(about["seconds"]), about["figures"]
        keep_until(self.folder, self.training.steps)

    def go(self) -> None:
        """Train until the budget is used up, it is time for a pause, or a signal stops it."""
        training, began = self.training, self.seconds
        reported, at = (self.seconds, training.steps), dict.fromkeys(asdict(self.pace), self.seconds)

        def is_time(what: str) -> bool:
            every = getattr(self.pace, what)
            if not every or self.seconds < at[what] + every:
                return False
            at[what] = self.seconds
            return True

        with self._stopped_gently():
            is_last = self._is_over(began)
            while not is_last:
                start = time.perf_counter()
                training.round(self.budget.progress(self.seconds, training.steps))
                self.seconds += time.perf_counter() - start
                is_last = self._is_over(began)
                if is_time("report") or is_last:
                    self._report(*reported)
                    reported = self.seconds, training.steps
                if is_time("test") or (is_last and self.pace.test):
                    self._test()
                if is_time("checkpoint") or is_last:
                    write_checkpoint(self.folder, self.told(), training.arrays())

    def told(self) -> dict[str, Any]:
        """What is trained, and how far it has come."""
        return {
            **self.about,
            "settings": asdict(self.training.settings),
            "seconds": round(self.seconds, 3),
            "steps": self.training.steps,
            "figures": dict(self.figures),
        }

    def _is_over(self, began: float) -> bool:
        if self.is_stopped or self.budget.is_paused(self.seconds - began):
            return True
        return self.budget.progress(self.seconds, self.training.steps) >= 1

    def _report(self, seconds: float, steps: int) -> None:
        """Report what happened since then."""
        speed = (self.training.steps - steps) / max(self.seconds - seconds, 1e-9)
        found = {"steps_per_second": speed, **self.training.report()}
        line = {**self._now(), **{name: round(number, DIGITS) for name, number in found.items()}}
        add_line(self.folder, line)
        self.say(progress_line(line))

    def _test(self) -> None:
        start = time.perf_counter()
        self.figures = {name: round(number, DIGITS) for name, number in self.examine().items()}
        took = round(time.perf_counter() - start, 3)
        add_line(self.folder, {**self._now(), "test": self.figures, "test_seconds": took})
        self.say(exam_line(self.figures, took))

    def _now(self) -> dict[str, float]:
        return {"seconds": round(self.seconds, 3), "steps": self.training.steps}

    @contextmanager
    def _stopped_gently(self) -> Iterator[None]:
        """Let the first signal end the round and write a checkpoint; a second one ends at once."""

        def stop(number: int, _frame: object) -> None:
            self.is_stopped = True
            signal.signal(number, signal.default_int_handler)

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
