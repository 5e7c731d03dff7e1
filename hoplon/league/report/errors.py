"""What went wrong with bots: one page of it, with what each wrote to stderr."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, or_, select

from hoplon.league.report.matches import has_fault, readable
from hoplon.league.tables import attempts, bots, pairing_seats, pairings, results, versions

LONGEST = 4000  # characters of stderr: its end


@dataclass(frozen=True)
class ErrorLine:
    """Something that went wrong in a match: at a seat, or with all of it if it was `again` played.

    `match` is the id of the attempt; only one that `counts` can be opened.
    """

    match: int
    number: int
    counts: bool
    ended: float
    bot: str
    name: str
    version: int
    seat: int
    against: tuple[str, ...]
    verdict: str
    fault: str
    line: str
    again: str
    late: int
    strikes: int
    excused: int
    slowest: float
    stderr: str


def errors_of(
    connection: Connection, league: str, bot: str = "", before: int | None = None, limit: int = 50
) -> list[ErrorLine]:
    """The errors of a league or of one bot of it, the newest first."""
    joined = (
        attempts.join(pairings, pairings.c.id == attempts.c.pairing)
        .join(pairing_seats, pairing_seats.c.pairing == attempts.c.pairing)
        .join(versions, versions.c.id == pairing_seats.c.version)
        .join(bots, bots.c.id == versions.c.bot)
        .outerjoin(
            results,
            and_(
                attempts.c.counts,
                results.c.pairing == attempts.c.pairing,
                results.c.seat == pairing_seats.c.seat,
            ),
        )
    )
    wanted = (
        select(
            attempts.c.id, attempts.c.counts, attempts.c.ended, attempts.c.again, attempts.c.record,
            pairings.c.number,
            pairing_seats.c.pairing, pairing_seats.c.seat, bots.c.id.label("bot"), bots.c.name,
            versions.c.number.label("version"), results.c.verdict, results.c.fault, results.c.late,
            results.c.strikes, results.c.excused, results.c.slowest,
        )
        .select_from(joined)
        .where(attempts.c.league == league, or_(has_fault(), attempts.c.again != ""))
        .order_by(attempts.c.id.desc(), pairing_seats.c.seat)
        .limit(limit)
    )  # fmt: skip
    if bot:
        wanted = wanted.where(bots.c.id == bot)
    if before is not None:
        wanted = wanted.where(attempts.c.id < before)
    rows = connection.execute(wanted).all()
    names = _names(connection, {row.pairing for row in rows})
    return [_line(row, names[row.pairing]) for row in rows]


def _names(connection: Connection, of: set[int]) -> dict[int, list[tuple[int, str]]]:
    """Who had which seat of these pairings."""
    joined = pairing_seats.join(versions, versions.c.id == pairing_seats.c.version)
    wanted = (
        select(pairing_seats.c.pairing, pairing_seats.c.seat, bots.c.name)
        .select_from(joined.join(bots, bots.c.id == versions.c.bot))
        .where(pairing_seats.c.pairing.in_(of))
        .order_by(pairing_seats.c.seat)
    )
    found: dict[int, list[tuple[int, str]]] = {}
    for pairing, seat, name in connection.execute(wanted).all():
        found.setdefault(pairing, []).append((seat, name))
    return found


def _line(row: Row[*tuple[Any, ...]], names: Sequence[tuple[int, str]]) -> ErrorLine:
    content = seat_in(readable(row.record), row.seat)
    fault = _object(content.get("fault"))
    return ErrorLine(
        match=row.id,
        number=row.number,
        counts=row.counts,
        ended=row.ended,
        bot=row.bot,
        name=row.name,
        version=row.version,
        seat=row.seat,
        against=tuple(name for seat, name in names if seat != row.seat),
        verdict=row.verdict or "",
        fault=row.fault or str(fault.get("text", "")),
        line=str(fault.get("line", "")),
        again=row.again,
        late=row.late or 0,
        strikes=row.strikes or 0,
        excused=row.excused or 0,
        slowest=row.slowest or 0.0,
        stderr=stderr_of(content),
    )


def seat_in(record: str, seat: int) -> dict[str, Any]:
    """What a record says about a seat; a worker may have written anything."""
    try:
        seats = _object(json.loads(record or "{}")).get("seats")
    except (ValueError, RecursionError):
        return {}
    return _object(seats[seat]) if isinstance(seats, list) and seat < len(seats) else {}


def _object(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}


def stderr_of(record: dict[str, Any]) -> str:
    """The end of what a seat wrote to stderr in a match."""
    errors = record.get("errors")
    turns = errors if isinstance(errors, list) else []
    by_turn = "".join(str(_object(one).get("text", "")) for one in turns)
    text = by_turn or str(record.get("stderr", ""))
    return text if len(text) <= LONGEST else f"… {len(text) - LONGEST} characters before …\n{text[-LONGEST:]}"
