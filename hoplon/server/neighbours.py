"""What a server does about the others: it takes over the matches of those that are gone.

It also opens matches in which somebody's time is up while nobody looks.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hoplon.core.errors import HoplonError
from hoplon.server.leases import BEAT, Beat
from hoplon.server.refusals import Refused
from hoplon.server.rights import has_people
from hoplon.server.stored_match import StoredMatch
from hoplon.server.writer import StoreFailed

if TYPE_CHECKING:
    from hoplon.server.rooms import Rooms


class Neighbours:
    """The other servers, as far as this one has heard of them."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._gone: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._taking: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None

    def start(self, address: str) -> None:
        """Begin to listen, and say where this server is found."""
        loop = asyncio.get_running_loop()

        def heard(beat: Beat) -> None:
            loop.call_soon_threadsafe(self._heard, beat)

        self._rooms.store.leases.start(address, heard)

    def close(self) -> None:
        """Take over nothing more."""
        for task in (self._taking, self._checking, self._ending):
            if task is not None:
                task.cancel()

    def gone(self, server: str) -> asyncio.Event:
        """Set when this server is gone."""
        return self._gone[server]

    def _heard(self, beat: Beat) -> None:
        for server in set(self._gone) - beat.living:
            self._gone.pop(server).set()
        if beat.late:
            self._checking = self._unless_busy(self._checking, self.check)
        if beat.orphans:
            self._taking = self._unless_busy(self._taking, lambda: self._take_over(list(beat.orphans)))
        if beat.overdue:
            self._ending = self._unless_busy(self._ending, lambda: self._let_flags_fall(list(beat.overdue)))

    @staticmethod
    def _unless_busy(
        task: asyncio.Task[None] | None, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> asyncio.Task[None]:
        return asyncio.create_task(work()) if task is None or task.done() else task

    async def check(self) -> None:
        """Others may have taken matches: this server was silent for too long, or names have changed."""
        held = None
        while held is None:
            try:
                held = await asyncio.to_thread(self._rooms.store.leases.held)
            except StoreFailed:  # it may have been away all the time
                await asyncio.sleep(BEAT)
        for room in self._rooms.all():
            if room.card.fence and held.get(room.card.id) != room.card.fence:
                self._rooms.lose(room)
            elif room.card.flag is not None:
                with suppress(Refused):
                    await room.hear_flag()

    async def _let_flags_fall(self, overdue: list[str]) -> None:
        """Open the matches in which somebody's time is up: their rooms do the rest."""
        for match in overdue:
            with suppress(HoplonError):  # another server has it, or it is asked for again in a second
                await self._rooms.open(match)

    async def _take_over(self, orphans: list[StoredMatch]) -> None:
        """Go on with matches of people and bots, clocks and ladders; the others wait to be asked for."""
        idle = []
        for card in orphans:
            is_of_bots = any(seat.player == "bot" for seat in card.seats)
            goes_on = card.flag is not None or (is_of_bots and (has_people(card.seats) or bool(card.rated)))
            if card.ended is not None or not goes_on:
                idle.append(card.id)
                continue
            try:
                await self._rooms.open(card.id)
            except Refused as refusal:
                if refusal.code != "busy":  # it cannot be played here
                    idle.append(card.id)
            except HoplonError:
                idle.append(card.id)
        if idle:
            with suppress(StoreFailed):  # the next sign of life tells of them again
                await self._rooms.store.leases.free(idle)
