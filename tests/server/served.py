"""A real server in a process of its own, and small clients for it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

READY = 120.0  # seconds for the rules to be compiled, if nobody has done that yet


class Server:
    """`hoplon serve` on a port of its own choice; use it in a `with` statement."""

    def __init__(self, database: Path, *more: str) -> None:
        self.database = database
        self.port = 0
        self.more = more

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, patience: float = READY) -> None:
        """Start it and wait until it answers and all rules are ready; with no patience, do not wait."""
        command = [sys.executable, "-m", "hoplon.cli", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{self.database}", *self.more],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert "http://" in said, f"the server did not start: {said!r}"
        self.base = said.split("http://")[1].split("/")[0]
        self.port = int(self.base.rpartition(":")[2])
        self.http = httpx.Client(base_url=f"http://{self.base}", timeout=READY)
        deadline = time.monotonic() + patience
        while patience:
            try:
                if all(game["ready"] for game in self.http.get("/api/games").json()):
                    return
            except httpx.TransportError:
                pass
            assert time.monotonic() < deadline, "the server was not ready in time"
            time.sleep(0.05)

    def stop(self) -> None:
        """End it."""
        self.http.close()
        self.process.terminate()
        self.process.wait(10)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def kill(self) -> None:
        """End it without a warning."""
        self.http.close()
        self.process.kill()
        self.process.wait(10)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def get(self, path: str, token: str | None = None, expect: int = 200) -> Any:
        """The JSON, or the text, of an address."""
        answer = self.http.get(path, headers=bearer(token))
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

    def wait(self, over: bool = True, seconds: float = 90.0, number: int = 0) -> Any:
        """Wait until it is over, or has so many choices."""
        deadline = time.monotonic() + seconds
        while True:
            found = self.server.get(self.path)
            if found["ended"] is not None if over else found["number"] >= number:
                return found
            assert time.monotonic() < deadline, f"the match did not go on: {found}"
            time.sleep(0.05)


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
        """The next message, which has to be of a kind."""
        message = json.loads(self.socket.recv(timeout=30))
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
