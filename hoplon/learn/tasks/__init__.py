"""Tasks by name: `hoplite-depth16-v1`.

Those of Hoplon's games are in one file for each game, whose TASKS lists them. Other packages add tasks
through entry points in the group `hoplon.tasks`: `GAME-WHAT-v1 = "my_package.tasks:TASK"`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from hoplon.core.errors import hint
from hoplon.core.packages import BadPackage, Brought, brought
from hoplon.games import own_names
from hoplon.learn.tasks.task import BadTask as BadTask
from hoplon.learn.tasks.task import Task as Task

GROUP = "hoplon.tasks"


@cache
def _own(game: str) -> dict[str, Task]:
    """The tasks of one of Hoplon's games."""
    if game not in {module.name for module in iter_modules(__path__)}:
        return {}
    listed: tuple[Task, ...] = import_module(f"{__name__}.{game}").TASKS
    return {one.name: one for one in listed}


@cache
def _outside() -> tuple[dict[str, Task], dict[str, BadPackage]]:
    """The tasks of other packages, and why some of them are left out."""
    found: dict[str, Task] = {}
    faults: dict[str, BadPackage] = {}
    for one in brought(GROUP):
        try:
            if one.name in found:
                raise one.refusal("there is another task of that name")
            found[one.name] = _checked(one)
        except BadPackage as error:
            faults[one.name] = error
    return found, faults


def _checked(one: Brought) -> Task:
    made = one.load()
    if not isinstance(made, Task):
        raise one.refusal(f"{one.entry.value} is {type(made).__name__}; expected a hoplon.learn.tasks.Task")
    if made.name != one.name:
        raise one.refusal(f"the task calls itself {made.name!r}; expected the name of its entry point")
    if made.name in _own(made.game):
        raise one.refusal("there is another task of that name")
    return made


def tasks() -> dict[str, Task]:
    """All tasks by name, game by game: Hoplon's own, then those of other packages."""
    own = [_own(game) for game in own_names()]
    return {name: one for some in (*own, _outside()[0]) for name, one in some.items()}


def left_out() -> list[str]:
    """Why tasks of other packages cannot be used, one sentence each."""
    return [str(error) for error in _outside()[1].values()]


def task(name: str) -> Task:
    """The task of that name; only its own game is loaded."""
    if not isinstance(name, str):
        raise BadTask(f"got {name!r} as the name of a task; expected a text such as GAME-WHAT-v1")
    for game in own_names():
        if name.startswith(f"{game}-") and name in _own(game):
            return _own(game)[name]
    found, faults = _outside()
    if name in found:
        return found[name]
    if name in faults:
        raise faults[name]
    known = list(tasks())
    raise BadTask(f"there is no task {name!r}; {hint(name, known, 'there are ' + ', '.join(known))}")
