"""Rooms without a server around them, and what stands in for their bots and watchers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hoplon.core.match import Match
from hoplon.games import game
from hoplon.server.boards import board_of
from hoplon.server.bot_processes import Dismissed
from hoplon.server.rights import SPECTATOR, Viewer
from hoplon.server.room import Room
from hoplon.server.store import Store
from hoplon.server.stored_match import Seat, StoredMatch

ME = Viewer((0,), has_begun=True)


class Ready:
    """All bots are ready."""

    def has_bot(self, _game: str, _bot: str) -> bool:
        """It is."""
        return True


class Waiting:
    """Bots that think until they are sent away."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.sent = asyncio.Event()

    async def ask(self, *_: object) -> Any:
        """No answer."""
        self.asked.set()
        await self.sent.wait()
        raise Dismissed("sent away")

    def forget(self, *_: object) -> None:
        """Send them away."""
        self.sent.set()


async def room_of(store: Store, bot_processes: Any) -> Room:
    """A match of a person against a bot, the person's order first."""
    match = Match(game("hexabomb"), 7)
    titles = match.game.seat_names(match.options)
    seats = [Seat("me", "Ada", token="x"), *(Seat("bot", "painter", "painter") for _ in titles[1:])]
    card = StoredMatch("one", "hexabomb", match.game.version, 7, 5, {}, seats)
    await store.add_match(card)
    return Room(card, match, board_of("hexabomb"), store, bot_processes, Ready())  # type: ignore[arg-type]


class Listener:
    """Somebody at a board who writes down what is told."""

    def __init__(self, viewer: Viewer = SPECTATOR, wants_all: bool = False) -> None:
        self.viewer, self.wants_all, self.language = viewer, wants_all, "en"
        self.heard: list[Any] = []

    def send(self, text: str | None) -> None:
        """Listen."""
        self.heard.append(None if text is None else json.loads(text))
