"""The token that a request carries."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header

from hoplon.server.refusals import Refused


def token_of(authorization: Annotated[str | None, Header(max_length=400)] = None) -> str | None:
    """The token that a request carries."""
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refused("token", "the Authorization header is not 'Bearer TOKEN'")
    return token.strip()


Token = Annotated[str | None, Depends(token_of)]
