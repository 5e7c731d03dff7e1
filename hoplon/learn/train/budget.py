"""How long a training goes on: seconds or steps, and a pause before."""

from __future__ import annotations

from dataclasses import dataclass

from hoplon.core.errors import BadOption


@dataclass(frozen=True)
class Budget:
    """So many seconds or steps of training in all, those before a pause included.

    The rates fall over the whole budget; with `pause`, this run stops after so many seconds of its own, and
    another one goes on where it stopped.
    """

    seconds: float | None = None
    steps: int | None = None
    pause: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("steps", self.steps), ("pause", self.pause)):
            if value is not None and not value > 0:
                raise BadOption(f"{name} is {value}; expected more than 0")
        if (self.seconds is None) == (self.steps is None):
            raise BadOption("a training lasts for --seconds or for --steps; expected one of them")

    def progress(self, seconds: float, steps: int) -> float:
        """The share of the budget that has been used."""
        if self.seconds is not None:
            return seconds / self.seconds
        return steps / (self.steps or 1)

    def is_paused(self, seconds: float) -> bool:
        """Is it time for the pause, after so many seconds of this run?"""
        return self.pause is not None and seconds >= self.pause
