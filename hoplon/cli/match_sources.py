"""Matches wherever they are kept: match files, folders, result files, databases of arenas and leagues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoplon.cli.inputs import find_game
from hoplon.cli.verify import begins, is_zip
from hoplon.core.errors import BadMatchFile, BadOption, HoplonError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from hoplon.core.match import Match

MATCH, RESULT = ".hoplon", ".zip"
SQLITE = b"SQLite format 3\0"
EXPECTED = "expected match files, a folder of them, a result file of `hoplon evaluate`, or a database"

Broken = Callable[[str, str], None]  # what cannot be read, and why
Named = tuple[str, "Match"]


def matches_in(place: str, broken: Broken) -> Iterator[Named]:
    """All matches of a place with where each comes from; what cannot be read is told and left out."""
    if "://" in place:
        yield from _database(place, broken)
        return
    path = Path(place)
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix in (MATCH, RESULT) and file.is_file())
        if not files:
            raise BadOption(f"there is no match in the folder {place}; {EXPECTED}")
        for file in files:
            yield from _file(file, broken)
        return
    if not path.exists():
        raise BadOption(f"there is no {place}; {EXPECTED}")
    if begins(path, SQLITE):
        yield from _database(place, broken)
    else:
        yield from _file(path, broken)


def _file(path: Path, broken: Broken) -> Iterator[Named]:
    import hoplon

    if is_zip(path):
        yield from _result(path, broken)
        return
    for name, match in _one(str(path), lambda: hoplon.load(path), broken):
        match.names = _recorded(path, match) | match.names
        yield name, match


def _recorded(path: Path, match: Match) -> dict[int, str]:
    """Who played, as the record beside a match file says; nothing if there is none that fits."""
    from hoplon.referee.folder import record_of
    from hoplon.referee.record_file import load_record

    record = record_of(path)
    if not record.is_file():
        return {}
    try:
        seats = load_record(record, match)
    except HoplonError:
        return {}
    return {seat: one.player for seat, one in enumerate(seats) if one.player}


def _result(path: Path, broken: Broken) -> Iterator[Named]:
    """The matches of a result file; sections are numbered, and so are their matches."""
    from hoplon.learn.results import match_name, read
    from hoplon.learn.sections import starts
    from hoplon.learn.tasks import task as find_task

    try:
        result, texts = read(path)
        task = find_task(result.task)
        for k, one in enumerate(result.sections):
            for number, start in enumerate(starts(task, one.section, one.matches)):
                name = match_name(k, number)
                if name not in texts:
                    broken(f"{path}/{name}", "it is not in the file")
                    continue
                for said, match in _text(f"{path}/{name}", texts[name], broken):
                    seats = range(match.game.seat_count(match.options))
                    names = {seat: one.player if seat == start.seat else one.opponent for seat in seats}
                    match.names = {seat: text for seat, text in names.items() if text} | match.names
                    yield said, match
    except (HoplonError, OSError) as error:
        broken(str(path), str(error))


def _text(name: str, text: str, broken: Broken) -> Iterator[Named]:
    from hoplon.core import replay

    yield from _one(name, lambda: replay.load(text, find_game), broken)


def _one(name: str, read: Callable[[], Match], broken: Broken) -> Iterator[Named]:
    """A match, unless it cannot be read."""
    try:
        match = read()
    except HoplonError as error:
        broken(name, str(error).removeprefix(f"{name}: "))
    else:
        yield name, match


def _database(where: str, broken: Broken) -> Iterator[Named]:
    from sqlalchemy import inspect
    from sqlalchemy.exc import SQLAlchemyError

    from hoplon.league.database import named_of, open_engine

    engine = open_engine(where)
    try:
        with engine.connect() as connection:
            tables = set(inspect(connection).get_table_names())
            if not tables & {"matches", "attempts"}:
                raise BadOption(f"the database {named_of(where)!r} holds neither an arena nor a league")
            if "matches" in tables:
                yield from _arena(connection, broken)
            if "attempts" in tables:
                yield from _leagues(connection, broken)
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise BadOption(f"the database {named_of(where)!r} cannot be read: {why}") from None
    finally:
        engine.dispose()


def _arena(connection: Connection, broken: Broken) -> Iterator[Named]:
    """Every match that ended in an arena."""
    from sqlalchemy import select

    from hoplon.server.stored_match import card_of
    from hoplon.server.tables import choices, matches

    keys = connection.execute(
        select(matches.c.id).where(matches.c.ended.is_not(None)).order_by(matches.c.made)
    )
    for key in [str(row[0]) for row in keys]:
        row = connection.execute(select(matches).where(matches.c.id == key)).mappings().one()
        texts = select(choices.c.text).where(choices.c.match == key).order_by(choices.c.number)
        played = [str(each[0]) for each in connection.execute(texts)]
        yield from _one(f"match {key}", partial(_stored, card_of(row), played), broken)


def _stored(card: Any, texts: list[str]) -> Match:
    from hoplon.server.stored_replay import replayed

    found = find_game(card.game)
    if card.version != found.version:
        raise BadMatchFile(f"it was played by {found.other_version(card.version)}")
    match = replayed(card, texts)
    match.names |= {
        n: seat.bot or seat.called for n, seat in enumerate(card.seats) if seat.bot or seat.called
    }
    return match


def _leagues(connection: Connection, broken: Broken) -> Iterator[Named]:
    """Every match that counts in a league."""
    from sqlalchemy import select

    from hoplon.league.report.matches import kept_match
    from hoplon.league.tables import attempts

    keys = connection.execute(select(attempts.c.id).where(attempts.c.counts).order_by(attempts.c.id))
    for key in [int(row[0]) for row in keys]:
        kept = kept_match(connection, key)
        name = f"match {key} of the league {kept.league}"
        if not kept.file:
            broken(name, "its match file is not kept, or damaged")
            continue
        for said, match in _text(name, kept.file, broken):
            match.names = {one.seat: one.name for one in kept.line.seats} | match.names
            yield said, match
