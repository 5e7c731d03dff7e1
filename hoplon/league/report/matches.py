"""The matches of a league: who met whom, how it ended, and where it is kept."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, or_, select

from hoplon.league.entries import REPLACED
from hoplon.league.report.leagues import NotThere
from hoplon.league.tables import attempts, bots, leagues, pairings, results, versions

MOST = 1000  # matches at once
LARGEST_KEPT = 16 << 20  # bytes of a match file or a record, unpacked
NOT_LOST = ("won", "drawn")


@dataclass(frozen=True)
class SeatLine:
    """How a match went for one seat. Times are in seconds."""

    seat: int
    bot: str
    name: str
    version: int
    rank: int
    score: int
    verdict: str
    choices: int
    wall: float
    cpu: float
    slowest: float
    late: int
    strikes: int
    excused: int
    fault: str


@dataclass(frozen=True)
class MatchLine:
    """A match that counts. `id` is that of its attempt, by which it is opened."""

    id: int
    pairing: int
    number: int
    stage: int
    seed: int
    began: float
    ended: float
    turns: int
    measure: int
    reason: str
    arena: str
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True)
class Asked:
    """Which matches are wanted: of a bot, against another, of the versions that play, lost, with a fault.

    `before` is the id of a match, the last that is known already.
    """

    bot: str = ""
    opponent: str = ""
    current: bool = False
    lost: bool = False
    faults: bool = False
    before: int | None = None
    limit: int = 50


def matches_of(connection: Connection, league: str, asked: Asked) -> list[MatchLine]:
    """The matches of a league that count, the newest first."""
    wanted = (
        select(attempts.c.id)
        .where(attempts.c.league == league, attempts.c.counts, *_conditions(asked))
        .order_by(attempts.c.id.desc())
        .limit(min(asked.limit, MOST))
    )
    return lines_of(connection, list(connection.execute(wanted).scalars()))


def _conditions(asked: Asked) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if asked.before is not None:
        found.append(attempts.c.id < asked.before)
    own: list[ColumnElement[bool]] = []
    if asked.lost:
        own.append(results.c.verdict.not_in(NOT_LOST))
    if asked.faults:
        own.append(has_fault())
    if asked.bot or own:
        found.append(_has_seat(asked.bot, asked.current, *own))
    if asked.opponent:
        found.append(_has_seat(asked.opponent, asked.current))
    return found


def _has_seat(bot: str, current: bool, *further: ColumnElement[bool]) -> ColumnElement[bool]:
    """Has the match a seat of this bot for which all of this is so?"""
    joined = results.join(versions, versions.c.id == results.c.version)
    wanted = select(results.c.pairing).select_from(joined).where(results.c.pairing == attempts.c.pairing)
    if bot:
        wanted = wanted.where(versions.c.bot == bot)
    if current:
        wanted = wanted.where(versions.c.state != REPLACED)
    return wanted.where(*further).exists()


def has_fault() -> ColumnElement[bool]:
    """Did something go wrong at a seat?"""
    return or_(results.c.fault != "", results.c.late > 0, results.c.strikes > 0)


def lines_of(connection: Connection, ids: Sequence[int]) -> list[MatchLine]:
    """These matches, in this order; those that do not count are left out."""
    if not ids:
        return []
    joined = attempts.join(pairings, pairings.c.id == attempts.c.pairing)
    columns = (
        attempts.c.id, attempts.c.pairing, attempts.c.began, attempts.c.ended, attempts.c.turns,
        attempts.c.measure, attempts.c.reason, attempts.c.arena, pairings.c.number, pairings.c.stage,
        pairings.c.seed,
    )  # fmt: skip
    heads = connection.execute(
        select(*columns).select_from(joined).where(attempts.c.id.in_(ids), attempts.c.counts)
    ).all()
    seats = seats_of(connection, [head.pairing for head in heads])
    found = {
        head.id: MatchLine(
            id=head.id,
            pairing=head.pairing,
            number=head.number,
            stage=head.stage,
            seed=head.seed,
            began=head.began,
            ended=head.ended,
            turns=head.turns,
            measure=head.measure,
            reason=head.reason,
            arena=head.arena,
            seats=tuple(seats.get(head.pairing, ())),
        )
        for head in heads
    }
    return [found[id] for id in ids if id in found]


def seats_of(connection: Connection, of: Sequence[int]) -> dict[int, list[SeatLine]]:
    """The results of pairings, by seat."""
    joined = results.join(versions, versions.c.id == results.c.version).join(
        bots, bots.c.id == versions.c.bot
    )
    wanted = (
        select(results, bots.c.id.label("bot"), bots.c.name, versions.c.number)
        .select_from(joined)
        .where(results.c.pairing.in_(of))
        .order_by(results.c.pairing, results.c.seat)
    )
    found: dict[int, list[SeatLine]] = {}
    for row in connection.execute(wanted).all():
        found.setdefault(row.pairing, []).append(_seat(row))
    return found


def _seat(row: Row[Any]) -> SeatLine:
    return SeatLine(
        seat=row.seat,
        bot=row.bot,
        name=row.name,
        version=row.number,
        rank=row.rank,
        score=row.score,
        verdict=row.verdict,
        choices=row.choices,
        wall=row.wall,
        cpu=row.cpu,
        slowest=row.slowest,
        late=row.late,
        strikes=row.strikes,
        excused=row.excused,
        fault=row.fault,
    )


@dataclass(frozen=True)
class KeptMatch:
    """A match that is over, as it is kept: in which league, what is said about it, its match file and its
    record file."""

    league: str
    line: MatchLine
    file: str
    record: str


def kept_match(connection: Connection, match: int) -> KeptMatch:
    """A match that counts; NotThere if there is none of this number."""
    found = lines_of(connection, [match])
    if not found:
        raise NotThere(f"there is no match {match} of a league here")
    joined = attempts.join(leagues, leagues.c.id == attempts.c.league)
    wanted = select(leagues.c.name, attempts.c.file, attempts.c.record).select_from(joined)
    league, file, record = connection.execute(wanted.where(attempts.c.id == match)).one()
    return KeptMatch(league, found[0], readable(file), readable(record))


class Damaged(Exception):
    """Something that is kept and is no compressed text."""


class TooLarge(Damaged):
    """A text that is too large to be unpacked."""


def unpacked(content: bytes) -> str:
    """A text as the database has it; empty if nothing was kept. Damaged if that cannot be read."""
    if not content:
        return ""
    reading = zlib.decompressobj()
    try:
        text = reading.decompress(content, LARGEST_KEPT + 1)
        if len(text) > LARGEST_KEPT:
            raise TooLarge
        if not reading.eof:
            raise Damaged
        return text.decode("utf-8")
    except (zlib.error, UnicodeDecodeError):
        raise Damaged from None


def readable(content: bytes) -> str:
    """The same for readers: what cannot be read is as good as not kept."""
    try:
        return unpacked(content)
    except Damaged:
        return ""
