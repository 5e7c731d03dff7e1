"""Whatever fails or goes away in the middle, a match is what the store has, and it goes on."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from served import Server
from tables import ME, Listener, Waiting, room_of
from websockets.sync.client import connect

from hoplon.core.errors import RunawayChain
from hoplon.server import room as rooms_module
from hoplon.server.bot_processes import BotAnswer, BotFailed
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.room import Room
from hoplon.server.store import Store
from hoplon.server.stored_match import Seat, StoredMatch
from hoplon.server.writer import StoreFailed
from tests.waiting import patience, until_async


class Faulty:
    """A store that can be told to fail, to write but to be lost before it says so, or to take its time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fails = False
        self.failed = 0  # how often
        self.is_lost = False
        self.waits: asyncio.Event | None = None
        self.asked = asyncio.Event()
        self.leases = store.leases

    def __getattr__(self, name: str) -> Any:
        async def write(*given: Any, **named: Any) -> None:
            self.asked.set()
            if self.waits is not None:
                await self.waits.wait()
            if self.fails:
                self.failed += 1
                raise StoreFailed("the disk is full")
            await getattr(self._store, name)(*given, **named)
            if self.is_lost:
                raise StoreFailed("the database is gone")

        return write

    def choices(self, match: str) -> list[tuple[int, str]]:
        """What was written."""
        return self._store.choices(match)


async def faulty_room(store: Store, bot_processes: Any = None) -> tuple[Room, Faulty]:
    """A room over a store that fails when it is told to."""
    room = await room_of(store, bot_processes or Waiting())
    faulty = Faulty(store)
    room._store = faulty  # type: ignore[assignment]
    return room, faulty


def is_as_stored(room: Room, store: Store) -> bool:
    """Does the store have the same choices, and say the same of the standing?"""
    card = store.card(room.card.id)
    assert card is not None
    same = list(zip(room.match.seats, map(str, room.match.choices), strict=True))
    return store.choices(room.card.id) == same and (card.ended, card.turn) == (
        room.card.ended,
        room.card.turn,
    )


async def test_a_match_that_could_not_be_given_up_goes_on(store: Store) -> None:
    room, faulty = await faulty_room(store)
    room.trouble = "the bot has failed"
    faulty.fails = True
    with pytest.raises(StoreFailed):
        await room.give_up(ME)
    assert room.card.ended is None
    assert not room.is_given_up()
    faulty.fails = False
    await room.retry(ME)
    assert room.trouble == ""
    await room.choose("stay", 0, ME)


async def test_whoever_takes_a_choice_back_is_rid_of_the_trouble_of_the_bot_after_it(store: Store) -> None:
    room = await room_of(store, Waiting())
    await room.choose("stay", 0, ME)
    room.trouble = "the bot has failed"
    await room.undo(1, ME)
    assert room.trouble == ""
    with pytest.raises(Refused, match="no bot has failed"):
        await room.retry(ME)


CHANGES: dict[str, Callable[[Room], Coroutine[Any, Any, None]]] = {
    "choose": lambda room: room.choose("stay", 1, ME),
    "undo": lambda room: room.undo(1, ME),
    "redo": lambda room: room.redo(1, ME),
}


async def begun(store: Store, change: str) -> tuple[Room, Faulty]:
    """A room in which there is something to take back, and something to play again."""
    room, faulty = await faulty_room(store)
    await room.choose("stay", 0, ME)
    if change == "redo":
        await room.choose("stay", 1, ME)
        await room.undo(2, ME)
    return room, faulty


@pytest.mark.parametrize("change", list(CHANGES))
async def test_what_cannot_be_stored_has_not_happened(store: Store, change: str) -> None:
    room, faulty = await begun(store, change)
    listener = Listener()
    room.watchers.add(listener)
    faulty.fails = True
    with pytest.raises(StoreFailed) as failed:
        await CHANGES[change](room)
    assert failed.value.status == 503
    assert len(room.match.choices) == 1
    assert is_as_stored(room, store)
    assert listener.heard == []
    faulty.fails = False
    await CHANGES[change](room)
    assert is_as_stored(room, store)
    assert len(listener.heard) == 1


