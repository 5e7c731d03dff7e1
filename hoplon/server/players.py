"""Who plays here under a name of their own: people, and the bots that belong to them. There are no passwords.

A person is a secret of 128 random bits that was drawn in their browser. It is told to this server alone,
which keeps only its hash. A bot is a secret that was drawn here and is told once. A name is chosen by its
owner; nothing else is known about anybody.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from hoplon.league.tables import bots
from hoplon.server.leases import NOW
from hoplon.server.migrations import writing
from hoplon.server.moderation import Rulings
from hoplon.server.names import HOUSE_SUFFIX, clean_name, key_of
from hoplon.server.refusals import Refused
from hoplon.server.seated_match import hash_of
from hoplon.server.tables import players

PERSON, BOT = "person", "bot"
SECRET = re.compile(r"[0-9a-f]{32}")
BY_ID = re.compile(r"player[0-9a-f]{10}")  # the key of whoever is called by their id
MOST_BOTS = 20  # of one person
NEEDED = "say who you are: 'Authorization: Bearer TOKEN' with the token of a bot, or the secret of a person"


@dataclass(frozen=True)
class PlayerCard:
    """Somebody with a name here; `token` is the hash of their secret, empty if it was revoked."""

    id: str
    kind: str
    owner: str
    name: str
    key: str
    token: str
    made: float


class Players:
    """Everybody who has a name here, in the database."""

    def __init__(self, engine: Engine, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._engine = engine
        self._reading = reading

    def of_token(self, token: str | None) -> PlayerCard:
        """Whoever has this secret; Refused if nobody has."""
        if not token:
            raise Refused("token", NEEDED)
        with self._reading() as connection:
            wanted = select(players).where(players.c.token == hash_of(token))
            row = connection.execute(wanted).mappings().first()
        if row is None:
            raise Refused("token", "nobody here has this token or recovery phrase, or it was revoked")
        return PlayerCard(**row)

    def one(self, player: str) -> PlayerCard:
        """Somebody by their public id."""
        found = self.some([player])
        if not found:
            raise Refused("unknown", f"there is nobody with the id {player[:40]!r}")
        return found[0]

    def some(self, ids: Sequence[str]) -> list[PlayerCard]:
        """Those of these who are here."""
        with self._reading() as connection:
            rows = connection.execute(select(players).where(players.c.id.in_(ids))).mappings().all()
        return [PlayerCard(**row) for row in rows]

    def bots(self, owner: PlayerCard) -> list[PlayerCard]:
        """The bots of a person, the oldest first."""
        wanted = select(players).where(players.c.owner == owner.id, players.c.kind == BOT)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(players.c.made)).mappings().all()
        return [PlayerCard(**row) for row in rows]

    def add_person(self, secret: str, name: str, rulings: Rulings) -> tuple[PlayerCard, bool]:
        """The person with this secret, and whether they are new."""
        if not SECRET.fullmatch(secret):
            raise Refused("malformed", "the secret is not 32 hexadecimal digits, in small letters")
        try:
            return self.of_token(secret), False
        except Refused:
            made = secrets.token_hex(5)
            return self._add(made, PERSON, made, name or f"Player {made[:4]}", secret, rulings), True

    def add_bot(self, owner: PlayerCard, name: str, rulings: Rulings) -> tuple[PlayerCard, str]:
        """A bot of a person, and its secret, which is told this once."""
        _check_person(owner)
        if len(self.bots(owner)) >= MOST_BOTS:
            raise Refused("forbidden", f"you have {MOST_BOTS} bots already; delete one first")
        token = secrets.token_urlsafe(24)
        return self._add(secrets.token_hex(5), BOT, owner.id, name, token, rulings), token

    def _add(self, made: str, kind: str, owner: str, name: str, secret: str, rulings: Rulings) -> PlayerCard:
        name = fit_name(name, rulings)
        row = {"id": made, "kind": kind, "owner": owner, "name": name, "key": key_of(name)}
        row["token"] = hash_of(secret)
        with self._engine.connect() as connection:
            try:
                with writing(connection):
                    now = connection.exec_driver_sql(f"SELECT {NOW[self._engine.dialect.name]}").scalar()
                    connection.execute(insert(players).values(**row, made=now))
            except IntegrityError:
                raise _taken(name) from None
        return self.one(made)

    def rename(self, player: PlayerCard, name: str, rulings: Rulings) -> PlayerCard:
        """Call somebody otherwise, also in ladders: everywhere, or nowhere."""
        name = fit_name(name, rulings)
        with self._engine.connect() as connection:
            try:
                with writing(connection):
                    new = update(players).where(players.c.id == player.id)
                    connection.execute(new.values(name=name, key=key_of(name)))
                    connection.execute(update(bots).where(bots.c.owner == player.id).values(name=name))
            except IntegrityError:
                raise _taken(name) from None
        return self.one(player.id)

    def bot_of(self, owner: PlayerCard, bot: str) -> PlayerCard:
        """A bot, if it belongs to this person."""
        found = next((one for one in self.bots(owner) if one.id == bot), None)
        if found is None:
            raise Refused("unknown", f"you have no bot with the id {bot[:40]!r}")
        return found

    def remove(self, player: PlayerCard) -> None:
        """Nothing is kept of somebody; of a person, nothing of their bots either."""
        gone = players.c.id == player.id
        if player.kind == PERSON:
            gone |= players.c.owner == player.id
        with self._engine.connect() as connection, writing(connection):
            connection.execute(delete(players).where(gone))


def _taken(name: str) -> Refused:
    return Refused(
        "stale", f"somebody is called {name!r} here already, or much the same; choose another name"
    )


def _check_person(owner: PlayerCard) -> None:
    if owner.kind != PERSON:
        raise Refused("forbidden", "this is the token of a bot; only a person has bots")


def fit_name(text: str, rulings: Rulings) -> str:
    """A name that may be had here; Refused says why not."""
    name = clean_name(text)
    if not key_of(name):
        raise Refused("malformed", "the name is empty; expected at least one letter or digit")
    if key_of(name).endswith(key_of(HOUSE_SUFFIX)):
        raise Refused("forbidden", f"the name {name!r} ends like those of this server's own bots")
    if BY_ID.fullmatch(key_of(name)):
        raise Refused("forbidden", f"the name {name!r} is kept for whoever has this id")
    if key_of(name) in rulings.muted | rulings.banned:
        raise Refused("forbidden", f"the name {name!r} is not allowed on this server")
    return name
