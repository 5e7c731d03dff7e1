"""One TCP connection of the server: frames in, frames out, and a farewell that arrives."""

import asyncio
import contextlib
import socket
from typing import Protocol, cast

from hoplon.protocols.netorcai import messages
from hoplon.protocols.netorcai.frames import LIMIT, FrameReader, TooBig, frame

UNREAD_LIMIT = LIMIT
"""A client that leaves more octets than this unread gets nothing more."""

LINGER_TICK = 2.0
LINGER_TICKS = 15
DISCARD_LIMIT = 2 * LIMIT
"""After a KICK, what the client still sends is read and dropped within these limits, because
closing a socket with unread data would destroy the KICK on its way."""


class CannotSend(OSError):
    """A message cannot go out; the text says why."""


class Host(Protocol):
    """Who owns the connections."""

    def opened(self, line: "Connection") -> None: ...
    def received(self, line: "Connection", content: bytes) -> None: ...
    def failed(self, line: "Connection", description: str) -> None: ...
    def closed(self, line: "Connection") -> None: ...


class Connection(asyncio.Protocol):
    """Reads until the first failure or the farewell, whichever comes first."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._reader = FrameReader()
        self._is_deaf = False
        self._is_held = False
        self._is_lost = False
        self._has_seen_eof = False
        self._discarded = 0
        self._progress = (0, 0)
        self._ticks = 0
        self.remote_address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._loop = asyncio.get_running_loop()
        peer = transport.get_extra_info("peername") or ("", 0)
        host, port = peer[:2]
        self.remote_address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        _watch_for_vanished_peer(transport.get_extra_info("socket"))
        self._host.opened(self)

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            self._discard(len(data))
            return
        try:
            for content in self._reader.feed(data):
                self._host.received(self, content)
                if self._is_deaf or self._is_held:
                    return
        except TooBig as error:
            self._fail(str(error))

    def eof_received(self) -> bool:
        self._has_seen_eof = True
        if self._is_deaf:
            return False
        self._fail(self._reader.end())
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_lost = True
        if not self._is_deaf:
            problem = getattr(exc, "strerror", None) or str(exc or "connection closed")
            self._fail(f"Remote endpoint closed? Read error: {problem}")
        self._host.closed(self)

    def send(self, octets: bytes) -> None:
        """Sends a frame with one write, unless the client is gone or reads nothing."""
        if self._is_lost or self._transport.is_closing():
            raise CannotSend("Remote endpoint closed? Write error: connection is closed")
        if self._transport.get_write_buffer_size() > UNREAD_LIMIT:
            raise CannotSend("Client does not read its messages")
        self._transport.write(octets)

    def hold(self) -> None:
        """Reads nothing more until `resume`: the last message is still being worked on."""
        self._is_held = True
        self._transport.pause_reading()

    def resume(self) -> None:
        self._is_held = False
        self._transport.resume_reading()
        self.data_received(b"")

    def farewell(self, reason: str) -> None:
        """Sends KICK and closes the sending side, then the connection once it has arrived."""
        self._is_deaf = True
        self._reader.forget()
        self._transport.resume_reading()
        try:
            self.send(frame(messages.kick(reason)))
        except CannotSend:
            self._transport.abort()
            return
        if self._has_seen_eof:
            self._transport.close()
        else:
            with contextlib.suppress(OSError):
                self._transport.write_eof()
        self._loop.call_later(LINGER_TICK, self._linger)

    def has_said_goodbye(self) -> bool:
        return self._is_deaf

    def drop(self) -> None:
        """Closes at once, without a word."""
        self._is_deaf = True
        self._transport.abort()

    def _fail(self, description: str) -> None:
        self._is_deaf = True
        self._reader.forget()
        self._host.failed(self, description)

    def _discard(self, size: int) -> None:
        self._discarded += size
        if self._discarded > DISCARD_LIMIT:
            self._transport.abort()

    def _linger(self) -> None:
        if self._is_lost:
            return
        self._ticks += 1
        before = self._progress
        self._progress = (self._discarded, self._transport.get_write_buffer_size())
        if self._progress == before or self._ticks >= LINGER_TICKS:
            self._transport.abort()
        else:
            self._loop.call_later(LINGER_TICK, self._linger)


def _watch_for_vanished_peer(sock: socket.socket) -> None:
    """A peer whose machine went away without a word is noticed within minutes."""
    with contextlib.suppress(OSError, AttributeError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 15)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 15)
