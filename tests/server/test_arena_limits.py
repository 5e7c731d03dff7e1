"""A server holds so many matches and boards and no more, and says so; and no match has two rooms."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tables import Listener

from hoplon.server import limits, sockets
from hoplon.server import rooms as rooms_module
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Player, Rooms
from hoplon.server.sockets import Seated, serve_board
from hoplon.server.store import Store, StoreFailed
from tests.waiting import until_async

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
    await long.choose("walk n", 0, (0,))
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
    boards = [asyncio.create_task(serve_board(wire, rooms, room.card.id)) for wire in wires[:3]]
    await boards[2]
    assert '"code":"busy"' in wires[2].heard[0]
    await until_async(lambda: len(room.watchers) == 2, "two boards are watched")
    wires[0].closed.set()
    await boards[0]
    assert rooms.boards == 1
    monkeypatch.setattr(sockets, "MOST_WATCHING", 1)
    await serve_board(wires[3], rooms, room.card.id)
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
    await sockets._hello(room, seated, {"type": "hello", "token": keys[0].token})
    assert seated in room.watchers


def test_the_system_is_asked_for_as_many_files_as_boards_need(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, both: asked.append(both))
    for files, most, boards in ((1024, 4096, 3596), (1024, -1, 10_000), (20_000, 20_000, 10_000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _kind, both=(files, most): both)
        assert limits.most_boards() == boards
    assert asked == [(4096, 4096), (10_500, -1)]
