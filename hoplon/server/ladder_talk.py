"""The socket of somebody who waits for rated matches: a person who presses a button, or a program that stays.

It hears of matches that are its own; the matches themselves are played at their boards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from hoplon.core.board import Json
from hoplon.server.clocks import read_clock
from hoplon.server.ladders import Guest, Ladder, Ladders
from hoplon.server.players import PERSON
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms
from hoplon.server.seated_match import to_json
from hoplon.server.sockets import Message, Seated, text_of

MOST_GAMES = {False: 64, True: 1}  # at once, of a program and of a person
MOST_BY_POST = 20  # of a person who has days for a turn
LONGEST_SOURCE, LONGEST_DIGEST = 100, 64


class LadderTalk:
    """The connection of somebody to a ladder."""

    def __init__(self, rooms: Rooms, game: str) -> None:
        self._rooms = rooms
        self._game = game
        self._ladder: Ladder | None = None
        self._guest: Guest | None = None
        self._seated: Seated | None = None
        self._most = 1  # matches at once

    @property
    def _ladders(self) -> Ladders:
        return self._rooms.ladders

    async def greet(self, seated: Seated, hear: Callable[[], Awaitable[Message]]) -> None:
        """Hear who it is, and with what they play."""
        hello = await hear()
        if hello["type"] != "hello":
            raise Refused("malformed", f"the first message is {hello['type'][:40]!r}; expected hello")
        players = self._rooms.store.players
        player = await asyncio.to_thread(players.of_token, text_of(hello, "token", 200))
        self._ladder = ladder = await self._ladders.ladder(self._game)
        source = text_of(hello, "version", LONGEST_SOURCE) if "version" in hello else ""
        digest = text_of(hello, "digest", LONGEST_DIGEST) if "digest" in hello else ""
        version, left = await asyncio.to_thread(self._ladders.enter, ladder, player, source, digest)
        is_person = player.kind == PERSON
        most = MOST_BY_POST if is_person and read_clock(ladder.league.settings.arena).is_each else None
        self._most = most or MOST_GAMES[is_person]
        games = games_of(hello, self._most)
        self._seated = seated
        self._guest = guest = Guest(player, version.id, games, self, left)
        running = await asyncio.to_thread(self._ladders.rated.running, version.id)
        guest.busy = {match for match, _ in running}
        self.tell(
            {
                "type": "welcome",
                "name": player.name,
                "game": self._game,
                "league": ladder.league.id,
                "clock": ladder.league.settings.arena,
                "version": version.number,
                "rating": round(ladder.live.of(version.id)),
                "left": left,
            }
        )
        for match, seat in running:
            self._ladders.offer(ladder, guest, match, seat)
        self._ladders.come(ladder, guest)

    async def serve(self, seated: Seated, message: Message) -> None:
        """A sign of life, or another number of matches at once; 0: those that go on are the last."""
        assert self._guest is not None
        if message["type"] == "ping":
            seated.send(to_json({"type": "pong"}))
        elif message["type"] == "games":
            self._guest.games = games_of(message, self._most, least=0)
            self._ladders.wake()
        else:
            kind = message["type"][:40]
            raise Refused("malformed", f"there is no message {kind!r}; expected games or ping")

    def leave(self, _seated: Seated) -> None:
        """The connection has ended."""
        if self._ladder is not None and self._guest is not None:
            self._ladders.go(self._ladder, self._guest)

    def tell(self, message: Json) -> None:
        """Send a message."""
        if self._seated is not None:
            self._seated.send(to_json(message))

    def dismiss(self, why: str) -> None:
        """End the connection."""
        self.tell({"type": "error"} | Refused("token", why).as_json())
        if self._seated is not None:
            self._seated.send(None)


def games_of(message: Message, most: int, least: int = 1) -> int:
    """How many matches at once a message asks for, at most as many as there may be."""
    games = message.get("games", 1)
    if type(games) is not int or games < least:
        raise Refused("malformed", f"games is not a whole number from {least} on")
    return min(games, most)
