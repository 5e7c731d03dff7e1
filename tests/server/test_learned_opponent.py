"""People play against trained networks in the arena."""

from __future__ import annotations

import pytest
from served import Server

from hoplon.bots import network_of
from hoplon.games import own_names

TRAINED = [name for name in own_names() if network_of(name).is_file()]


def test_every_game_of_hoplon_has_one() -> None:
    assert set(TRAINED) >= {"cardbattle", "codekeeper", "hexabomb", "hoplite"}


@pytest.mark.parametrize("name", TRAINED)
def test_a_match_against_it_is_begun_and_it_answers(server: Server, name: str) -> None:
    (game,) = (one for one in server.get("/api/games") if one["name"] == name)
    offered = {one["bot"]: one for one in game["bots"]}
    assert "network" in offered["learned"]["help"]
    assert "by the command: hoplon train " in offered["learned"]["origin"]
    bot = {"player": "bot", "bot": "learned"}
    if game["seats"][1] == 1:
        assert server.begin(name, seed=7, seats=[bot]).wait(over=False, number=3)["number"] >= 3
        return
    match = server.begin(name, seed=7, seats=[{"player": "me"}, bot])
    with server.board(match.id, match.tokens[0]) as board:
        for _ in range(200):  # choices, until both have made three
            made = [turn["seat"] for turn in server.get(f"{match.path}/turns?start=1")["turns"]]
            if min(made.count(0), made.count(1)) >= 3:
                break
            if board.state["choices"]:
                board.choose()
            else:
                board.hear()
        assert not board.state["trouble"]
    assert min(made.count(0), made.count(1)) >= 3
