"""Clocks: how they are written, when they run, whose time is up, and what a server does that was away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from served import Begun, Board, Server
from sqlalchemy import select, update

from hoplon.core import replay
from hoplon.games import game
from hoplon.server.clocks import DAY, Clock, pass_on, read_clock, set_clock, told
from hoplon.server.leases import LIFE, Leases
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.room import Room
from hoplon.server.rooms import Player, Rooms
from hoplon.server.store import Store
from hoplon.server.stored_match import Seat, StoredMatch
from hoplon.server.tables import matches, uptime
from tests.waiting import until_async

ME, FRIEND = {"player": "me", "name": "Ada"}, {"player": "friend", "name": "Bo"}


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("90s", Clock(90)),
        ("5m", Clock(300)),
        ("2h", Clock(7200)),
        ("5m+3s", Clock(300, 3)),
        ("3d", Clock(3 * DAY, is_each=True)),
    ],
)
def test_a_clock_is_written_as_people_say_it(text: str, clock: Clock) -> None:
    assert read_clock(text) == clock


@pytest.mark.parametrize("text", ["5", "0s", "5m+3", "40d", "99h", "3d+1s", "−5m", "５m", "5m+3s ", "1e3s"])
def test_another_text_is_no_clock(text: str) -> None:
    with pytest.raises(Refused, match="the clock is"):
        read_clock(text)


def a_card(clock: str) -> StoredMatch:
    """A match of two with a clock."""
    card = StoredMatch("one", "hexabomb", 1, 7, 5, {}, [Seat("me", "Ada"), Seat("friend", "Bo")])
    set_clock(card, clock)
    return card


def test_seconds_are_added_when_a_turn_begins_and_not_when_something_is_taken_back() -> None:
    card = a_card("1m+5s")
    pass_on(card, None, 0, 1000.0)
    assert card.flag == 1065.0
    pass_on(card, 0, 1, 1010.0)
    assert (card.times[0], card.flag) == (55.0, 1075.0)
    pass_on(card, 1, 0, 1012.0, pays=False)  # the first takes back
    assert (card.times[1], card.flag) == (63.0, 1067.0)
    assert told(card, 0, 1013.0) == {"is": "1m+5s", "left": [54.0, 63.0], "runs": 0}


def test_days_are_given_anew_for_every_turn() -> None:
    card = a_card("2d")
    pass_on(card, None, 0, 0.0)
    pass_on(card, 0, 1, 1.5 * DAY)
    assert card.flag == 3.5 * DAY
    pass_on(card, 1, 0, 2 * DAY)
    assert card.flag == 4 * DAY


def both(server: Server, match: Begun) -> tuple[Board, Board]:
    """Both have come in, and know it."""
    boards = [server.board(match.id, token) for token in match.tokens]
    while boards[0].state["waits"]:
        boards[0].hear()
    return boards[0], boards[1]


def test_a_clock_runs_once_everybody_has_come_in_and_stops_with_the_choice(server: Server) -> None:
    match = server.begin("hexabomb", seats=[ME, FRIEND], clock="5m+3s")
    with server.board(match.id, match.tokens[0]) as early:
        assert early.state["clock"] == {"is": "5m+3s", "left": [300.0, 300.0], "runs": None}
        assert early.state["waits"] == [1]
    host, guest = both(server, match)
    assert host.state["clock"]["runs"] == 0
    while host.state["to_move"] == 0:
        host.choose("stay")
    clock = host.state["clock"]
    assert clock["runs"] == 1
    assert 0 < clock["left"][0] < 303  # one turn has begun, and some of it was used
    assert server.get(match.path)["clock"] == "5m+3s"
    host.close()
    guest.close()


def test_whose_time_is_up_has_lost_also_if_nobody_looks(server: Server) -> None:
    match = server.begin("hexabomb", seats=[ME, FRIEND], clock="1s")
    for token in match.tokens:
        server.post(f"{match.path}/share", {"share": ""}, token)
    told = match.wait()
    assert (told["ended"], told["winners"], told["says"]) == ("left", [1], "Ada ran out of time")
    file = replay.read(server.get(f"{match.path}/file"))
    verdict = replay.verify(file, game("hexabomb"))
    assert verdict.agrees
    assert verdict.reason == "seat 0 ran out of time"


def test_who_plays_alone_may_run_out_of_time_and_resign_too(server: Server) -> None:
    match = server.begin("codekeeper", seats=[ME], clock="1s")
    server.post(f"{match.path}/share", {"share": ""}, match.tokens[0])
    assert match.wait()["says"] == "Ada ran out of time"
    match = server.begin("codekeeper", seats=[ME])
    state = server.post(f"{match.path}/resign", token=match.tokens[0])
    assert state["outcome"]["says"] == "Ada resigned"
    verdict = replay.verify(replay.read(server.get(f"{match.path}/file")), game("codekeeper"))
    assert verdict.agrees, verdict
    assert server.http.post(f"{match.path}/resign").status_code == 403


def test_bots_have_no_clock(server: Server) -> None:
    bot = {"player": "bot", "bot": "painter"}
    given = {"game": "hexabomb", "options": {}, "seats": [bot, bot], "clock": "5m"}
    answer = server.http.post("/api/matches", json=given)
    assert answer.status_code == 400
    assert "have no clock" in answer.json()["error"]["text"]
    given = {"game": "hexabomb", "options": {}, "seats": [ME, bot], "clock": "soon"}
    answer = server.http.post("/api/matches", json=given)
    assert "the clock is 'soon'; expected" in answer.json()["error"]["text"]


@pytest.fixture
def url(tmp_path: Path) -> str:
    """An empty database."""
    return f"sqlite:///{tmp_path / 'arena.sqlite'}"


@pytest.fixture
async def rooms(url: str) -> AsyncIterator[Rooms]:
    """The rooms of a server that gives signs of life when it is told to."""
    opened = Rooms(Store(url))
    opened.preparations.start()
    opened.store.leases.beat(is_first=True)
    yield opened
    await opened.close()


def later(leases: Leases, seconds: float) -> None:
    """As if so many seconds had passed in which servers were there."""
    with leases._engine.begin() as connection:
        connection.execute(update(matches).values(flag=matches.c.flag - seconds))


def asleep(leases: Leases, seconds: float) -> None:
    """As if so many seconds had passed in which no server was there."""
    later(leases, seconds)
    with leases._engine.begin() as connection:
        connection.execute(update(uptime).values(at=uptime.c.at - seconds))


def flag_of(store: Store, match: str) -> float:
    """How many seconds are left until a flag falls."""
    with store.leases._engine.connect() as connection:
        flag = connection.execute(select(matches.c.flag).where(matches.c.id == match)).scalar()
    assert flag is not None
    return flag - store.leases.now()


async def a_match(rooms: Rooms, clock: str) -> Room:
    """A match of two who have come in."""
    players = [Player("me", "Ada"), Player("friend", "Bo")]
    room, keys = await rooms.make("hexabomb", {}, None, players, clock=clock)
    for key in keys:
        await room.come_in(rooms.viewer_of(room, key.token))
    return room


async def test_by_correspondence_the_days_pass_also_over_restarts(rooms: Rooms, url: str) -> None:
    """Two days of three pass, twice with a restart in between that takes its own time; then the third."""
    key = (await a_match(rooms, "3d")).card.id
    assert abs(flag_of(rooms.store, key) - 3 * DAY) < 60
    store = rooms.store
    for days in (2, 1):
        later(store.leases, DAY)
        rooms.lose(await rooms.open(key))
        asleep(store.leases, 5 * DAY)  # it was down for longer than anybody had left
        other = Store(url)
        assert other.leases.beat(is_first=True).overdue == []
        assert abs(flag_of(other, key) - days * DAY) < 60
        other.close()
    later(store.leases, DAY)
    store.leases.give_back(key, 99)
    beat = store.leases.beat()
    room = await rooms.open(key)
    await until_async(lambda: room.card.ended is not None, "the flag has not fallen")
    assert (room.card.ended, room.card.winners, room.card.seats[0].left) == ("left", [1], "flagged")
    assert beat.overdue in ([key], [])


async def test_a_server_that_was_suspended_lets_no_flag_fall_before_it_is_heard_of(rooms: Rooms) -> None:
    room = await a_match(rooms, "1m")
    asleep(rooms.store.leases, 3600)
    room.card.flag = (room.card.flag or 0) - 3600
    with pytest.raises(Refused, match="try again"):
        await room.look_at_clock()
    assert room.card.ended is None
    assert rooms.store.leases.beat().late
    await room.hear_flag()
    await room.look_at_clock()
    assert room.card.ended is None
    assert 0 < (room.card.flag or 0) - room.now() <= 61


async def test_who_takes_over_the_match_of_a_server_that_is_gone_adds_the_time_it_was_away(
    rooms: Rooms, url: str
) -> None:
    room = await a_match(rooms, "1m")
    second = Store(url)
    second.leases.beat(is_first=True)
    with second.leases._engine.begin() as connection:  # heard of last 20 seconds ago
        me, long = rooms.store.leases.me, 20 - LIFE
        connection.exec_driver_sql(f"UPDATE servers SET expires = expires - {long + LIFE} WHERE id = '{me}'")
        connection.execute(update(uptime).values(since=uptime.c.since - 100))
    later(second.leases, 20)
    before = flag_of(second, room.card.id)
    assert await second.leases.take(room.card.id) is not None
    assert 15 < flag_of(second, room.card.id) - before < 30
    second.close()


async def test_a_choice_that_cannot_be_stored_costs_no_time(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await a_match(rooms, "1m+10s")
    kept = list(room.card.times), room.card.flag

    async def fail(*_: object, **__: object) -> None:
        raise Refused("busy", "no")

    monkeypatch.setattr(rooms.store, "add_choices", fail)
    with pytest.raises(Refused, match="no"):
        await room.choose("stay", 0, Viewer((0,)))
    assert (room.card.times, room.card.flag) == kept
