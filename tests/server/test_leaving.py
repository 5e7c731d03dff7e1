"""People who leave before the end: presence, resigning, claiming; stored, told and in the match file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from served import Begun, Board, Server

from hoplon.core import replay
from hoplon.games import game
from hoplon.server.bot_records import records_of
from hoplon.server.stored_match import Seat, StoredMatch

SOON = 6  # seconds after which somebody is gone here
ME, FRIEND, THIRD = {"player": "me", "name": "Ada"}, {"player": "friend"}, {"player": "friend"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where one is gone soon."""
    with Server(tmp_path_factory.mktemp("leaving") / "arena.sqlite", "--limit", f"gone={SOON}") as running:
        yield running


def meet(board: Board, seat: int, wanted: str) -> None:
    """Wait until a seat is said to be here, away or gone."""
    while board.presence.get(seat) != wanted:
        board.hear("presence")


def verified(match: Begun) -> replay.Verdict:
    """What the rules say to the match file."""
    file = replay.read(match.server.get(f"{match.path}/file"))
    return replay.verify(file, game(file.game))


def test_those_at_the_table_are_told_who_is_here_and_nobody_else(server: Server) -> None:
    match = server.begin("hexabomb", seats=[ME, FRIEND])
    with server.board(match.id, match.tokens[0]) as host, server.board(match.id) as spectator:
        assert spectator.welcome["presence"] == []
        assert [one["is"] for one in host.welcome["presence"]] == ["awaited", "awaited"]
        meet(host, 0, "here")
        with server.board(match.id, match.tokens[1]) as guest:
            meet(host, 1, "here")
            meet(guest, 0, "here")
        meet(host, 1, "away")
        assert spectator.ask("ping")["type"] == "pong"
        assert spectator.presence == {}
    assert "presence" not in server.get(match.path)


def test_who_resigns_has_lost(server: Server) -> None:
    """The others win, the file says so and agrees with the rules, and nothing more can be done."""
    match = server.begin("hexabomb", seats=[ME, FRIEND])
    with server.board(match.id, match.tokens[0]) as host, server.board(match.id, match.tokens[1]) as guest:
        host.choose()
        assert guest.state["resign"]
        guest.say({"type": "resign"})
        while not host.state["outcome"]:
            host.hear()
        assert host.state["outcome"]["winners"] == [0]
        assert host.state["outcome"]["says"] == "Player 2 resigned"
        assert host.ask("resign")["error"]["code"] == "forbidden"
        assert host.ask("choose", choice="stay", number=1)["error"]["code"] == "over"
    told = server.get(match.path)
    assert (told["ended"], told["winners"], told["says"]) == ("left", [0], "Player 2 resigned")
    assert [seat["left"] for seat in told["seats"]] == ["", "resigned"]
    verdict = verified(match)
    assert verdict.agrees
    assert verdict.reason == "seat 1 resigned"
    text = server.get(f"{match.path}/file")
    assert text.endswith("left 1 resigned\nend 1 left\n")
    answer = server.http.post("/api/files", content=text)
    assert answer.status_code == 201, answer.text
    shown = server.get(f"/api/matches/{answer.json()['id']}")
    assert (shown["ended"], shown["winners"], shown["says"]) == ("left", [0], "Player 2 resigned")


