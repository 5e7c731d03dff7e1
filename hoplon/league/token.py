"""The word by which workers elsewhere are let in: the database keeps only its hash."""

from __future__ import annotations

import secrets
from hashlib import sha256

from sqlalchemy import select

from hoplon.league.entries import League, league_of
from hoplon.league.store import Store
from hoplon.league.tables import leagues

BYTES = 24


def new_token(store: Store, league: League) -> str:
    """A new token for a league; an earlier one is worth nothing any more."""
    token = secrets.token_urlsafe(BYTES)
    store.set_token(league, hash_of(token))
    return token


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def league_for(store: Store, token: str) -> League | None:
    """The league that a token is for."""
    wanted = select(leagues).where(leagues.c.token == hash_of(token))
    with store.reading() as connection:
        row = connection.execute(wanted).mappings().first()
    return league_of(row) if row is not None else None
