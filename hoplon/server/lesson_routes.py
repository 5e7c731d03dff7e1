"""Guides, lessons and tips over HTTP. A lesson is played in a match like any other, which is not listed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse, Response

from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.guides import Part, guide_of, match_of, picture_of
from hoplon.core.lessons import Lesson, course_of, judge, lesson_of, tips_at
from hoplon.core.words import say
from hoplon.games import game, game_names
from hoplon.server.bearer import Token
from hoplon.server.boards import board_of
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.room import Room
from hoplon.server.rooms import Player, Rooms
from hoplon.server.seated_match import to_json
from hoplon.server.shares import Meters, client_of

JSON = "application/json"
KEPT = {"Cache-Control": "max-age=3600"}
Name = Annotated[str, Path(max_length=64)]
Number = Annotated[int, Path(ge=1, lt=1000)]
Enter = Callable[[str, str | None], Awaitable[tuple[Room, Viewer]]]


def lesson_routes(rooms: list[Rooms], meters: Meters, admit: Callable[..., Any], enter: Enter) -> APIRouter:
    """The routes; `enter` opens a match for whoever has a token."""
    router = APIRouter()

    @router.get("/api/games/{name}/course")
    async def course(name: Name) -> Response:
        """What a game teaches: its guide, the aim of a match, and its lessons."""
        return JSONResponse(await asyncio.to_thread(course_json, _game(name)))

    async def picture(name: str, number: int) -> tuple[Game, Part]:
        found = _game(name)
        parts = guide_of(found)
        if number > len(parts) or not parts[number - 1].position:
            raise Refused("unknown", f"part {number} of the guide of {name} is no picture")
        await rooms[0].preparations.rules(name)
        return found, parts[number - 1]

    @router.get("/api/games/{name}/guide/{number}.svg")
    async def drawn(name: Name, number: Number) -> Response:
        """A picture of the guide as SVG; the parts of a guide are numbered from 1."""
        svg = await asyncio.to_thread(picture_of, *await picture(name, number))
        return Response(svg, media_type="image/svg+xml", headers=KEPT)

    @router.get("/api/games/{name}/guide/{number}")
    async def scene(name: Name, number: Number) -> Response:
        """A picture of the guide as the page draws boards: the ground and the position."""
        found, part = await picture(name, number)
        return Response(await asyncio.to_thread(scene_json, found, part), headers=KEPT, media_type=JSON)

    @router.post("/api/games/{name}/lessons/{number}", status_code=201, dependencies=[Depends(admit)])
    async def begin(name: Name, number: Number, request: Request) -> Response:
        """Begin a lesson: a match from its position, with its dice; the other seats reply as it says."""
        found = _game(name)
        lesson = _lesson(found, number)
        client = client_of(request.scope)
        meters.begin(client)
        titles = found.seat_names(found.options.from_text(lesson.options))
        players = [
            Player("me") if seat == lesson.seat else Player("bot", title, f"lesson:number={number}")
            for seat, title in enumerate(titles)
        ]
        room, keys = await rooms[0].make(
            name, dict(lesson.options), lesson.seed, players, listed=False, is_own=True
        )
        room.maker = client
        tokens = [vars(key) for key in keys]
        return JSONResponse({"id": room.card.id, "game": name, "tokens": tokens}, 201)

    @router.get("/api/matches/{match}/lesson/{number}")
    async def verdict(match: Annotated[str, Path(max_length=64)], number: Number, token: Token) -> Response:
        """How a lesson stands that is played in a match."""
        room, viewer = await enter(match, token)
        lesson = _lesson(game(room.card.game), number)
        _check_is_played(room, lesson, viewer)
        return JSONResponse(await room.ask(lambda: verdict_json(lesson, room)))

    @router.get("/api/matches/{match}/tips")
    async def tips(match: Annotated[str, Path(max_length=64)], token: Token) -> Response:
        """What a newcomer is told now, and what the match is about."""
        room, viewer = await enter(match, token)
        found = course_of(game(room.card.game))
        if not viewer.held or not found.tips:
            return JSONResponse({"aim": say(found.aim), "tips": []})
        told = await room.ask(lambda: tips_at(found, room.match, viewer.held[0]))
        return JSONResponse(
            {"aim": say(found.aim), "tips": [{"name": tip.name, "says": say(tip.says)} for tip in told]}
        )

    return router


def course_json(found: Game) -> dict[str, Any]:
    """What a game teaches, for the page."""
    course = course_of(found)
    parts = [
        {"text": say(part.text), "picture": f"/api/games/{found.name}/guide/{n}" if part.position else None}
        for n, part in enumerate(guide_of(found), 1)
    ]
    texts = ("title", "goal", "intro", "hint", "praise")
    lessons = [
        {text: getattr(lesson, text) for text in ("name", "choices")}
        | {text: say(getattr(lesson, text)) for text in texts}
        for lesson in course.lessons
    ]
    return {
        "game": found.name,
        "title": say(found.title),
        "aim": say(course.aim),
        "guide": parts,
        "lessons": lessons,
    }


def scene_json(found: Game, part: Part) -> str:
    """A picture of a guide, as the first seat sees it."""
    match, board = match_of(found, part), board_of(found.name)
    return to_json({"ground": board.ground(match), "position": board.position(match, 0, 0)})


def verdict_json(lesson: Lesson, room: Room) -> dict[str, Any]:
    """How a lesson stands, for the page."""
    verdict = judge(lesson, room.match)
    return {
        "number": len(room.match.choices),
        "passed": verdict.is_passed,
        "lost": verdict.is_lost,
        "says": say(verdict.mistake.says) if verdict.mistake else None,
        "left": verdict.left,
    }


def _game(name: str) -> Game:
    if name not in game_names():
        raise Refused("unknown", f"there is no game {name[:40]!r}; installed: {', '.join(game_names())}")
    return game(name)


def _lesson(found: Game, number: int) -> Lesson:
    try:
        return lesson_of(found, number)
    except HoplonError as error:
        raise Refused("unknown", str(error)) from None


def _check_is_played(room: Room, lesson: Lesson, viewer: Viewer) -> None:
    """Refuse a verdict on a match that is another's, or that did not begin as the lesson does."""
    wanted = game(room.card.game).options.from_text(lesson.options).as_text()
    if lesson.seat not in viewer.held:
        raise Refused("forbidden", "only who plays a lesson is told how it stands")
    if room.card.options != wanted or room.card.seed != lesson.seed:
        raise Refused("malformed", f"this match is not the lesson {lesson.title!r}")
