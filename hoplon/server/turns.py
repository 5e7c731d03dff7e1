"""Whose turn it is where something takes long: one of a client at a time, so that nobody takes all."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from hoplon.server.refusals import Refused

WAIT_SECONDS = 60.0  # for one's turn


class Turns:
    """So many at once in all, and one of each client; `what` is waited for, in the words of a refusal."""

    def __init__(self, what: str, at_once: int, most: int, most_each: int) -> None:
        self._what = what
        self._most, self._most_each = most, most_each
        self._turns = asyncio.Semaphore(at_once)
        self._own_turns: dict[str, asyncio.Lock] = {}
        self.waiting: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Wait for this client's turn."""
        if self.waiting[client] >= self._most_each or self.waiting.total() >= self._most:
            raise Refused("busy", f"too many {self._what} are waiting", WAIT_SECONDS / 2)
        self.waiting[client] += 1
        try:
            async with AsyncExitStack() as turns:
                try:
                    async with asyncio.timeout(WAIT_SECONDS):
                        await turns.enter_async_context(self._own_turns.setdefault(client, asyncio.Lock()))
                        await turns.enter_async_context(self._turns)
                except TimeoutError:
                    raise Refused("busy", f"other {self._what} come first", WAIT_SECONDS / 2) from None
                yield
        finally:
            self.waiting[client] -= 1
            if not self.waiting[client]:
                del self.waiting[client]
                self._own_turns.pop(client, None)
