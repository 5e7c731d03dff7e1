"""A real server in a process of its own, and small clients for it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from hoplon.server.relay import MOVED
from hoplon.server.stand_in import INHERITED, NEVER
from tests.processes import end, start
from tests.waiting import patience, until

MUCH = [word for name in ("requests", "matches", "uploads", "bots") for word in ("--limit", f"{name}=100000")]
"""Tests come from one address and are in a hurry."""


class Server:
    """`hoplon serve` on a port of its own choice; use it in a `with` statement.

    HOPLON_SERVED_BY may name the command of another environment, which then runs beside its database.
    """

    def __init__(self, database: Path, *more: str) -> None:
        self.database = database
        self.installed = os.environ.get("HOPLON_SERVED_BY", "")
        self.port = 0
        self.http = httpx.Client()
        self.more = more
        self.settings: dict[str, Any] = {}  # of the process

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, wait: bool = True) -> None:
        """Start it, and wait until it answers and all rules are ready unless told not to wait."""
        own = [sys.executable, "-m", "hoplon.cli"]
        command = [*([self.installed] if self.installed else own), "serve", "--port", str(self.port), *MUCH]
        self.process = start(
            [*command, "--database", f"sqlite:///{self.database}", *self.more],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self._folder(),
            **(
                {"env": os.environ | {INHERITED: NEVER}} | self.settings
            ),  # to stand in is to restart under way
        )
        try:
            self._listen()
            if wait:
                until(self.is_ready, "the server is ready", self.process)
        except BaseException:
            self.kill()
            raise

    def _folder(self) -> Path | None:
        """Where it is started. It starts only programs below its folder: here, those of all tests."""
        if "--programs" in self.more:
            return self.database.parent.parent
        return self.database.parent if self.installed else None

    def _listen(self) -> None:
        """Hear from it where it is."""
        assert self.process.stdout is not None
        heard, _, _ = select.select([self.process.stdout], [], [], patience())
        said = self.process.stdout.readline() if heard else "nothing"
        assert "http://" in said, f"the server did not start, it said {said!r}"
        self.base = said.split("http://")[1].split("/")[0]
        self.port = int(self.base.rpartition(":")[2])
        brief = httpx.Limits(keepalive_expiry=2.0)  # a busy server is not closing what is just used
        self.http = httpx.Client(base_url=f"http://{self.base}", timeout=patience(), limits=brief)

    def is_ready(self) -> bool:
        """Does it answer, and are all rules ready?"""
        try:
            return all(game["ready"] for game in self.http.get("/api/games").json())
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        """End it."""
        self.http.close()
        end(self.process)

    def kill(self) -> None:
        """End it without a warning."""
        self.process.kill()
        self.stop()

    def get(self, path: str, token: str | None = None, expect: int = 200) -> Any:
        """The JSON, or the text, of an address; while a match moves to another server it is asked again."""

        def ask() -> httpx.Response | None:
            answer = self.http.get(path, headers=bearer(token))
            return None if MOVED in answer.text else answer

        answer = until(ask, "the match has moved", self.process)
        assert answer.status_code == expect, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def post(self, path: str, body: Any = None, token: str | None = None, expect: int = 200) -> Any:
        """The JSON that an address answers."""
        answer = self.http.post(path, json=body, headers=bearer(token))
        assert answer.status_code == expect, answer.text
        return answer.json()

    def begin(self, game: str, **given: Any) -> Begun:
        """Begin a match."""
        made = self.post("/api/matches", {"game": game, **given}, expect=201)
        return Begun(self, made["id"], [key["token"] for key in made["tokens"]])

    def board(self, match: str, token: str | None = None, see: str | None = None) -> Board:
        """Sit down at a board."""
        return Board(self, match, token, see)


class Begun:
    """A match that was begun, with its tokens."""

    def __init__(self, server: Server, match: str, tokens: list[str]) -> None:
        self.server, self.id, self.tokens = server, match, tokens

    @property
    def path(self) -> str:
        """Where it is asked about."""
        return f"/api/matches/{self.id}"

    def choose(self, choice: str, number: int, expect: int = 200, token: str | None = "") -> Any:
        """Choose over HTTP, as whoever began it unless said otherwise."""
        token = self.tokens[0] if token == "" else token
        return self.server.post(
            f"{self.path}/choices", {"choice": choice, "number": number}, token, expect=expect
        )

    def wait(self, over: bool = True, number: int = 0) -> Any:
        """Wait until it is over, or has so many choices."""

        def found() -> Any:
            match = self.server.get(self.path)
            return match if (match["ended"] is not None if over else match["number"] >= number) else None

        return until(found, "the match goes on", self.server.process)


class Board:
    """A socket at a board."""

    def __init__(self, server: Server, match: str, token: str | None, see: str | None) -> None:
        self._open = ExitStack()
        address = f"ws://{server.base}/api/matches/{match}/socket"
        self.socket: ClientConnection = self._open.enter_context(connect(address))
        hello: dict[str, Any] = {"type": "hello", "see": see}
        if token is not None:
            hello["token"] = token
        self.state: dict[str, Any] = {}
        self.presence: dict[int, str] = {}  # who is here, by seat
        self.say(hello)
        self.welcome = self.hear("welcome")
        while self.hear()["type"] != "state":  # a bot may have moved in between
            pass

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the board."""
        self._open.close()

    def say(self, message: Any) -> None:
        """Send a message."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, kind: str | None = None) -> Any:
        """The next message, which has to be of a kind; who is here is told between all others."""
        while True:
            message = json.loads(self.socket.recv(timeout=patience()))
            if message["type"] != "presence":
                break
            self.presence = {one["seat"]: one["is"] for one in message["seats"]}
            if kind == "presence":
                return message
        assert kind is None or message["type"] == kind, message
        if message["type"] == "turn":
            self.state = message["state"]
        elif message["type"] == "state":
            self.state = message
        return message

    def ask(self, kind: str, **values: Any) -> Any:
        """Send a message and hear the answer to it."""
        self.say({"type": kind, "ref": 7, **values})
        while True:
            message = self.hear()
            if message.get("ref") == 7:
                return message

    def choose(self, choice: str | None = None) -> Any:
        """Make a choice, the first one offered unless said otherwise."""
        choice = choice or self.state["choices"][0]["text"]
        self.say({"type": "choose", "choice": choice, "number": self.state["number"]})
        return self.hear("turn")


def bearer(token: str | None) -> dict[str, str]:
    """The header that carries a token."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}
