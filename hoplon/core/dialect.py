"""How programs play a game on their stdin and stdout, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hoplon.core.outcome import Outcome


@dataclass(frozen=True)
class Hello:
    """What a bot is told before the first turn. `dice` is a seed for its own dice."""

    game: str
    version: int
    seat: int
    seats: int
    options: Mapping[str, Any]
    dice: int
    first: float
    later: float


@dataclass(frozen=True)
class Reply:
    """What a line says: a choice as it is typed, and a message for spectators."""

    choice: str
    message: str = ""


class BadReply(Exception):
    """A line that is not a choice, and why."""


class Dialect(Protocol):
    """The lines of one game. `first` and `later` are the usual time limits in seconds."""

    first: float
    later: float

    def hello(self, told: Hello) -> str:
        """What is sent before the first turn."""
        ...

    def ask(self, view: Any, legal: Sequence[str], turn: int, seconds: float) -> str:
        """What is sent to ask for a choice."""
        ...

    def read(self, line: bytes) -> Reply:
        """What the bot answered; BadReply says what is wrong with it."""
        ...

    def end(self, seat: int, outcome: Outcome | None, reason: str) -> str:
        """What is sent after the last turn."""
        ...

    def choice_of_fault(self, is_answer: bool) -> str | None:
        """The choice that stands for a bad answer, or for none, if the rules have one."""
        ...
