"""A server holds so many matches and boards and no more, and says so; and no match has two rooms."""

from __future__ import annotations

import asyncio
import resource
import threading
from collections import Counter
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tables import ME, Listener

from hoplon.core import replay
from hoplon.core.match import Match
from hoplon.games import game
from hoplon.league.report.leagues import NotThere
from hoplon.server import app as app_module
from hoplon.server import limits, sockets, uploads
from hoplon.server import room as room_module
from hoplon.server import rooms as rooms_module
from hoplon.server.app import add_refusals, make_app
from hoplon.server.bot_processes import BotAnswer
from hoplon.server.league_routes import LOOKS_AT_ONCE, MOST_LOOKS_EACH, league_routes
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Player, Rooms
from hoplon.server.shares import Shares
from hoplon.server.sockets import RoomTalk, Seated, serve_board
from hoplon.server.store import Store
from hoplon.server.writer import StoreFailed
from tests.waiting import patience, until_async

BEFORE = -1000.0  # seconds; long ago


@pytest.fixture
async def rooms(store: Store) -> AsyncIterator[Rooms]:
    """The rooms of a server whose rules are ready."""
    made = Rooms(store)
    made.preparations._rules["hoplite"].set()
    yield made
    for room in made._rooms.values():
        room.close()


async def begin(rooms: Rooms) -> Any:
    """A match of a person alone."""
    room, _ = await rooms.make("hoplite", {}, 7, [Player("me")])
    return room


async def test_a_match_too_many_is_refused_while_all_are_needed(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 2)
    first, second = await begin(rooms), await begin(rooms)
    for room in (first, second):
        room.used += BEFORE
        room.watchers.add(Listener())
    with pytest.raises(Refused, match="2 matches are going on") as refused:
        await begin(rooms)
    assert (refused.value.code, refused.value.status) == ("busy", 503)
    second.watchers.clear()
    third = await begin(rooms)
    assert await rooms.open(first.card.id) is first
    assert await rooms.open(third.card.id) is third
    third.used += BEFORE
    again = await rooms.open(second.card.id)  # in the place of the third
    assert again is not second
    assert again.card == second.card


async def test_long_matches_give_way_when_there_is_no_memory(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "WEIGHED", -1.0)
    long = await begin(rooms)
    await long.choose("walk n", 0, ME)
    rooms._most_memory = long.weight() - 1
    long.used += BEFORE
    long.watchers.add(Listener())
    with pytest.raises(Refused, match="try again"):
        await begin(rooms)
    long.watchers.clear()
    await begin(rooms)
    await rooms.open(long.card.id)
    with pytest.raises(Refused, match="try again"):  # somebody has just opened it
        await begin(rooms)


async def test_a_room_at_whose_door_somebody_is_is_not_put_away(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "TIDY", 0.001)
    rounds: list[int] = []
    monkeypatch.setattr(rooms.bot_processes, "tidy", lambda: rounds.append(1))
    room = await begin(rooms)
    room.used += BEFORE
    entered = await rooms.open(room.card.id)
    tidying = asyncio.create_task(rooms._tidy())
    await until_async(lambda: len(rounds) > 1, "the rooms are tidied")
    assert await rooms.open(room.card.id) is entered
    room.used += BEFORE
    await until_async(lambda: room.card.id not in rooms._rooms, "the room is put away")
    tidying.cancel()
    assert await rooms.open(room.card.id) is not entered


