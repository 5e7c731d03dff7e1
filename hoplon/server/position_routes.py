"""Positions that are set up piece by piece: each step is a request with the line, and answers another."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from hoplon.core.board import ALL
from hoplon.core.editing import Editor
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.games import game, game_names
from hoplon.server.boards import board_of
from hoplon.server.bodies import Strict
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms, read_options
from hoplon.server.seated_match import to_json
from hoplon.server.shares import client_of
from hoplon.server.study_talk import LONGEST_POSITION
from hoplon.server.turns import Turns

Line = Annotated[str, Field(max_length=LONGEST_POSITION)]
Name = Annotated[str, Field(max_length=100)]
Act = Literal["look", "read", "put", "move", "remove", "clear"]


class EditGiven(Strict):
    """A position, or only a game to begin with its usual one, and what is done to it."""

    game: Name = ""
    position: Line = ""
    act: Act = "look"
    text: Line = ""  # that is read in the place of the position
    piece: Name = ""
    cell: Name = ""
    to: Name = ""


def position_routes(rooms: list[Rooms]) -> APIRouter:
    """What can be asked about a position that is being set up."""
    router = APIRouter()
    turns = Turns("positions", 2, 100, 20)

    @router.post("/api/positions")
    async def edit(given: EditGiven, request: Request) -> Response:
        """The position after an edit, with its drawing; if it is impossible, the old one and the reason."""
        name = given.position.split(" ")[0] if given.position else given.game
        if name not in game_names():
            expected = ", ".join(sorted(game_names()))
            raise Refused("malformed", f"the position begins with {name[:40]!r}; expected one of {expected}")
        if game(name).editor is None:
            raise Refused("malformed", f"{name} does not say how its positions are set up")
        await rooms[0].preparations.rules(name)
        async with turns.turn(client_of(request.scope)):
            told = await asyncio.to_thread(lambda: to_json(edited(name, given)))
        return Response(told, media_type="application/json")

    return router


def edited(name: str, given: EditGiven) -> dict[str, Any]:
    """What an edit leads to; a position that cannot be read from the start is refused."""
    found = game(name)
    assert found.editor is not None
    editor = found.editor()
    match = _match(name, given.position) if given.position else Match(found, 0)
    problem = ""
    try:
        text = _done(editor, match.game.notation(match.states_at(0), 0), given)
        if text is not None:
            match = _match(name, text)
    except HoplonError as error:
        problem = str(error)
    board = board_of(name)
    line = match.game.notation(match.states_at(0), 0)
    return {
        "game": name,
        "position": line,
        "problem": problem,
        "ground": board.ground(match),
        "drawn": board.position(match, 0, ALL),
        "over": match.is_over,
        "spares": editor.spares(line),
        "standing": editor.standing(line),
        "slots": editor.slots(line),
        "clears": editor.clear is not None,
    }


def _match(name: str, text: str) -> Match:
    """A match from a position; one of another game is none of this board."""
    if text.split(" ")[0] != name:
        raise Refused("malformed", f"the position begins with {text.split(' ')[0][:40]!r}; expected {name}")
    if len(text) > LONGEST_POSITION:
        raise Refused("large", f"the position has more than {LONGEST_POSITION} characters")
    option = game(name).position_option
    assert option is not None
    return Match(game(name), 0, read_options(name, {option: text}, is_studied=True))


def _done(editor: Editor, position: str, given: EditGiven) -> str | None:
    """The line after an edit; nothing if the position is only looked at."""
    match given.act:
        case "read":
            return given.text.strip()
        case "put":
            return editor.put(position, given.piece, given.cell)
        case "move":
            return editor.move(position, given.cell, given.to)
        case "remove":
            return editor.remove(position, given.cell)
        case "clear":
            return editor.clear(position) if editor.clear is not None else position
        case _:
            return None
