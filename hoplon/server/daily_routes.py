"""The challenge of the day over HTTP: what is played, the table, one's own attempt, and days gone by."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from hoplon.server.daily import own_seat
from hoplon.server.player_routes import Secret
from hoplon.server.players import PlayerCard
from hoplon.server.rooms import Rooms
from hoplon.server.shares import Meters, client_of

Name = Annotated[str, Path(max_length=64)]
Day = Annotated[str, Path(max_length=64)]


def daily_routes(
    rooms: list[Rooms], meters: Meters, admit: Callable[[Request], Awaitable[None]]
) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    async def who(secret: str | None) -> PlayerCard:
        return await asyncio.to_thread(rooms[0].store.players.of_token, secret)

    @routes.get("/api/daily")
    async def daily(secret: Secret, day: Annotated[str | None, Query(max_length=64)] = None) -> Response:
        """The challenges of a day, today unless given; with one's secret also the own attempts and streak."""
        player = await who(secret) if secret else None
        return JSONResponse(await rooms[0].daily.told(day, player))

    @routes.post("/api/daily/{game}", status_code=201, dependencies=[Depends(admit)])
    async def begin(game: Name, secret: Secret, request: Request) -> Response:
        """Begin today's attempt, which counts; 200 and the same match if it was begun before."""
        player = await who(secret)
        client = client_of(request.scope)
        meters.begin(client)
        card, is_new = await rooms[0].daily.begin(game, player)
        told = {"id": card.id, "game": card.game, "day": card.day, "seat": own_seat(card)}
        return JSONResponse(told | {"over": card.ended is not None}, 201 if is_new else 200)

    @routes.post("/api/daily/{game}/{day}", status_code=201, dependencies=[Depends(admit)])
    async def again(game: Name, day: Day, request: Request) -> Response:
        """Play the challenge of a day gone by; this does not count."""
        client = client_of(request.scope)
        meters.begin(client)
        room, keys = await rooms[0].daily.again(game, day)
        room.maker = client
        told = {"id": room.card.id, "game": room.card.game, "tokens": [vars(key) for key in keys]}
        return JSONResponse(told, 201)

    return routes
