"""Workers of leagues over HTTP: they take pairings, fetch packages and hand in results.

The token says which league; whoever has it may see its packages and its secret seeds. Every request may come
twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Header, Path, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field, ValidationError
from sqlalchemy import update

from hoplon.core.version import __version__
from hoplon.league.database import Unwritten
from hoplon.league.entries import LEASED, OPEN, League
from hoplon.league.queue import Queue
from hoplon.league.report.matches import LARGEST_KEPT, Damaged, TooLarge, unpacked
from hoplon.league.store import Store
from hoplon.league.tables import pairings
from hoplon.league.task import Played, read_played
from hoplon.league.token import league_for
from hoplon.server.bodies import Strict
from hoplon.server.limits import FINISHED, WORK
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms

T = TypeVar("T")
MOST_TASKS = 10_000
MOST_PLAYED = 1000
LONGEST_TEXT = 100_000
LARGEST_BODY = 16 * LARGEST_KEPT  # unpacked
LONGEST_TIME = 1e12  # seconds

WorkerId = Annotated[str, Path(pattern="^[0-9A-Za-z]{1,32}$")]


class WorkerGiven(Strict):
    """Who comes to work."""

    name: Annotated[str, Field(max_length=100)]
    jobs: Annotated[int, Field(ge=1, le=10_000)]


class NothingGiven(Strict):
    """An empty body."""


class LeaseGiven(Strict):
    """How many pairings are wanted, and which ones the worker has."""

    many: Annotated[int, Field(ge=1, le=MOST_TASKS)]
    held: Annotated[list[Annotated[int, Field(ge=0, lt=2**63)]], Field(max_length=MOST_TASKS)]


class PlayedGiven(Strict):
    """What was played, as `Played.as_json` writes it."""

    played: Annotated[list[dict[str, Any]], Field(max_length=MOST_PLAYED)]


FINISHED_BODY = {
    "required": True,
    "content": {"application/json": {"schema": PlayedGiven.model_json_schema()}},
}


@dataclass(frozen=True)
class Worked:
    """A league and the work of it, for one request."""

    store: Store
    league: League

    @property
    def queue(self) -> Queue:
        """Its pairings."""
        return Queue(self.store, self.league)


def said_token(authorization: Annotated[str | None, Header(max_length=400)] = None) -> str:
    """The token that a worker says."""
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refused("token", "a worker says the token of its league; 'hoplon league token' makes one")
    return token.strip()


Token = Annotated[str, Depends(said_token)]


def work_routes(rooms: Sequence[Rooms]) -> APIRouter:
    """What workers may ask, for the rooms that are there once the server runs."""
    router = APIRouter()

    async def enter(token: str) -> Worked:
        store = rooms[0].store.kept_leagues
        league = await answer(lambda: league_for(store, token))
        if league is None:
            raise Refused("token", "the token is that of no league here; 'hoplon league token' makes one")
        return Worked(store=store, league=league)

    @router.get(WORK)
    async def which(token: Token) -> Response:
        """The league of a token, and which Hoplon gives out its work."""
        at = await enter(token)
        return JSONResponse({"hoplon": __version__, "league": league_json(at.league)})

    @router.post(WORK)
    async def join(given: WorkerGiven, token: Token) -> Response:
        """Come to work."""
        at = await enter(token)
        return JSONResponse({"worker": await answer(lambda: at.queue.join(given.name, given.jobs))})

    @router.get(f"{WORK}/progress")
    async def progress(token: Token) -> Response:
        """How far the league is."""
        at = await enter(token)
        return JSONResponse(asdict(await answer(at.queue.progress)))

    @router.get(f"{WORK}/versions")
    async def versions(token: Token) -> Response:
        """All versions of the league's bots."""
        at = await enter(token)
        found = await answer(lambda: at.store.versions(at.league))
        return JSONResponse([asdict(one) for one in found])

    @router.get(f"{WORK}/versions/{{version}}/bundle")
    async def bundle(token: Token, version: Annotated[int, Path(ge=0, lt=2**31)]) -> Response:
        """The file of a version."""
        at = await enter(token)

        def look() -> bytes | None:
            known = any(one.id == version for one in at.store.versions(at.league))
            return at.store.bundle(version) if known else None

        content = await answer(look)
        if content is None:
            raise Refused("unknown", f"version {version} has no file")
        return Response(content, media_type="application/octet-stream")

    @router.post(f"{WORK}/{{worker}}/renew")
    async def renew(worker: WorkerId, given: NothingGiven, token: Token) -> Response:  # noqa: ARG001
        """A sign of life."""
        at = await enter(token)
        return JSONResponse({"known": await answer(lambda: at.queue.renew(worker))})

    @router.post(f"{WORK}/{{worker}}/leave")
    async def leave(worker: WorkerId, given: NothingGiven, token: Token) -> Response:  # noqa: ARG001
        """The worker is gone."""
        at = await enter(token)
        await answer(lambda: at.queue.leave(worker))
        return JSONResponse({})

    @router.post(f"{WORK}/{{worker}}/lease")
    async def lease(worker: WorkerId, given: LeaseGiven, token: Token) -> Response:
        """Pairings to play."""
        at = await enter(token)

        def take() -> dict[str, Any]:
            open_again(at, worker, given.held)
            tasks = at.queue.lease(worker, given.many)
            told = asdict(at.queue.progress()) if not tasks else None
            return {"tasks": [task.as_json() for task in tasks], "progress": told}

        return JSONResponse(await answer(take))

    @router.post(f"{WORK}/{{worker}}{FINISHED}", openapi_extra={"requestBody": FINISHED_BODY})
    async def finish(worker: WorkerId, token: Token, request: Request) -> Response:
        """Hand in what was played. The body is large, and read only after the token."""
        at = await enter(token)
        body = await request.body()
        played = await asyncio.to_thread(read_body, body)
        return JSONResponse({"decided": await answer(lambda: at.queue.finish(worker, played))})

    return router


