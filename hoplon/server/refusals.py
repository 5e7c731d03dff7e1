"""Refusals: a status, a code for programs and a sentence for people."""

from __future__ import annotations

import math

from hoplon.core.errors import HoplonError
from hoplon.core.printable import printable

STATUS = {
    "malformed": 400,
    "token": 401,
    "forbidden": 403,
    "unknown": 404,
    "slow": 408,
    "stale": 409,
    "illegal": 409,
    "over": 409,
    "turn": 409,
    "frozen": 409,
    "large": 413,
    "often": 429,
    "busy": 503,
}
WAIT = {"often": 1.0, "busy": 10.0}  # seconds until it is worth trying again, unless it is said


LONGEST = 1000  # characters of a sentence


def shown(text: str, longest: int) -> str:
    """A text of somebody else, as it may be shown and stored: control characters are written out."""
    return printable(text if len(text) <= longest else f"{text[: longest - 1]}…")


class Refused(HoplonError):
    """A refused request, which changed nothing."""

    def __init__(self, code: str, text: str, wait: float = 0.0) -> None:
        self.wait = math.ceil(wait or WAIT.get(code, 0.0))
        super().__init__(f"{text}; try again in {self.wait} s" if wait else text)
        self.code = code
        self.ref: str | int | None = None  # of the message that is refused

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return STATUS[self.code]

    @property
    def headers(self) -> dict[str, str]:
        """What HTTP says beside it."""
        return {"retry-after": str(self.wait)} if self.wait else {}

    def as_json(self) -> dict[str, dict[str, str]]:
        """As it is sent."""
        return {"error": {"code": self.code, "text": shown(" ".join(str(self).split()), LONGEST)}}
