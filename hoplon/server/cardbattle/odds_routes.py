"""The odds of attacks in a battle that somebody describes in one line."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.games import game
from hoplon.games.cardbattle.areas import area
from hoplon.games.cardbattle.fitting import names_for
from hoplon.games.cardbattle.odds import EDGES, card_of, odds_for
from hoplon.server.bodies import Strict
from hoplon.server.refusals import Refused
from hoplon.server.rooms import read_options

GAME = "cardbattle"
COLUMNS = 9
LONGEST = 20_000
SIDES = "AB"
Columns = Annotated[list[Annotated[int, Field(ge=1, le=COLUMNS)]], Field(max_length=3, default_factory=list)]


class AttackGiven(Strict):
    """An attack: the battle in one line, whose it is, and the columns of the units; none: only who stands."""

    position: Annotated[str, Field(max_length=LONGEST)]
    by: Annotated[int, Field(ge=0, le=1)] | None = None
    attackers: Columns
    targets: Columns
    flank: Columns


def odds_routes() -> APIRouter:
    """What can be asked about odds."""
    routes = APIRouter()

    @routes.post("/api/odds")
    async def odds(given: AttackGiven) -> Response:
        """Who stands where, and the exact chances of what an attack may bring."""
        return JSONResponse(await asyncio.to_thread(odds_json, given))

    return routes


def odds_json(given: AttackGiven) -> dict[str, Any]:
    """The field, and with attackers and targets the odds."""
    text = given.position.strip()
    if text.split(" ")[0] != GAME:
        raise Refused("malformed", f"the position begins with {text[:20]!r}; expected {GAME}")
    option = game(GAME).position_option
    assert option is not None
    match = Match(game(GAME), 0, read_options(GAME, {option: text}, is_own=True))  # nothing is played from it
    words = names_for(match.options).words
    seat = int(match._states["active"][0]) if given.by is None else given.by
    told: dict[str, Any] = {"by": seat, "field": _field(match, words), "odds": None}
    if not given.attackers or not given.targets:
        return told
    ours = [_unit(match, seat, column) for column in given.attackers]
    theirs = [_unit(match, 1 - seat, column) for column in given.targets]
    beside = [_unit(match, seat, column) for column in given.flank]
    try:
        found = odds_for(match._states, 0, ours, theirs, beside)
    except HoplonError as error:
        raise Refused("malformed", str(error)) from None
    numbers = found.sums
    shifts = [("size", numbers.size_shift), *((why.name, n) for why, n in numbers.shifts)]
    told["odds"] = {
        "base": numbers.base,
        "shifts": [{"why": why.lower().replace("_", " "), "by": n} for why, n in shifts if n],
        "column": numbers.column,
        "edge": EDGES[numbers.edge],
        "hits": [[_chance(n, chance) for n, chance in sorted(side.items())] for side in found.hits],
        "leaves": [
            {"name": words[unit], "seat": seat if unit in ours else 1 - seat} | _chance(0, found.rout[unit])
            for unit in (*numbers.attackers, *numbers.targets)
        ],
    }
    return told


def _chance(n: int, chance: Fraction) -> dict[str, Any]:
    return {"n": n, "chance": float(chance), "exact": str(chance)}


def _field(match: Match, words: Any) -> list[list[dict[str, Any] | None]]:
    """The units of both sides, column by column."""
    field: Any = match._states["field"][0]
    rows: list[list[dict[str, Any] | None]] = []
    for seat in range(2):
        units = [int(field[area(seat, column)]) for column in range(COLUMNS)]
        rows.append(
            [
                {"name": words[unit], "card": card_of(match._states, 0, unit)} if unit >= 0 else None
                for unit in units
            ]
        )
    return rows


def _unit(match: Match, seat: int, column: int) -> int:
    unit = int(match._states["field"][0][area(seat, column - 1)])
    if unit < 0:
        raise Refused("malformed", f"no unit of {SIDES[seat]} stands in column {column}")
    return unit
