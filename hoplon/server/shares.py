"""What one client may take of a server: an address, or a token. Numbers that whoever runs it can change.

A network of the sixth version counts as one address, because whoever has one address there has all of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from hoplon.core.errors import BadOption, hint
from hoplon.core.past import STRETCH
from hoplon.server.refusals import Refused

MOST_KEYS = 20_000  # clients that are remembered at once
REQUESTS_AT_ONCE = 20  # seconds' worth
MESSAGES_AT_ONCE = 10  # seconds' worth
MINUTE, HOUR = 60.0, 3600.0
A_CHOICE = 1500  # bytes of a choice besides its position: its text, its log
HEAVIEST = 256 << 20  # bytes that one match may take
MOST = 10**9


@dataclass(frozen=True)
class Shares:
    """How much a client may take; a class of thirty behind one address does not notice."""

    connections: int = 600  # open at once
    requests: int = 200  # a second
    messages: int = 400  # a second at one board
    matches: int = 120  # begun a minute
    bots: int = 60  # matches that bots play among themselves, at once
    uploads: int = 30  # match files a minute
    choices: int = 100_000  # in one match
    people: int = 30  # identities made an hour from one address
    rated: int = 300  # rated matches a day of one player
    coming: int = 30  # seconds to come in to a rated match
    gone: int = 300  # seconds that who plays live may be away before the others may claim

    def most_choices(self, state_size: int) -> int:
        """How many choices a match may have whose positions have so many bytes."""
        return max(1, min(self.choices, HEAVIEST // (state_size // STRETCH + A_CHOICE)))


def read_shares(given: Iterable[str]) -> Shares:
    """The shares with changes, each written `NAME=N`."""
    known = [field.name for field in fields(Shares)]
    shares = Shares()
    for text in given:
        name, _, number = text.partition("=")
        if name not in known:
            raise BadOption(f"there is no limit {name[:40]!r}; {hint(name, known, ', '.join(known))}")
        if not (number.isascii() and number.isdecimal()) or len(number) > 10 or not 0 < int(number) <= MOST:
            raise BadOption(f"the limit {name} is {number[:40]!r}; expected a whole number from 1 to {MOST}")
        shares = replace(shares, **{name: int(number)})
    return shares


@lru_cache(4096)
def client_at(host: str) -> str:
    """The client that an address belongs to."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:100]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False)) if not found.is_loopback else str(found)


def client_of(scope: Any) -> str:
    """The client that a request comes from."""
    peer = scope.get("client")
    return client_at(peer[0]) if peer else ""


class Meter:
    """So many a second, and some at once: the same for each client."""

    def __init__(self, every: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._every = every  # seconds for one
        self._ahead = every * max(at_once - 1, 0)  # how far a client may be ahead of that
        self._until: dict[str, float] = {}  # when what a client has taken is paid for
        self._clock = clock

    def take(self, client: str) -> float:
        """Take one; more than 0: nothing is taken, so many seconds are to be waited."""
        now = self._clock()
        until = max(self._until.get(client, now), now)
        if until - now > self._ahead:
            return until - now - self._ahead
        if len(self._until) >= MOST_KEYS:
            self._forget(now)
        self._until[client] = until + self._every
        return 0.0

    def _forget(self, now: float) -> None:
        """Forget who has taken nothing lately; if that is nobody, who has taken least."""
        later = sorted((until, client) for client, until in self._until.items() if until > now)
        self._until = {client: until for until, client in later[-MOST_KEYS // 2 :]}


class Meters:
    """The meters of a server."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        self.requests = Meter(1 / shares.requests, REQUESTS_AT_ONCE * shares.requests)
        self.matches = Meter(MINUTE / shares.matches, shares.matches)
        self.people = Meter(HOUR / shares.people, shares.people)
        self.uploads = Meter(MINUTE / shares.uploads, shares.uploads)

    def board(self) -> Meter:
        """A meter for the messages at one board."""
        return Meter(1 / self.shares.messages, MESSAGES_AT_ONCE * self.shares.messages)

    def begin(self, client: str) -> None:
        """Refuse a match too many."""
        if wait := self.matches.take(client):
            much = f"{self.shares.matches} matches a minute may be begun from one address"
            raise Refused("often", much, wait)

    def make_person(self, client: str) -> None:
        """Refuse an identity too many."""
        if wait := self.people.take(client):
            much = f"{self.shares.people} identities an hour may be made from one address"
            raise Refused("often", much, wait)

    def upload(self, client: str) -> None:
        """Refuse a match file too many."""
        if wait := self.uploads.take(client):
            much = f"{self.shares.uploads} match files a minute may be sent from one address"
            raise Refused("often", much, wait)
