"""Limits on requests, and security headers."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections import Counter
from contextlib import suppress
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hoplon.server.refusals import Refused
from hoplon.server.shares import Meters, client_of

log = logging.getLogger(__name__)
LARGEST = 1 << 20
RECORDED = "/api/files/recorded"  # where a record comes with a match
LETTERS = "/api/letters"  # and below: a letter has at most 4 MB, and two may come at once
LARGEST_RECORDED = 8 << 20
WORK = "/api/workers"  # and below
FINISHED = "/finish"  # at the end: results of a worker, several together
LARGEST_WORK = 16 << 20
MOST_CONNECTIONS = 11_000  # at once
BODY_SECONDS = 60.0  # for a body to come
BUSY_SECONDS = 10.0  # to wait if too much comes at once
MOST_HELD = 32 << 20  # bytes of bodies in memory at once, of one client
MOST_HELD_IN_ALL = 256 << 20
CLOSE_LATER = 1013
FORWARDED = b"x-forwarded-for"
MEMORY = 4 << 30  # bytes, if the machine's memory is unknown
OTHER_FILES = 500  # file descriptors for everything but connections
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def most_connections() -> int:
    """How many connections may be open at once. Each takes a file; the system is asked for as many."""
    try:
        import resource
    except ModuleNotFoundError:
        return MOST_CONNECTIONS
    wanted = MOST_CONNECTIONS + OTHER_FILES
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= files < wanted:
        more = wanted if most < 0 else min(wanted, most)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))
            files = more
    return (
        MOST_CONNECTIONS if files < 0 else max(2, min(MOST_CONNECTIONS, files - min(OTHER_FILES, files // 2)))
    )


def most_boards() -> int:
    """How many of them may be boards; the others are for requests."""
    return max(1, most_connections() * 9 // 10)


def most_memory() -> int:
    """How many bytes the positions of all open matches may take: half of what the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return MEMORY


class RequestLimits:
    """Refuses what is too large, too slow or too much from one client, before it is buffered."""

    def __init__(self, app: ASGIApp, meters: Meters, proxied: bool) -> None:
        self._app = app
        self._meters = meters
        self._open: Counter[str] = Counter()  # requests and boards by client
        self._held: Counter[str] = Counter()  # bytes of bodies that are in memory, by client
        self._told = proxied  # that requests come through a proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, counting it and its bytes."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client = client_of(scope)
        if problem := self._too_much(client, scope):
            await turn_away(scope, receive, send, problem)
            return
        self._open[client] += 1
        try:
            if scope["type"] == "websocket":
                await self._app(scope, receive, send)
            else:
                await self._request(client, scope, receive, send)
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def _too_much(self, client: str, scope: Scope) -> Refused | None:
        shares, requests = self._meters.shares, self._meters.requests
        if self._open[client] >= shares.connections:
            much = f"{shares.connections} connections may be open from one address"
            return Refused("often", much, BUSY_SECONDS)
        headers = dict(scope["headers"])
        token = headers.get(b"authorization")
        takers = (client,) if token is None else (client, f"token {hash(token)}")
        for taker in takers:
            if wait := requests.take(taker):
                whom = "address" if taker == client else "token"
                return Refused("often", f"{shares.requests} requests a second may come from one {whom}", wait)
        if not self._told and FORWARDED in headers:
            self._told = True
            log.warning("requests come through a proxy and count as one client; start with --behind-proxy")
        return None

    async def _request(self, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        taken = 0
        begun, is_whole = False, False
        is_large = scope["path"] == RECORDED or scope["path"].startswith(LETTERS)
        largest = LARGEST_RECORDED if is_large else LARGEST
        if scope["path"].startswith(f"{WORK}/") and scope["path"].endswith(FINISHED):
            largest = LARGEST_WORK
        until = asyncio.get_running_loop().time() + BODY_SECONDS

        async def counted() -> Message:
            nonlocal taken, is_whole
            if is_whole:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise Stopped(Refused("slow", f"the body did not come within {BODY_SECONDS:.0f} s")) from None
            more = len(message.get("body", b""))
            taken += more
            self._held[client] += more
            is_whole = not message.get("more_body")
            if taken > largest:
                raise Stopped(too_large(largest))
            if self._held[client] > MOST_HELD or self._held.total() > MOST_HELD_IN_ALL:
                raise Stopped(Refused("busy", "too many large requests come at once", BUSY_SECONDS))
            return message

        async def headed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers: list[Any] = list(message.get("headers", []))
                headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": headers}
            await send(message)

        length = dict(scope["headers"]).get(b"content-length", b"0")
        if length.isdigit() and (len(length) > 18 or int(length) > largest):
            await turn_away(scope, receive, headed, too_large(largest))
            return
        try:
            await self._app(scope, counted, headed)
        except Stopped as stopped:
            if not begun:
                await turn_away(scope, receive, headed, stopped.refusal)
        finally:
            self._held[client] -= taken
            if not self._held[client]:
                del self._held[client]


class Stopped(Exception):
    """A body that is not read to its end."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def too_large(largest: int) -> Refused:
    """The refusal of a body beyond the limit."""
    return Refused("large", f"the body is too large; expected at most {largest} bytes")


async def turn_away(scope: Scope, receive: Receive, send: Send, refusal: Refused) -> None:
    """Answer a request, or a socket that is not open yet, with a refusal."""
    kind = "http"
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": CLOSE_LATER, "reason": str(refusal)[:120]})
            return
        kind = "websocket.http"
    headers = [(b"content-type", b"application/json")]
    headers += [(name.encode(), value.encode()) for name, value in refusal.headers.items()]
    body = json.dumps(refusal.as_json()).encode()
    await send({"type": f"{kind}.response.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})
