"""What the host of a server decides about names: rename, mute, ban and delete, in all matches at once.

It is written to the database, so it holds for all servers that use it. A match whose names change gets a new
fence number: the server that plays it can no longer write the old names, and opens it again.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection, Engine, case, select

from hoplon.core.errors import BadOption
from hoplon.league.tables import bots
from hoplon.server.headings import beside, name_all
from hoplon.server.migrations import writing
from hoplon.server.names import clean_name, key_of
from hoplon.server.refusals import Refused
from hoplon.server.stored_match import Seat
from hoplon.server.tables import matches, names, players

ADDRESS = "address "  # before the key of one that is banned; no key of a name has a space
COUNT = ""  # the key of the row that counts what was decided
MODERATED = "moderated"  # no server is called so, so whoever can play it takes the match over

Address = ipaddress.IPv4Network | ipaddress.IPv6Network
Change = Callable[[Seat], None]


@dataclass(frozen=True)
class Rulings:
    """What holds now; `count` goes up with every decision."""

    count: int = 0
    muted: frozenset[str] = frozenset()
    banned: frozenset[str] = frozenset()
    addresses: tuple[Address, ...] = field(default=())

    def check_address(self, text: str | None) -> None:
        """Refuse whoever comes from a banned address."""
        try:
            address = ipaddress.ip_address(text or "")
        except ValueError:
            return
        address = getattr(address, "ipv4_mapped", None) or address
        if any(address in network for network in self.addresses):
            raise Refused("forbidden", "no matches can be begun from this address")

    def apply(self, seats: Iterable[Seat]) -> None:
        """Refuse banned names, and hide muted ones; afterwards the seats are to be named again."""
        for seat in seats:
            keys = {key_of(seat.called), key_of(seat.remote)}
            if keys & self.banned:
                raise Refused("forbidden", f"the name {seat.called!r} is banned on this server")
            if keys & self.muted:
                seat.muted, seat.name, seat.remote = seat.called, "", ""


class Moderation:
    """The decisions of the host, in the database."""

    def __init__(self, engine: Engine, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._engine = engine
        self._reading = reading

    def rulings(self) -> Rulings:
        """What holds now."""
        with self._reading() as connection:
            rows = connection.execute(select(names)).all()
        known = {row.key: row for row in rows}
        return Rulings(
            int(known[COUNT].name) if COUNT in known else 0,
            frozenset(key for key, row in known.items() if row.muted),
            frozenset(key for key, row in known.items() if row.banned and not key.startswith(ADDRESS)),
            tuple(ipaddress.ip_network(row.name) for key, row in known.items() if key.startswith(ADDRESS)),
        )

    def listed(self) -> list[tuple[str, str]]:
        """The names and addresses that are muted or banned, and which."""
        with self._reading() as connection:
            rows = connection.execute(select(names).where(names.c.key != COUNT).order_by(names.c.name)).all()
        return [(row.name, " and ".join(["muted"] * row.muted + ["banned"] * row.banned)) for row in rows]

    def rename(self, name: str, to: str) -> int:
        """Call somebody otherwise in all matches; how many there are."""
        new = wanted(to)

        def change(seat: Seat) -> None:
            if seat.muted:
                seat.muted = new
            else:
                seat.name = new
            seat.remote = new if seat.remote else ""

        return self._decide(name, change, to=new)

    def delete(self, name: str) -> int:
        """Remove a name from all matches; how many there are."""

        def change(seat: Seat) -> None:
            seat.name = seat.muted = seat.remote = ""

        return self._decide(name, change, to="")

    def forget(self, token: str) -> int:
        """Remove the name of whoever held seats by the token with this hash; how many matches there are."""

        def change(seat: Seat) -> None:
            if seat.token == token:
                seat.name = seat.muted = seat.remote = ""

        with self._engine.connect() as connection, writing(connection):
            wanted = select(matches.c.id, matches.c.seats).where(matches.c.seats.contains(token))
            found = sum(_change_seats(connection, *row, change) for row in connection.execute(wanted).all())
            _count(connection)
        return found

    def mute(self, name: str) -> int:
        """Show the title of the seat instead of a name, now and later; how many matches there are."""

        def change(seat: Seat) -> None:
            seat.muted, seat.name, seat.remote = seat.called, "", ""

        return self._decide(name, change, muted=True, to="")

    def unmute(self, name: str) -> int:
        """Show a name again; how many matches there are."""

        def change(seat: Seat) -> None:
            if seat.muted:
                seat.name, seat.muted = seat.muted, ""

        return self._decide(name, change, muted=False)

    def ban(self, name: str) -> None:
        """Let nobody of this name begin a match."""
        self._decide(name, None, banned=True)

    def unban(self, name: str) -> None:
        """Let them begin matches again."""
        self._decide(name, None, banned=False)

    def ban_address(self, text: str, banned: bool = True) -> None:
        """Let nobody begin a match from an address, or a network such as 192.0.2.0/24, or again."""
        try:
            network = str(ipaddress.ip_network(text, strict=False))
        except ValueError:
            raise BadOption(
                f"{text[:60]!r} is neither an IP address nor a network such as 192.0.2.0/24"
            ) from None
        with self._engine.connect() as connection, writing(connection):
            _rule(connection, ADDRESS + network, network, banned=banned)
            _count(connection)

    def _decide(
        self,
        name: str,
        change: Change | None,
        muted: bool | None = None,
        banned: bool | None = None,
        to: str | None = None,
    ) -> int:
        name = wanted(name)
        found = 0
        with self._engine.connect() as connection, writing(connection):
            if muted is not None or banned is not None:
                _rule(connection, key_of(name), name, muted, banned)
            if change is not None:
                for match, text in connection.execute(select(matches.c.id, matches.c.seats)).all():
                    found += _change_seats(connection, match, text, called(name, change))
            if to is not None:
                _rename_player(connection, name, to)
            _count(connection)
        return found


def _rename_player(connection: Connection, name: str, to: str) -> None:
    """Whoever has an identity of this name is called otherwise, or by their id, also in ladders."""
    known = select(players.c.id).where(players.c.key == key_of(name))
    player = connection.execute(known).scalar()
    if player is None:
        return
    taken = connection.execute(select(players.c.id).where(players.c.key == key_of(to))).scalar()
    others = select(bots.c.id).where(bots.c.name == to, bots.c.owner != player).limit(1)
    is_free = taken in (None, player) and connection.execute(others).first() is None
    new = to if to and is_free else f"Player {player}"
    connection.execute(players.update().where(players.c.id == player), {"name": new, "key": key_of(new)})
    connection.execute(bots.update().where(bots.c.owner == player), {"name": new})


def wanted(name: str) -> str:
    """A name that the host has typed."""
    if not key_of(cleaned := clean_name(name)):
        raise BadOption(f"{name[:60]!r} is no name")
    return cleaned


def is_called(seat: Seat, name: str) -> bool:
    """Is this seat called so, perhaps with its title, or the program that plays for it?"""
    key = key_of(name)
    own = key_of(beside(name, seat.title))
    return key_of(seat.called) in (key, own) or key_of(seat.remote) == key


def called(name: str, change: Change) -> Change:
    """A change of the seats of this name alone."""

    def only(seat: Seat) -> None:
        if is_called(seat, name):
            change(seat)

    return only


def _change_seats(connection: Connection, match: str, text: str, change: Change) -> bool:
    before = [Seat(**seat) for seat in json.loads(text)]
    seats = [replace(seat) for seat in before]
    for seat in seats:
        change(seat)
    name_all(seats)
    if seats == before:
        return False
    changed = json.dumps([vars(seat) for seat in seats])
    holder = case((matches.c.holder == "", ""), else_=MODERATED)
    values = {"seats": changed, "fence": matches.c.fence + 1, "holder": holder}
    connection.execute(matches.update().where(matches.c.id == match).values(values))
    return True


def _rule(
    connection: Connection, key: str, name: str, muted: bool | None = None, banned: bool | None = None
) -> None:
    row = connection.execute(select(names).where(names.c.key == key)).first()
    muted = (row is not None and row.muted) if muted is None else muted
    banned = (row is not None and row.banned) if banned is None else banned
    connection.execute(names.delete().where(names.c.key == key))
    if muted or banned:
        connection.execute(names.insert(), {"key": key, "name": name, "muted": muted, "banned": banned})


def _count(connection: Connection) -> None:
    count = connection.execute(select(names.c.name).where(names.c.key == COUNT)).scalar()
    connection.execute(names.delete().where(names.c.key == COUNT))
    row = {"key": COUNT, "name": str(int(count or 0) + 1), "muted": False, "banned": False}
    connection.execute(names.insert(), row)
