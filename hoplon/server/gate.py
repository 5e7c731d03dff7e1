"""The gate of a server: who may connect, how long a connection may say nothing, when it is shut.

A connection without a complete request is silent. So many seconds are given to become a request; where there
is no more room, whoever has been silent longest leaves. So those who only hold a place keep nobody out.
Once a second somebody goes round, which costs less than a timer for each connection.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import socket
import time
from collections import Counter
from http import HTTPStatus
from typing import Any, ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hoplon.server.refusals import Refused
from hoplon.server.shares import client_at

SILENT_SECONDS = 10.0  # from connecting, or from the last answer, to the end of a request's headers
KEPT_ALIVE = 9  # seconds between two requests; clients drop a connection earlier (httpx after 5)
STALLED_SECONDS = 30.0  # without reading what is sent
REFUSED_SECONDS = 2.0  # to hear a refusal
REFUSED_AT_ONCE = 50
ROUND = 1.0  # seconds
LEFT_AT_ONCE = 20  # silent connections that leave when the system has no more files
OUT_OF = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
BACKLOG = 256  # connections that the system keeps waiting; asyncio tries as many at once when files run out
QUIET = 60.0  # seconds between two lines about the same
log = logging.getLogger(__name__)


class Gate:
    """The connections of a server."""

    def __init__(self, most: int, most_each: int, proxies: frozenset[str] = frozenset()) -> None:
        self._most, self._most_each = most, max(1, min(most_each, most // 2))
        self._proxies = proxies  # clients that speak for others
        self._clients: dict[Any, str] = {}  # by transport
        self._counts: Counter[str] = Counter()
        self._silent: dict[Http, float] = {}  # since when; longest first
        self._refused: dict[Http, float] = {}
        self._unread: dict[Any, tuple[int, float]] = {}  # bytes at least, and since when
        self._said = float("-inf")

    def __len__(self) -> int:
        return len(self._clients)

    def enter(self, connection: Http) -> Refused | None:
        """Let a new connection in; otherwise say why not."""
        transport = connection.transport
        client = client_at(connection.client[0]) if connection.client else ""
        refusal = None
        if client not in self._proxies and self._counts[client] >= self._most_each:
            if not self._dismiss(client):
                refusal = Refused("often", f"{self._most_each} connections may be open from one address", 10)
        elif len(self._clients) >= self._most and not self._dismiss():
            refusal = Refused("busy", f"{self._most} connections are open here", 10)
        if refusal is None:
            self._clients[transport] = client
            self._counts[client] += 1
            self.wait_for(connection)
        elif len(self._refused) < REFUSED_AT_ONCE:
            self._refused[connection] = time.monotonic()
        else:
            transport.abort()
        return refusal

    def leave(self, transport: Any) -> None:
        """A connection is gone."""
        client = self._clients.pop(transport, None)
        self._unread.pop(transport, None)
        if client is not None:
            self._counts[client] -= 1
            if not self._counts[client]:
                del self._counts[client]

    def wait_for(self, connection: Http) -> None:
        """From now on it is silent."""
        self._silent.pop(connection, None)
        self._silent[connection] = time.monotonic()

    def forget(self, connection: Http) -> None:
        """It is silent no longer."""
        self._silent.pop(connection, None)
        self._refused.pop(connection, None)

    def is_read(self, transport: Any) -> None:
        """What was sent is read."""
        self._unread.pop(transport, None)

    def _dismiss(self, client: str | None = None) -> bool:
        """Shut the connection that has been silent longest, if there is one."""
        for connection in self._silent:
            transport = connection.transport
            if client in (None, self._clients.get(transport)):
                self.forget(connection)
                self.leave(transport)
                transport.abort()
                return True
        return False

    def go_round(self) -> None:
        """Shut what has been silent, or has not read, for too long."""
        now = time.monotonic()
        for connection in [one for one, since in self._refused.items() if now - since > REFUSED_SECONDS]:
            self.forget(connection)
            connection.transport.abort()
        for connection, since in list(self._silent.items()):
            if now - since <= SILENT_SECONDS:
                break
            self.forget(connection)
            connection.give_up()
        for transport in list(self._clients):
            size = transport.get_write_buffer_size()
            least, since = self._unread.get(transport, (size, now))
            if not size:
                self._unread.pop(transport, None)
            elif size < least or transport not in self._unread:
                self._unread[transport] = size, now
            elif now - since > STALLED_SECONDS:
                transport.abort()

    def make_do(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The loop's handler of exceptions: without files for new connections, silent ones leave."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in OUT_OF:
            loop.default_exception_handler(context)
            return
        now = time.monotonic()
        if now - self._said > QUIET:
            self._said = now
            log.warning("no connection can be accepted now: %s (%d are open)", error.strerror, len(self))
        if context.get("message", "").startswith("socket.accept"):
            for _ in range(LEFT_AT_ONCE):
                self._dismiss()


class Http(H11Protocol):
    """A connection, before it becomes a board."""

    gate: ClassVar[Gate]
    _refusal: Refused | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Ask whether it may come in."""
        super().connection_made(transport)
        self._refusal = self.gate.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room."""
        self.gate.forget(self)
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; what is a whole request is no longer silent."""
        if self._refusal is not None:
            self._answer(self._refusal)
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self or self._is_asked():
            self.gate.forget(self)

    def on_response_complete(self) -> None:
        """From now on the next request is waited for."""
        self.gate.wait_for(self)
        super().on_response_complete()
        if self.transport.is_closing() or self.transport.get_protocol() is not self or self._is_asked():
            self.gate.forget(self)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; a request before it that is still being answered gets no answer."""
        if self._is_asked():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # an answer is being sent already
            self.transport.close()

    def resume_writing(self) -> None:
        """It reads."""
        self.gate.is_read(self.transport)
        super().resume_writing()

    def give_up(self) -> None:
        """Shut it: nothing came, or not all of a request."""
        if self.conn.trailing_data[0] and not self.transport.is_closing():
            self._answer(Refused("slow", f"no request came within {SILENT_SECONDS:.0f} s"))
        self.transport.close()

    def _is_asked(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _answer(self, refusal: Refused) -> None:
        """Answer without reading further."""
        body = json.dumps(refusal.as_json()).encode()
        headers = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "connection": "close",
        }
        lines = [f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}"]
        lines += [f"{name}: {value}" for name, value in (headers | refusal.headers).items()]
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()


class Board(WebSocketsSansIOProtocol):
    """A connection that has become a board."""

    gate: ClassVar[Gate]

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room."""
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        """It reads."""
        self.gate.is_read(self.transport)
        super().resume_writing()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; one that is not text is the end, without a word in the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()


