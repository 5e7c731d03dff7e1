"""The application: the HTTP interface and the page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import Body, Depends, FastAPI, Path, Query, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema
from starlette.exceptions import HTTPException

from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.lessons import course_of
from hoplon.core.words import say
from hoplon.games import game, game_names
from hoplon.grids.raster import png_of
from hoplon.protocols.pbem.letter_game import has_letters
from hoplon.referee.record_file import as_json
from hoplon.server.analysis_routes import analysis_routes
from hoplon.server.bearer import Token
from hoplon.server.boards import board_of
from hoplon.server.bodies import Options, Strict
from hoplon.server.bots import strengths
from hoplon.server.daily_routes import daily_routes
from hoplon.server.guard import Guard, HostNames
from hoplon.server.headings import ended_of, titled
from hoplon.server.health import health_routes
from hoplon.server.languages import Languages
from hoplon.server.league_routes import league_routes
from hoplon.server.lesson_routes import lesson_routes
from hoplon.server.letter_routes import letter_routes
from hoplon.server.limits import LARGEST, LARGEST_RECORDED, RECORDED, RequestLimits
from hoplon.server.metrics import REFUSED
from hoplon.server.notice_routes import notice_routes
from hoplon.server.pages import add_pages, lost_page
from hoplon.server.parts import parts
from hoplon.server.player_routes import player_routes
from hoplon.server.position_routes import position_routes
from hoplon.server.preparations import Preparations
from hoplon.server.puzzle_routes import puzzle_routes
from hoplon.server.races import with_rivals
from hoplon.server.refusals import Refused, shown
from hoplon.server.relay import Relay
from hoplon.server.rights import Viewer
from hoplon.server.room import LOOKS_AT_ONCE, Room
from hoplon.server.rooms import Key, Player, Rooms, read_options
from hoplon.server.seated_match import MOST_BRIEF, MOST_TURNS, asks_for_all, to_json
from hoplon.server.shares import Meters, Shares, client_of
from hoplon.server.sockets import RoomTalk, serve_board
from hoplon.server.store import Store
from hoplon.server.stored_match import Seat
from hoplon.server.turns import Turns
from hoplon.server.webhooks import Hooks
from hoplon.server.work_routes import work_routes

MOST_CHOICES = 1000
LONGEST_PLAYER = 300
MOST_ASKED = 200
PREVIEWS = 64  # that are kept
MOST_LOOKS, MOST_LOOKS_EACH = 600, 60  # requests for turns, curves and files that wait for others
SEED_TEXT = r"-?[0-9]{1,19}"
CODES = {
    400: "malformed",
    401: "token",
    403: "forbidden",
    404: "unknown",
    405: "malformed",
    408: "slow",
    413: "large",
    429: "often",
}


def read_seed(given: Any) -> Any:
    """A seed may be a string: numbers in JavaScript are exact only up to 2**53."""
    return int(given) if isinstance(given, str) and re.fullmatch(SEED_TEXT, given) else given


Seed = Annotated[
    int,
    Field(ge=-(2**63), lt=2**63),
    BeforeValidator(read_seed),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1},
                {"type": "string", "pattern": f"^{SEED_TEXT}$"},
            ]
        }
    ),
]


class OptionsGiven(Strict):
    """Options to check."""

    options: Options


class SeatGiven(Strict):
    """Who takes a seat."""

    player: Literal["me", "friend", "bot"]
    name: Annotated[str, Field(max_length=40)] = ""
    bot: Annotated[str, Field(max_length=300)] = ""


class MatchGiven(Strict):
    """A match to begin."""

    game: Annotated[str, Field(max_length=64)]
    options: Options
    seed: Seed | None = None
    seats: Annotated[list[SeatGiven], Field(max_length=64)] | None = None
    open: bool = False
    listed: bool = True
    pace: Annotated[float, Field(ge=0, le=10, strict=False)] = 0.0
    clock: Annotated[str, Field(max_length=16)] = ""


class RaceGiven(Strict):
    """A race to begin: the same start for each of those who take part."""

    game: Annotated[str, Field(max_length=64)]
    options: Options
    seed: Seed | None = None
    lanes: Annotated[list[SeatGiven], Field(max_length=64)]
    listed: bool = True
    pace: Annotated[float, Field(ge=0, le=10, strict=False)] = 0.0


class ChoiceGiven(Strict):
    """A choice for a seat, or several that are played together or not at all."""

    choice: Annotated[str, Field(max_length=1000)] | None = None
    choices: Annotated[
        list[Annotated[str, Field(max_length=1000)]], Field(max_length=MOST_CHOICES, default_factory=list)
    ]
    number: Annotated[int, Field(ge=0, lt=2**31)]


class ShareGiven(Strict):
    """What a player adds to the dice, in hexadecimal digits."""

    share: Annotated[str, Field(max_length=200)]


class NameGiven(Strict):
    """What the host decides about a name."""

    act: Literal["rename", "mute", "unmute", "ban", "unban", "delete"]
    name: Annotated[str, Field(max_length=200)]
    to: Annotated[str, Field(max_length=200)] = ""


RIGHT_TO = {
    "rename": "rename",
    "mute": "mute",
    "unmute": "mute",
    "ban": "ban",
    "unban": "ban",
    "delete": "delete",
}


class RecordedFile(Strict):
    """A match file and the record beside it, as text."""

    file: Annotated[str, Field(max_length=LARGEST)]
    record: Annotated[str, Field(max_length=LARGEST_RECORDED)]


class Problem(BaseModel):
    """What every refusal looks like."""

    error: dict[Literal["code", "text"], str]


class Json(Response):
    """Our own way of writing JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Write it."""
        return to_json(content).encode("utf-8", "backslashreplace")


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": CODES.get(status, "refused")}
    for status in (400, 401, 403, 404, 408, 409, 413, 422, 429, 503)
}


MatchId = Annotated[str, Path(min_length=1, max_length=64)]


def make_app(
    store: Store,
    programs: bool = False,
    names: HostNames | None = None,
    flags: Mapping[str, str] | None = None,
    host: str = "",
    address: str = "",
    shares: Shares | None = None,
    proxied: bool = False,
    hooks: Hooks = Hooks.NONE,
) -> FastAPI:
    """Make the application for a store; with `programs`, bots may be commands that run on this machine.

    `names` are those by which the server may be called, `flags` the flags of single games, `host` is the
    token of whoever runs it, `address` is where other servers that use the same database find this one,
    `shares` is what one client may take; `proxied` says that a proxy tells who that is; `hooks` is what may
    be called when it is somebody's turn.
    """
    meters = Meters(shares or Shares())
    rooms: list[Rooms] = []

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        rooms.append(Rooms(store, programs, address, host, meters.shares, hooks))
        rooms[0].start()
        try:
            yield
        finally:
            await rooms.pop().close()

    app = FastAPI(
        title="Hoplon arena",
        version="1",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=REFUSALS,
        default_response_class=Json,
    )
    app.add_middleware(Relay, rooms=rooms)
    app.add_middleware(Guard, names=names or HostNames(programs=programs))
    app.add_middleware(RequestLimits, meters=meters, proxied=proxied)
    app.add_middleware(Languages)
    add_refusals(app)

    async def admit(request: Request) -> None:
        (await rooms[0].rulings()).check_address(request.client and request.client.host)

    looks = Turns("readings of matches", LOOKS_AT_ONCE, MOST_LOOKS, MOST_LOOKS_EACH)

    async def enter(match: str, token: str | None) -> tuple[Room, Viewer]:
        room = await rooms[0].open(match)
        return room, rooms[0].viewer_of(room, token)

    def begins(request: Request, players: Sequence[Player | Seat] | None = None) -> str:
        """The client that begins a match, if it may."""
        client = client_of(request.scope)
        meters.begin(client)
        if players and all(seat.player == "bot" for seat in players):
            rooms[0].check_bots(client)
        return client

    @app.get("/api/games")
    async def games() -> Response:
        """The games that can be played here."""
        preparations = rooms[0].preparations
        names = sorted(game_names(), key=lambda name: (game(name).order, name))
        return Json([game_json(name, preparations) | {"programs": programs} for name in names])

    @app.get("/api/games/{name}/rules", response_class=PlainTextResponse)
    async def rules(name: Annotated[str, Path(max_length=64)]) -> Response:
        """The rulebook of a game."""
        if name not in game_names():
            raise Refused("unknown", f"there is no game {name!r}")
        text = rulebook_of(game(name))
        return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")

    @app.post("/api/games/{name}/seats")
    async def seats(name: Annotated[str, Path(max_length=64)], given: OptionsGiven) -> Response:
        """The seats of a match with these options, or what is wrong with the options.

        Each has a title, and the bot that has it unless somebody asks for it, or null.
        """
        found = await asyncio.to_thread(seats_of, name, given.options)
        rooms[0].preparations.want(name)
        return Json(found)

    @app.post("/api/matches", status_code=201, dependencies=[Depends(admit)])
    async def make(given: MatchGiven, request: Request) -> Response:
        """Begin a match."""
        players = None
        if given.seats is not None:
            players = [Player(seat.player, seat.name, seat.bot) for seat in given.seats]
        client = begins(request, players)
        room, keys = await rooms[0].make(
            given.game,
            given.options,
            given.seed,
            players,
            given.open,
            given.listed,
            given.pace,
            clock=given.clock,
        )
        room.maker = client
        return made(room, keys)

    @app.get("/api/matches")
    async def listed(
        state: Literal["live", "over"] = "live",
        of: Annotated[str | None, Query(alias="game", max_length=64)] = None,
        limit: Annotated[int, Query(ge=1, le=100)] = 20,
        before: Annotated[float | None, Query(allow_inf_nan=False)] = None,
        within: Annotated[float | None, Query(ge=0, allow_inf_nan=False)] = None,
        ids: Annotated[
            list[Annotated[str, Field(max_length=64)]] | None, Query(alias="id", max_length=MOST_ASKED)
        ] = None,
    ) -> Response:
        """The matches that changed last, or last before a time, or within so many seconds; or these ids."""
        store = rooms[0].store
        if ids is not None:
            cards = await asyncio.to_thread(store.cards, ids)
        else:
            cards = await asyncio.to_thread(store.listed, state == "over", of, limit, before, within)
        return Json(await asyncio.to_thread(with_rivals, store, cards))

    @app.get("/api/matches/{match}")
    async def one(match: MatchId, token: Token) -> Response:
        """Who plays, and how it stands."""
        room, viewer = await enter(match, token)
        return Json(await room.ask(lambda: room.summary(viewer) | {"held": viewer.held}))

    @app.get("/api/matches/{match}/turns")
    async def turns(
        match: MatchId,
        token: Token,
        request: Request,
        start: Annotated[int, Query(ge=0, lt=2**31)] = 0,
        limit: Annotated[int, Query(ge=1, le=MOST_BRIEF)] = 50,
        see: Literal["seat", "all"] | None = None,
        brief: bool = False,
    ) -> Response:
        """What happened in the turns from `start` on; turn 0 is the beginning. `brief`: without positions."""
        limit = limit if brief else min(limit, MOST_TURNS)
        room, viewer = await enter(match, token)
        wants_all = asks_for_all(see, viewer)
        async with looks.turn(client_of(request.scope)):
            return await room.look(lambda table: Json(table.past(viewer, wants_all, start, limit, brief)))

    @app.get("/api/matches/{match}/curves")
    async def curves(match: MatchId, token: Token, request: Request) -> Response:
        """The scores after each turn."""
        room = await rooms[0].open(match)
        if (
            not room.card.sealed or room.card.rated or room.card.day
        ):  # scores of other races are for everybody
            rooms[0].viewer_of(room, token)
        async with looks.turn(client_of(request.scope)):
            return await room.look(
                lambda table: Json([table.board.scores(table.match, n) for n in table.beats()])
            )

    @app.get("/api/matches/{match}/file", response_class=PlainTextResponse)
    async def file(match: MatchId, token: Token, request: Request) -> Response:
        """The match file."""
        room, viewer = await enter(match, token)
        room.check(viewer, "file")
        await room.tell_dice()
        name = f"{room.card.game}-{room.card.id}.hoplon"
        async with looks.turn(client_of(request.scope)):
            text = await room.file_for(viewer)
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @app.get("/api/matches/{match}/picture.svg")
    async def picture(
        match: MatchId,
        token: Token,
        request: Request,
        number: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
    ) -> Response:
        """How it stands, or stood after so many choices, as a picture, without what is secret."""
        room, _ = await enter(match, token)
        async with looks.turn(client_of(request.scope)):
            drawn = await room.look(lambda table: table.picture(number))
        return Response(drawn, media_type="image/svg+xml")

    @app.get("/api/matches/{match}/picture.png")
    async def preview(match: MatchId, token: Token, request: Request) -> Response:
        """The same for previews of links: flat shapes, 1200 by 630 pixels."""
        room, _ = await enter(match, token)
        async with looks.turn(client_of(request.scope)):
            made = await room.look(lambda table: preview_of(table.picture()))
        return Response(made, media_type="image/png", headers={"cache-control": "max-age=60"})

    @app.get("/api/matches/{match}/bots")
    async def bots(
        match: MatchId, token: Token, after: Annotated[int, Query(ge=0, lt=2**31)] = 0
    ) -> Response:
        """What the bots answered, how long they thought, what they wrote to stderr, from a choice on."""
        room, viewer = await enter(match, token)
        records = await room.ask(lambda: room.bot_records(viewer))
        return Json(await asyncio.to_thread(records.told, after))

    @app.get("/api/matches/{match}/record")
    async def record(match: MatchId, token: Token) -> Response:
        """The same as a record file, for 'hoplon replay --bots'."""
        room, viewer = await enter(match, token)
        records = await room.ask(lambda: room.bot_records(viewer))
        return Json(await asyncio.to_thread(as_json, records.shown()))

    @app.get("/api/matches/{match}/bots/{number}")
    async def question(
        match: MatchId, token: Token, number: Annotated[int, Path(ge=1, lt=2**31)]
    ) -> Response:
        """What a bot was told before a choice, as a program reads it."""
        room, viewer = await enter(match, token)
        records = await room.ask(lambda: room.bot_records(viewer))
        return Json(await asyncio.to_thread(records.question, number))

    @app.post("/api/matches/{match}/share")
    async def share(match: MatchId, token: Token, given: ShareGiven) -> Response:
        """Come in with a share of the dice, for programs that want no socket."""
        room = await rooms[0].open(match)
        viewer = rooms[0].viewer_of(room, token)
        await room.come_in(viewer, given.share)
        return Json(await room.ask(lambda: room.summary(viewer)))

    @app.post("/api/matches/{match}/choices")
    async def choose(match: MatchId, token: Token, given: ChoiceGiven) -> Response:
        """Choose for a seat."""
        texts = given.choices if given.choice is None else [given.choice, *given.choices]
        if not texts:
            raise Refused("malformed", "the body has neither a choice nor choices")
        room, viewer = await enter(match, token)
        await room.come_in(viewer)
        await room.choose_all(texts, given.number, viewer)
        return Json(await room.ask(lambda: room.state(viewer, False)))

    @app.post("/api/matches/{match}/resign")
    async def resign(match: MatchId, token: Token) -> Response:
        """Resign the own seats, for programs that want no socket."""
        room, viewer = await enter(match, token)
        await room.come_in(viewer)
        await room.resign(viewer)
        return Json(await room.ask(lambda: room.state(viewer, False)))

    @app.post("/api/matches/{match}/again", status_code=201, dependencies=[Depends(admit)])
    async def again(
        match: MatchId, token: Token, request: Request, swap: bool = False, fresh: bool = False
    ) -> Response:
        """The same match again, from the beginning; with sides swapped, or with other dice."""
        room, viewer = await enter(match, token)
        client = begins(request, room.card.seats)
        room, keys = await rooms[0].again(room, viewer, swap, fresh)
        room.maker = client
        return made(room, keys)

    @app.post("/api/races", status_code=201, dependencies=[Depends(admit)])
    async def make_race(given: RaceGiven, request: Request) -> Response:
        """Begin a race: a match for each of those who take part, all with the same seed."""
        players = [Player(seat.player, seat.name, seat.bot) for seat in given.lanes]
        client = client_of(request.scope)
        for player in players:
            begins(request, [player])
        key, lanes = await rooms[0].races.make(
            given.game, given.options, given.seed, players, given.listed, given.pace
        )
        for room, _ in lanes:
            room.maker = client
        tokens = [{"id": room.card.id, "game": room.card.game, "tokens": keys} for room, keys in lanes]
        return Json({"id": key, "game": given.game, "lanes": tokens}, status_code=201)

    @app.get("/api/races/{race}")
    async def race(race: Annotated[str, Path(min_length=1, max_length=64)]) -> Response:
        """How a race stands: its matches, and whether they may be looked at."""
        return Json(await rooms[0].races.told(race))

    @app.post("/api/races/{race}/stop")
    async def stop(race: Annotated[str, Path(min_length=1, max_length=64)], token: Token) -> Response:
        """Stop before the end, so that the others need not wait."""
        return Json(await rooms[0].races.stop(race, token))

    @app.post("/api/files", status_code=201, dependencies=[Depends(admit)])
    async def take_file(
        text: Annotated[bytes, Body(media_type="text/plain")],
        request: Request,
        go_on: bool = False,
        seat: Annotated[list[str] | None, Query(max_length=64)] = None,
    ) -> Response:
        """Open a match file, to look at or to continue; a `seat` is `me`, `friend` or `bot NAME`."""
        try:
            said = text.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("malformed", "this is no Hoplon match file: it is not text") from None
        players = None if seat is None else [read_player(one) for one in seat]
        client = begins(request, players if go_on else None)
        meters.upload(client)
        room, keys = await rooms[0].take_file(said, go_on, players, client=client)
        room.maker = client
        return made(room, keys)

    @app.post(RECORDED, status_code=201, dependencies=[Depends(admit)])
    async def take_recorded_file(given: RecordedFile, request: Request) -> Response:
        """Open a match file with the record of its bots, to look at."""
        client = begins(request)
        meters.upload(client)
        return made(*await rooms[0].take_file(given.file, False, None, given.record, client))

    @app.post("/api/names")
    async def moderate(given: NameGiven, token: Token) -> Response:
        """Rename, mute, ban or delete a name, or undo that; for the host of this server."""
        rooms[0].check_host(token, RIGHT_TO[given.act])
        moderation = rooms[0].store.moderation
        to = (given.to,) if given.act == "rename" else ()
        changed = await asyncio.to_thread(getattr(moderation, given.act), given.name, *to)
        return Json({"matches": changed or 0})

    @app.websocket("/api/matches/{match}/socket")
    async def socket(connection: WebSocket, match: str) -> None:
        await serve_board(connection, rooms[0], RoomTalk(rooms[0], match), meters.board())

    app.include_router(health_routes(rooms))
    app.include_router(letter_routes(rooms, meters, admit))
    app.include_router(notice_routes(rooms, enter))
    app.include_router(player_routes(rooms, meters, admit))
    app.include_router(daily_routes(rooms, meters, admit))
    app.include_router(league_routes(rooms))
    app.include_router(work_routes(rooms))
    app.include_router(lesson_routes(rooms, meters, admit, enter))
    app.include_router(puzzle_routes(rooms, meters, admit, enter))
    app.include_router(analysis_routes(rooms, meters, enter))
    app.include_router(position_routes(rooms))
    for part in parts():
        app.include_router(part.routes(flags or {}))
    add_pages(app, lambda key: asyncio.to_thread(told_of, rooms[0].store, key))
    return app


@lru_cache(PREVIEWS)
def preview_of(svg: str) -> bytes:
    """A picture for previews. Drawing it takes long, and many ask for the same one."""
    return png_of(svg)


def read_player(text: str) -> Player:
    """Who takes a seat, as text: `me`, `friend` or `bot NAME`."""
    player, _, bot = text[:LONGEST_PLAYER].partition(" ")
    if player not in ("me", "friend", "bot"):
        raise Refused("malformed", f"the seat {text[:40]!r} is none of me, friend and bot NAME")
    return Player(player, "", bot)


def seats_of(name: str, options: dict[str, str]) -> list[dict[str, str | None]]:
    """What each seat is called, and which bot has it unless somebody asks for it."""
    chosen, found = read_options(name, options), game(name)
    kept = found.bots_kept(chosen)
    titles = [titled(title) for title in found.seat_names(chosen)]
    return [{"title": title, "bot": kept.get(seat)} for seat, title in enumerate(titles)]


def made(room: Room, keys: list[Key]) -> Response:
    """The answer to whoever created a match: the only place where tokens are given out."""
    return Json({"id": room.card.id, "game": room.card.game, "tokens": keys}, status_code=201)


def told_of(store: Store, key: str) -> tuple[str, str] | None:
    """What a link to a match says where it is shown: what is played by whom, and how it ended."""
    cards = store.cards([key])
    if not cards or cards[0].sealed:
        return None
    card = cards[0]
    title = game(card.game).title if card.game in game_names() else card.game
    names = " against ".join(seat.name for seat in card.seats)
    return f"{title}: {names}", ended_of(card) or f"turn {card.turn}"


def rulebook_of(found: Game) -> str:
    """The rulebook of a game in Markdown, or a summary for a game without one."""
    if found.rulebook is not None:
        return found.rulebook.read_text(encoding="utf-8")
    return f"# {found.title}\n\n{found.title}: {found.summary}. It brings no rulebook.\n"


def game_json(name: str, preparations: Preparations) -> dict[str, Any]:
    """A game for the page."""
    found, board = game(name), board_of(name)
    return {
        "name": name,
        "title": say(found.title),
        "summary": say(found.summary),
        "story": say(found.story),
        "version": found.version,
        "seats": found.seats,
        "ready": preparations.is_ready(name),
        "progress": preparations.progress(name),
        "bots_ready": preparations.has_all_bots(name),
        "form": board.form(),
        "tools": board.tools,
        "grid": board.grid,
        "bots": strengths(name),
        "difficulties": [
            vars(one) | {"label": say(one.name), "words": say(one.words)} for one in found.difficulties
        ],
        "hides": found.hides,
        "letters": has_letters(found),
        "lessons": len(course_of(found).lessons),
        "edits": found.editor is not None,
        "seeds": [str(max(found.least_seed, 0) if found.least_seed > -(2**63) else -(2**63)), str(2**63 - 1)],
    }


def add_refusals(app: FastAPI) -> None:
    """Every refusal has the same shape."""

    async def refuse(_request: Request, error: Exception) -> Response:
        refusal = error if isinstance(error, Refused) else Refused("malformed", str(error))
        REFUSED.add(refusal.code)
        return Json(refusal.as_json(), refusal.status, headers=refusal.headers)

    async def refuse_shape(_request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        text = f"{where}: {first['msg']}"
        return Json({"error": {"code": "malformed", "text": shown(text, 300)}}, 422)

    async def refuse_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and (lost := lost_page(request)):
            return lost
        code = CODES.get(error.status_code, "malformed")
        body = {"error": {"code": code, "text": shown(str(error.detail), 300)}}
        return Json(body, error.status_code, headers=error.headers)

    handlers: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
        HoplonError: refuse,
        Refused: refuse,
        RequestValidationError: refuse_shape,
        HTTPException: refuse_http,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)