async def answer(work: Callable[[], T]) -> T:
    """Ask the database, which may have to wait; a worker tries again later if it does not answer."""
    try:
        return await asyncio.to_thread(work)
    except Unwritten as error:
        raise Refused("busy", str(error)) from None


def league_json(league: League) -> dict[str, Any]:
    """A league as `entries.league_of` reads it."""
    fields = ("id", "name", "game", "rules", "format", "secret", "made", "closed")
    return {name: getattr(league, name) for name in fields} | {
        "options": json.dumps(league.options),
        "settings": league.settings.as_json(),
    }


def read_body(body: bytes) -> list[Played]:
    """What was handed in; Refused if it is something else."""
    try:
        given = PlayedGiven.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(["body", *(str(part) for part in first["loc"])])
        raise Refused("malformed", f"{where}: {first['msg']}") from None
    found = []
    room = LARGEST_BODY
    for one in given.played:
        played, size = read(one)
        room -= size
        if room < 0:
            raise Refused(
                "large",
                f"match files and records have more than {LARGEST_BODY >> 20} MB in all when unpacked",
            )
        found.append(played)
    return found


def read(content: dict[str, Any]) -> tuple[Played, int]:
    """What was played, and how large its files are when unpacked; Refused if it is something else."""
    with suppress(TypeError, ValueError, KeyError):
        found = read_played(content)
        if is_sound(found):
            return found, checked_size(found)
    raise malformed()


def malformed() -> Refused:
    """The refusal of something that is no result."""
    return Refused("malformed", "this is no result as 'hoplon work' sends it")


def is_sound(played: Played) -> bool:
    """Is everything of the kind that it should be, and does it fit into the database?"""
    seats = played.seats
    counts = [played.pairing, played.attempt, played.turns]
    counts += [one for s in seats for one in (s.seat, s.rank, s.choices, s.late, s.strikes, s.excused)]
    times = [played.began, played.ended]
    times += [one for s in seats for one in (s.wall, s.cpu, s.waited, s.slowest)]
    words = [(played.reason, 64), (played.arena, 32), *((s.verdict, 32) for s in seats)]
    texts = [(played.again, LONGEST_TEXT), *((s.fault, LONGEST_TEXT) for s in seats)]
    return (
        all(type(one) is int and 0 <= one < 2**31 for one in counts)
        and all(type(one) is int and abs(one) < 2**63 for one in [s.score for s in seats])
        and type(played.measure) is int
        and abs(played.measure) < 2**31
        and all(type(one) in (int, float) and abs(one) < LONGEST_TIME for one in times)
        and all(is_text(one, longest) for one, longest in words + texts)
    )


def is_text(one: object, longest: int) -> bool:
    """Is it a text that every database takes? UnicodeEncodeError, a ValueError, if it cannot be written."""
    return isinstance(one, str) and len(one) <= longest and "\0" not in one and one.encode() is not None


def checked_size(played: Played) -> int:
    """How large the files are when unpacked; Refused if the match file is no text or the record no JSON."""
    try:
        file, text = unpacked(played.file), unpacked(played.record)
        record = json.loads(text or "{}")
    except TooLarge:
        raise Refused(
            "large", f"a match file or a record has more than {LARGEST_KEPT >> 20} MB when unpacked"
        ) from None
    except (Damaged, ValueError, RecursionError):
        raise malformed() from None
    if not isinstance(record, dict):
        raise malformed()
    return len(file) + len(text)


def open_again(at: Worked, worker: str, held: Sequence[int]) -> None:
    """Give out again what the worker never heard of: the answer was lost."""
    mine = (pairings.c.league == at.league.id) & (pairings.c.worker == worker)
    lost = mine & (pairings.c.state == LEASED) & pairings.c.id.not_in(held)
    with at.store.changing() as connection:
        connection.execute(update(pairings).where(lost).values(state=OPEN, worker="", until=0.0))