class Seldom(logging.Filter):
    """Says the same only now and then: strangers can make a server say it.

    That a question was not answered because the server ends is no error.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[Any, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Was it not said lately? Errors always are."""
        if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):
            return False
        now = time.monotonic()
        if record.levelno >= logging.ERROR or now - self._said.get(record.msg, -QUIET) >= QUIET:
            self._said[record.msg] = now
            return True
        return False


class Server(uvicorn.Server):
    """A server with a gate."""

    def __init__(self, config: uvicorn.Config, gate: Gate) -> None:
        super().__init__(config)
        self._gate = gate
        self._rounds: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to go round before anybody connects."""
        asyncio.get_running_loop().set_exception_handler(self._gate.make_do)
        logging.getLogger("uvicorn.error").addFilter(Seldom())
        self._rounds = asyncio.create_task(self._go_round())
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop going round last: what does not read has to be shut meanwhile."""
        await super().shutdown(sockets)
        if self._rounds is not None:
            self._rounds.cancel()

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            self._gate.go_round()


def gated_server(
    app: Any, gate: Gate, proxies: str | None, compressed: bool, graceful_seconds: int = 3
) -> Server:
    """A server of this application behind a gate; `proxies` are the addresses that speak for others."""
    settings = uvicorn.Config(
        app,
        http=type("GatedHttp", (Http,), {"gate": gate}),
        ws=type("GatedBoard", (Board,), {"gate": gate}),
        log_level="warning",
        ws_max_size=1 << 17,
        ws_per_message_deflate=compressed,
        timeout_keep_alive=KEPT_ALIVE,
        timeout_graceful_shutdown=graceful_seconds,
        backlog=BACKLOG,
        proxy_headers=proxies is not None,
        forwarded_allow_ips=proxies or "",
    )
    return Server(settings, gate)
