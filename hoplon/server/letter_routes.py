"""Matches by e-mail over HTTP, and the socket of their boards. Nothing is stored: see letters.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request, WebSocket
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from hoplon.protocols.pbem.carried import CarriedMatch
from hoplon.protocols.pbem.kept import BEGUN, LAST, SECRET
from hoplon.protocols.pbem.letter import MOST_BYTES
from hoplon.server.bodies import Options, Strict
from hoplon.server.letter_board import LONGEST_BEGUN, LONGEST_SECRET, LetterTalk
from hoplon.server.letters import Letters
from hoplon.server.limits import LETTERS
from hoplon.server.rooms import Rooms
from hoplon.server.shares import Meters, client_of
from hoplon.server.sockets import serve_board

LONGEST_KEY = 100
Letter = Annotated[str, Field(max_length=MOST_BYTES)]
Key = Annotated[str, Field(max_length=LONGEST_KEY)]


class KeptGiven(Strict):
    """What a player keeps of one match."""

    match: Annotated[str, Field(max_length=40)]
    secret: Annotated[str, Field(max_length=LONGEST_SECRET)]
    last: Letter
    begun: Annotated[str, Field(max_length=LONGEST_BEGUN)] = ""

    def carried(self) -> CarriedMatch:
        """The same as the protocol has it."""
        return CarriedMatch(self.match, {SECRET: self.secret, LAST: self.last, BEGUN: self.begun})


class InvitationGiven(Strict):
    """A match to begin; without a key, one is made."""

    game: Annotated[str, Field(max_length=64)]
    options: Options
    key: Key = ""


class FileGiven(Strict):
    """A letter."""

    file: Letter


class OpenedGiven(FileGiven):
    """A letter to open, and what its player keeps of that match, if they do."""

    key: Key = ""
    kept: KeptGiven | None = None


class ExportedGiven(Strict):
    """A match whose letter is wanted."""

    key: Key
    kept: KeptGiven


def letter_routes(
    rooms: Sequence[Rooms], meters: Meters, admit: Callable[[Request], Awaitable[None]]
) -> APIRouter:
    """What can be asked about letters, for the rooms that are there once the server runs."""
    router = APIRouter()

    def letters(request: Request) -> Letters:
        """For a client that may send a letter more."""
        client = client_of(request.scope)
        meters.upload(client)
        return Letters(rooms[0], client)

    @router.post(LETTERS, status_code=201, dependencies=[Depends(admit)])
    async def invite(given: InvitationGiven, request: Request) -> Response:
        """Begin a match by e-mail."""
        client = client_of(request.scope)
        meters.begin(client)
        made = await Letters(rooms[0], client).invite(given.game, given.options, given.key)
        return JSONResponse(made, 201)

    @router.post(f"{LETTERS}/name")
    async def name(given: FileGiven, request: Request) -> Response:
        """What the match of a letter is called, so that it is found among those that are kept."""
        return JSONResponse(await Letters(rooms[0], client_of(request.scope)).name(given.file))

    @router.post(f"{LETTERS}/open", dependencies=[Depends(admit)])
    async def open_letter(given: OpenedGiven, request: Request) -> Response:
        """Verify a letter that has come; an invitation is accepted."""
        kept = given.kept.carried() if given.kept is not None else None
        return JSONResponse(await letters(request).open(given.file, given.key, kept))

    @router.post(f"{LETTERS}/export")
    async def export(given: ExportedGiven, request: Request) -> Response:
        """Sign a turn that is complete: the letter to send."""
        return JSONResponse(await letters(request).export(given.key, given.kept.carried()))

    @router.post(f"{LETTERS}/verify")
    async def verify(given: FileGiven, request: Request) -> Response:
        """Verify a letter without playing; it needs no secrets."""
        return JSONResponse(await letters(request).verify(given.file))

    @router.websocket(f"{LETTERS}/socket")
    async def socket(connection: WebSocket) -> None:
        letters = Letters(rooms[0], client_of(connection.scope))
        await serve_board(connection, rooms[0], LetterTalk(letters), meters.board())

    return router
