"""Limits on requests, and security headers."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 1 << 20
RECORDED = "/api/files/recorded"  # where a record comes with a match
LARGEST_RECORDED = 8 << 20
MOST_BOARDS = 10_000  # sockets at once
MEMORY = 4 << 30  # bytes, if the machine's memory is unknown
OTHER_FILES = 500  # file descriptors for everything but sockets
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def most_boards() -> int:
    """How many sockets may be open at once. Each takes a file descriptor; the system is asked for as many."""
    try:
        import resource
    except ModuleNotFoundError:
        return MOST_BOARDS
    wanted = MOST_BOARDS + OTHER_FILES
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= files < wanted:
        more = wanted if most < 0 else min(wanted, most)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))
            files = more
    return MOST_BOARDS if files < 0 else max(1, min(MOST_BOARDS, files - OTHER_FILES))


def most_memory() -> int:
    """How many bytes the positions of all open matches may take: half of what the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return MEMORY


class TooLarge(Exception):
    """A body beyond the limit."""


class RequestLimits:
    """Refuses bodies that are too large before they are buffered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, counting its bytes."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        taken = 0
        begun = False
        largest = LARGEST_RECORDED if scope["path"] == RECORDED else LARGEST

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > largest:
                raise TooLarge
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
        if length.isdigit() and int(length) > largest:
            await refuse(headed, largest)
            return
        try:
            await self._app(scope, counted, headed)
        except TooLarge:
            if not begun:
                await refuse(headed, largest)


async def refuse(send: Send, largest: int) -> None:
    """Answer that it is too large."""
    text = f"the body is too large; expected at most {largest} bytes"
    body = json.dumps({"error": {"code": "large", "text": text}}).encode()
    start = {
        "type": "http.response.start",
        "status": 413,
        "headers": [(b"content-type", b"application/json")],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})
