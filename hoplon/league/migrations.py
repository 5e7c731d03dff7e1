"""Makes the tables of leagues in a database, or brings older ones up to date, step by step.

All of it runs in one transaction under a lock, as for the tables of an arena, which may be beside them.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, inspect, select, text

from hoplon.core.errors import HoplonError
from hoplon.league.database import writing
from hoplon.league.tables import metadata, schema

LOCK = 4_823_109_552  # of PostgreSQL's advisory locks, an arbitrary number
STEPS: dict[int, tuple[str, ...]] = {}  # SQL by the version that it leads to
CURRENT = max(STEPS, default=1)


def migrate(engine: Engine) -> None:
    """Make the tables, or bring them up to date; HoplonError if the database is newer than this program."""
    with engine.connect() as connection, writing(connection):
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        version = version_of(connection)
        if version != CURRENT:
            step_up(connection, version)


def step_up(connection: Connection, version: int) -> None:
    """Take all steps after this version."""
    if version > CURRENT:
        raise HoplonError(
            f"the leagues in the database have version {version}, written by a newer Hoplon; "
            f"this one reads up to version {CURRENT}: use the newer one, or another database"
        )
    if version == 0:
        metadata.create_all(connection)
    for number in range(max(version, 1) + 1, CURRENT + 1 if version else 0):
        for step in STEPS[number]:
            connection.exec_driver_sql(step)
    connection.execute(schema.delete())
    connection.execute(schema.insert(), {"version": CURRENT})


def version_of(connection: Connection) -> int:
    """The version of the tables in a database; 0 if there are none."""
    if schema.name not in inspect(connection).get_table_names():
        return 0
    return connection.execute(select(schema.c.version)).scalar() or 0
