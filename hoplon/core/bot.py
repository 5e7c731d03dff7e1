"""What a bot is: something that chooses."""

from __future__ import annotations

from typing import Any, Protocol

from hoplon.core.match import Choice, Choices


class Dice(Protocol):
    """A bot's own dice, handed out by the referee so that a match can be repeated."""

    def below(self, sides: int) -> int:
        """One of 0 … sides - 1."""
        ...


class Bot(Protocol):
    """A player that is a program. It sees what its seat may see and nothing else."""

    name: str

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:
        """One of the legal choices. `clock` is the time allowed, in seconds."""
        ...
