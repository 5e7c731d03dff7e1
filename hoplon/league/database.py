"""Opens the database of leagues, and writes to it: SQLite by a path, PostgreSQL by a URL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, create_engine, event, literal_column
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.folders import shut_database

SQLITE, POSTGRESQL = "sqlite", "postgresql"
NOW = {
    SQLITE: "((julianday('now') - 2440587.5) * 86400.0)",
    POSTGRESQL: "cast(extract(epoch from clock_timestamp()) as float)",
}
PATIENCE = 60  # seconds for a lock
EXPECTED = "expected a file such as cup.db, or an address such as postgresql://user@host/cup"


class Unwritten(HoplonError):
    """The database could not be written to or read; what was to be written has not happened."""


def open_engine(where: str, is_new: bool = False) -> Engine:
    """The engine of a database; it must be there already unless it may be a new one."""
    url, file = url_of(where)
    named = named_of(where)
    if file is not None and not file.exists() and not is_new:
        raise BadOption(f"there is no database {named!r}; 'hoplon league new {named} --game GAME' makes one")
    if file is not None and file.is_dir():
        raise BadOption(f"{named!r} is a folder; {EXPECTED}")
    if file is not None and not file.absolute().parent.is_dir():
        raise BadOption(f"there is no folder {str(file.parent)!r} for the database {named!r}")
    try:
        engine = create_engine(url, pool_pre_ping=not file)
    except (ArgumentError, ModuleNotFoundError, ValueError) as error:
        raise BadOption(f"the database {named!r} cannot be used: {error}; {EXPECTED}") from None
    if engine.dialect.name not in NOW:
        raise BadOption(f"the database {named!r} is neither SQLite nor PostgreSQL; {EXPECTED}")
    if engine.dialect.name == SQLITE:
        event.listen(engine, "connect", _prepare_sqlite)
        if file is not None:
            shut_database(file)
    return engine


def url_of(where: str) -> tuple[str, Path | None]:
    """The address of a database as SQLAlchemy has it, and its file if it is one."""
    scheme, mark, rest = where.partition("://")
    if not mark:
        return f"sqlite:///{where}", Path(where)
    if scheme == SQLITE:
        path = rest.removeprefix("/")
        return where, Path(path) if path and not path.startswith((":", "file:")) else None
    return (f"{POSTGRESQL}+psycopg://{rest}" if scheme == POSTGRESQL else where), None


def named_of(where: str) -> str:
    """A database as it may be shown: a password comes before the @."""
    return where.rpartition("@")[2]


def now_of(engine: Engine) -> ColumnElement[float]:
    """The time of the database, which is one for all machines."""
    return literal_column(NOW[engine.dialect.name])


@contextmanager
def writing(connection: Connection) -> Iterator[None]:
    """A transaction that writes: SQLite takes its lock at the beginning, so that nothing read is outdated."""
    with connection.begin():
        if connection.dialect.name == SQLITE:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield


@contextmanager
def failing_as_one_sentence(named: str) -> Iterator[None]:
    """Whatever the database has against it is one sentence: `Unwritten`."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        said = getattr(error, "orig", None) or error
        why = str(said).splitlines()[0] if str(said) else type(said).__name__
        raise Unwritten(f"the database {named!r} does not answer: {why}") from None


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Use write-ahead logging: a killed process loses nothing that was written, and readers never wait."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={PATIENCE * 1000}"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
