"""A netorcai server in a thread of this process."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from hoplon.core.errors import HoplonError
from hoplon.protocols.netorcai.logs import Level, Log, Notes
from hoplon.protocols.netorcai.messages import PlayerInfo
from hoplon.protocols.netorcai.server import CannotListen, Server
from hoplon.protocols.netorcai.settings import Settings

HOST = "127.0.0.1"
STARTING = 10.0  # seconds that a server may take to listen
ENDING = 3.0  # seconds that a server has to end by itself
MOST_STRANGERS = 100  # that are remembered when they are turned away
FAREWELLS = ("Game is finished", "netorcai abort")


class NoServer(HoplonError):
    """The server cannot listen."""


@dataclass(frozen=True)
class Kick:
    """Who was kicked, why, after how many turns, and from which seat, if it had one.

    Nobody is, by the farewell at the end of a game.
    """

    nickname: str
    remote_address: str
    reason: str
    turn: int = 0
    seat: int | None = None

    def __str__(self) -> str:
        when = f"after turn {self.turn}" if self.turn else "before the first turn"
        return f"{self.nickname or self.remote_address} had to leave {when}: {self.reason}"


Heard = Callable[[Kick], None]


class KickLog(Log):
    """Keeps the kicks, passes them on, and prints nothing. Of strangers only so many are kept."""

    def __init__(self, room: LocalServer, heard: Heard | None) -> None:
        self.is_debug = False
        self.kicks: list[Kick] = []
        self._room = room
        self._heard = heard

    def _print(self, level: Level, message: str, notes: Notes | None) -> None:
        if level is not Level.WARNING or message != "Kicking client" or notes is None:
            return
        nickname, address, reason = (str(notes[key]) for key in ("nickname", "remote address", "reason"))
        if reason in FAREWELLS:
            return
        seats = [player.player_id for player in self._room.players() if player.remote_address == address]
        if not seats and len(self.kicks) >= MOST_STRANGERS:
            return
        kick = Kick(nickname, address, reason, self._room.turns_done, seats[0] if seats else None)
        self.kicks.append(kick)
        if self._heard is not None:
            self._heard(kick)


class LocalServer:
    """A server that plays one game; use it in a `with` statement."""

    def __init__(self, settings: Settings, seed: int | None = None, heard: Heard | None = None) -> None:
        self.settings = settings
        self.port = 0
        self.defects: list[str] = []
        self._dice = None if seed is None else random.Random(seed)
        self._notes = KickLog(self, heard)
        self._server: Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._problem = ""
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    def __enter__(self) -> LocalServer:
        self._thread.start()
        self._ready.wait(STARTING)
        if not self.port:
            self._thread.join(ENDING)
            raise NoServer(
                f"cannot listen on port {self.settings.port}: {self._problem or 'the server did not start'}"
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def players(self) -> list[PlayerInfo]:
        """Who plays, by id; nobody before the start."""
        return [] if self._server is None else self._server.players()

    @property
    def turns_done(self) -> int:
        """How many turns have been played."""
        return 0 if self._server is None else self._server.turns_done

    def kick(self, remote_address: str, reason: str) -> None:
        """Let the server kick the client that is connected from this address; does not wait."""
        if self._server is not None and self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._server.kick_at, remote_address, reason)

    def kicks(self) -> list[Kick]:
        """Who was kicked so far."""
        return list(self._notes.kicks)

    def stop(self) -> None:
        """Let the server tell everybody that it is ending, unless its game is over; does not wait."""
        if self._server is not None and self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._server.stop, 1)

    def close(self) -> None:
        """End the server and wait until it is gone."""
        self.stop()
        self._thread.join(ENDING)

    def wait(self) -> None:
        """Let the server say goodbye to everybody after the game."""
        self._thread.join(ENDING)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._ready.set()

    def _note(self, trouble: dict[str, Any]) -> None:
        """A socket that fails in passing is a client's business; anything else is our defect."""
        problem = trouble.get("exception")
        if not isinstance(problem, OSError):
            self.defects.append(repr(problem) if problem else str(trouble["message"]))

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(lambda _loop, trouble: self._note(trouble))
        server = Server(self.settings, self._notes, self._dice)
        try:
            self.port = await server.listen()
        except CannotListen as error:
            # What the system says stands last; some systems add the address, which we name already.
            self._problem = str(error).rpartition(": ")[2].partition(" (")[0]
            return
        self._server = server
        self._ready.set()
        await server.wait()
