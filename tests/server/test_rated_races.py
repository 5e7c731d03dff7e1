"""Nobody wins rated matches by leaving, waiting, looking or asking for more than others get."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select
from test_ladder import FAST, Arena, Guest

from hoplon.core.errors import HoplonError
from hoplon.league.alone import pairs_on_common_seeds
from hoplon.league.games import games_of
from hoplon.league.result import Result
from hoplon.league.store import Store as Leagues
from hoplon.league.tables import attempts, pairings, results
from hoplon.server import races
from hoplon.server.ladder_leagues import make_ladder
from hoplon.server.ladders import Ladder, Ladders
from tests.waiting import until

END = {"choice": "error", "number": 0}  # the shortest way to end a match of CodeKeeper


def made(folder: Path, *limits: str) -> Arena:
    """An arena, and what it is started with."""
    return Arena(folder / "arena.sqlite", *(text for limit in limits for text in ("--limit", limit)))


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """An arena with a ladder of a game of two, and of one that is played alone."""
    with made(tmp_path_factory.mktemp("races"), "people=1000") as running:
        with Leagues(running.url) as leagues:
            make_ladder(leagues, "hexabomb", FAST, "10m")
            make_ladder(leagues, "codekeeper", {}, "3d")
        yield running


def lanes(arena: Arena, match: str) -> list[tuple[Any, ...]]:
    """The lanes of the race of a match, as they are stored: id, flag, how it ended."""
    wanted = "SELECT id, flag, ended FROM matches WHERE race = (SELECT race FROM matches WHERE id = ?)"
    with closing(sqlite3.connect(arena.database)) as connection:
        return connection.execute(f"{wanted} ORDER BY lane", (match,)).fetchall()


def come(arena: Arena, match: str, token: str) -> None:
    """Come in."""
    arena.post(f"/api/matches/{match}/share", {"share": ""}, token)


def test_a_rated_race_begins_for_all_at_once_and_who_resigns_has_lost(arena: Arena) -> None:
    one, two = arena.person("Curie"), arena.person("Meitner")
    done = arena.rows(attempts)
    with Guest(arena, "codekeeper", one) as first, Guest(arena, "codekeeper", two) as second:
        own, other = (guest.hear("offer")["match"] for guest in (first, second))
        come(arena, own, one)
        with arena.board(own, one) as board:
            assert board.state["waits"] == [0]
        early = arena.post(f"/api/matches/{own}/choices", END, one, expect=409)
        assert "begins when everybody has come in" in early["error"]["text"]
        race = arena.get(f"/api/matches/{own}", one)["race"]
        assert (
            "begins when everybody"
            in arena.post(f"/api/races/{race}/stop", {}, one, expect=409)["error"]["text"]
        )
        come(arena, other, two)
        arena.post(f"/api/matches/{own}/resign", token=one)
        arena.post(f"/api/matches/{other}/choices", END, two)
        arena.settled(done + 2)
    with Leagues(arena.url) as leagues, leagues.reading() as connection:
        wanted = select(attempts.c.arena, results.c.rank).join(
            results, results.c.pairing == attempts.c.pairing
        )
        ranks = dict(connection.execute(wanted.where(attempts.c.arena.in_([own, other]))).all())
    assert ranks == {own: 2, other: 1}


def test_a_bot_of_the_server_races_only_with_who_has_come_and_keeps_its_score_to_itself(arena: Arena) -> None:
    one = arena.person("Franklin")
    with Guest(arena, "codekeeper", one) as guest:
        own = guest.hear("offer")["match"]
    (_, _, _), (house, flag, _) = lanes(arena, own)
    assert flag is not None
    come(arena, own, one)
    assert lanes(arena, own)[1][1] is None  # the time to come in is over, and a bot has no clock
    (listed,) = arena.get(f"/api/matches?id={own}")
    assert [rival["score"] for rival in listed["rivals"]] == [None, None]
    told = arena.get(f"/api/races/{listed['race']}")
    assert [(lane["scores"], lane["turn"], lane["says"]) for lane in told["lanes"]] == [([], 0, None)] * 2
    arena.get(f"/api/matches/{house}/curves", one, expect=401)
    arena.get(f"/api/matches/{house}/curves", expect=403)
    with closing(sqlite3.connect(arena.database)) as connection, connection:
        late = time.time() - races.WAITS - 1  # a day of the three that a turn may take
        connection.execute("UPDATE matches SET changed = ? WHERE race = ?", (late, listed["race"]))
    assert arena.get(f"/api/races/{listed['race']}")["sealed"]
    arena.post(f"/api/matches/{own}/choices", END, one)
    told = arena.get(f"/api/races/{listed['race']}")
    assert not told["sealed"]
    assert len(told["lanes"][0]["scores"]) == 1


def test_a_rated_race_to_which_one_does_not_come_is_void_for_all(tmp_path: Path) -> None:
    with made(tmp_path, "coming=1") as arena:
        with Leagues(arena.url) as leagues:
            make_ladder(leagues, "codekeeper", {}, "2m")
        with Guest(arena, "codekeeper", arena.person("Hypatia")) as guest:
            match = guest.hear("offer")["match"]
            guest.hear("rest")
        until(lambda: all(ended for _, _, ended in lanes(arena, match)), "it ends", arena.process)
        assert [ended for _, _, ended in lanes(arena, match)] == ["void", "void"]
        with Leagues(arena.url) as leagues, leagues.reading() as connection:
            assert {state for (state,) in connection.execute(select(pairings.c.state))} == {"void"}


def test_who_left_is_behind_who_died_with_fewer_points() -> None:
    left, died = Result((1,), (2,), (0.0,), "seed"), Result((2,), (1,), (-1000.0,), "seed")
    pairs = pairs_on_common_seeds(games_of([left, died]))
    assert dict(zip(pairs.players[pairs.who], pairs.ranks, strict=True)) == {1: 2, 2: 1}
    pairs = pairs_on_common_seeds(games_of([Result((1,), (1,), (5.0,), "seed"), died]))
    assert np.array_equal(pairs.ranks, [1, 2])


def test_a_person_plays_one_match_at_a_time_whatever_they_ask_for(arena: Arena) -> None:
    names = ("Leibniz", "Newton", "Huygens")
    greedy, other, third = (arena.person(name) for name in names)
    with Guest(arena, "hexabomb", greedy) as first:
        first.hear("welcome")
        first.socket.send('{"type":"games","games":64}')
        first.socket.send('{"type":"ping"}')
        first.hear("pong")
        with Guest(arena, "hexabomb", other) as second, Guest(arena, "hexabomb", third) as last:
            second.hear("welcome")
            last.hear("welcome")
            match = first.hear("offer")["match"]
            told = {seat["name"] for seat in arena.get(f"/api/matches/{match}")["seats"]}
            alone = second if names[1] not in told else last
            found = alone.hear("offer")["match"]
            assert names[0] not in {seat["name"] for seat in arena.get(f"/api/matches/{found}")["seats"]}


def test_nothing_is_told_that_helps_against_a_bot_of_the_server(arena: Arena) -> None:
    one = arena.person("Lovelace")
    with Guest(arena, "hexabomb", one) as guest:
        match = guest.hear("offer")["match"]
    come(arena, match, one)
    assert arena.get(f"/api/matches/{match}", one)["seed"] is None
    arena.get(f"/api/matches/{match}/file", one, expect=403)
    arena.post(f"/api/matches/{match}/again", {}, one, expect=403)
    arena.post(f"/api/matches/{match}/resign", token=one)
    assert "key " in arena.http.get(f"/api/matches/{match}/file").text


def ladders_of(*rooms: Any) -> Any:
    """Ladders of a server with these rooms."""
    return Ladders(SimpleNamespace(all=lambda: list(rooms)))  # type: ignore[arg-type]


def test_one_person_has_two_matches_with_the_servers_bots_and_lost_ones_are_forgotten() -> None:
    ladders = ladders_of()
    ladder = SimpleNamespace(house={1: None}, seats=2)

    def is_bored(owner: str) -> bool:
        player = SimpleNamespace(kind="bot", owner=owner)
        return bool(ladders._is_bored(ladder, SimpleNamespace(player=player, since=0.0, invited=0), 1e6))

    ladders._house = {"a": "Ada", "b": "Ada", "c": "Bob"}
    assert (is_bored("Ada"), is_bored("Bob")) == (False, True)
    asyncio.run(ladders._free_moved())
    assert not ladders._house
    assert is_bored("Ada")


def test_who_does_not_come_rests_twice_as_long_the_next_time_also_if_not_connected() -> None:
    ladder = Ladder(SimpleNamespace(id="x"))  # type: ignore[arg-type]
    assert [ladder.let_rest("token", now) for now in (0.0, 60.0, 180.0)] == [60.0, 120.0, 240.0]
    assert ladder.let_rest("token", 9000.0) == 60.0  # what was long ago is forgotten


def test_a_match_that_cannot_be_counted_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ladders = ladders_of()
    rated = SimpleNamespace(
        lost=list, unsettled=lambda: [SimpleNamespace(id=name) for name in ("bad", "good")]
    )

    async def count(card: Any) -> bool:
        if card.id == "bad":
            raise HoplonError("its file is broken")
        return True

    monkeypatch.setattr(Ladders, "rated", rated)
    monkeypatch.setattr(ladders, "all", lambda: [None])
    monkeypatch.setattr(ladders, "_count", count)
    assert asyncio.run(ladders.settle()) == 1
