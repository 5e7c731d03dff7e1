"""What a bot can do wrong beside a choice that is not legal."""

from __future__ import annotations

SHOWN = 200

# Kinds of faults.
TIMEOUT = "timeout"  # no line in time
CLOSED = "closed"  # the program is there, but nothing can come from it any more
EXIT = "exit"  # the program ended
LIMIT = "limit"  # it used more than a process may
TOO_LONG = "too-long"  # a line without end
GARBAGE = "garbage"  # a line that is no answer


class BotFault(Exception):
    """A bot failed: how (`kind`), in a sentence about it, and the line it said, if that is to blame."""

    def __init__(self, kind: str, text: str, line: bytes | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.line = line

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.line is None else f"{text}: {show(self.line)}"


def show(line: bytes) -> str:
    """A line of a bot for people: everything odd escaped, and not too much of it."""
    text = repr(line[:SHOWN].decode("utf-8", "backslashreplace"))
    return text if len(line) <= SHOWN else f"{text} … ({len(line)} bytes)"
