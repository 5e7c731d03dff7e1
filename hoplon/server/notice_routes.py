"""Who is told when it is their turn without looking: feeds and webhooks over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from hoplon.core.board import Json
from hoplon.server import feed
from hoplon.server.bearer import Token
from hoplon.server.bodies import Strict
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.room import Room
from hoplon.server.rooms import Rooms
from hoplon.server.stored_match import StoredMatch
from hoplon.server.webhooks import Webhook

MatchId = Annotated[str, Path(min_length=1, max_length=64)]


class WebhookGiven(Strict):
    """The address to call; an empty one calls nobody."""

    url: Annotated[str, Field(max_length=2000)]


def notice_routes(
    rooms: list[Rooms], enter: Callable[[str, str | None], Awaitable[tuple[Room, Viewer]]]
) -> APIRouter:
    """The feed of a seat, and its webhook."""
    routes = APIRouter()

    async def own(match: str, token: str | None) -> tuple[StoredMatch, int]:
        room, viewer = await enter(match, token)
        room.check(viewer, "notices")
        return room.card, viewer.held[0]

    async def told(card: StoredMatch, seat: int) -> Json:
        hook = await asyncio.to_thread(rooms[0].store.webhooks.one, card.id, seat)
        mine = hook is not None and hook.token == card.seats[seat].token
        return {
            "feed": feed.path_of(card, seat),
            "webhooks": bool(rooms[0].webhooks.hooks),
            "webhook": hook.url if hook is not None and mine else "",
            "fault": hook.fault if hook is not None and mine else "",
        }

    @routes.get("/api/matches/{match}/notices")
    async def notices(match: MatchId, token: Token) -> Response:
        """Where the feed of the own seat is, and which address is called."""
        return JSONResponse(await told(*await own(match, token)))

    @routes.post("/api/matches/{match}/webhook")
    async def set_webhook(match: MatchId, token: Token, given: WebhookGiven, request: Request) -> Response:
        """Set the address that is called when it is the turn of the own seat."""
        card, seat = await own(match, token)
        table = rooms[0].store.webhooks
        if not given.url:
            await asyncio.to_thread(table.remove, card.id, seat)
            return JSONResponse(await told(card, seat))
        rooms[0].webhooks.check(given.url)
        if card.ended is not None:
            raise Refused("over", "the match is over, so nobody is called any more")
        hook = Webhook(card.id, seat, given.url, feed.page_of(card, base_of(request)), card.seats[seat].token)
        await asyncio.to_thread(table.put, hook)
        rooms[0].webhooks.wake()
        return JSONResponse(await told(card, seat))

    @routes.get("/api/matches/{match}/feed", response_class=Response)
    async def read_feed(
        match: MatchId,
        request: Request,
        seat: Annotated[int, Query(ge=0, lt=64)],
        key: Annotated[str, Query(max_length=100)],
    ) -> Response:
        """When it was the turn of a seat, as an Atom feed; the key is in its address."""
        card = await asyncio.to_thread(rooms[0].store.card, match)
        if card is None:
            raise Refused("unknown", f"there is no match {match[:40]!r}")
        feed.check_key(card, seat, key)
        text = feed.feed_of(card, seat, base_of(request))
        return Response(text, media_type=feed.MEDIA_TYPE, headers={"cache-control": "private, max-age=30"})

    return routes


def base_of(request: Request) -> str:
    """Where this server is, as who asks calls it."""
    return str(request.base_url).rstrip("/")
