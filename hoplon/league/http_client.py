"""Asks a server far away, again and again while it does not answer: it may be starting anew."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.printable import printable

PATIENCE = 60.0  # seconds for an answer
SHORTEST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
AGAIN = (408, 429, 500, 502, 503, 504)  # what may pass
LARGEST = 256 << 20  # bytes of an answer
EXPECTED = "expected an address such as https://arena.example or http://192.168.1.2:8000"


class NoAnswer(HoplonError):
    """The server has not answered for too long."""


class Refusal(HoplonError):
    """The server has answered, and said no."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


class Client:
    """A server by its address. Threads have a connection each, which is kept open."""

    def __init__(
        self, address: str, token: str, wait: float = 300.0, say: Callable[[str], None] = lambda _: None
    ) -> None:
        parts = urlsplit(address.rstrip("/"))
        try:
            port = parts.port
        except ValueError:
            port = -1
        if parts.scheme not in ("http", "https") or not parts.hostname or port == -1 or parts.query:
            raise BadOption(f"the address {address!r} is not understood; {EXPECTED}")
        if not token or not token.isascii() or not token.isprintable() or " " in token:
            raise BadOption("the token is not understood; 'hoplon league token' makes one")
        self.address = address.rstrip("/")
        self._is_safe, self._host, self._port = parts.scheme == "https", parts.hostname, port
        self._path = parts.path
        self._token = token
        self._wait = wait
        self._say = say
        self._kept = threading.local()
        self._all: list[HTTPConnection] = []

    def close(self) -> None:
        """Close all connections, also those of threads that have ended."""
        for connection in self._all:
            connection.close()

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, is_once: bool = False) -> Any:
        """The answer, as JSON; Refusal or NoAnswer if there is none. `is_once`: do not try again."""
        return json.loads(self.fetch(method, path, body, is_once))

    def fetch(
        self, method: str, path: str, body: dict[str, Any] | None = None, is_once: bool = False
    ) -> bytes:
        """The answer as it is."""
        sent = json.dumps(body).encode() if body is not None else None
        until, pause, has_said = monotonic() + self._wait, SHORTEST_PAUSE, False
        while True:
            try:
                status, content, after = self._once(method, path, sent)
                problem = self._problem(status, content)
            except ssl.SSLCertVerificationError as error:
                raise HoplonError(f"{self.address} is not trusted: {error.verify_message}") from None
            except (OSError, HTTPException) as error:
                status, after = 0, 0.0
                problem = f"{self.address} does not answer: {error or type(error).__name__}"
            if status == 200:
                return content
            if status not in (0, *AGAIN):
                raise Refusal(problem, status)
            if is_once or monotonic() > until:
                raise NoAnswer(problem)
            if not has_said and not status:
                self._say(f"{problem}; trying again for {self._wait:.0f} s")
                has_said = True
            sleep(max(pause, min(after, LONGEST_PAUSE)))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _once(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes, float]:
        connection = self._connection()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            connection.request(method, self._path + path, body, headers)
            answer = connection.getresponse()
            content = answer.read(LARGEST)
        except BaseException:
            connection.close()  # whatever comes next would be the answer to this
            self._kept.connection = None
            raise
        after = answer.headers.get("retry-after", "")
        return answer.status, content, float(after) if after.isdecimal() else 0.0

    def _connection(self) -> HTTPConnection:
        found: HTTPConnection | None = getattr(self._kept, "connection", None)
        if found is None:
            kind = HTTPSConnection if self._is_safe else HTTPConnection
            found = self._kept.connection = kind(self._host, self._port, timeout=PATIENCE)
            self._all.append(found)
        return found

    def _problem(self, status: int, content: bytes) -> str:
        """What the server has against it, in its own words."""
        try:
            said = str(json.loads(content)["error"]["text"])
        except (ValueError, KeyError, TypeError):
            said = f"it answers with status {status}"
        return printable(f"{self.address}: {said}", lines=False)[:1000]
