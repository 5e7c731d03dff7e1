"""Refusals: a status, a code for programs and a sentence for people."""

from __future__ import annotations

from hoplon.core.errors import HoplonError

STATUS = {
    "malformed": 400,
    "token": 401,
    "forbidden": 403,
    "unknown": 404,
    "stale": 409,
    "illegal": 409,
    "over": 409,
    "turn": 409,
    "frozen": 409,
    "large": 413,
    "busy": 503,
}


class Refused(HoplonError):
    """A refused request, which changed nothing."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.ref: str | int | None = None  # of the message that is refused

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return STATUS[self.code]

    def as_json(self) -> dict[str, dict[str, str]]:
        """As it is sent."""
        return {"error": {"code": self.code, "text": " ".join(str(self).split())}}
