"""What a bot that is a process reads on its stdin and says on its stdout, game by game.

CodeKeeper's bots speak the lines of the original game. Bots of all other games speak lines of JSON with one
message each (docs/process-bots.md): `hello`, then `view` and `legal` before every `choice`, then `end`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hoplon.core.errors import BadText
from hoplon.core.game import Game, Outcome
from hoplon.core.json_line import write_line

PROTOCOL = 1
SHOWN = 60


@dataclass(frozen=True)
class Table:
    """What a bot is told before the first turn. `dice` is a number for dice of its own."""

    game: str
    version: int
    seat: int
    seats: int
    options: Mapping[str, Any]
    dice: int
    first: float
    later: float


@dataclass(frozen=True)
class Answer:
    """What a line says: a choice as it is typed, and a message for those who watch."""

    choice: str
    message: str = ""


class BadAnswer(Exception):
    """A line that says no choice, and why."""


class Dialect(Protocol):
    """How a game is spoken. `first` and `later` are the usual time limits in seconds."""

    first: float
    later: float

    def hello(self, table: Table) -> str:
        """What is said before the first turn."""
        ...

    def ask(self, view: Any, legal: Sequence[str], turn: int, seconds: float) -> str:
        """The block of a turn."""
        ...

    def read(self, line: bytes) -> Answer:
        """What the bot answered; BadAnswer says what is wrong with it."""
        ...

    def end(self, seat: int, outcome: Outcome | None, reason: str) -> str:
        """What is said after the last turn."""
        ...

    def choice_of_fault(self, is_answer: bool) -> str | None:
        """What the rules make of a bad answer, or of none; None if they know no such thing."""
        ...


class JsonLines:
    """Hoplon's own lines: each one JSON object whose first key is the kind of message."""

    first = 1.0
    later = 1.0

    def hello(self, table: Table) -> str:
        """Once: the game, the seat and the clock."""
        content = {
            "protocol": PROTOCOL,
            "game": table.game,
            "version": table.version,
            "seat": table.seat,
            "seats": table.seats,
            "options": dict(table.options),
            "dice": table.dice,
            "first_ms": round(table.first * 1000),
            "later_ms": round(table.later * 1000),
        }
        return write_line({"hello": content}) + "\n"

    def ask(self, view: Any, legal: Sequence[str], turn: int, seconds: float) -> str:
        """Two lines: what the seat sees, and what it may choose."""
        seen = write_line({"view": view})
        may = write_line({"legal": list(legal), "turn": turn, "ms": round(seconds * 1000)})
        return f"{seen}\n{may}\n"

    def read(self, line: bytes) -> Answer:
        """`{"choice":"walk n"}`, with a message if the bot has one."""
        expected = 'expected {"choice":"..."} with one of the legal choices'
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise BadAnswer(f"its line is no text in UTF-8; {expected}") from None
        if not text.strip():
            raise BadAnswer(f"its line is empty; {expected}")
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise BadAnswer(f"its line is no JSON; {expected}") from None
        if not isinstance(content, dict) or "choice" not in content:
            raise BadAnswer(f"its line has no 'choice'; {expected}")
        choice, message = content["choice"], content.get("message", "")
        if not isinstance(choice, str):
            raise BadAnswer(f"its choice is {str(choice)[:SHOWN]}, which is no text; {expected}")
        if not isinstance(message, str):
            raise BadAnswer(f"its message is {str(message)[:SHOWN]}, which is no text")
        return Answer(choice, message)

    def end(self, seat: int, outcome: Outcome | None, reason: str) -> str:
        """Once: how it ended."""
        scores = list(outcome.scores) if outcome else []
        winners = list(outcome.winners) if outcome else []
        content = {"reason": reason, "seat": seat, "scores": scores, "winners": winners}
        return write_line({"end": content}) + "\n"

    def choice_of_fault(self, is_answer: bool) -> str | None:  # noqa: ARG002
        """A fault ends the match; the games that speak these lines have no choice for it."""
        return None


class CodeKeeperLines:
    """The lines of CodeKeeper (rulebook 5): a block a turn, one command back; no word before or after."""

    first = 1.0
    later = 0.05

    def __init__(self) -> None:
        # Only here: the protocol of one game must not load it for the others.
        from hoplon.games.codekeeper.commands import read_command
        from hoplon.games.codekeeper.words import write_choice

        self._read = read_command
        self._write = write_choice

    def hello(self, table: Table) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def ask(self, view: Any, legal: Sequence[str], turn: int, seconds: float) -> str:  # noqa: ARG002
        """The block of 5.1."""
        return "\n".join(view.lines()) + "\n"

    def read(self, line: bytes) -> Answer:
        """The command of 5.2."""
        try:
            command = self._read(line.decode("utf-8", "replace"))
        except BadText as error:
            raise BadAnswer(str(error)) from None
        return Answer(self._write(None, 0, command.choice), command.message)

    def end(self, seat: int, outcome: Outcome | None, reason: str) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def choice_of_fault(self, is_answer: bool) -> str | None:
        """A bad line is an error, no line a timeout (5.3)."""
        return "error" if is_answer else "timeout"


def dialect_of(game: Game) -> Dialect:
    """How a game is spoken."""
    return CodeKeeperLines() if game.name == "codekeeper" else JsonLines()
