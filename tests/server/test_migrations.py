"""Databases of earlier releases: `arena-0.1.0.sql` was written by a server of 0.1.0."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from postgres import Postgres, another_database
from sqlalchemy import Connection, create_engine, inspect

from hoplon.core.errors import HoplonError
from hoplon.games import game
from hoplon.league.tables import metadata as of_leagues
from hoplon.server import migrations
from hoplon.server.headings import summary_of
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms
from hoplon.server.store import Store
from hoplon.server.stored_match import BotRow, Seat, StoredMatch
from hoplon.server.tables import metadata
from tests import needed

OLD = (Path(__file__).parent / "arena-0.1.0.sql").read_text()
DUNGEON, DRAWN, DUEL, FAILED = "200bb3484717", "342b105d0ec8", "12bc54cf5b04", "acd0998eab67"
TOKEN = "sy1JdeFim2IoB32gv8yNeuEQ"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A PostgreSQL of our own."""
    pytest.importorskip("psycopg", reason=needed.lacking("PostgreSQL", "psycopg is not installed"))
    if needed.postgres() is None:
        pytest.skip(needed.lacking("PostgreSQL"))
    with Postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of 0.1.0."""
    if request.param == "sqlite":
        return f"sqlite:///{old_file(tmp_path)}"
    import psycopg

    url = another_database(request.getfixturevalue("cluster"))
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        connection.execute(OLD.encode())
    return url


def old_file(folder: Path) -> Path:
    """A database of 0.1.0 as a file."""
    path = folder / "arena.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD)
    return path


async def test_everything_of_0_1_0_is_still_there(old: str) -> None:
    store = Store(old)
    found = store.card(DUEL)
    assert found is not None
    assert (found.seed, found.options, found.seats[0].name) == (2**63 - 1, {"turns": "20"}, "Ada")
    assert (found.secret, found.shares, found.terms, found.other_dice, found.winners) == ("", {}, [], [], [])
    assert store.choices(DUNGEON) == [(0, "walk n"), (0, "walk n")]
    assert store.undone(DUNGEON) == ["walk se"]
    assert [(row.seat, row.number) for row in store.said(FAILED)] == [(0, 1)]
    assert [card.id for card in store.listed(True, None, 9)] == [DRAWN]
    assert summary_of(store.listed(True, None, 9)[0])["scores"] == [9, 9]
    failed = store.card(FAILED)
    assert failed is not None
    assert (failed.seats[0].name, failed.seats[0].bot, failed.began) == ("true", "/bin/true", "")
    orphans = store.leases.beat().orphans  # those in which a bot is to move are gone on with
    assert {card.id for card in orphans} == {DUNGEON, DUEL, FAILED}
    await store.add_choices(found, 2, [(0, "stay")], said=[BotRow(0, 2, "{}")])
    assert len(store.choices(DUEL)) == 2
    store.close()


def test_a_migrated_database_is_made_like_a_new_one(old: str, tmp_path: Path) -> None:
    new = f"sqlite:///{tmp_path / 'new.sqlite'}"
    for url in (old, new):
        Store(url).close()
    with connected(old) as migrated:
        assert migrations.version_of(migrated) == migrations.CURRENT
        with connected(new) as made:
            assert shape_of(migrated) == shape_of(made)
            assert set(shape_of(made)) == {*metadata.tables, *of_leagues.tables}


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A connection that leaves nothing open."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def shape_of(connection: Connection) -> dict[str, object]:
    """The columns and indexes of all tables."""
    found = inspect(connection)
    return {
        table: (
            {column["name"]: column["nullable"] for column in found.get_columns(table)},
            {i["name"] for i in found.get_indexes(table) if "duplicates_constraint" not in i},
        )
        for table in found.get_table_names()
    }


async def test_a_match_of_the_same_rules_goes_on_and_one_of_older_rules_is_frozen(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM choices WHERE match = ?", (DUNGEON,))  # dice may have changed since
        connection.execute("DELETE FROM undone")
        now = game("hoplite").version, DUNGEON
        connection.execute("UPDATE matches SET turn = 0, version = ? WHERE id = ?", now)
        connection.execute("UPDATE matches SET version = 0 WHERE id = ?", (DRAWN,))
    rooms = Rooms(Store(f"sqlite:///{path}"))
    rooms.preparations.start()
    try:
        room = await rooms.open(DUNGEON)
        viewer = rooms.viewer_of(room, TOKEN)
        assert viewer.held == (0,)
        await room.choose(str(next(iter(room.match.legal()))), 0, viewer)
        assert len(rooms.store.choices(DUNGEON)) == 1
        with pytest.raises(Refused, match="version 0 of the rules of hexabomb") as refused:
            await rooms.open(DRAWN)
        assert refused.value.code == "frozen"
        assert [card.id for card in rooms.store.cards([DRAWN])] == [DRAWN]
    finally:
        await rooms.close()


def test_the_file_is_copied_before_the_first_step(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    before = content(path)
    Store(f"sqlite:///{path}").close()
    copy = tmp_path / "arena.sqlite.version-1"
    assert content(copy) == before
    assert copy.stat().st_mode & 0o077 == 0
    copy.unlink()
    Store(f"sqlite:///{path}").close()  # nothing is left to do
    assert not copy.exists()


def content(path: Path) -> list[str]:
    """All that is in an SQLite file."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_a_step_that_fails_changes_nothing(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (*migrations.STEPS[2], "ALTER TABLE nothing ADD COLUMN here INTEGER")
    monkeypatch.setitem(migrations.STEPS, 2, steps)
    with pytest.raises(HoplonError, match="cannot be opened"):
        Store(old)
    monkeypatch.undo()
    with connected(old) as connection:
        assert migrations.version_of(connection) == migrations.FIRST
    Store(old).close()


def test_servers_that_start_at_once_migrate_once(old: str) -> None:
    problems: list[Exception] = []
    ready = threading.Barrier(4)

    def open_it() -> None:
        ready.wait()
        try:
            Store(old).close()
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    Store(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE schema SET version = 99")
    with pytest.raises(HoplonError, match="version 99, written by a newer Hoplon"):
        Store(f"sqlite:///{path}")


@pytest.mark.parametrize("seed", [0, -1, -(2**63), 2**63 - 1, 2**63, 2**124 - 1])
async def test_a_wide_seed_and_the_rest_come_back(tmp_path: Path, seed: int) -> None:
    store = Store(f"sqlite:///{tmp_path / 'arena.sqlite'}")
    kept = StoredMatch("wide", "hexabomb", 1, seed, 5, {}, [Seat("me", "Ada")])
    kept.secret, kept.shares, kept.terms = "c0ffee", {1: "ab"}, ["the seed was chosen"]
    kept.other_dice, kept.winners = [(3, 2**123 + 1)], [1]
    await store.add_match(kept)
    assert store.card("wide") == kept
    store.close()
