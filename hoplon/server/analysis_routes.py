"""Studies, reasons and hints over HTTP and sockets."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, WebSocket
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from hoplon.analysis.explain import explain
from hoplon.core.board import Json, Offer
from hoplon.core.match import Match
from hoplon.games import game, game_names
from hoplon.server.bearer import Token
from hoplon.server.bodies import Strict
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.room import Room
from hoplon.server.rooms import Rooms, read_options
from hoplon.server.shares import Meters, client_of
from hoplon.server.sockets import serve_board
from hoplon.server.study_talk import LONGEST_POSITION, Studies, StudyTalk, check_is_analysed, told_why
from hoplon.server.thinking import Question, first_found

KEPT = 200  # reasons that are kept
MatchId = Annotated[str, Path(min_length=1, max_length=64)]
Enter = Callable[[str, str | None], Awaitable[tuple[Room, Viewer]]]


class ExperimentGiven(Strict):
    """Two positions in one line each, and the choice between them; `ignore` is not compared."""

    before: Annotated[str, Field(max_length=LONGEST_POSITION)]
    choice: Annotated[str, Field(max_length=1000)]
    after: Annotated[str, Field(max_length=LONGEST_POSITION)]
    ignore: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=20, default_factory=list)]


def analysis_routes(rooms: list[Rooms], meters: Meters, enter: Enter) -> APIRouter:
    """The routes; `enter` opens a match for whoever has a token."""
    router = APIRouter()
    reasons: OrderedDict[tuple[str, int], list[Json]] = OrderedDict()

    @cache
    def studies_of(_server: str) -> Studies:
        return Studies(rooms, rooms[0].thinking)

    def studies() -> Studies:
        return studies_of(rooms[0].server)

    @router.websocket("/api/study")
    async def study(connection: WebSocket) -> None:
        talk = StudyTalk(studies(), client_of(connection.scope))
        await serve_board(connection, rooms[0], talk, meters.board())

    @router.websocket("/api/matches/{match}/study")
    async def study_of_match(connection: WebSocket, match: str) -> None:
        talk = StudyTalk(studies(), client_of(connection.scope), match)
        await serve_board(connection, rooms[0], talk, meters.board())

    @router.get("/api/matches/{match}/why/{number}")
    async def why(
        match: MatchId, number: Annotated[int, Path(ge=1, lt=2**31)], token: Token, request: Request
    ) -> Response:
        """Why each line of the log of a choice stands there: rule, section, cause and dice."""
        room, viewer = await enter(match, token)
        check_is_analysed(room)
        if room.match.game.hides and not room.may(viewer, "all"):
            raise Refused(
                "forbidden", "the log is explained when the match is over: it tells what others hide"
            )
        if number > len(room.match.choices):
            raise Refused("unknown", f"there is no choice {number}; the match has {len(room.match.choices)}")
        key = (match, number)
        is_over = room.card.ended is not None
        if is_over and key in reasons:
            return JSONResponse({"number": number, "lines": reasons[key]})
        twin: Match = await room.ask(room.match.copy)
        lines = await told_why(studies(), client_of(request.scope), twin, number)
        if is_over:
            reasons[key] = lines
            while len(reasons) > KEPT:
                reasons.popitem(last=False)
        return JSONResponse({"number": number, "lines": lines})

    @router.get("/api/matches/{match}/hint")
    async def hint(match: MatchId, token: Token, request: Request) -> Response:
        """A hint for who plays with bots alone, or where all agreed: which piece, which choice, and why."""
        room, viewer = await enter(match, token)
        check_is_analysed(room)
        room.check(viewer, "hint")
        room.check(viewer, "preview")
        seat = room.match.to_move
        assert seat is not None
        twin: Match = await room.ask(room.match.copy)
        found = await first_found(rooms[0].thinking, client_of(request.scope), Question(twin, seat, seat))
        if not found["choices"]:
            raise Refused("turn", "there is nothing to choose now")
        offers = await asyncio.to_thread(room.board.offers, twin)
        return JSONResponse(hint_json(found, offers, len(twin.choices)))

    @router.post("/api/explain")
    async def experiment(given: ExperimentGiven, request: Request) -> Response:
        """Can a position follow another by a choice, how likely, and by which variants of the rules?"""
        for position in (given.before, given.after):
            name = position.split(" ")[0]
            option = game(name).position_option if name in game_names() else None
            if option is None:
                raise Refused("malformed", f"{position[:40]!r} is no position that a game begins from")
            await rooms[0].preparations.rules(name)
            await asyncio.to_thread(read_options, name, {option: position})
        async with studies().reasons.turn(client_of(request.scope)):
            found = await asyncio.to_thread(
                explain, given.before, given.choice, given.after, tuple(given.ignore)
            )
        return JSONResponse(found.as_json())

    return router


def hint_json(found: Json, offers: tuple[Offer, ...], number: int) -> dict[str, Any]:
    """The three steps of a hint."""
    best = found["choices"][0]
    offer = next((one for one in offers if one.text == best["choice"]), None)
    arrow = best["arrow"]
    piece = offer.source if offer is not None and offer.source else arrow[0] if arrow else None
    return {
        "number": number,
        "piece": piece,
        "tool": offer.tool if offer is not None else "",
        "cell": offer.cell if offer is not None else None,
        "choice": best["choice"],
        "label": offer.label if offer is not None else best["choice"],
        "says": best["says"],
        "quantity": found["quantities"][0],
        "value": best["values"][0],
        "next": found["choices"][1] if len(found["choices"]) > 1 else None,
    }
