"""A match that several ask about: one at a time, and each in a thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from hoplon.core.board import Board, Json
from hoplon.core.match import Match
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.seated_match import SeatedMatch
from hoplon.server.shielded import in_thread
from hoplon.server.stored_match import StoredMatch

T = TypeVar("T")


class AskedMatch(SeatedMatch):
    """One match; whoever changes it holds its lock."""

    def __init__(self, card: StoredMatch, match: Match, board: Board, undone: int = 0) -> None:
        super().__init__(card, match, board, undone)
        self.used = time.monotonic()
        self._lock = asyncio.Lock()

    async def ask(self, question: Callable[[], T], then: Callable[[T], None] | None = None) -> T:
        """Compute something slow about the current match; `then` runs before the match continues."""
        self.used = time.monotonic()
        async with self._lock:
            answer = await in_thread(question)
            if then is not None:
                then(answer)
        return answer

    def check_number(self, number: int) -> None:
        """Refuse a message meant for another position."""
        if number != len(self.match.choices):
            here = len(self.match.choices)
            raise Refused("stale", f"this was meant for choice number {number}; the match has {here} choices")

    def turn_message(self, viewer: Viewer, wants_all: bool) -> Json:
        """What the last choice led to, for a viewer, and how it stands then."""
        told = self.turn_at(len(self.match.choices), viewer, wants_all, brief=True)
        return {
            "type": "turn",
            "number": told["number"],
            "seat": told["seat"],
            "choice": told["choice"],
            "log": told["log"],
            "state": self.state(viewer, wants_all),
        }
