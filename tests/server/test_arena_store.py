"""What is kept of matches, in SQLite and in a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Postgres
from served import Server

from hoplon.core.errors import HoplonError
from hoplon.server.store import Store
from hoplon.server.stored_match import Seat, StoredMatch
from hoplon.server.tables import metadata
from hoplon.server.writer import StoreFailed
from tests import needed


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    """An empty database of a PostgreSQL of our own."""
    pytest.importorskip("psycopg", reason=needed.lacking("PostgreSQL", "psycopg is not installed"))
    if needed.postgres() is None:
        pytest.skip(needed.lacking("PostgreSQL"))
    with Postgres() as found:
        yield found


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('store') / 'arena.sqlite'}"
        return
    yield request.getfixturevalue("postgresql")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store, closed in the end."""
    opened = Store(url)
    yield opened
    opened.close()


def card(name: str, **more: object) -> StoredMatch:
    """A match of two."""
    given = {
        "seed": -(2**62),
        "dice": 5,
        "options": {"map": "duel"},
        "seats": [Seat("me", "Ada"), Seat("bot", "b", "b")],
    }
    return StoredMatch(name, "hexabomb", 1, **(given | more))  # type: ignore[arg-type]


async def test_a_match_comes_back_as_it_was(store: Store) -> None:
    kept = card("one", scores=[3, 4], turn=2)
    await store.add_match(kept, [(0, "stay"), (1, "move x+")])
    assert store.card("one") == kept
    assert store.choices("one") == [(0, "stay"), (1, "move x+")]
    assert store.card("none") is None


async def test_choices_that_come_together_are_all_kept_in_order(store: Store) -> None:
    kept = card("many")
    await store.add_match(kept)
    await asyncio.gather(*(store.add_choices(kept, n, [(n % 2, f"choice {n}")]) for n in range(1, 101)))
    assert store.choices("many") == [(n % 2, f"choice {n}") for n in range(1, 101)]


async def test_a_choice_that_cannot_be_stored_spoils_no_other(store: Store) -> None:
    kept = card("twice")
    await store.add_match(kept)
    writes = [store.add_choices(kept, number, [(0, str(number))]) for number in (1, 2, 2, 3)]
    found = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(one) for one in found if one is not None] == [StoreFailed]
    assert store.choices("twice") == [(0, "1"), (0, "2"), (0, "3")]


async def test_taking_back_cuts_the_end_off(store: Store) -> None:
    kept = card("cut")
    await store.add_match(kept, [(0, "a"), (1, "b"), (0, "c")])
    await store.cut(kept, 1)
    assert store.choices("cut") == [(0, "a")]


async def test_lists_tell_live_from_over_and_leave_the_unlisted_out(store: Store) -> None:
    await store.add_match(card("live"))
    await store.add_match(card("over", ended="drawn"))
    await store.add_match(card("shy", listed=False))
    live = [one.id for one in store.listed(False, "hexabomb", 100)]
    assert "live" in live
    assert "shy" not in live
    assert "over" not in live
    assert "over" in [one.id for one in store.listed(True, None, 100)]


def test_a_database_that_cannot_be_opened_is_named() -> None:
    for url in ("nonsense", "sqlite:////dev/null/at/all.sqlite", "oracle://x@y/z"):
        with pytest.raises(HoplonError, match="database"):
            Store(url)


def test_a_server_keeps_its_matches_there(url: str, tmp_path: Path) -> None:
    with Server(tmp_path / "unused.sqlite", "--database", url) as first:
        match = first.begin("hoplite", seed=7)
        match.choose("walk n", 0)
    with Server(tmp_path / "unused.sqlite", "--database", url) as second:
        again = second.get(match.path, match.tokens[0])
        assert again["number"] == 1
        assert again["held"] == [0]


async def test_a_database_that_was_away_is_asked_again(postgresql: str) -> None:
    import psycopg

    store = Store(postgresql)
    kept = card("away")
    await store.add_match(kept)
    with psycopg.connect(postgresql.replace("+psycopg", ""), autocommit=True) as other:
        other.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where pid <> pg_backend_pid() and backend_type = 'client backend'"
        )
    with pytest.raises(StoreFailed, match="try again"):
        await store.add_choices(kept, 1, [(0, "a")])
    await store.add_choices(kept, 1, [(0, "b")])
    assert store.choices("away") == [(0, "b")]
    store.close()


async def test_what_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'arena.sqlite'}")
    metadata.drop_all(store._engine)
    with pytest.raises(StoreFailed, match="try again") as failed:
        store.card("one")
    assert failed.value.code == "busy"
    store.close()
