"""The word by which workers elsewhere are let in: the database keeps only its hash."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from hoplon.league.entries import League
from hoplon.league.store import Store

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
    said = hash_of(token)
    for league in store.leagues():
        kept = store.token(league)
        if kept and hmac.compare_digest(kept, said):
            return league
    return None
