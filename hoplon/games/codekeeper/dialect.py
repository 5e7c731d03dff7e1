"""CodeKeeper as programs speak it: the lines of the original game (rulebook 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoplon.core.dialect import BadReply, Hello, Reply
from hoplon.core.errors import BadText
from hoplon.core.outcome import Outcome
from hoplon.games.codekeeper.commands import read_command
from hoplon.games.codekeeper.words import write_choice


class CodeKeeperLines:
    """A block a turn, one command back; no word before or after."""

    first = 1.0
    later = 0.05

    def hello(self, told: Hello) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def ask(self, view: Any, legal: Sequence[str], turn: int, seconds: float) -> str:  # noqa: ARG002
        """The block of 5.1."""
        return "\n".join(view.lines()) + "\n"

    def read(self, line: bytes) -> Reply:
        """The command of 5.2."""
        try:
            command = read_command(line.decode("utf-8", "replace"))
        except BadText as error:
            raise BadReply(str(error)) from None
        return Reply(write_choice(None, 0, command.choice), command.message)

    def end(self, seat: int, outcome: Outcome | None, reason: str) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def choice_of_fault(self, is_answer: bool) -> str | None:
        """A bad line is an error, no line a timeout (5.3)."""
        return "error" if is_answer else "timeout"
