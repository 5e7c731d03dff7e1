"""Lines of JSON, one message each: how programs play every game that has no dialect of its own.

`hello`, then `view` and `legal` before every `choice`, then `end` (docs/how-to/process-bots.md).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hoplon.core.dialect import BadReply, Dialect, Hello, Reply
from hoplon.core.game import Game
from hoplon.core.json_line import write_line
from hoplon.core.outcome import Outcome

PROTOCOL = 1
SHOWN = 60


class JsonLines:
    """Hoplon's own protocol: each line is a JSON object whose first key is the kind of message."""

    first = 1.0
    later = 1.0

    def hello(self, told: Hello) -> str:
        """Once: the game, the seat and the clock."""
        content = {
            "protocol": PROTOCOL,
            "game": told.game,
            "version": told.version,
            "seat": told.seat,
            "seats": told.seats,
            "options": dict(told.options),
            "dice": told.dice,
            "first_ms": round(told.first * 1000),
            "later_ms": round(told.later * 1000),
        }
        return write_line({"hello": content}) + "\n"

    def ask(self, view: Any, legal: Sequence[str], turn: int, seconds: float) -> str:
        """Two lines: what the seat sees, and what it may choose."""
        seen = write_line({"view": view})
        may = write_line({"legal": list(legal), "turn": turn, "ms": round(seconds * 1000)})
        return f"{seen}\n{may}\n"

    def read(self, line: bytes) -> Reply:
        """`{"choice":"walk n"}`, with a message if the bot has one."""
        expected = 'expected {"choice":"..."} with one of the legal choices'
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise BadReply(f"its line is no text in UTF-8; {expected}") from None
        if not text.strip():
            raise BadReply(f"its line is empty; {expected}")
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise BadReply(f"its line is no JSON; {expected}") from None
        if not isinstance(content, dict) or "choice" not in content:
            raise BadReply(f"its line has no 'choice'; {expected}")
        choice, message = content["choice"], content.get("message", "")
        if not isinstance(choice, str):
            raise BadReply(f"its choice is {str(choice)[:SHOWN]}, which is no text; {expected}")
        if not isinstance(message, str):
            raise BadReply(f"its message is {str(message)[:SHOWN]}, which is no text")
        return Reply(choice, message)

    def end(self, seat: int, outcome: Outcome | None, reason: str) -> str:
        """Once: how it ended."""
        scores = list(outcome.scores) if outcome else []
        winners = list(outcome.winners) if outcome else []
        content = {"reason": reason, "seat": seat, "scores": scores, "winners": winners}
        return write_line({"end": content}) + "\n"

    def choice_of_fault(self, is_answer: bool) -> str | None:  # noqa: ARG002
        """A fault ends the match; games with this protocol have no choice for it."""
        return None


def dialect_of(game: Game) -> Dialect:
    """The dialect of a game."""
    return JsonLines() if game.dialect is None else game.dialect()
