"""Brings an older database up to date, step by step, when a server opens it.

A database of Hoplon 0.1.0 has version 1. Steps only add tables and columns or transform what is there. All of
them run in one transaction under a lock: of two servers that start at once, one migrates and the other finds
the work done; if a step fails, nothing has changed.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, select, text

from hoplon.core.errors import HoplonError
from hoplon.protocols.program_names import bot_name
from hoplon.server.tables import matches, metadata, schema

FIRST = 1  # of 0.1.0, which did not write it down
LOCK = 4_823_109_551  # of PostgreSQL's advisory locks, an arbitrary number
Step = str | Callable[[Connection], None]


def name_programs_without_paths(connection: Connection) -> None:
    """Until then a program was called by its command."""
    rows = connection.execute(select(matches.c.id, matches.c.seats)).all()
    for match, text_of_seats in rows:
        seats = json.loads(text_of_seats)
        for seat in seats:
            if seat["player"] == "bot" and seat["bot"]:
                seat["name"] = seat["name"].replace(seat["bot"], bot_name(seat["bot"]))
        changed = json.dumps(seats)
        if changed != text_of_seats:
            connection.execute(matches.update().where(matches.c.id == match), {"seats": changed})


STEPS: dict[int, tuple[Step, ...]] = {
    2: (
        "ALTER TABLE matches ADD COLUMN seed_high BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN secret TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN shares TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE matches ADD COLUMN terms TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE matches ADD COLUMN other_dice TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE matches ADD COLUMN winners TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE matches ADD COLUMN holder VARCHAR(32) NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN fence BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX ix_matches_holder ON matches (holder)",
        # Somebody played them who is gone, so the first server takes over those in which a bot is to move.
        "UPDATE matches SET holder = 'gone' WHERE ended IS NULL",
        "CREATE TABLE servers (id VARCHAR(32) NOT NULL, address VARCHAR(200) NOT NULL, "
        "expires FLOAT NOT NULL, PRIMARY KEY (id))",
    ),
    3: (
        "ALTER TABLE matches ADD COLUMN began VARCHAR(64) NOT NULL DEFAULT ''",
        "CREATE TABLE names (key VARCHAR(200) NOT NULL, name VARCHAR(200) NOT NULL, muted BOOLEAN NOT NULL, "
        "banned BOOLEAN NOT NULL, PRIMARY KEY (key))",
        name_programs_without_paths,
    ),
    4: (
        "ALTER TABLE matches ADD COLUMN race VARCHAR(32) NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN lane INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN sealed BOOLEAN NOT NULL DEFAULT FALSE",
        "CREATE INDEX ix_matches_race ON matches (race)",
    ),
    5: (
        "ALTER TABLE matches ADD COLUMN clock VARCHAR(16) NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN times TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE matches ADD COLUMN flag FLOAT",
        "ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX ix_matches_flag ON matches (flag)",
        "CREATE INDEX ix_matches_rated ON matches (rated)",
        "CREATE TABLE uptime (id INTEGER NOT NULL, since FLOAT NOT NULL, at FLOAT NOT NULL, "
        "PRIMARY KEY (id))",
        "CREATE TABLE players (id VARCHAR(16) NOT NULL, kind VARCHAR(16) NOT NULL, "
        "owner VARCHAR(16) NOT NULL, name VARCHAR(100) NOT NULL, key VARCHAR(200) NOT NULL, "
        "token VARCHAR(64) NOT NULL, made FLOAT NOT NULL, PRIMARY KEY (id))",
        "CREATE UNIQUE INDEX ix_players_key ON players (key)",
        "CREATE INDEX ix_players_owner ON players (owner)",
        "CREATE INDEX ix_players_token ON players (token)",
    ),
    6: (
        "ALTER TABLE matches ADD COLUMN asked TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE matches ADD COLUMN calls TEXT NOT NULL DEFAULT '[]'",
        "CREATE TABLE webhooks (match VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, url TEXT NOT NULL, "
        "page TEXT NOT NULL, token VARCHAR(64) NOT NULL, sent FLOAT NOT NULL, tries INTEGER NOT NULL, "
        "due FLOAT NOT NULL, fault TEXT NOT NULL, PRIMARY KEY (match, seat))",
    ),
    7: (
        "ALTER TABLE matches ADD COLUMN day VARCHAR(10) NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN challenger VARCHAR(16)",
        "CREATE INDEX ix_matches_challenger ON matches (challenger)",
        "CREATE UNIQUE INDEX ix_matches_attempt ON matches (day, game, challenger)",
        "CREATE TABLE challenges (day VARCHAR(10) NOT NULL, game VARCHAR(64) NOT NULL, "
        "version INTEGER NOT NULL, secret VARCHAR(64) NOT NULL, says TEXT NOT NULL, options TEXT NOT NULL, "
        "seat INTEGER NOT NULL, bot VARCHAR(100) NOT NULL, PRIMARY KEY (day, game))",
    ),
}
CURRENT = max(STEPS)


@contextmanager
def writing(connection: Connection) -> Iterator[None]:
    """A transaction that writes: SQLite takes its lock at the beginning, so that nothing read is outdated."""
    with connection.begin():
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield


def migrate(engine: Engine) -> None:
    """Make the tables, or bring them up to date; HoplonError if the database is newer than this program."""
    with engine.connect() as connection, writing(connection):
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL lock_timeout = 0"))  # another server may take its time
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        version = version_of(connection)
        if version == CURRENT:
            return
        if version > CURRENT:
            raise HoplonError(
                f"the database has version {version}, written by a newer Hoplon; "
                f"this one reads up to version {CURRENT}: use the newer one, or another database"
            )
        if version:
            copy_aside(engine, version)
            run_steps(connection, version)
        else:
            metadata.create_all(connection)
        connection.execute(schema.delete())
        connection.execute(schema.insert(), {"version": CURRENT})


def version_of(connection: Connection) -> int:
    """The version of a database; 0 if it is empty."""
    tables = inspect(connection).get_table_names()
    if schema.name not in tables:
        return FIRST if "matches" in tables else 0
    return connection.execute(select(schema.c.version)).scalar() or FIRST


def run_steps(connection: Connection, version: int) -> None:
    """Take all steps after this version."""
    schema.create(connection, checkfirst=True)
    for number in range(version + 1, CURRENT + 1):
        for step in STEPS[number]:
            if isinstance(step, str):
                connection.exec_driver_sql(step)
            else:
                step(connection)


def copy_aside(engine: Engine, version: int) -> None:
    """Copy an SQLite file beside itself, as it was before the first step."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return
    copy = Path(f"{name}.version-{version}")
    half = Path(f"{copy}.part")
    half.unlink(missing_ok=True)
    os.close(os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(sqlite3.connect(name)) as old, closing(sqlite3.connect(half)) as new:
        old.backup(new)
    half.replace(copy)
