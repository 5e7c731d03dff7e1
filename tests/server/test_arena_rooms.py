"""Rooms from within: matches that were given up, bots that are sent away, and what is told of options."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from typing import Any

import pytest
from tables import ME, Waiting, room_of

from hoplon.protocols.seated_bot import BotQuestion, Seating
from hoplon.server.bot_processes import BotAnswer, BotFailed, BotProcess, BotProcesses, Dismissed
from hoplon.server.headings import FAULT, name_all, summary_of
from hoplon.server.refusals import Refused
from hoplon.server.rights import SPECTATOR, Viewer
from hoplon.server.seated_match import SeatedMatch
from hoplon.server.store import Store
from hoplon.server.stored_match import Seat, StoredMatch
from tests.waiting import patience, until_async


async def test_a_match_that_was_given_up_stays_so_whatever_is_tried(store: Store) -> None:
    room = await room_of(store, Waiting())
    room.trouble = "the bot has failed"
    await room.give_up(ME)
    for viewer in (SPECTATOR, ME):
        with pytest.raises(Refused, match="over"):
            await room.choose("stay", 0, viewer)
        assert room.card.ended == FAULT
    with pytest.raises(Refused):
        await room.retry(ME)


async def test_an_order_is_taken_back_while_a_bot_thinks_and_the_match_goes_on(store: Store) -> None:
    bot_processes = Waiting()
    room = await room_of(store, bot_processes)
    while room.match.to_move == 0 and not bot_processes.asked.is_set():
        await room.choose(str(room.match.legal()[0]), len(room.match.choices), ME)
    await until_async(bot_processes.asked.is_set, "the bot is asked")
    await room.undo(len(room.match.choices), ME)
    await until_async(lambda: not room.is_busy(), "the bot has gone")
    assert room.trouble == ""
    assert room.match.to_move == 0


class Sleeper(BotProcess):
    """A bot that never answers."""

    def __init__(self) -> None:
        self.pipe, self.other = multiprocessing.Pipe()
        self.process: Any = Gone()
        self.busy = False
        self.used = time.monotonic()
        self.fresh = True
        self.ready = asyncio.Event()
        self.is_away = False


class Gone:
    """No process."""

    def is_alive(self) -> bool:
        """It is not."""
        return False

    def join(self, _seconds: float) -> None:
        """At once."""

    def close(self) -> None:
        """At once."""


async def test_whoever_waits_for_a_bot_that_is_sent_away_hears_of_it_at_once() -> None:
    bot_processes = BotProcesses(())
    sleeper = Sleeper()
    bot_processes._bot_processes["one", 1] = sleeper
    place = Seating("painter", "hexabomb", 1, 2, (), 0)
    asked = asyncio.create_task(bot_processes.ask("one", place, BotQuestion(None, (), 0, 1)))
    await until_async(sleeper.other.poll, "the bot has been asked")
    bot_processes.forget("one")
    with pytest.raises(Dismissed):
        await asked
    sleeper.other.close()


class Stubborn(Gone):
    """A process that takes its time to end."""

    def __init__(self) -> None:
        self.may_end, self.ended = threading.Event(), threading.Event()

    def is_alive(self) -> bool:
        """Until it is killed."""
        return not self.ended.is_set()

    def kill(self) -> None:
        """Which takes a while."""
        self.may_end.wait(patience())
        self.ended.set()


async def test_nobody_waits_for_the_end_of_a_bot_that_is_sent_away() -> None:
    bot_processes = BotProcesses(())
    processes = []
    for seat, busy in ((0, False), (1, True)):
        bot_processes._bot_processes["one", seat] = sleeper = Sleeper()
        sleeper.process, sleeper.busy = Stubborn(), busy
        processes.append(sleeper.process)
    bot_processes.forget("one")
    for process in processes:
        assert not process.ended.is_set()
        process.may_end.set()
        await until_async(process.ended.is_set, "the process has ended")


async def test_a_match_goes_on_while_somebody_reads_all_of_it(store: Store) -> None:
    room = await room_of(store, Waiting())
    begun, chosen = threading.Event(), threading.Event()

    def read(table: SeatedMatch) -> int:
        begun.set()
        assert chosen.wait(patience())
        return len(table.match.choices)

    reading = asyncio.create_task(room.look(read))
    await until_async(begun.is_set, "the reading has begun")
    await room.choose("stay", 0, ME)
    chosen.set()
    assert await reading == 0


async def test_a_program_of_an_earlier_server_is_not_started() -> None:
    place = Seating("./mybot.py", "hexabomb", 1, 2, (), 0)
    with pytest.raises(BotFailed, match="starts none"):
        await BotProcesses(()).ask("one", place, BotQuestion(None, (), 0, 1))


def test_seats_are_told_apart_whatever_people_call_themselves() -> None:
    seats = [Seat("me", name, title=f"Player {n}") for n, name in enumerate(("x 1", "x", "x"))]
    seats.append(Seat("bot", "", "search:nodes=9", title="Player 3"))
    name_all(seats)
    assert [seat.name for seat in seats] == ["x 1 0", "x 1 1", "x 2", "search"]


def test_a_bot_has_a_number_only_where_there_are_several() -> None:
    seats = [Seat("me", "", title="Player 1"), Seat("bot", "", "painter", title="Player 2")]
    name_all(seats)
    assert [seat.name for seat in seats] == ["Player 1", "painter"]
    seats = [Seat("bot", "", "painter", title=f"Player {n}") for n in (1, 2)]
    name_all(seats)
    assert [seat.name for seat in seats] == ["painter 1", "painter 2"]


async def test_sentences_name_who_plays_and_the_notation_does_not(store: Store) -> None:
    room = await room_of(store, Waiting())
    for seat, name in zip(room.card.seats, ("Ada", "painter 1"), strict=True):
        seat.title, seat.name = f"Player {room.card.seats.index(seat) + 1}", name
    for number in range(4):
        legal = list(room.match.legal())
        choice = next((one for one in legal if one.startswith("move")), legal[0])
        await room.choose(choice, number, Viewer((room.match.to_move,)))
    told = room.turn_at(4, ME, False)["log"]
    assert any(entry.says == "painter 1 leads" for entry in told)
    assert all("Player" not in entry.says and "painter" not in entry.text for entry in told)
    notes = room.explain(ME, False, None, told[0].dst)["notes"]
    assert any("of painter 1" in note.title for note in notes)
    room.close()


def test_options_that_tell_what_is_hidden_are_told_when_it_is_over() -> None:
    card = StoredMatch("one", "codekeeper", 1, 7, 5, {"maze": "#.#/..."}, [Seat("friend", "Hero", token="x")])
    assert summary_of(card)["options"] == {}
    card.ended = "out"
    assert summary_of(card)["options"] == {"maze": "#.#/..."}
    plain = StoredMatch("one", "hoplite", 1, 7, 5, {"position": "p"}, [Seat("me", "Hero", token="x")])
    assert summary_of(plain)["options"] == {"position": "p"}


def test_what_a_program_said_is_told_to_whoever_began_the_match_until_nothing_is_secret() -> None:
    seats = [Seat("me", "Ada", token="x"), Seat("friend", "Bo", token="y"), Seat("bot", "b", "./b.py")]
    card = StoredMatch("one", "cardbattle", 1, 7, 5, {}, seats)
    seats[2].fault = "it ended (its stderr ends with 'my hand is K Q')"
    viewers = {SPECTATOR: False, Viewer((1,)): False, ME: True, Viewer((0, 1), has_begun=True): True}
    for viewer, tells in viewers.items():
        told = summary_of(card, viewer)["seats"][2]["fault"]
        assert ("my hand" in told) == tells
        assert told
    seats[2].bot = "judge"
    assert "my hand" in summary_of(card)["seats"][2]["fault"]
    seats[2].bot, card.ended = "./b.py", FAULT
    assert "my hand" in summary_of(card)["seats"][2]["fault"]


async def test_the_words_of_a_program_are_not_told_to_the_others_at_the_table(store: Store) -> None:
    room = await room_of(store, Waiting())
    room.card.seats[1].bot = "./b.py"
    while room.match.to_move == 0:
        await room.choose("stay", len(room.match.choices), ME)
    room.trouble = room.card.seats[1].fault = "it said 'my plan'"
    assert room.state(ME, False)["trouble"] == "it said 'my plan'"
    others = room.state(SPECTATOR, False)
    assert others["trouble"] == "the bot b has failed"
    assert others["faults"] == ["the bot b has failed"]
    room.close()


class Painters:
    """Bots that answer at once."""

    async def ask(self, _match: str, _place: object, question: BotQuestion) -> BotAnswer:
        """The first thing that is legal."""
        return BotAnswer(question.legal[0][0])

    def forget(self, *_: object) -> None:
        """Nothing is kept."""


async def test_bots_wait_once_in_a_turn_in_which_all_of_them_choose(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep, waits = asyncio.sleep, []

    async def note(seconds: float) -> None:
        if seconds > 1.0:
            waits.append(len(room.match.choices))
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", note)
    room = await room_of(store, Painters())
    room.card.pace = 10_000.0
    while room.match.to_move == 0:
        await room.choose("stay", len(room.match.choices), ME)
    while room.board.turn(room.match, len(room.match.choices)) == 0:
        await sleep(0.01)
    assert room.match.seats[:4] == [0, 0, 1, 1]
    assert [number for number in waits if number < 4] == [2]
    room.close()
