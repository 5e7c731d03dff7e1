"""What a learner is told: a position as a row of bytes, and the choices as actions from 0 up.

An encoding belongs to a game, like its rules, and is compiled like them. One observation is one row of bytes;
its parts are named stretches of the row. It tells what the seat of an agent may know and what the agent
remembers, nothing else, so it is the same for every position that `redeal` makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from hoplon.core.kernel import rule

if TYPE_CHECKING:
    from hoplon.core.game import Game

NO_ACTION = -1  # no action stands for the choice


@dataclass(frozen=True)
class Part:
    """A named stretch of an observation: `most` is the greatest byte in it, by which a network divides."""

    name: str
    shape: tuple[int, ...]
    most: int = 1
    words: str = ""  # what it says

    @property
    def width(self) -> int:
        """How many bytes it takes."""
        return prod(self.shape)


@rule
def nothing_remembered(s, agent, memory):
    """For an agent that sees all there is to see."""


@rule
def same_seat(s, agent):
    """The seat of an agent, where each seat is one agent."""
    return agent


def anything(_game: Game) -> bool:
    """For an encoding that fits the game with any options."""
    return True


@dataclass(frozen=True)
class Encoding:
    """How agents see a game and what they do in it. An agent is a seat, unless the game says otherwise.

    `observe(s, agent, memory, row)` and `mask(s, agent, memory, mask)` are given zeros and write what is not
    zero; a running match always has an action. `choice_of(s, action)` is a choice of the agent that is asked
    now, and `action_of(s, choice)` the way back, or NO_ACTION. `remember(s, agent, memory)` takes in what the
    agent sees, once before each of its observations; a match begins with zeros in `memory` bytes.

    Where agents are not seats, such as the characters of a team, `agent_of(s)` is the one asked now,
    `seat_of(s, agent)` its seat, and `count_agents(s)` says how many there are.

    A change in what any of these tell or mean raises `version`.
    """

    name: str
    version: int
    words: str
    parts: tuple[Part, ...]
    actions: int
    observe: Callable[..., None]
    mask: Callable[..., None]
    choice_of: Callable[..., int]
    action_of: Callable[..., int]
    memory: int = 0
    remember: Callable[..., None] = nothing_remembered
    agent_of: Callable[..., int] | None = None
    seat_of: Callable[..., int] = same_seat
    count_agents: Callable[..., int] | None = None
    fits: Callable[[Game], bool] = anything

    @cached_property
    def width(self) -> int:
        """How many bytes an observation takes."""
        return sum(part.width for part in self.parts)

    def stretches(self) -> Iterator[tuple[Part, slice]]:
        """The parts, and where each lies in a row."""
        first = 0
        for part in self.parts:
            yield part, slice(first, first + part.width)
            first += part.width

    def part(self, rows: Any, name: str) -> Any:
        """One part of many observations, as a view of their rows."""
        for part, stretch in self.stretches():
            if part.name == name:
                return rows[..., stretch].reshape(*rows.shape[:-1], *part.shape)
        names = ", ".join(part.name for part in self.parts)
        raise KeyError(f"the encoding {self.name} has no part {name!r}; it has {names}")

    @cached_property
    def most(self) -> Any:
        """The greatest byte in each place of a row."""
        return np.concatenate([np.full(part.width, part.most, np.uint8) for part in self.parts])

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"
