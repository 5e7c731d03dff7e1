"""A netorcai server in a thread of this process, and bots as processes beside it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType

from hoplon.core.errors import HoplonError
from hoplon.protocols.netorcai.logs import Level, Log, Notes
from hoplon.protocols.netorcai.messages import PlayerInfo
from hoplon.protocols.netorcai.server import CannotListen, Server
from hoplon.protocols.netorcai.settings import Settings
from hoplon.sandbox.report import HeadAndTail

HOST = "127.0.0.1"
STARTING = 10.0  # seconds that a server may take to listen
CHUNK = 1 << 16
ENDING = 3.0  # seconds that a bot or a server has to end by itself


class NoServer(HoplonError):
    """The server cannot listen."""


class ProgramFailed(HoplonError):
    """A bot's program ended before the game began."""


@dataclass(frozen=True)
class Kick:
    """Who was kicked, and why."""

    nickname: str
    remote_address: str
    reason: str


class KickLog(Log):
    """Keeps the kicks and prints nothing."""

    def __init__(self) -> None:
        self.is_debug = False
        self.kicks: list[Kick] = []

    def _print(self, level: Level, message: str, notes: Notes | None) -> None:
        if level is Level.WARNING and message == "Kicking client" and notes is not None:
            words = (str(notes.get(key, "")) for key in ("nickname", "remote address", "reason"))
            self.kicks.append(Kick(*words))


class LocalServer:
    """A server that plays one game; use it in a `with` statement."""

    def __init__(self, settings: Settings, seed: int | None = None) -> None:
        self.settings = settings
        self.port = 0
        self._dice = None if seed is None else random.Random(seed)
        self._notes = KickLog()
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

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(lambda _loop, _trouble: None)
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


class BotProgram:
    """A bot's program, run as the user's own. What it prints is kept for the case that it fails."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.printed = HeadAndTail()  # once it has ended
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115  closed by end()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            self._printed.close()
            raise ProgramFailed(f"the bot {name} cannot be started: {error.strerror}") from None

    def check(self) -> None:
        """Raise ProgramFailed if the program has ended."""
        code = self._process.poll()
        if code is not None:
            raise ProgramFailed(
                f"the bot {self.name} ended before the game began, with exit code {code}{self._words()}"
            )

    def end(self, patience: float = 0.0) -> int:
        """Wait a little, then end the program and what it started; returns its exit code."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            for sign in (signal.SIGTERM, signal.SIGKILL):
                with suppress(ProcessLookupError):
                    os.killpg(self._process.pid, sign)
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(ENDING)
                    break
        if not self._printed.closed:
            self.printed = self._read()
            self._printed.close()
        return int(self._process.returncode or 0)

    def _read(self) -> HeadAndTail:
        found = HeadAndTail()
        self._printed.seek(0)
        while more := self._printed.read(CHUNK):
            found.put(more)
        return found

    def _words(self) -> str:
        said = [line.strip() for line in str(self._read()).split("\n") if line.strip()]
        return f": {said[-1][:200]}" if said else ""


def end_all(bots: Sequence[BotProgram], patience: float = 0.0) -> None:
    """End every program, all within the same time limit."""
    deadline = time.monotonic() + patience
    for bot in bots:
        bot.end(max(0.0, deadline - time.monotonic()))
