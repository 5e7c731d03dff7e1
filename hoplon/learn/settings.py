"""What every wrapper passes on to `learn.make`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from hoplon.learn import Task, make, plan_of, task
from hoplon.learn.vector import Vector


class Settings(TypedDict, total=False):
    """Those of a task, unless they are given."""

    seeds: Any
    encoding: str | None
    options: Sequence[Any] | None
    opponents: Mapping[int, str] | None
    skip_forced: bool | None
    longest: int | None


def one_by_one(what: str | Task, settings: Settings, illegal: str = "raise") -> Vector:
    """A match in which agents are asked one after the other, even those who act at the same time."""
    found = what if isinstance(what, Task) else task(what)
    longest = settings.get("longest")
    if found.joint and longest is None:  # there, a step is one of all agents
        options = settings.get("options")
        longest = found.longest * plan_of(found, joint=False, options=options).agents
    given: dict[str, Any] = {**settings, "longest": longest}
    vector: Vector = make(found, 1, autoreset="disabled", joint=False, illegal=illegal, **given)
    return vector
