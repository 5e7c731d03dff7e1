"""Several servers on one database: each match is played by one of them, and all answer for all."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from postgres import Postgres, another_database
from served import Board, Server
from sqlalchemy.exc import DBAPIError
from tables import ME, Listener, Waiting, room_of

from hoplon.server import neighbours
from hoplon.server.leases import LIFE, Leases
from hoplon.server.rooms import Elsewhere, Rooms
from hoplon.server.shielded import shielded
from hoplon.server.store import Store, _keep_standing
from hoplon.server.stored_match import Seat, StoredMatch
from hoplon.server.writer import LeaseLost, StoreFailed
from tests import needed
from tests.waiting import until, until_async


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A PostgreSQL of our own."""
    pytest.importorskip("psycopg", reason=needed.lacking("PostgreSQL", "psycopg is not installed"))
    if needed.postgres() is None:
        pytest.skip(needed.lacking("PostgreSQL"))
    with Postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'arena.sqlite'}"
    return another_database(request.getfixturevalue("cluster"))


@pytest.fixture
async def two(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two servers' stores, both alive."""
    stores = Store(url), Store(url)
    for number, store in enumerate(stores):
        store.leases.address = f"http://127.0.0.1:{number + 1}"
        store.leases.beat(is_first=True)
    yield stores
    for store in stores:
        store.close()


def silence(leases: Leases) -> None:
    """As if a server had not been heard of for long."""
    with leases._engine.begin() as connection:
        words = f"UPDATE servers SET expires = expires - {2 * LIFE} WHERE id = '{leases.me}'"
        connection.exec_driver_sql(words)


async def a_match(store: Store, name: str = "one", player: str = "me") -> StoredMatch:
    """A match that a server has begun."""
    card = StoredMatch(name, "hexabomb", 1, 7, 5, {}, [Seat(player, "Ada", "painter")])
    await store.add_match(card)
    return card


async def test_a_match_is_held_by_one_living_server(two: tuple[Store, Store]) -> None:
    first, second = two
    await a_match(first)
    assert await second.leases.take("one") is None
    holder = second.leases.holder("one")
    assert holder is not None
    assert (holder.server, holder.address) == (first.leases.me, "http://127.0.0.1:1")
    assert first.leases.holder("one") is None
    silence(first.leases)
    assert second.leases.holder("one") is None
    assert await second.leases.take("one") == 2
    assert await first.leases.take("one") is None


async def test_of_many_that_take_a_match_at_once_one_has_it(two: tuple[Store, Store]) -> None:
    first, second = two
    card = await a_match(first)
    first.leases.give_back("one", card.fence)
    await first.leases.free([])  # what was given back before is written
    taken = await asyncio.gather(first.leases.take("one"), second.leases.take("one"))
    assert sorted(fence for fence in taken if fence) == [2]


async def test_who_lost_a_match_can_write_nothing_to_it(two: tuple[Store, Store]) -> None:
    first, second = two
    old = await a_match(first)
    await first.add_choices(old, 1, [(0, "a")])
    silence(first.leases)  # it is suspended
    new = second.card("one")
    assert new is not None
    new.fence = await second.leases.take("one") or 0
    await second.add_choices(new, 2, [(0, "b")])
    old.ended = "drawn"
    for write in (
        first.add_choices(old, 2, [(0, "x")]),
        first.add_choices(old, 3, [(0, "x")]),
        first.cut(old, 0),
        first.note(old),
    ):
        with pytest.raises(LeaseLost, match="another server"):
            await write
    assert second.choices("one") == [(0, "a"), (0, "b")]
    found = second.card("one")
    assert found is not None
    assert found.ended is None
    assert first.leases.beat().late
    assert first.leases.held() == {}


async def test_an_outdated_server_spoils_no_write_that_comes_with_its_own(two: tuple[Store, Store]) -> None:
    first, second = two
    old, other = await a_match(first), await a_match(first, "other")
    silence(first.leases)
    await second.leases.take("one")
    found = await asyncio.gather(
        *(first.add_choices(card, n, [(0, str(n))]) for n in (1, 2) for card in (old, other)),
        return_exceptions=True,
    )
    assert [type(one) for one in found if one is not None] == [LeaseLost, LeaseLost]
    assert first.choices("other") == [(0, "1"), (0, "2")]
    assert first.choices("one") == []


async def test_a_server_suspended_while_it_writes_is_cut_off(cluster: str) -> None:
    """SQLite cannot do that: there the others wait until it wakes up."""
    url = another_database(cluster)
    first, second = Store(url), Store(url)
    try:
        card = await a_match(first)
        with first._engine.connect() as connection:
            connection.begin()
            _keep_standing(connection, card, {"turn": 9})  # and now it stops in the middle
            fence = None
            while fence is None:
                with suppress(StoreFailed):
                    fence = await second.leases.take("one")
            with pytest.raises(DBAPIError):
                connection.exec_driver_sql("SELECT 1")
        found = second.card("one")
        assert found is not None
        assert (found.turn, fence) == (0, 2)
    finally:
        first.close()
        second.close()


async def test_a_refusal_that_nobody_waits_for_is_not_reported(caplog: pytest.LogCaptureFixture) -> None:
    @shielded
    async def fail(error: Exception) -> None:
        await asyncio.sleep(0)
        raise error

    for error, reports in ((LeaseLost(), 0), (ValueError("a bug"), 1)):
        caller = asyncio.create_task(fail(error))
        await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait([caller])
        del caller
        for _ in range(3):
            await asyncio.sleep(0)
        gc.collect()
        assert len(caplog.records) == reports


async def test_a_room_that_was_taken_over_closes_and_sends_everybody_away(store: Store) -> None:
    room = await room_of(store, Waiting())
    watcher, lost = Listener(ME), []
    room.watchers.add(watcher)
    room.on_lost = lambda gone: (lost.append(gone), gone.leave())[1]
    assert await store.leases.take("one") == 2
    with pytest.raises(LeaseLost):
        await room.choose(str(next(iter(room.match.legal()))), 0, ME)
    assert lost == [room]
    assert room.match.choices == []
    assert watcher.heard[-1] is None
    assert watcher.heard[-2]["error"]["code"] == "busy"
    room.wake()
    assert room._bots is None


async def test_what_a_dead_server_played_is_found_and_the_rest_is_freed(two: tuple[Store, Store]) -> None:
    first, second = two
    await a_match(first, "bots", "bot")
    await a_match(first, "people")
    assert not second.leases.beat().orphans
    silence(first.leases)
    beat = second.leases.beat()
    assert {card.id for card in beat.orphans} == {"bots", "people"}
    assert first.leases.me not in beat.living
    await second.leases.free(["people"])
    assert [card.id for card in second.leases.beat().orphans] == ["bots"]


async def test_a_server_that_ends_leaves_its_matches_at_once(url: str) -> None:
    first, second = Store(url), Store(url)
    try:
        first.leases.start("http://127.0.0.1:1", lambda _: None)
        await until_async(lambda: first.leases.me in second.leases.beat().living, "it is alive")
        await a_match(first)
        assert await second.leases.take("one") is None
        first.close()
        assert await second.leases.take("one") == 2
    finally:
        second.close()


async def test_a_server_of_the_same_address_takes_the_place_of_the_one_before(url: str) -> None:
    first, second = Store(url), Store(url)
    try:
        for store in (first, second):
            store.leases.address = "http://127.0.0.1:1"
        first.leases.beat(is_first=True)
        await a_match(first)
        assert await second.leases.take("one") is None
        second.leases.beat(is_first=True)
        assert await second.leases.take("one") == 2
    finally:
        first.close()
        second.close()


async def test_a_room_is_opened_by_one_of_two_servers(tmp_path: Path) -> None:
    rooms = [Rooms(Store(f"sqlite:///{tmp_path / 'arena.sqlite'}")) for _ in range(2)]
    for each in rooms:
        each.start()
    try:
        begun, _ = await rooms[0].make("hoplite", {}, 7, None)
        key = begun.card.id
        with pytest.raises(Elsewhere, match="another server"):
            await rooms[1].open(key)
        rooms[0]._put_away(key)
        await rooms[0].store.leases.free([])
        found = await asyncio.gather(*(each.find(key) for each in rooms))
        assert sorted(one is None for one in found) == [False, True]
    finally:
        for each in rooms:
            await each.close()


async def test_a_late_server_checks_its_rooms_as_soon_as_the_database_answers(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "BEAT", 0.0)
    rooms, answers = Rooms(store), [{"kept": 1, "taken": 2}]

    def held() -> dict[str, int]:
        if len(answers) == 1:
            answers.append({})
            raise StoreFailed("the database does not answer")
        return answers[0]

    monkeypatch.setattr(store.leases, "held", held)
    for name in ("kept", "taken", "gone"):
        room = await room_of(store, Waiting())
        room.card.id, room.card.fence = name, 1
        rooms._rooms[name] = room
        await drop(store)
    await rooms.neighbours.check()
    assert list(rooms._rooms) == ["kept"]
    rooms.bot_processes.close()


async def drop(store: Store) -> None:
    """Forget all matches."""
    with store._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM matches")


# Two real servers.


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    file = tmp_path_factory.mktemp("pair") / "arena.sqlite"
    more = []
    if request.param == "postgresql":
        more = ["--database", another_database(request.getfixturevalue("cluster"))]
    first, second = Server(file, *more), Server(file, *more)
    try:
        for server in (first, second):
            server.start(wait=False)
        for server in (first, second):
            until(server.is_ready, "the server is ready", server.process)
        yield first, second
    finally:
        first.stop()
        second.stop()


def test_each_server_answers_for_the_matches_of_the_other(pair: tuple[Server, Server]) -> None:
    first, second = pair
    match = first.begin("hoplite", seed=7)
    token = match.tokens[0]
    assert second.get(match.path, token)["held"] == [0]
    assert second.get(f"{match.path}/turns?start=0&limit=1")["of"] == 1
    assert "hoplite" in second.get(f"{match.path}/file", token)
    told = second.get("/api/matches/nothing", expect=404)
    assert told["error"]["code"] == "unknown"
    second.get(match.path, "wrong", expect=401)
    with first.board(match.id, token) as here, second.board(match.id, token) as there:
        here.choose("walk n")
        assert there.hear("turn")["choice"] == "walk n"
        there.say({"type": "choose", "choice": "fly", "number": 1})
        assert there.hear("error")["error"]["code"] == "illegal"
        there.choose()
        assert here.hear("turn")["number"] == 2
    body = {"choice": here.state["choices"][0]["text"], "number": 2}
    assert second.post(f"{match.path}/choices", body, token)["number"] == 3
    again = second.post(f"{match.path}/again", token=token, expect=201)
    assert first.get(f"/api/matches/{again['id']}")["number"] == 0
    counted = metrics(second)
    assert counted["hoplon_relayed_total"] >= 6
    assert metrics(first)['hoplon_refused_total{code="illegal"}'] >= 1


def test_what_is_passed_on_comes_from_where_it_came_from(pair: tuple[Server, Server]) -> None:
    first, second = pair
    match = first.begin("hoplite", seed=7)
    headers = {"Origin": "http://evil.example"}
    told = second.http.post(f"{match.path}/again", headers=headers)
    assert told.status_code == 403
    lost = second.http.get(match.path, headers={"hoplon-relayed": "somebody"})
    assert (lost.status_code, lost.json()["error"]["code"]) == (503, "busy")


def metrics(server: Server) -> dict[str, float]:
    """What a server has counted."""
    lines = [line.rpartition(" ") for line in server.get("/metrics").splitlines() if line[0] != "#"]
    return {name: float(value) for name, _, value in lines}


def test_health_and_metrics_say_how_it_is_and_no_secret(pair: tuple[Server, Server]) -> None:
    first, _ = pair
    match = first.begin("hoplite", seed=7)
    before = metrics(first)
    match.choose("walk n", 0)
    well = first.get("/healthz")
    assert (well["status"], well["database"], well["draining"]) == ("ok", True, False)
    assert well["rooms"] >= 1
    after = metrics(first)
    assert after["hoplon_choices_total"] == before["hoplon_choices_total"] + 1
    assert after['hoplon_choice_seconds_bucket{le="+Inf"}'] == after["hoplon_choice_seconds_count"]
    assert after["hoplon_rooms"] >= 1
    assert after["hoplon_match_bytes"] > 0
    assert after["hoplon_memory_bytes"] > 1e6
    said = first.get("/metrics") + json.dumps(well)
    assert match.id not in said
    assert match.tokens[0] not in said


def test_a_suspended_server_loses_its_matches_and_cannot_write_when_it_wakes(
    pair: tuple[Server, Server],
) -> None:
    first, second = pair
    match = first.begin("hoplite", seed=7, open=True)
    board = first.board(match.id, match.tokens[0])
    board.choose("walk n")
    relayed = second.board(match.id, match.tokens[0])
    os.kill(first.process.pid, signal.SIGSTOP)
    try:
        board.say({"type": "choose", "choice": "walk s", "number": 1})  # it will read this when it wakes
        until(lambda: came_again(relayed), "the board at the other server is closed")
        state = second.post(f"{match.path}/choices", {"choice": "walk n", "number": 1}, match.tokens[0])
        assert state["number"] == 2
    finally:
        os.kill(first.process.pid, signal.SIGCONT)
    until(lambda: came_again(board), "the board at the server that woke up is closed")
    board.close()
    relayed.close()
    file = [line for line in second.get(f"{match.path}/file").splitlines() if line[:1].isdigit()]
    assert [line.split()[1:3] for line in file] == [["walk", "n"], ["walk", "n"]]
    assert first.get(match.path, match.tokens[0])["number"] == 2


def came_again(board: Board) -> bool:
    """Is a board closed, whatever was said before?"""
    from websockets.exceptions import ConnectionClosed

    try:
        while True:
            board.hear()
    except ConnectionClosed:
        return True


def test_a_match_of_bots_goes_on_when_its_server_is_killed(pair: tuple[Server, Server]) -> None:
    """The last test of these servers."""
    first, second = pair
    bots = [{"player": "bot", "bot": "painter"}] * 2
    match = first.begin("hexabomb", seats=bots, options={"turns": "400"}, pace=0.05)
    match.wait(over=False, number=3)
    first.process.kill()
    number = second.get(match.path)["number"]
    until(lambda: second.get(match.path)["number"] > number, "the bots go on")
    assert metrics(second)["hoplon_leases_taken_total"] >= 1
