"""Races: the same start for all, nothing told before the end that helps somebody who still plays."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from served import Begun, Server

import hoplon
from hoplon.core.match import Match
from hoplon.server import races
from tests.waiting import until

ADA = {"player": "me", "name": "Ada"}
WANDERER = {"player": "bot", "bot": "wanderer"}
END = "error"  # the shortest way to end a match of CodeKeeper


def race(
    server: Server, *lanes: dict[str, str], game: str = "codekeeper", **given: Any
) -> tuple[str, list[Begun]]:
    """Begin one."""
    made = server.post("/api/races", {"game": game, "lanes": list(lanes), **given}, expect=201)
    begun = [Begun(server, lane["id"], [key["token"] for key in lane["tokens"]]) for lane in made["lanes"]]
    return f"/api/races/{made['id']}", begun


def over(server: Server, path: str) -> Any:
    """Wait for the end of a race."""

    def found() -> Any:
        told = server.get(path)
        return told if told["over"] else None

    return until(found, "the race goes on", server.process)


def file_of(server: Server, lane: str, folder: Path) -> Match:
    """The match file of a lane."""
    path = folder / lane
    path.write_text(server.get(f"/api/matches/{lane}/file"), encoding="utf-8")
    return hoplon.load(path)


@pytest.mark.parametrize("game", ["codekeeper", "hoplite"])
def test_all_lanes_begin_alike_and_each_has_its_file(server: Server, game: str, tmp_path: Path) -> None:
    bots = [{"player": "bot", "bot": "random"}, {"player": "bot", "bot": "random"}]
    path, lanes = race(server, *bots, game=game, seed=7)
    told = over(server, path)
    assert (told["sealed"], told["seed"]) == (False, 7)
    assert [lane["seats"][0]["name"] for lane in told["lanes"]] == ["random", "random 2"]
    files = [file_of(server, lane.id, tmp_path) for lane in lanes]
    first, second = (match.states_at(0).tobytes() for match in files)
    assert first == second
    assert [match.outcome.scores[0] for match in files] == [lane["scores"][0] for lane in told["lanes"]]
    listed = [match["id"] for match in server.get("/api/matches?state=over&limit=100")]
    assert [lane.id in listed for lane in lanes] == [True, False]


def test_nobody_sees_a_lane_but_its_player_while_people_play(server: Server) -> None:
    path, (mine, bot, friends) = race(server, ADA, WANDERER, {"player": "friend"}, seed=3)
    until(lambda: server.get(path)["lanes"][1]["ended"], "the bot plays", server.process)
    told = server.get(path)
    assert (told["sealed"], told["seed"], told["over"]) == (True, None, False)
    assert len(server.get(f"{bot.path}/curves")) > 1  # scores are for everybody
    for lane in (mine, bot, friends):
        for token in (None, lane.tokens[-1] if lane is not mine else None):
            for what in ("", "/turns", "/turns?see=all", "/file", "/bots"):
                refused = server.get(f"{lane.path}{what}", token, expect=403)
                assert "people still play in this race" in refused["error"]["text"]
    assert server.get(mine.path, mine.tokens[0])["seed"] is None
    server.get(f"{mine.path}/file", mine.tokens[0], expect=403)
    server.post(f"{mine.path}/again", {}, mine.tokens[0], expect=403)
    with server.board(mine.id, mine.tokens[0]) as board:
        board.choose()
        assert (board.state["undo"], board.state["may_see_all"], board.state["file"]) == (False, False, False)
    mine.choose(END, 1)
    server.get(f"{mine.path}/turns", expect=403)  # the friend still plays
    link = friends.tokens[0]
    assert "The seed was chosen" in server.get(friends.path, link)["dice"]["terms"][0]
    friends.choose(END, 0, token=link)
    told = server.get(path)
    assert (told["sealed"], told["seed"], told["over"]) == (False, 3, True)
    for lane in (mine, bot, friends):
        assert "seed 3" in server.http.get(f"{lane.path}/file").text
        with server.board(lane.id, see="all") as board:
            assert board.state["position"]["fog"] is False


def test_a_drawn_seed_is_the_same_for_all_and_nobody_knows_it(server: Server, tmp_path: Path) -> None:
    path, (mine, _) = race(server, ADA, WANDERER)
    assert "seed" not in json.dumps(server.get(path)).replace('"seed": null', "")
    mine.choose(END, 0)
    told = over(server, path)
    assert int(told["seed"]) > 2**63
    seeds = {file_of(server, lane["id"], tmp_path).seed for lane in told["lanes"]}
    assert seeds == {int(told["seed"])}


def test_a_race_waits_a_day_for_somebody_who_does_nothing(server: Server) -> None:
    path, (mine, _) = race(server, ADA, WANDERER)
    assert server.get(path)["sealed"]
    with closing(sqlite3.connect(server.database)) as connection, connection:
        late = time.time() - races.WAITS - 1
        connection.execute("UPDATE matches SET changed = ? WHERE id = ?", (late, mine.id))
    assert not over(server, path)["sealed"]
    refused = mine.choose(END, 0, expect=409)
    assert "the race is over" in refused["error"]["text"]


def test_a_race_that_another_server_has_ended_is_over_at_an_open_board(server: Server) -> None:
    _, (mine, _) = race(server, ADA, WANDERER)
    with server.board(mine.id, mine.tokens[0]) as board:
        with closing(sqlite3.connect(server.database)) as connection, connection:
            lanes = "UPDATE matches SET sealed = 0 WHERE race = (SELECT race FROM matches WHERE id = ?)"
            connection.execute(lanes, (mine.id,))
        board.say({"type": "choose", "choice": END, "number": 0})
        refused = board.hear("error")["error"]
    assert (refused["code"], refused["text"]) == ("over", "the race is over, so nothing more counts in it")


def test_who_stops_lets_the_others_see(server: Server) -> None:
    path, (mine, bot) = race(server, ADA, WANDERER)
    server.post(f"{path}/stop", {}, expect=401)
    server.post(f"{path}/stop", {}, bot.tokens[-1], expect=401)  # who began it, without a seat there
    told = server.post(f"{path}/stop", {}, mine.tokens[0])
    assert (told["sealed"], told["lanes"][0]["says"]) == (False, "stopped before the end")
    assert (
        "you have finished already"
        in server.post(f"{path}/stop", {}, mine.tokens[0], expect=409)["error"]["text"]
    )
    mine.choose("MOVE 0 0", 0, expect=409)
    assert over(server, path)["lanes"][0]["ended"] == "stopped"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"lanes": [ADA]}, "a race has 2 to 4 who take part, not 1"),
        ({"lanes": [WANDERER] * 5}, "a race has 2 to 4 who take part, not 5"),
        ({"lanes": [ADA, ADA]}, "one person plays two lanes of a race"),
        ({"lanes": [WANDERER, {"player": "bot", "bot": "nobody"}]}, "nobody"),
        ({"lanes": [WANDERER, {"player": "bot", "bot": "./mybot.py"}]}, "--programs"),
        ({"game": "hexabomb", "lanes": [WANDERER, WANDERER]}, "a race is for games with one"),
        ({"game": "chess", "lanes": [WANDERER, WANDERER]}, "there is no game 'chess'"),
        ({"lanes": [WANDERER, WANDERER], "options": {"maze": "X"}}, "option maze"),
    ],
)
def test_what_is_no_race_is_refused(server: Server, given: dict[str, Any], reason: str) -> None:
    before = len(server.get("/api/matches?limit=100"))
    answer = server.http.post("/api/races", json={"game": "codekeeper"} | given)
    assert 400 <= answer.status_code < 500
    assert reason in answer.json()["error"]["text"]
    assert len(server.get("/api/matches?limit=100")) == before


def test_an_unknown_race_is_not_found(server: Server) -> None:
    assert "there is no race 'nowhere'" in server.get("/api/races/nowhere", expect=404)["error"]["text"]
