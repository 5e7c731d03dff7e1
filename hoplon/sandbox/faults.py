"""What a bot can do wrong besides an illegal choice."""

from __future__ import annotations

SHOWN = 200

# Kinds of faults.
TIMEOUT = "timeout"  # no line in time
CLOSED = "closed"  # the program still runs, but has closed its output
EXIT = "exit"  # the program ended
LIMIT = "limit"  # it exceeded a limit
TOO_LONG = "too-long"  # a line without end
GARBAGE = "garbage"  # a line that is not an answer
BUSY = "busy"  # the machine was too busy: nobody's fault, and the match does not count
CRASH = "crash"  # a bot in this process raised an exception


class BotFault(Exception):
    """A bot failed: how (`kind`), a sentence about it, and the offending line, if there is one."""

    def __init__(self, kind: str, text: str, line: bytes | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.line = line

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.line is None else f"{text}: {show(self.line)}"


def show(line: bytes) -> str:
    """A line of a bot, escaped and shortened for display."""
    text = repr(line[:SHOWN].decode("utf-8", "backslashreplace"))
    return text if len(line) <= SHOWN else f"{text} … ({len(line)} bytes)"
