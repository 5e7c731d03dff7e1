"""What the wrappers share: who learns, spaces and pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Space

from hoplon.core.encoding import Encoding
from hoplon.core.errors import HoplonError
from hoplon.learn import Task, make, plan_of, task
from hoplon.learn.settings import Settings
from hoplon.learn.vector import Vector

RENDER_MODES = ("ansi", "svg")
ROW, MASK = "observation", "action_mask"
MASK_TYPE = np.int8  # the one that `Discrete.sample` takes
MOST_ROOT = 2**62


def one_learner(
    what: str | Task, n: int, settings: Settings, *, illegal: str, autoreset: Any, threads: int | None = 1
) -> Vector:
    """A vector in which every row is a match of one learner."""
    found = what if isinstance(what, Task) else task(what)
    plan = plan_of(found, options=settings.get("options"), opponents=settings.get("opponents"))
    if plan.joint:
        raise HoplonError(
            f"in {plan.name} {plan.agents} agents act in one step, which is no single environment; "
            "expected a task with one learner (hoplon.learn.zoo has several)"
        )
    if plan.only_seat is None:
        bot = next(iter(found.opponents), "random")
        others = ", ".join(f'{seat}: "{bot}"' for seat in plan.learners[1:])
        raise HoplonError(
            f"{plan.name} has {plan.seats} seats; expected opponents for all but one, such as "
            f"opponents={{{others}}} (hoplon.learn.zoo has all of them)"
        )
    vector: Vector = make(found, n, illegal=illegal, autoreset=autoreset, threads=threads, **settings)
    return vector


def root(seed: int | None, begun: bool, dice: np.random.Generator) -> int | None:
    """The seed of a reset: without one, the first reset begins anywhere and others go on from there."""
    return int(dice.integers(MOST_ROOT)) if seed is None and not begun else seed


def row_space(encoding: Encoding) -> Space[Any]:
    """A whole observation."""
    return Box(np.zeros(encoding.width, np.uint8), encoding.most, dtype=np.uint8)


def part_spaces(encoding: Encoding) -> dict[str, Space[Any]]:
    """The parts of an observation by name."""
    return {part.name: Box(0, part.most, part.shape, np.uint8) for part in encoding.parts}


def mask_space(encoding: Encoding) -> Space[Any]:
    """The actions that may be taken."""
    return Box(0, 1, (encoding.actions,), MASK_TYPE)


def read_render_mode(mode: str | None) -> str | None:
    """A way to show a match."""
    if mode is not None and mode not in RENDER_MODES:
        raise HoplonError(f"got render_mode {mode!r}; expected one of {', '.join(RENDER_MODES)}")
    return mode


def picture(vector: Vector, i: int, mode: str) -> str:
    """A match as whoever is asked there may see it; after the end, all of it."""
    game, states, seat = vector.plan.game, vector._states, int(vector.to_move[i])
    shown = game.concealed(states, i, seat) if seat >= 0 else states[i : i + 1]
    return game.draw(shown, 0) if mode == "ansi" else game.picture(shown, 0)
