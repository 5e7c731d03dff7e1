"""Learning: tasks, vectors of matches, training and evaluation. `make` is where one begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hoplon.core.errors import HoplonError
from hoplon.core.generic_encoding import encodings_of
from hoplon.learn.asked import read_flag, read_name, read_options, read_whole
from hoplon.learn.plan import ILLEGAL, MODES, Plan, encoding_named, fitted, read_opponents
from hoplon.learn.seeding import read_seeds
from hoplon.learn.tasks import Task as Task
from hoplon.learn.tasks import task as task
from hoplon.learn.tasks import tasks as tasks
from hoplon.learn.vector import Vector as Vector
from hoplon.learn.vector import read_root

DEVICES = ("cpu", "cuda")


def make(
    what: str | Task,
    n: int = 1,
    *,
    seeds: Any = "train",
    seed: int = 0,
    threads: int | None = 1,
    device: str = "cpu",
    autoreset: str = "same-step",
    encoding: str | None = None,
    options: Sequence[Any] | None = None,
    opponents: Mapping[int, str] | None = None,
    skip_forced: bool | None = None,
    joint: bool | None = None,
    longest: int | None = None,
    illegal: str = "raise",
    final: bool = True,
    paced: bool = False,
) -> Any:
    """`n` matches of a task, ready for their first actions.

    `seeds` are the task's own (`train`, drawn at random, or `test`, in their order), a range or numbers;
    `seed` is the root that draws depend on. `options` replaces those of the task, one drawn for each match.
    `opponents` names built-in bots that play some of the seats inside the step: all their choices up to the
    next one of a learner, or, with `paced`, one choice in a step, in which the row is not `active`, observes
    nothing and may do anything. That is quicker on a GPU, where all wait for the longest answer. `final`
    keeps the last observation of each match. The other settings are the task's unless they are given.
    """
    task_ = what if isinstance(what, Task) else task(what)
    plan = plan_of(
        task_,
        seeds,
        seed,
        autoreset,
        encoding,
        options,
        opponents,
        skip_forced,
        joint,
        longest,
        illegal,
        final,
        paced,
    )
    count = read_whole(n, "n", 1)
    if read_name(device, "device", DEVICES) == "cpu":
        try:
            return Vector(plan, count, threads)
        except MemoryError:
            raise HoplonError(f"there is not enough memory for {count} matches of {plan.name}") from None
    from hoplon.learn.gpu import GpuVector

    return GpuVector(plan, count)


def plan_of(
    task_: Task,
    seeds: Any = "train",
    seed: int = 0,
    autoreset: str = "same-step",
    encoding: str | None = None,
    options: Sequence[Any] | None = None,
    opponents: Mapping[int, str] | None = None,
    skip_forced: bool | None = None,
    joint: bool | None = None,
    longest: int | None = None,
    illegal: str = "raise",
    final: bool = True,
    paced: bool = False,
) -> Plan:
    """Read and check what is asked for."""
    mode = read_name(autoreset, "autoreset", MODES)
    raises = read_name(illegal, "illegal", ILLEGAL) == "raise"
    kinds = read_options(task_.options() if options is None else options, task_.rules)
    game = fitted(task_.rules, kinds)
    chosen = task_.find_encoding() if encoding is None else encoding_named(game, encodings_of(game), encoding)
    if not chosen.fits(game):
        raise HoplonError(f"the encoding {chosen} does not fit {game.name} with these options")
    seats = max(game.seat_count(each) for each in kinds)
    return Plan(
        name=task_.name,
        game=game,
        options=kinds,
        encoding=chosen,
        measure=task_.measure,
        unit=task_.unit,
        longest=read_whole(task_.longest if longest is None else longest, "longest", 1),
        seeds=read_seeds(seeds, task_.train, task_.test),
        joint=read_flag(task_.joint if joint is None else joint, "joint"),
        skip_forced=read_flag(task_.skip_forced if skip_forced is None else skip_forced, "skip_forced"),
        seats=seats,
        opponents=read_opponents(opponents, seats),
        mode=mode,
        raises=raises,
        keeps_final=read_flag(final, "final") and mode == "same-step",
        root=read_root(seed),
        paced=read_flag(paced, "paced") and bool(opponents),
    )