@pytest.mark.parametrize("change", list(CHANGES))
async def test_what_was_written_although_the_database_was_lost_counts(store: Store, change: str) -> None:
    room, faulty = await begun(store, change)
    listener = Listener(ME)
    room.watchers.add(listener)
    faulty.is_lost = True
    with pytest.raises(StoreFailed):
        await CHANGES[change](room)
    assert not is_as_stored(room, store)
    faulty.is_lost = False
    with pytest.raises(Refused, match="meant for choice number 1"):
        await CHANGES[change](room)
    assert is_as_stored(room, store)
    number = len(room.match.choices)
    assert [told["number"] for told in listener.heard] == [number]
    await room.choose("stay", number, Viewer((0, 1)))
    assert is_as_stored(room, store)


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("change", list(CHANGES))
async def test_whoever_goes_away_while_it_is_stored_leaves_the_match_as_the_store_has_it(
    store: Store, change: str, fails: bool
) -> None:
    room, faulty = await begun(store, change)
    listener = Listener()
    room.watchers.add(listener)
    faulty.waits, faulty.fails = asyncio.Event(), fails
    faulty.asked.clear()
    going = asyncio.create_task(CHANGES[change](room))
    await faulty.asked.wait()
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    faulty.waits.set()
    await room.ask(lambda: None)  # when it is done
    assert (len(room.match.choices) == 1) == fails
    assert is_as_stored(room, store)
    assert len(listener.heard) == (0 if fails else 1)


async def test_of_choices_of_which_one_cannot_be_played_none_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = await faulty_room(store)
    play = room.match.play

    def run_away(text: str) -> Any:
        if len(room.match.choices) == 1:
            raise RunawayChain("it did not come to an end")
        return play(text)

    monkeypatch.setattr(room.match, "play", run_away)
    with pytest.raises(RunawayChain):
        await room.choose_all(["stay", "stay"], 0, ME)
    assert room.match.choices == []
    assert is_as_stored(room, store)


class Quick(Waiting):
    """Bots that stay where they are, or fail."""

    problem = ""

    async def ask(self, *_: object) -> BotAnswer:
        """At once."""
        self.asked.set()
        await asyncio.sleep(0)
        if self.problem:
            raise BotFailed(self.problem)
        return BotAnswer("stay")


async def bots_turn(room: Room) -> None:
    """Play until a bot is to move."""
    while room.match.to_move == 0:
        await room.choose("stay", len(room.match.choices), ME)


async def my_turn(room: Room) -> None:
    """Wait until the bots have chosen and their choices are stored: what is played is not stored yet."""
    await until_async(lambda: room.match.to_move == 0, "the bots have chosen")
    await room.ask(lambda: None)


