"""Protects a server meant for this machine or a few people from other web sites.

A browser sends what any page tells it to send, even to a server on the same machine. It says honestly which
page that was (Origin) and by which name the server was called (Host), so two questions are enough: does a
request that changes something come from our own page, and was the server called by a name that is its own?
The second stops a foreign name that is made to point at this machine. Programs send no origin.
"""

from __future__ import annotations

import ipaddress
import json
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

CLOSE_POLICY = 1008
HARMLESS = ("GET", "HEAD", "OPTIONS")
LOCAL = "localhost"
NAME_AND_PORT = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?")


def is_loopback(host: str) -> bool:
    """Is this an address that only this machine can reach?"""
    if host == LOCAL or host.endswith(f".{LOCAL}"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_address(host: str) -> bool:
    """Is this an IP address, which nobody can redirect?"""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def own_names() -> set[str]:
    """What this machine is called."""
    name = socket.gethostname().lower()
    return {name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}


class HostNames:
    """The host names that a server answers to.

    One that listens on this machine alone, or that starts programs, is strict: it answers to IP addresses, to
    `localhost`, to the machine's own names unless it listens on loopback, and to the names it was given.
    """

    def __init__(self, host: str = "127.0.0.1", given: Sequence[str] = (), programs: bool = False) -> None:
        self._is_local = is_loopback(host)
        self._is_picky = self._is_local or programs or bool(given)
        self._given = {name.lower() for name in given}
        self._known = self._given | (set() if self._is_local else {host.lower(), *own_names()})

    def has(self, host: str) -> bool:
        """Does the server answer to this name? `host` is as in the header, with or without a port."""
        if not NAME_AND_PORT.fullmatch(host):
            return False
        name = _bare(host)
        if not self._is_picky or name in self._known or is_loopback(name):
            return True
        return not self._is_local and is_address(name)

    def has_given(self, host: str) -> bool:
        """Was this name given to the server? A proxy may use another name than browsers do."""
        return _bare(host) in self._given


def _bare(host: str) -> str:
    """The name without a port."""
    return (urlsplit(f"//{host}").hostname or "").rstrip(".")


class Guard:
    """Refuses what the page of another site sends."""

    def __init__(self, app: ASGIApp, names: HostNames) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        problem = self._problem(scope) if scope["type"] in ("http", "websocket") else ""
        if not problem:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_POLICY, "reason": problem[:120]})
        else:
            body = json.dumps({"error": {"code": "forbidden", "text": problem}}).encode()
            headers = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    def _problem(self, scope: Scope) -> str:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        try:
            known = self._names.has(host)
        except ValueError:
            known = False
        if not known:
            return (
                f"this server is not called {host[:100]!r}; "
                "if that is a name of its own, start it with --name and the name"
            )
        if origin is None or (scope["type"] == "http" and scope["method"] in HARMLESS):
            return ""
        page = origin.lower().partition("://")[2]
        with suppress(ValueError):
            if page == host.lower() or self._names.has_given(page):
                return ""
        return f"this was sent by a page of {origin[:100]!r}, which is not the page of this server"
