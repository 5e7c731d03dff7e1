"""Posts JSON to an address that a stranger has entered, and to nothing that only this machine can reach.

Whoever enters an address makes this server connect to it, so the name is looked up here, every address it
has must be public, and the connection is made to the very address that was looked at. Redirects are not
followed, the answer is not read beyond its first line, and all of it has a time limit. A host may allow this
machine itself, for programs that run beside the server.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from hoplon.core.errors import HoplonError
from hoplon.server.refusals import Refused

LONGEST = 500
SECONDS = 10.0  # for one attempt
MOST_LINE = 2000  # bytes of the first line of an answer
PLAIN = re.compile(r"[\x21-\x7e]+")
PORTS = {"https": 443, "http": 80}
# Names that never answer keep nobody else waiting: the loop's own threads serve the database.
LOOKUPS = ThreadPoolExecutor(4, "lookups")
# They lead to an address of the fourth version, which may be any; the last is of old networks of houses.
TUNNELS = tuple(
    map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96", "fec0::/10"))
)


class PostFailed(HoplonError):
    """Nobody took it."""


@dataclass(frozen=True)
class Address:
    """Where to post."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def place(self) -> str:
        """The machine and the port, as a header says it."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"


def read_address(url: str, is_local: bool = False) -> Address:
    """An address from its text; Refused says what is wrong. `is_local`: may it be on this machine?"""
    expected = "expected an address such as https://example.org/hoplon"
    if not PLAIN.fullmatch(url) or len(url) > LONGEST:
        raise Refused("malformed", f"the address is no text of 1 to {LONGEST} plain characters; {expected}")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("malformed", f"the address {url[:60]!r} cannot be read; {expected}") from None
    host = parts.hostname or ""
    schemes = ("https", "http") if is_local else ("https",)
    if parts.scheme not in schemes:
        raise Refused(
            "malformed",
            f"the address begins with {parts.scheme[:20]!r}, not {' or '.join(schemes)}; {expected}",
        )
    if not host or parts.username is not None or parts.fragment or port == 0:
        raise Refused(
            "malformed", f"the address {url[:60]!r} has no host, or a name, port 0 or # in it; {expected}"
        )
    if (given := _as_ip(host)) is not None and not may_reach(given, is_local, parts.scheme):
        raise Refused("malformed", f"the address {host[:60]!r} is not a public one; {expected}")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Address(parts.scheme, host, port or PORTS[parts.scheme], path)


def _as_ip(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return None


def may_reach(found: IPv4Address | IPv6Address, is_local: bool, scheme: str) -> bool:
    """May this server connect to this address for somebody else?"""
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if is_local and found.is_loopback:
        return True
    if scheme != "https" or any(found in net for net in TUNNELS if net.version == found.version):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


async def look_up(address: Address, is_local: bool) -> str:
    """The address of a name; PostFailed unless everything that it stands for may be reached."""
    loop = asyncio.get_running_loop()
    try:
        ask = partial(socket.getaddrinfo, address.host, address.port, type=socket.SOCK_STREAM)
        found = await loop.run_in_executor(LOOKUPS, ask)
    except (OSError, UnicodeError):
        raise PostFailed(f"there is no machine called {address.host[:80]!r}") from None
    places = [str(entry[4][0]) for entry in found]
    for place in places:
        ip = _as_ip(place)
        if ip is None or not may_reach(ip, is_local, address.scheme):
            raise PostFailed(f"{address.host[:80]!r} is not a public address")
    if not places:
        raise PostFailed(f"there is no machine called {address.host[:80]!r}")
    return places[0]


async def post(
    address: Address, content: Any, is_local: bool = False, context: ssl.SSLContext | None = None
) -> None:
    """Post JSON; PostFailed says why it did not arrive."""
    try:
        async with asyncio.timeout(SECONDS):
            await _post(address, json.dumps(content).encode(), is_local, context)
    except TimeoutError:
        raise PostFailed(f"{address.host[:80]} did not answer within {SECONDS:.0f} s") from None
    except ssl.SSLError as error:
        raise PostFailed(f"{address.host[:80]} has no certificate that is trusted: {error.reason}") from None
    except OSError as error:
        raise PostFailed(f"{address.host[:80]} cannot be reached: {error.strerror or error}") from None


async def _post(address: Address, body: bytes, is_local: bool, context: ssl.SSLContext | None) -> None:
    place = await look_up(address, is_local)
    secured = (context or ssl.create_default_context()) if address.scheme == "https" else None
    named = address.host if secured is not None else None
    reader, writer = await asyncio.open_connection(
        place, address.port, ssl=secured, server_hostname=named, limit=MOST_LINE
    )
    try:
        peer = _as_ip(str(writer.get_extra_info("peername")[0]))
        if peer is None or not may_reach(peer, is_local, address.scheme):
            raise PostFailed(f"{address.host[:80]!r} is not a public address")
        head = (
            f"POST {address.path} HTTP/1.1\r\nHost: {address.place}\r\nUser-Agent: hoplon\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        try:
            line = await reader.readline()
        except ValueError:  # too long
            line = b""
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    check_answer(address, line)


def check_answer(address: Address, line: bytes) -> None:
    """Whether the first line of an answer says that it was taken."""
    found = re.match(rb"HTTP/1\.[01] ([0-9]{3})\b", line)
    if found is None:
        raise PostFailed(f"{address.host[:80]} answered something that is not HTTP")
    status = int(found[1])
    if 300 <= status < 400:
        raise PostFailed(f"{address.host[:80]} answered {status}; redirects are not followed")
    if not 200 <= status < 300:
        raise PostFailed(f"{address.host[:80]} answered {status}")
