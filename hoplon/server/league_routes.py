"""Leagues over HTTP: how they stand, who met whom, what went wrong, and all results for other programs.

Nothing is changed here. Of programs, no command and no path is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from sqlalchemy.exc import SQLAlchemyError

from hoplon.games import game, game_names
from hoplon.league.entries import League
from hoplon.league.report import export
from hoplon.league.report.errors import ErrorLine
from hoplon.league.report.leagues import BotCard, LeagueCard, NotThere
from hoplon.league.report.matches import Asked, MatchLine
from hoplon.league.report.reader import BotReport, LeagueReader, Table
from hoplon.league.report.standings import Standing
from hoplon.server.boards import board_of
from hoplon.server.league_matches import key_of
from hoplon.server.programs import without_paths
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms
from hoplon.server.shares import client_of
from hoplon.server.turns import Turns
from hoplon.server.writer import StoreFailed

T = TypeVar("T")
Json = dict[str, Any]
MOST = 100  # matches or errors at once
MOST_LIVE = 12
DIGEST = 12  # digits that are shown
LOOKS_AT_ONCE, MOST_LOOKS, MOST_LOOKS_EACH = 3, 200, 20  # readings of leagues, and those that wait
EXPORTS, MOST_EXPORTS, MOST_EXPORTS_EACH = 4, 20, 2  # likewise
FORMS = {"csv": "text/csv", "ndjson": "application/x-ndjson", "json": "application/json"}

log = logging.getLogger(__name__)
LeagueId = Annotated[str, Path(min_length=1, max_length=100)]
BotId = Annotated[str, Path(min_length=1, max_length=220)]
BotAsked = Annotated[str, Query(max_length=220)]
Before = Annotated[int | None, Query(ge=0, lt=2**63)]
Limit = Annotated[int, Query(ge=1, le=MOST)]


def league_routes(rooms: list[Rooms]) -> APIRouter:
    """What can be asked about the leagues in the database of the arena."""
    routes = APIRouter()
    looks = Turns("readings of leagues", LOOKS_AT_ONCE, MOST_LOOKS, MOST_LOOKS_EACH)
    exports = Turns("exports", EXPORTS, MOST_EXPORTS, MOST_EXPORTS_EACH)

    async def export_turn(request: Request) -> AsyncIterator[None]:
        async with exports.turn(client_of(request.scope)):
            yield

    async def read(request: Request, work: Callable[[LeagueReader], T]) -> T:
        reader = rooms[0].store.leagues
        try:
            async with looks.turn(client_of(request.scope)):
                return await asyncio.to_thread(work, reader)
        except NotThere as error:
            raise Refused("unknown", str(error)) from None
        except SQLAlchemyError as error:
            log.warning("the database does not answer: %s", error)
            raise StoreFailed("the database does not answer; try again in a moment") from None

    @routes.get("/api/leagues")
    async def all_leagues(request: Request) -> Response:
        """The leagues that there are, the one in which something happened last first."""
        return JSONResponse([league_json(card) for card in await read(request, lambda one: one.leagues())])

    @routes.get("/api/leagues/{league}")
    async def one(league: LeagueId, request: Request) -> Response:
        """How a league stands."""
        return JSONResponse(table_json(await read(request, lambda one: one.table(league))))

    @routes.get("/api/leagues/{league}/pairs")
    async def pairs(league: LeagueId, request: Request) -> Response:
        """Who did how against whom."""
        met, bots = await read(request, lambda one: (one.pairs(league), one.bots(league)))
        return JSONResponse(list(export.pair_rows(met, bots)))

    @routes.get("/api/leagues/{league}/curve")
    async def curve(league: LeagueId, request: Request) -> Response:
        """The ratings of the versions that play, after so many matches."""
        points, bots = await read(request, lambda one: (one.curve(league), one.bots(league)))
        return JSONResponse(
            [
                {
                    "after": point.after,
                    "bots": {
                        bot.bot.id: [round(number, 1) for number in point.ratings[bot.current.id]]
                        for bot in bots
                        if bot.current and bot.current.id in point.ratings
                    },
                }
                for point in points
            ]
        )

    @routes.get("/api/leagues/{league}/matches")
    async def matches(
        league: LeagueId,
        request: Request,
        bot: BotAsked = "",
        opponent: BotAsked = "",
        current: bool = False,
        lost: bool = False,
        faults: bool = False,
        before: Before = None,
        limit: Limit = 20,
    ) -> Response:
        """Matches that were played, the newest first: all, or those of a bot, against another, lost ones."""
        asked = Asked(bot, opponent, current, lost, faults, before, limit)

        def look(one: LeagueReader) -> tuple[League, list[MatchLine]]:
            check_bots(one.bots(league), bot, opponent)
            return one.league(league).league, one.matches(league, asked)

        found, lines = await read(request, look)
        return JSONResponse([match_json(line, found) for line in lines])

    @routes.get("/api/leagues/{league}/live")
    async def live(league: LeagueId, request: Request) -> Response:
        """Matches that are played in the arena at this moment."""
        await read(request, lambda one: one.league(league))
        found = await asyncio.to_thread(rooms[0].ladders.rated.live, league, MOST_LIVE)
        return JSONResponse(
            [
                {
                    "match": card.id,
                    "seats": [{"seat": n, "name": one.name} for n, one in enumerate(card.seats)],
                }
                for card in found
            ]
        )

    @routes.get("/api/leagues/{league}/errors")
    async def errors(
        league: LeagueId,
        request: Request,
        bot: BotAsked = "",
        before: Before = None,
        limit: Limit = 20,
    ) -> Response:
        """What went wrong, the newest first, with what was written to stderr."""

        def look(one: LeagueReader) -> list[ErrorLine]:
            check_bots(one.bots(league), bot)
            return one.errors(league, bot, before, limit)

        return JSONResponse([error_json(line) for line in await read(request, look)])

    @routes.get("/api/leagues/{league}/export", dependencies=[Depends(export_turn)])
    async def exported(
        league: LeagueId,
        request: Request,
        of: Literal["results", "table", "pairs"] = "results",
        form: Literal["csv", "ndjson", "json"] = "csv",
    ) -> Response:
        """All results, one row for each seat of each match; or the table, or who did how against whom."""
        rows, columns = await read(request, lambda one: rows_of(one, league, of))
        name = f"{league}-{of}.{form}".encode("ascii", "ignore").decode()
        text = export.as_csv(rows, columns) if form == "csv" else export.as_ndjson(rows)

        async def pieces() -> AsyncIterator[str]:
            if form == "json":
                yield await asyncio.to_thread(export.as_json, rows)
                return
            while (piece := await asyncio.to_thread(next, text, None)) is not None:
                yield piece

        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(pieces(), media_type=f"{FORMS[form]}; charset=utf-8", headers=headers)

    @routes.get("/api/bots/{bot}")
    async def one_bot(bot: BotId, request: Request) -> Response:
        """A bot: its versions, and how it did against each opponent and at each seat."""
        return JSONResponse(bot_json(await read(request, lambda one: one.bot(bot))))

    return routes


def check_bots(bots: list[BotCard], *named: str) -> None:
    """Refuse bots that are not in the league."""
    known = {bot.bot.id for bot in bots}
    for bot in named:
        if bot and bot not in known:
            raise NotThere(f"there is no bot {bot[:40]!r} in this league")


def rows_of(reader: LeagueReader, league: str, of: str) -> tuple[Iterator[export.Row], tuple[str, ...]]:
    """What is exported, without paths."""
    if of == "pairs":
        return export.pair_rows(reader.pairs(league), reader.bots(league)), export.PAIR_COLUMNS
    if of == "table":
        lines = [
            replace(line, trouble=without_paths(line.trouble)) for line in reader.table(league).standings
        ]
        return export.standing_rows(lines), export.STANDING_COLUMNS
    reader.league(league)
    lines_ = (shown_line(line) for line in reader.all_matches(league))
    return export.result_rows(lines_), export.RESULT_COLUMNS


def shown_line(line: MatchLine) -> MatchLine:
    """A match as everybody may see it."""
    seats = tuple(replace(seat, fault=without_paths(seat.fault)) for seat in line.seats)
    return replace(line, seats=seats)


def league_json(card: LeagueCard) -> Json:
    """A league in a list."""
    league = card.league
    is_here = league.game in game_names()
    options = dict(league.options)
    titles = _titles(league) if is_here else ()
    return {
        "id": league.id,
        "name": league.name,
        "game": league.game,
        "title": game(league.game).title if is_here else league.game,
        "played_on": board_of(league.game).played(options, titles) if is_here else "",
        "seats": list(titles),
        "format": league.format,
        "clock": league.settings.clock,
        "paired": league.settings.paired,
        "made": league.made,
        "closed": league.closed,
        "bots": card.bots,
        "matches": card.played,
        "waiting": card.waiting,
        "changed": card.changed,
    }


def _titles(league: League) -> tuple[str, ...]:
    found = game(league.game)
    return tuple(found.seat_names(found.options.from_text(dict(league.options))))


def table_json(table: Table) -> Json:
    """How a league stands."""
    return league_json(table.card) | {
        "alone": len(table.card.league.seats) == 1,
        "rated": table.rated,
        "equal": table.equal,
        "standings": [standing_json(one) for one in table.standings],
    }


def standing_json(one: Standing) -> Json:
    """A line of the table."""
    row: Json = asdict(one) | {"version": one.number, "trouble": without_paths(one.trouble)}
    return row | dict(row.pop("tally"))


def match_json(line: MatchLine, league: League) -> Json:
    """A match that is over. `says` is how it ended, with the names of the bots."""
    shown = shown_line(line)
    names = {seat.seat: seat.name for seat in line.seats}
    says = line.reason
    if league.game in game_names() and line.reason not in ("fault", "stopped", "unfinished"):
        titles = _titles(league)
        every = [names.get(seat, title) for seat, title in enumerate(titles)]
        with suppress(LookupError, ValueError):  # a worker may have written anything
            says = board_of(league.game).ended(line.reason, every)
    head = {
        "match": key_of(line.id),
        "id": line.id,
        "number": line.number,
        "stage": line.stage,
        "seed": str(line.seed),
        "began": line.began,
        "ended": line.ended,
        "turns": line.turns,
        "reason": line.reason,
        "says": says,
    }
    return head | {"seats": [asdict(seat) for seat in shown.seats]}


def error_json(line: ErrorLine) -> Json:
    """Something that went wrong."""
    row = asdict(line)
    for name in ("fault", "line", "again", "stderr"):
        row[name] = without_paths(row[name])
    return row | {"id": line.match, "match": key_of(line.match) if line.counts else None}


def bot_json(report: BotReport) -> Json:
    """A bot."""
    bot, league = report.bot.bot, report.league
    titles = _titles(league.league) if league.league.game in game_names() else ()
    return {
        "id": bot.id,
        "name": bot.name,
        "state": bot.state,
        "trouble": without_paths(report.bot.trouble),
        "made": bot.made,
        "league": league_json(league) | {"alone": len(league.league.seats) == 1},
        "standing": standing_json(report.standing),
        "versions": [
            {
                "number": version.number,
                "kind": version.kind,
                "digest": version.digest[:DIGEST],
                "state": version.state,
                "reason": without_paths(version.reason),
                "made": version.made,
                "tally": asdict(report.versions[version.id]) if version.id in report.versions else None,
            }
            for version in reversed(report.bot.versions)
        ],
        "seats": [
            {"seat": seat, "title": titles[seat] if seat < len(titles) else f"Seat {seat}"} | asdict(tally)
            for seat, tally in report.seats.items()
        ],
        "opponents": [
            {
                "bot": other.bot.id,
                "name": other.bot.name,
                "matches": pair.matches,
                "won": pair.won,
                "drawn": pair.drawn,
                "lost": pair.lost,
                "points": pair.points,
            }
            for other, pair in report.opponents
        ],
    }
