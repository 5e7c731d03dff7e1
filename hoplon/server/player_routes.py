"""Identities and ladders over HTTP: who I am, my bots, who others are, and where rated matches are played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, WebSocket
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from hoplon.games import game, game_names
from hoplon.league.entries import League
from hoplon.server.bodies import Strict
from hoplon.server.headings import summary_of
from hoplon.server.ladder_talk import LONGEST_DIGEST, LONGEST_SOURCE, LadderTalk
from hoplon.server.players import PlayerCard
from hoplon.server.rooms import Rooms
from hoplon.server.shares import Meters, client_of
from hoplon.server.sockets import serve_board

Json = dict[str, Any]
Name = Annotated[str, Field(max_length=200)]
Id = Annotated[str, Path(min_length=1, max_length=64)]
Limit = Annotated[int, Query(ge=1, le=200)]


class PersonGiven(Strict):
    """A person: the secret that was drawn in their browser, and what they are called."""

    secret: Annotated[str, Field(max_length=64)]
    name: Name = ""


class NameGiven(Strict):
    """A name."""

    name: Name


class EntryGiven(Strict):
    """With what somebody takes part in a ladder: what it is called, and a digest of all that decides."""

    version: Annotated[str, Field(max_length=LONGEST_SOURCE)] = ""
    digest: Annotated[str, Field(max_length=LONGEST_DIGEST)] = ""


def secret_of(authorization: Annotated[str | None, Header(max_length=400)] = None) -> str | None:
    """The secret or token that a request carries."""
    kind, _, token = (authorization or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


Secret = Annotated[str | None, Depends(secret_of)]


def player_routes(
    rooms: list[Rooms], meters: Meters, admit: Callable[[Request], Awaitable[None]]
) -> APIRouter:
    """What can be asked about people and their bots, and the ladders that they play in."""
    routes = APIRouter()

    async def who(secret: str | None) -> PlayerCard:
        return await asyncio.to_thread(rooms[0].store.players.of_token, secret)

    @routes.post("/api/me", status_code=201, dependencies=[Depends(admit)])
    async def make(given: PersonGiven, request: Request) -> Response:
        """Become somebody here, or be found again by the secret of the recovery phrase."""
        meters.make_person(client_of(request.scope))
        rulings = await rooms[0].rulings()
        add = rooms[0].store.players.add_person
        card, is_new = await asyncio.to_thread(add, given.secret, given.name, rulings)
        return JSONResponse(await own(card), 201 if is_new else 200)

    @routes.get("/api/me")
    async def me(secret: Secret) -> Response:
        """Who I am."""
        return JSONResponse(await own(await who(secret)))

    @routes.post("/api/me/name")
    async def rename(given: NameGiven, secret: Secret) -> Response:
        """Be called otherwise from now on, also in the tables of ladders."""
        player, rulings = await who(secret), await rooms[0].rulings()
        renamed = await asyncio.to_thread(rooms[0].store.players.rename, player, given.name, rulings)
        return JSONResponse(await own(renamed))

    @routes.delete("/api/me")
    async def remove(secret: Secret) -> Response:
        """Be forgotten: all rated matches that go on are resigned, and the name is gone everywhere."""
        player = await who(secret)
        for one in [*await bots_of(player), player]:
            await forget(one, f"Player {one.id}")
        await asyncio.to_thread(rooms[0].store.players.remove, player)
        return JSONResponse({"removed": player.id})

    async def bots_of(player: PlayerCard) -> list[PlayerCard]:
        return await asyncio.to_thread(rooms[0].store.players.bots, player)

    async def forget(player: PlayerCard, name: str) -> None:
        await rooms[0].ladders.leave_all(player)
        await asyncio.to_thread(rooms[0].ladders.withdraw, player, name)
        if name:
            await asyncio.to_thread(rooms[0].store.moderation.forget, player.token)

    @routes.post("/api/me/bots", status_code=201)
    async def add_bot(given: NameGiven, secret: Secret) -> Response:
        """A bot of mine, and its token, which is told this once."""
        player, rulings = await who(secret), await rooms[0].rulings()
        card, token = await asyncio.to_thread(rooms[0].store.players.add_bot, player, given.name, rulings)
        return JSONResponse(told(card) | {"token": token}, 201)

    @routes.delete("/api/me/bots/{bot}")
    async def revoke(bot: Id, secret: Secret) -> Response:
        """Its token is worth nothing any more; what it plays is resigned, and its results stay."""
        player = await who(secret)
        card = await asyncio.to_thread(rooms[0].store.players.bot_of, player, bot)
        await forget(card, "")
        await asyncio.to_thread(rooms[0].store.players.remove, card)
        return JSONResponse({"removed": card.id})

    @routes.get("/api/people/{player}")
    async def one(player: Id) -> Response:
        """Who somebody is."""
        card = await asyncio.to_thread(rooms[0].store.players.one, player)
        return JSONResponse(told(card) | {"matches": await matches_of(card, 20)})

    @routes.get("/api/people/{player}/matches")
    async def matches(player: Id, limit: Limit = 50) -> Response:
        """The rated matches of somebody, the last first."""
        card = await asyncio.to_thread(rooms[0].store.players.one, player)
        return JSONResponse(await matches_of(card, limit))

    async def own(player: PlayerCard) -> Json:
        bots = [told(bot) for bot in await bots_of(player)]
        return told(player) | {"bots": bots, "matches": await matches_of(player, 50)}

    async def matches_of(player: PlayerCard, limit: int) -> list[Json]:
        found = await asyncio.to_thread(rooms[0].ladders.rated.of_player, player.id, limit)
        return [
            {
                "match": summary_of(one["card"]),
                "seat": one["seat"],
                "league": one["league"],
                "counts": one["counts"],
            }
            for one in found
        ]

    @routes.get("/api/ladders")
    async def ladders() -> Response:
        """The ladders of this arena."""
        found = await asyncio.to_thread(rooms[0].ladders.all)
        return JSONResponse([ladder_json(one, rooms[0]) for one in found if one.game in game_names()])

    @routes.post("/api/ladders/{game}/enter")
    async def enter(game: Id, given: EntryGiven, secret: Secret) -> Response:
        """Take part: what one is rated, and how many matches one may begin today. 429: none for now."""
        player, ladder = await who(secret), await rooms[0].ladders.ladder(game)
        version, left = await asyncio.to_thread(
            rooms[0].ladders.enter, ladder, player, given.version, given.digest
        )
        rating = round(ladder.live.of(version.id))
        return JSONResponse(
            told(player)
            | {"league": ladder.league.id, "bot": version.bot, "version": version.number}
            | {"rating": rating, "left": left}
        )

    @routes.websocket("/api/ladders/{game}/socket")
    async def socket(connection: WebSocket, game: str) -> None:
        await serve_board(connection, rooms[0], LadderTalk(rooms[0], game), meters.board())

    return routes


def told(player: PlayerCard) -> Json:
    """What everybody may know about somebody."""
    return {
        "id": player.id,
        "kind": player.kind,
        "owner": player.owner,
        "name": player.name,
        "made": player.made,
    }


def ladder_json(league: League, rooms: Rooms) -> Json:
    """A ladder for the page."""
    here = rooms.ladders.count(league.game)
    return {
        "game": league.game,
        "title": game(league.game).title,
        "league": league.id,
        "clock": league.settings.arena,
        "seats": max(2, len(league.seats)),
        "alone": len(league.seats) == 1,
        "here": here,
    }
