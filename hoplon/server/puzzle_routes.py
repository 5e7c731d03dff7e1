"""Puzzles over HTTP. Each try is played in a match like any other, which is not listed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse, Response

from hoplon.analysis.puzzles.told import answer_to, hint_of, rating_of, solution_lines, task_of, themes_in
from hoplon.bots.foresight import foresight_of
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.puzzles import SEED, Puzzle, daily_puzzle, puzzle_of, puzzles_of
from hoplon.core.themes import themes_of
from hoplon.core.words import say
from hoplon.games import game, game_names
from hoplon.server.bearer import Token
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.room import Room
from hoplon.server.rooms import Player, Rooms
from hoplon.server.shares import Meters, client_of

DAY = 86_400  # seconds
Name = Annotated[str, Path(max_length=64)]
Id = Annotated[str, Path(max_length=64)]
Enter = Callable[[str, str | None], Awaitable[tuple[Room, Viewer]]]


def puzzle_routes(rooms: list[Rooms], meters: Meters, admit: Callable[..., Any], enter: Enter) -> APIRouter:
    """The routes; `enter` opens a match for whoever has a token."""
    router = APIRouter()

    @router.get("/api/puzzles")
    async def games() -> Response:
        """The games that have puzzles, and the puzzle of the day of each."""
        return JSONResponse(await asyncio.to_thread(games_json))

    @router.get("/api/games/{name}/puzzles")
    async def listed(name: Name) -> Response:
        """The puzzles of a game: what each is about, and how hard."""
        return JSONResponse(await asyncio.to_thread(list_json, _game(name)))

    @router.post("/api/games/{name}/puzzles/{puzzle}", status_code=201, dependencies=[Depends(admit)])
    async def begin(name: Name, puzzle: Id, request: Request) -> Response:
        """Begin a puzzle: a match from its position; a bot has the other seats."""
        found = _game(name)
        wanted = await asyncio.to_thread(_puzzle, found, puzzle)
        client = client_of(request.scope)
        meters.begin(client)
        options = options_of(found, wanted)
        titles = found.seat_names(found.options.from_text(options))
        bot = foresight_of(found).player
        players = [
            Player("me") if seat == wanted.seat else Player("bot", title, bot)
            for seat, title in enumerate(titles)
        ]
        room, keys = await rooms[0].make(name, options, SEED, players, listed=False, is_own=True)
        room.maker = client
        tokens = [vars(key) for key in keys]
        told = puzzle_json(found, wanted)
        return JSONResponse({"id": room.card.id, "game": name, "tokens": tokens, "puzzle": told}, 201)

    @router.get("/api/matches/{match}/puzzle/{puzzle}")
    async def verdict(match: Id, puzzle: Id, token: Token) -> Response:
        """How a puzzle stands that is solved in a match: whether its first choice is the solution."""
        room, viewer = await enter(match, token)
        found = game(room.card.game)
        wanted = await asyncio.to_thread(_puzzle, found, puzzle)
        _check_is_played(found, room, wanted, viewer)
        choices = await room.ask(lambda: list(room.match.choices))
        if not choices:
            return JSONResponse({"number": 0, "right": None, "says": ""})
        answer = await asyncio.to_thread(answer_to, found, wanted, str(choices[0]))
        return JSONResponse({"number": len(choices), "right": answer.is_right, "says": answer.says})

    @router.get("/api/games/{name}/puzzles/{puzzle}/solution")
    async def solution(name: Name, puzzle: Id) -> Response:
        """The solution of a puzzle, and what happens after it if a bot plays on."""
        found = _game(name)
        wanted = await asyncio.to_thread(_puzzle, found, puzzle)
        lines = await asyncio.to_thread(solution_lines, found, wanted)
        return JSONResponse({"choice": wanted.solution, "line": lines})

    return router


def options_of(found: Game, puzzle: Puzzle) -> dict[str, str]:
    """The options of the match that a puzzle is solved in."""
    assert found.position_option is not None
    return {found.position_option: puzzle.position}


def games_json() -> list[dict[str, Any]]:
    """The games that have puzzles."""
    found = []
    for name in game_names():
        one = game(name)
        daily = daily_puzzle(one, int(time() // DAY))
        if daily is not None:
            told = {"game": name, "title": say(one.title), "count": len(puzzles_of(one))}
            found.append(told | {"daily": puzzle_json(one, daily)})
    return found


def list_json(found: Game) -> dict[str, Any]:
    """The puzzles of a game for the page."""
    puzzles = puzzles_of(found)
    daily = daily_puzzle(found, int(time() // DAY))
    themes = themes_of(found).themes if found.puzzles else ()
    used = {name for puzzle in puzzles for name in puzzle.themes}
    return {
        "game": found.name,
        "title": say(found.title),
        "daily": daily.id if daily else None,
        "themes": [{"name": theme.name, "title": say(theme.title)} for theme in themes if theme.name in used],
        "puzzles": [
            {"id": one.id, "difficulty": one.difficulty, "rating": rating_of(one), "themes": list(one.themes)}
            for one in puzzles
        ],
    }


def puzzle_json(found: Game, puzzle: Puzzle) -> dict[str, Any]:
    """What is told of a puzzle before it is solved. Its themes would tell too much: they come after that."""
    return {
        "id": puzzle.id,
        "seat": puzzle.seat,
        "difficulty": puzzle.difficulty,
        "rating": rating_of(puzzle),
        "task": task_of(found),
        "hint": hint_of(found, puzzle),
        "themes": [say(theme.title) for theme in themes_in(found, puzzle)],
    }


def _game(name: str) -> Game:
    if name not in game_names():
        raise Refused("unknown", f"there is no game {name[:40]!r}; installed: {', '.join(game_names())}")
    return game(name)


def _puzzle(found: Game, wanted: str) -> Puzzle:
    try:
        return puzzle_of(found, wanted)
    except HoplonError as error:
        raise Refused("unknown", str(error)) from None


def _check_is_played(found: Game, room: Room, puzzle: Puzzle, viewer: Viewer) -> None:
    """Refuse a verdict on a match that is another's, or that did not begin as the puzzle does."""
    wanted = found.options.from_text(options_of(found, puzzle)).as_text()
    if puzzle.seat not in viewer.held:
        raise Refused("forbidden", "only who solves a puzzle is told how it stands")
    if room.card.options != wanted or room.card.seed != SEED:
        raise Refused("malformed", f"this match is not the puzzle {puzzle.id}")
