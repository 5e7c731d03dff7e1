"""Passes on what is asked about a match that another server plays.

Browsers know the one address of the proxy in front of all servers, and may not reach those behind it. So a
server that is asked for the match of another one asks that itself, and passes on what it hears: this works
behind any proxy, whichever server it picks. If the other server dies meanwhile, its match is found elsewhere
within seconds: who has sent nothing yet only waits, a socket is closed and comes again.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import h11
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidURI
from websockets.typing import Origin

from hoplon.server.guard import HARMLESS
from hoplon.server.leases import Holder
from hoplon.server.limits import HEADERS
from hoplon.server.metrics import RELAYED
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms
from hoplon.server.seated_match import to_json

PATIENCE = 8.0  # seconds until somebody has a match whose server is gone
PAUSE = 0.2
OPENING = 5.0  # seconds for a connection
MARK = b"hoplon-relayed"  # to which server; what is passed on once is not passed on again
CLOSE_LATER = 1013
PATH = re.compile(r"/api/matches/([^/]+)(/|$)")
PIECE = 1 << 16
# What is between two machines only, or is said anew.
BETWEEN = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"expect", b"te", b"trailer"}
NOT_SENT = BETWEEN | {b"content-length", b"x-forwarded-for", MARK}
NOT_TOLD = BETWEEN | {b"date", b"server"} | {name.encode() for name in HEADERS}
MOVED = "the match is moving from one server to another; try again in a moment"
BROKEN = "the server that plays the match has gone away; look whether this was done before you try again"
log = logging.getLogger(__name__)
Headers = list[tuple[bytes, bytes]]


class Gone(Exception):
    """The other server went away before anything was asked of it that cannot be asked again."""


class Relay:
    """Passes requests and sockets on to the server that plays the match."""

    def __init__(self, app: ASGIApp, rooms: Sequence[Rooms]) -> None:
        self._app = app
        self._rooms = rooms  # the first one, once it is there

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out who plays the match, and ask them."""
        found = PATH.match(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if found is None:
            await self._app(scope, receive, send)
            return
        sent_to = dict(scope["headers"]).get(MARK)
        if sent_to is not None:
            if sent_to.decode("latin-1") == self._rooms[0].server:
                await self._app(scope, receive, send)
            else:
                log.warning("a request for another server came here; is the --address of all servers right?")
                await turn_away(scope, receive, send, Refused("busy", MOVED))
            return
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while (holder := await self._find(found[1])) is not None:
            try:
                if scope["type"] == "http":
                    body = await read_body(receive)
                    receive = once(body, receive)
                    await self._watched(holder, relay_request(holder, scope, body, send))
                else:
                    self._rooms[0].boards += 1
                    try:
                        self._rooms[0].check_boards()
                        await self._watched(holder, relay_socket(holder, scope, receive, send))
                    finally:
                        self._rooms[0].boards -= 1
                RELAYED.add()
                return
            except Gone:
                if loop.time() > until:
                    await turn_away(scope, receive, send, Refused("busy", MOVED))
                    return
                await asyncio.sleep(PAUSE)
            except Refused as refusal:
                await turn_away(scope, receive, send, refusal)
                return
        await self._app(scope, receive, send)

    async def _find(self, match: str) -> Holder | None:
        try:
            return await self._rooms[0].find(match)
        except Refused:  # which the application finds out again, and says
            return None

    async def _watched(self, holder: Holder, work: Awaitable[None]) -> None:
        """Do it, unless the other server is gone: one that is suspended would never answer."""
        gone = self._rooms[0].neighbours.gone(holder.server)
        tasks = [asyncio.ensure_future(work), asyncio.ensure_future(gone.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(done[0], Exception):
            raise done[0]


def once(body: bytes, receive: Receive) -> Receive:
    """Receive a body again that was read already."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


async def read_body(receive: Receive) -> bytes:
    """The whole body of a request; how large it may be was checked before."""
    pieces = []
    while True:
        message = await receive()
        pieces.append(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return b"".join(pieces)


def passed_on(scope: Scope, holder: Holder) -> Headers:
    """The headers for the other server, which is told who asks."""
    headers = [(name, value) for name, value in scope["headers"] if name not in NOT_SENT]
    headers.append((MARK, holder.server.encode()))
    if scope.get("client"):
        headers.append((b"x-forwarded-for", scope["client"][0].encode()))
    return headers


def target_of(scope: Scope) -> bytes:
    """The path and the query, as they were sent."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    return path + (b"?" + scope["query_string"] if scope.get("query_string") else b"")


async def relay_request(holder: Holder, scope: Scope, body: bytes, send: Send) -> None:
    """Ask the other server, and pass on its answer."""
    where = urlsplit(holder.address)
    try:
        async with asyncio.timeout(OPENING):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
    except (OSError, TimeoutError):
        raise Gone from None
    begun = False
    try:
        headers = passed_on(scope, holder)
        headers += [(b"content-length", b"%d" % len(body)), (b"connection", b"close")]
        talk = h11.Connection(h11.CLIENT)
        request = h11.Request(method=scope["method"], target=target_of(scope), headers=headers)
        for said in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(talk.send(said) or b"")
        await writer.drain()
        while not isinstance(event := await next_event(talk, reader), h11.EndOfMessage):
            if isinstance(event, h11.Response):
                told = [(name, value) for name, value in event.headers if name not in NOT_TOLD]
                await send({"type": "http.response.start", "status": event.status_code, "headers": told})
                begun = True
            elif isinstance(event, h11.Data):
                await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except (OSError, h11.ProtocolError, asyncio.CancelledError):  # cancelled: it is gone
        if begun:
            raise
        if scope["method"] in HARMLESS:
            raise Gone from None
        await refuse(send, Refused("busy", BROKEN))
    finally:
        writer.close()


async def next_event(talk: h11.Connection, reader: asyncio.StreamReader) -> Any:
    """What the other server says next."""
    while (event := talk.next_event()) is h11.NEED_DATA:
        talk.receive_data(await reader.read(PIECE))
    if isinstance(event, h11.ConnectionClosed):
        raise h11.RemoteProtocolError("the answer ends too early")
    return event


async def relay_socket(holder: Holder, scope: Scope, receive: Receive, send: Send) -> None:
    """Connect the board with the other server, until one of both leaves."""
    where = urlsplit(holder.address)
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    try:
        other = await connect(
            f"ws://{headers.get(b'host') or where.netloc}{target_of(scope).decode('latin-1')}",
            host=where.hostname,
            port=where.port,
            origin=Origin(headers[b"origin"]) if b"origin" in headers else None,
            additional_headers=[
                (name.decode("latin-1"), value.decode("latin-1"))
                for name, value in passed_on(scope, holder)
                if name in (MARK, b"x-forwarded-for", b"x-forwarded-proto", b"authorization")
            ],
            user_agent_header=headers.get(b"user-agent"),
            open_timeout=OPENING,
            ping_interval=None,  # both servers do that at their ends
            compression=None,
            max_size=None,
            proxy=None,
        )
    except InvalidMessage:
        raise Gone from None
    except (InvalidHandshake, InvalidURI, ValueError):  # it was refused there, or has no such address
        await turn_away(scope, receive, send, Refused("busy", MOVED))
        return
    except (OSError, TimeoutError, EOFError):
        raise Gone from None
    pumps: list[asyncio.Task[None]] = []
    try:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        pumps = [asyncio.create_task(say_all(receive, other)), asyncio.create_task(tell_all(other, send))]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for pump in pumps:
            pump.cancel()
        if other.close_code is None:
            other.transport.abort()
        with suppress(Exception):
            await send({"type": "websocket.close", "code": CLOSE_LATER})


async def say_all(receive: Receive, other: ClientConnection) -> None:
    """Pass on what the board says."""
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        await other.send(message["bytes"] if text is None else text)
    await other.close()


async def tell_all(other: ClientConnection, send: Send) -> None:
    """Pass on what the board is told."""
    with suppress(ConnectionClosed):
        async for said in other:
            await send({"type": "websocket.send", ("text" if isinstance(said, str) else "bytes"): said})


async def refuse(send: Send, refusal: Refused) -> None:
    """Answer a request with a refusal."""
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": to_json(refusal.as_json()).encode()})


async def turn_away(scope: Scope, receive: Receive, send: Send, refusal: Refused) -> None:
    """Answer a request with a refusal, or close a socket: it comes again."""
    if scope["type"] == "http":
        await refuse(send, refusal)
        return
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": CLOSE_LATER, "reason": str(refusal)[:120]})