def test_of_three_the_others_play_on(server: Server) -> None:
    """For who resigned the first legal choice is made, to the end; whatever the score, they have not won."""
    seats = [ME, FRIEND, THIRD]
    match = server.begin("hexabomb", seats=seats, options={"map": "delta", "turns": "2"})
    with server.board(match.id, match.tokens[0]) as host, server.board(match.id, match.tokens[1]) as guest:
        guest.say({"type": "resign"})
        while not host.welcome["match"]["seats"][1]["left"]:
            heard = host.hear()
            if heard["type"] == "seats":
                host.welcome["match"]["seats"] = heard["seats"]
        assert host.state["outcome"] is None
        assert not guest.state["resign"] or guest.ask("resign")["error"]["code"] == "forbidden"
        with server.board(match.id, match.tokens[2]) as third:
            boards = {0: host, 2: third}
            while not host.state["outcome"]:
                mover = host.state["to_move"]
                board = boards.get(mover)
                if board is None:
                    host.hear()
                    continue
                while board.state["number"] < host.state["number"]:
                    board.hear()
                number = board.state["number"]
                board.say({"type": "choose", "choice": "stay", "number": number})
                while host.state["number"] <= number:
                    host.hear()
    told = server.get(match.path)
    assert told["ended"] != "left"
    assert 1 not in told["winners"]
    assert told["winners"]
    verdict = verified(match)
    assert verdict.agrees, verdict
    assert verdict.match.left[1].why == "resigned"


def test_the_record_says_who_left() -> None:
    card = StoredMatch("a", "hexabomb", 1, 7, 1, {}, [Seat("me", "Ada"), Seat("friend", "Bo", left="gone")])
    faults = [(record.fault_kind, record.fault) for record in records_of(card, [])]
    assert faults == [("", ""), ("gone", "Bo was away for too long")]


def play_live(match: Begun, until: int = 1) -> tuple[Board, Board]:
    """Two boards at which both have chosen; this one of them is to move."""
    boards = host, guest = [match.server.board(match.id, token) for token in match.tokens]
    meet(host, 1, "here")
    while host.state["number"] < 4 or host.state["to_move"] != until:
        mover = host.state["to_move"]
        boards[mover].choose("stay")
        boards[1 - mover].hear("turn")
    return host, guest


def claimed(host: Board, **how: Any) -> Any:
    """Claim, once it is possible."""
    refused = host.ask("claim", seat=1, **how)["error"]
    assert refused["code"] == "turn"
    meet(host, 1, "gone")
    host.say({"type": "claim", "seat": 1, **how})
    return host.hear("seats")["seats"][1]


def test_who_is_gone_loses_by_a_claim_which_a_restart_does_not_change(server: Server) -> None:
    match = server.begin("hexabomb", seats=[ME, FRIEND])
    host, guest = play_live(match)
    guest.close()
    assert claimed(host)["left"] == "gone"
    host.hear("state")
    host.close()
    assert host.state["outcome"]["winners"] == [0]
    server.stop()
    server.start()
    with server.board(match.id, match.tokens[1]) as guest:
        assert guest.state["outcome"]["says"] == "Player 2 was away for too long"
        assert guest.state["seat"] == 1
    verdict = verified(match)
    assert verdict.agrees
    assert verdict.reason == "seat 1 was away for too long"


def test_a_bot_plays_on_for_who_is_gone(server: Server) -> None:
    """Who comes back may look, and the proof of the dice still holds."""
    match = server.begin("hexabomb", seats=[ME, FRIEND], options={"turns": "3"})
    host, guest = play_live(match)
    guest.close()
    seat = claimed(host, bot=True)
    assert (seat["player"], seat["left"]) == ("bot", "")
    assert seat["bot"]
    with server.board(match.id, match.tokens[1]) as guest:
        assert guest.welcome["held"] == []
    while not host.state["outcome"]:
        if host.state["choices"]:
            host.say({"type": "choose", "choice": "stay", "number": host.state["number"]})
        host.hear()
    host.close()
    verdict = verified(match)
    assert verdict.agrees, verdict


def test_nobody_claims_while_the_match_waits_for_somebody_else(server: Server) -> None:
    match = server.begin("hexabomb", seats=[ME, FRIEND])
    host, guest = play_live(match, until=0)
    guest.close()
    meet(host, 1, "gone")
    refused = host.ask("claim", seat=1)["error"]
    assert refused["code"] == "turn"
    assert "does not wait for seat 1" in refused["text"]
    assert host.ask("claim", seat="x")["error"]["code"] == "malformed"
    assert host.ask("claim", seat=0)["error"]["code"] == "turn"
    host.close()
