"""Boards over WebSockets: everybody hears of a turn, each as far as they may."""

from __future__ import annotations

import json

import pytest
from served import Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.waiting import patience

DUEL = [{"player": "me", "name": "Ada"}, {"player": "friend"}]


def test_a_turn_is_told_to_everybody_at_the_board(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    with server.board(match.id, match.tokens[0]) as player, server.board(match.id) as spectator:
        assert player.welcome["held"] == [0]
        assert spectator.welcome["held"] == []
        assert spectator.state["choices"] == []
        mine = player.choose("walk n")
        theirs = spectator.hear("turn")
        assert [entry["text"] for entry in theirs["log"]] == [entry["text"] for entry in mine["log"]]
        assert theirs["state"]["position"]["hero"] == "4,3"


def test_choices_are_offered_with_the_cell_to_click(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    with server.board(match.id, match.tokens[0]) as board:
        offers = {offer["text"]: offer for offer in board.state["choices"]}
        assert offers["walk n"]["cell"] == "4,3"
        assert offers["bash n"]["tool"] == "bash"


def test_a_preview_plays_nothing(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    with server.board(match.id, match.tokens[0]) as board:
        seen = board.ask("preview", choice="walk n", number=0)
        assert seen["log"][0]["text"] == "walk 4,2 4,3"
        assert server.get(match.path)["number"] == 0
        assert board.ask("preview", choice="walk n", number=5)["error"]["code"] == "stale"


def test_threats_and_explanations_come_from_the_server(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    with server.board(match.id) as board:
        assert board.ask("threats")["marks"]
        assert board.ask("explain", cell="4,10")["notes"][0]["title"] == "Stairs"


def test_undo_and_redo_lead_back_and_forth(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    with server.board(match.id, match.tokens[0]) as board:
        after = board.choose("walk n")["state"]["position"]
        board.say({"type": "undo", "number": 1})
        assert board.hear("state")["number"] == 0
        assert board.state["redo"]
        board.say({"type": "redo", "number": 0})
        assert board.hear("turn")["state"]["position"] == after
        board.say({"type": "undo", "number": 0, "ref": 3})
        assert board.hear("error")["error"]["code"] == "stale"


def test_an_order_may_be_taken_back_until_the_turn_is_played(server: Server) -> None:
    match = server.begin("hexabomb", seats=DUEL, options={"turns": "9"})
    with server.board(match.id, match.tokens[0]) as ada, server.board(match.id, match.tokens[1]) as friend:
        ada.choose()
        friend.hear("turn")
        assert ada.state["undo"]
        assert not friend.state["undo"]
        ada.choose()
        friend.hear("turn")
        friend.choose()
        ada.hear("turn")
        assert not ada.state["undo"]
        friend.choose()
        ada.hear("turn")
        assert ada.state["turn"] == 1
        assert not friend.state["undo"]


def test_people_who_share_a_screen_see_the_view_of_the_one_to_move(server: Server) -> None:
    match = server.begin("hexabomb", seats=[{"player": "me"}] * 2)
    with server.board(match.id, match.tokens[0]) as board:
        assert board.welcome["held"] == [0, 1]
        assert board.state["seat"] == 0
        board.choose()
        board.choose()
        assert board.state["seat"] == 1
        assert board.state["position"]["orders"] == []


def test_the_first_message_is_hello(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    for first in ('{"type": "choose"}', "{}", "nonsense", json.dumps({"type": "hello", "token": "wrong"})):
        with connect(f"ws://{server.base}/api/matches/{match.id}/socket") as socket:
            socket.send(first)
            assert json.loads(socket.recv(timeout=patience()))["type"] == "error"
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=patience())


def test_bad_messages_are_refused_and_the_board_goes_on(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    with server.board(match.id, match.tokens[0]) as board:
        for bad in (
            "[]",
            '{"type": 5}',
            '{"type": "fly"}',
            '{"type": "choose"}',
            '{"type": "choose", "choice": 1, "number": 0}',
            '{"type": "choose", "choice": "walk n", "number": true}',
            '{"type": "choose", "choice": "walk n", "number": 99999999999999999999}',
            '{"type": "preview", "choice": "' + "x" * 2000 + '", "number": 0}',
            '{"type": "explain", "cell": "99,99"}',
            '{"type": "ping", "ref": {}}',
            "[" * 5000,
            '{"type": "ping", "more": "' + "x" * 70000 + '"}',
            b"\x00\x01",
        ):
            board.say(bad)
            message = board.hear()
            assert message["type"] in ("error", "explain"), message
        assert board.ask("ping")["type"] == "pong"
        board.choose("walk n")