async def test_whoever_finds_a_match_in_a_list_enters_the_room_of_those_who_made_it(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    add_match = rooms.store.add_match

    async def slowly(*given: Any) -> None:
        await add_match(*given)
        found.append(await rooms.open(rooms.store.listed(False, None, 1)[0].id))

    monkeypatch.setattr(rooms.store, "add_match", slowly)
    assert [await begin(rooms)] == found


async def test_a_match_that_cannot_be_stored_has_no_room(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise StoreFailed("the disk is full")

    monkeypatch.setattr(rooms.store, "add_match", fail)
    with pytest.raises(StoreFailed):
        await begin(rooms)
    assert not rooms._rooms


BOTS = [Player("bot", "", "random")] * 2


class Quick:
    """Bots that choose the first they may."""

    async def ask(self, _match: str, _place: Any, question: Any) -> BotAnswer:
        """At once."""
        await asyncio.sleep(0.001)
        return BotAnswer(question.legal[0][0])

    def forget(self, *_: object) -> None:
        """Nothing is remembered."""


async def of_bots(rooms: Rooms) -> Any:
    """A match that bots play among themselves, slowly."""
    rooms.bot_processes = Quick()  # type: ignore[assignment]
    rooms.preparations._rules["hexabomb"].set()
    for event in rooms.preparations._bots["hexabomb"].values():
        event.set()
    room, _ = await rooms.make("hexabomb", {"map": "duel"}, 7, BOTS, pace=0.01)
    return room


async def test_bots_that_nobody_watches_stop_and_go_on_when_somebody_looks(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await of_bots(rooms)
    listener = Listener()
    room.watchers.add(listener)
    monkeypatch.setattr(room_module, "UNWATCHED", 0.0)
    await until_async(lambda: len(room.match.choices) > 2, "bots play while somebody watches")
    room.watchers.clear()
    await until_async(lambda: not room.is_busy(), "bots stop")
    played = len(room.match.choices)
    assert not room.match.is_over
    room.used += BEFORE
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 1)
    await begin(rooms)  # in its place
    assert room.card.id not in rooms._rooms
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 2)
    monkeypatch.setattr(room_module, "UNWATCHED", 60.0)
    again = await rooms.open(room.card.id)
    assert again is not room
    await until_async(lambda: len(again.match.choices) > played, "they go on")
    monkeypatch.setattr(room_module, "UNWATCHED", 0.0)
    await until_async(lambda: not again.is_busy(), "they stop again")
    monkeypatch.setattr(room_module, "UNWATCHED", 60.0)
    played = len(again.match.choices)
    assert await rooms.open(room.card.id) is again
    await until_async(lambda: len(again.match.choices) > played, "they go on in the same room")


async def test_a_client_has_so_many_matches_of_bots_and_then_others_still_begin(rooms: Rooms) -> None:
    rooms.uploads.shares = Shares(bots=1)
    room = await of_bots(rooms)
    room.maker = "10.0.0.1"
    with pytest.raises(Refused, match="bots play 1 matches among themselves") as refused:
        rooms.check_bots("10.0.0.1")
    assert (refused.value.status, refused.value.headers) == (429, {"retry-after": "60"})
    rooms.check_bots("10.0.0.2")
    room._seen += BEFORE
    rooms.check_bots("10.0.0.1")


async def test_a_match_that_grows_without_end_is_ended(rooms: Rooms) -> None:
    rooms.uploads.shares = Shares(choices=2)
    room, _ = await rooms.make("hoplite", {}, 7, [Player("me")])
    for number in range(2):
        await room.choose("wait" if "wait" in room.match.legal() else room.match.legal()[0], number, ME)
    assert room.card.ended == "long"
    told = room.state(ME, False)
    assert told["outcome"]["winners"] == []
    assert told["outcome"]["says"] == "ended undecided: it had as many choices as an arena plays"
    with pytest.raises(Refused, match="the match is over"):
        await room.choose(room.match.legal()[0], 2, ME)
    await begin(rooms)
    rooms._put_away(room.card.id)
    again = await rooms.open(room.card.id)
    assert again.is_given_up()


def long_file(count: int) -> str:
    """A match file with so many choices, none of which is played before they are counted."""
    match = Match(game("hexabomb"), 7)
    first = replay.write(match).splitlines()[:-1]
    lines = [f"{n} @0 stay 00000000" for n in range(1, count + 1)]
    return "\n".join([*first, *lines, f"end {count} open"]) + "\n"


async def test_a_file_is_weighed_before_it_is_replayed(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms.preparations._rules["hexabomb"].set()
    played: list[int] = []
    monkeypatch.setattr(replay, "verify", lambda *_: played.append(1))
    size = game("hexabomb").state.itemsize
    most = Shares().most_choices(size)
    assert 10_000 < most < 100_000
    assert most * (size // 16 + 1500) <= 256 << 20
    rooms.uploads.shares = Shares(choices=100)
    with pytest.raises(Refused, match="the file has 101 choices; an arena takes at most 100 of such"):
        await rooms.take_file(long_file(101), False)
    assert not played


async def test_a_replay_that_takes_too_long_is_stopped(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(game("hoplite"), 7)
    match.play(match.legal()[0])
    monkeypatch.setattr(uploads, "REPLAY_SECONDS", -1.0)
    with pytest.raises(Refused, match="the file takes too long to replay: 1 of its choices"):
        await rooms.take_file(replay.write(match), False)


async def test_files_are_replayed_one_after_the_other_for_a_client_and_few_in_all(rooms: Rooms) -> None:
    at_once: list[str] = []
    most: list[int] = []
    held = asyncio.Event()

    async def take(client: str) -> None:
        async with rooms.uploads.turns.turn(client):
            at_once.append(client)
            most.append(len(at_once))
            assert len(set(at_once)) == len(at_once)
            await held.wait()
            at_once.remove(client)

    waiting = [asyncio.create_task(take(client)) for client in "aaabbc"]
    await until_async(lambda: len(at_once) == 2, "two are replayed")
    waiting += [asyncio.create_task(take("a")) for _ in range(uploads.MOST_WAITING_EACH - 3)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="too many match files are waiting"):
        await take("a")
    held.set()
    await asyncio.gather(*waiting)
    assert max(most) == 2
    assert not rooms.uploads.turns.waiting
    assert not rooms.uploads.turns._own_turns


async def test_who_reads_much_keeps_nobody_from_reading(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One client's readings take one place of two, however many it asks for."""
    app, held, read = make_app(store), asyncio.Event(), []
    look = room_module.Room.look

    async def wait(self: Any, question: Any) -> Any:
        read.append(self.card.id)
        await held.wait()
        return await look(self, question)

    monkeypatch.setattr(room_module.Room, "look", wait)
    async with app.router.lifespan_context(app):
        clients = [
            httpx.AsyncClient(
                transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://localhost"
            )
            for address in ("192.0.2.1", "192.0.2.2")
        ]
        begun = [
            (await one.post("/api/matches", json={"game": "hoplite", "seed": 7})).json() for one in clients
        ]
        much, other = (f"/api/matches/{match['id']}/" for match in begun)
        asked = [
            asyncio.create_task(clients[0].get(much + what)) for what in ("turns", "curves", "file") * 20
        ]
        asked.append(asyncio.create_task(clients[1].get(other + "turns")))
        await until_async(lambda: begun[1]["id"] in read, "the other client reads")
        assert read.count(begun[0]["id"]) == 1
        refused = await clients[0].get(much + "turns")
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
        held.set()
        await asyncio.gather(*asked)


async def test_a_preview_is_drawn_in_the_turn_of_who_asks_and_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(store)
    drawn: list[str] = []
    at_once: list[int] = []
    go_on = threading.Event()

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        at_once.append(len(drawn) - len(done))
        go_on.wait(patience(60))
        done.append(svg)
        return b"png"

    done: list[str] = []
    monkeypatch.setattr(app_module, "png_of", draw)
    app_module.preview_of.cache_clear()
    transport = httpx.ASGITransport(app, client=("192.0.2.1", 1))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        given = [{"game": "hoplite", "seed": seed} for seed in (7, 8)]
        begun = [(await client.post("/api/matches", json=one)).json()["id"] for one in given]
        asked = [asyncio.create_task(client.get(f"/api/matches/{match}/picture.png")) for match in begun * 3]
        await until_async(lambda: drawn, "a preview is drawn")
        go_on.set()
        assert {answer.content for answer in await asyncio.gather(*asked)} == {b"png"}
    app_module.preview_of.cache_clear()
    assert len(drawn) == len(set(drawn)) == 2
    assert set(at_once) == {1}


async def test_readings_of_leagues_come_one_after_another_of_each_client_and_few_in_all() -> None:
    reading: Counter[str] = Counter()
    most: list[tuple[int, int]] = []
    go_on = threading.Event()

    class Reader:
        """Says who reads at the same time."""

        def table(self, league: str) -> None:
            reading[league] += 1
            most.append((reading[league], reading.total()))
            go_on.wait(patience(60))
            reading[league] -= 1
            raise NotThere("there is none")

    app = FastAPI()
    add_refusals(app)
    app.include_router(league_routes([SimpleNamespace(store=SimpleNamespace(leagues=Reader()))]))  # type: ignore[list-item]
    clients = {
        name: httpx.AsyncClient(
            transport=httpx.ASGITransport(app, client=(f"192.0.2.{name}", 1)), base_url="http://localhost"
        )
        for name in "12345"
    }
    asked = [
        asyncio.create_task(client.get(f"/api/leagues/{name}"))
        for name, client in clients.items()
        for _ in range(MOST_LOOKS_EACH)
    ]
    await until_async(lambda: len(most) == LOOKS_AT_ONCE, "as many read as may")
    refused = await clients["1"].get("/api/leagues/1")
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
    go_on.set()
    assert {answer.status_code for answer in await asyncio.gather(*asked)} == {404}
    assert max(most)[0] == 1
    assert max(total for _, total in most) <= LOOKS_AT_ONCE


class Wire:
    """A socket that says hello and then nothing more."""

    client_state = None

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.closed = asyncio.Event()
        self._said = 0

    async def accept(self) -> None:
        """At once."""

    async def receive(self) -> dict[str, Any]:
        """The first message."""
        self._said += 1
        if self._said > 1:
            await self.closed.wait()
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": '{"type": "hello"}'}

    async def send_text(self, text: str) -> None:
        """Listen."""
        self.heard.append(text)

    async def close(self) -> None:
        """Enough."""
        self.closed.set()


async def test_a_board_too_many_is_refused_and_one_that_is_closed_makes_room(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms._most_boards = 2
    room = await begin(rooms)
    wires: list[Any] = [Wire() for _ in range(4)]
    boards = [
        asyncio.create_task(serve_board(wire, rooms, RoomTalk(rooms, room.card.id))) for wire in wires[:3]
    ]
    await boards[2]
    assert '"code":"busy"' in wires[2].heard[0]
    await until_async(lambda: len(room.watchers) == 2, "two boards are watched")
    wires[0].closed.set()
    await boards[0]
    assert rooms.boards == 1
    monkeypatch.setattr(sockets, "MOST_WATCHING", 1)
    await serve_board(wires[3], rooms, RoomTalk(rooms, room.card.id))
    assert "1 boards of this match" in wires[3].heard[0]
    wires[1].closed.set()
    await boards[1]
    assert [message[9:16] for message in wires[1].heard] == ["welcome", 'state",']
    assert rooms.boards == 0
    assert not room.watchers


async def test_whoever_plays_gets_a_board_however_many_watch(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MOST_WATCHING", 0)
    room, keys = await rooms.make("hoplite", {}, 7, [Player("me")])
    seated = Seated()
    await sockets._hello(rooms, room, seated, {"type": "hello", "token": keys[0].token})
    assert seated in room.watchers


def test_the_system_is_asked_for_as_many_files_as_boards_need(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, both: asked.append(both))
    for files, most, boards in (
        (400, 400, 180),
        (1024, 4096, 3236),
        (1024, -1, 9900),
        (20_000, 20_000, 9900),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _kind, both=(files, most): both)
        assert limits.most_boards() == boards
    assert asked == [(400, 400), (4096, 4096), (11_500, -1)]
