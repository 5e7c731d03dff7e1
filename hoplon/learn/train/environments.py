"""The matches of a training: those that are learned from, and those of tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hoplon import learn
from hoplon.core.errors import BadOption, HoplonError
from hoplon.learn.tasks import Task
from hoplon.learn.train.exam import Exam


@dataclass(frozen=True)
class Where:
    """What all matches of a training have in common."""

    task: Task
    device: str
    threads: int
    encoding: str | None = None

    def make(self, n: int, against: str, seat: int, **asked: Any) -> Any:
        """So many matches, in which a bot, if there is one, has all seats but one."""
        others = {other: against for other in range(self.seats) if other != seat} if against else None
        return learn.make(
            self.task, n, threads=self.threads, device=self.device, encoding=self.encoding, illegal="refuse",
            opponents=others, paced=self.device == "cuda" and not self.task.joint, **asked,
        )  # fmt: skip

    @property
    def seats(self) -> int:
        """The seats of a match."""
        return self.task.rules.seat_count(self.task.options()[0])


def to_learn_from(where: Where, n: int, seed: int, against: str, share: float) -> list[Any]:
    """Environments of n matches in all: the network plays every seat, and in a share of them only one."""
    seats = where.seats
    if against and seats == 1:
        raise BadOption(f"a match of {where.task.name} has one seat; there is nobody to train against")
    met = int(n * share) // seats if against else 0
    alone = n - met * seats
    found = [where.make(alone, "", 0, seeds="train", seed=seed)] if alone else []
    found += [
        where.make(met, against, seat, seeds="train", seed=seed + 1 + seat) for seat in range(seats) if met
    ]
    shape = found[0].reward.shape
    if len(shape) == 2 and shape[1] != 2:
        raise HoplonError(f"{where.task.name} has {shape[1]} seats that take turns; expected one or two")
    return found


def exams(where: Where, matches: int, say: Callable[[str], None]) -> list[Exam]:
    """The tests of a task: alone, or against each opponent from every seat, held-out options apart."""
    task, seats = where.task, where.seats
    if not task.opponents:
        return [Exam(where.make(min(matches, len(task.test)), "", 0, seeds="test", autoreset="disabled"), 0)]
    found = []
    each = max(1, min(matches // (seats * len(task.opponents)), len(task.test)))
    parts = [("", task.options()), *([(", held out", held_out)] if (held_out := task.held_out()) else [])]
    for name in task.opponents:
        told = f" against {name}" if len(task.opponents) > 1 else ""
        for part, options in parts:
            try:
                envs = [
                    where.make(each, name, seat, seeds="test", autoreset="disabled", options=options)
                    for seat in range(seats)
                ]
            except HoplonError as error:
                say(f"no tests against {name}: {error}")
            else:
                found += [Exam(env, seat, told + part) for seat, env in enumerate(envs)]
    return found