async def in_line() -> None:
    """Let all tasks run until each waits for something else than its turn in the loop."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_bot_tries_again_when_its_choice_could_not_be_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "PAUSE", 0.01)
    room, faulty = await faulty_room(store, Quick())
    await bots_turn(room)
    faulty.fails = True
    await until_async(lambda: faulty.failed >= 2, "the bot has tried twice")
    assert await room.ask(lambda: room.match.to_move) == 1
    assert room.trouble == ""
    faulty.fails = False
    await my_turn(room)
    assert is_as_stored(room, store)
    assert room.card.seats[1].fault == ""


async def test_the_fault_of_a_bot_is_told_even_if_it_cannot_be_stored(store: Store) -> None:
    room, faulty = await faulty_room(store, bot_processes := Quick())
    bot_processes.problem = "it raised an error"
    listener = Listener(ME)
    room.watchers.add(listener)
    await bots_turn(room)
    faulty.fails = True
    await until_async(lambda: listener.heard[-1].get("trouble"), "the fault is told")
    assert listener.heard[-1]["trouble"] == "it raised an error"
    bot_processes.problem, faulty.fails = "", False
    await room.retry(ME)
    await my_turn(room)


async def test_a_bot_goes_on_when_an_order_could_not_be_taken_back(store: Store) -> None:
    class Slow(Waiting):
        async def ask(self, *_: object) -> BotAnswer:
            self.asked.set()
            await self.sent.wait()
            return BotAnswer("stay")

    room, faulty = await faulty_room(store, bot_processes := Slow())
    await bots_turn(room)
    await until_async(bot_processes.asked.is_set, "the bot is asked")
    faulty.waits, faulty.fails = asyncio.Event(), True
    faulty.asked.clear()
    undoing = asyncio.create_task(room.undo(len(room.match.choices), ME))
    await faulty.asked.wait()
    bot_processes.sent.set()  # the bot has its choice while nobody knows whose turn it is
    assert room._bots is not None
    await room._bots  # and thinks that it is not its own
    faulty.waits.set()
    with pytest.raises(StoreFailed):
        await undoing
    faulty.waits, faulty.fails = None, False
    await my_turn(room)
    assert is_as_stored(room, store)


async def test_a_choice_for_a_position_that_was_taken_back_is_not_played(store: Store) -> None:
    room = await room_of(store, Waiting())
    await room.choose("stay", 0, ME)
    cuts = room._cuts
    await room.undo(1, ME)
    await room.choose("stay", 0, ME)
    with pytest.raises(Refused, match="taken back"):
        await room.choose("stay", 1, ME, cuts)


async def test_a_bot_is_not_asked_in_the_place_of_another_seat(store: Store) -> None:
    room = await room_of(store, Waiting())
    await bots_turn(room)
    room.close()
    await in_line()
    room._bot_processes = bot_processes = Waiting()  # type: ignore[assignment]
    enough = threading.Event()
    long = asyncio.create_task(room.ask(lambda: enough.wait(patience())))
    await in_line()
    undoing = asyncio.create_task(room.undo(len(room.match.choices), ME))
    await in_line()
    room.wake()  # the bot stands in line behind the undo
    await in_line()
    enough.set()
    await asyncio.gather(long, undoing)
    await until_async(lambda: not room.is_busy(), "the bot has looked")
    assert not bot_processes.asked.is_set()
    assert room.match.to_move == 0


async def test_whoever_changes_the_view_while_others_are_told_changes_it_for_nobody_else(
    store: Store,
) -> None:
    class First(Listener):
        def send(self, text: str) -> None:
            super().send(text)
            asyncio.get_running_loop().call_soon(setattr, changing, "wants_all", True)

    room = await room_of(store, Waiting())
    room.card.open = True
    first, changing, other = First(), Listener(ME), Listener(ME)
    room.watchers = dict.fromkeys((first, changing, other))  # type: ignore[assignment]
    await room.publish_state()
    assert changing.wants_all
    assert not other.heard[0]["sees_all"]


STORED = {"choices": (1, "fly away"), "version": (999, "walk n"), "game": (1, "walk n")}


@pytest.mark.parametrize("what", list(STORED))
def test_a_stored_match_that_these_rules_no_longer_replay_is_frozen(server: Server, what: str) -> None:
    version, choice = STORED[what]
    name = "chess" if what == "game" else "hoplite"
    kept = StoredMatch(f"frozen-{what}", name, version, 7, 5, {}, [Seat("nobody", "Hero")])
    store = Store(f"sqlite:///{server.database}")
    asyncio.run(store.add_match(kept, [(0, choice)]))
    store.close()
    path = f"/api/matches/{kept.id}"
    for asked in ("", "/turns", "/curves", "/file"):
        error = server.get(path + asked, expect=409)["error"]
        assert error["code"] == "frozen"
        assert name in error["text"]
    for asked, body in (("/choices", {"choice": "walk n", "number": 1}), ("/again", None)):
        assert server.post(path + asked, body, expect=409)["error"]["code"] == "frozen"
    with connect(f"ws://{server.base}{path}/socket") as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv(timeout=patience()))["error"]["code"] == "frozen"
