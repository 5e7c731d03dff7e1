"""Bots from outside: a seat held by `hoplon seat`, and what becomes of programs that fail."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import Begun, Server
from websockets.sync.client import connect

from hoplon.protocols.remote import ConnectionLost, RemoteSeat, read_link
from tests.processes import start
from tests.waiting import patience

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots" / "python"
ANY_GAME = f"{sys.executable} {EXAMPLES / 'anygame.py'}"
FRIENDS = [{"player": "friend"}, {"player": "friend"}]


def seat(link: str, bot: str, *more: str) -> subprocess.Popen[str]:
    """`hoplon seat` at work."""
    command = [sys.executable, "-m", "hoplon.cli", "seat", link, bot, *more]
    return start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Its exit code and what it said."""
    said, errors = process.communicate(timeout=patience())
    return process.returncode, said, errors


def link(server: Server, match: Begun, token: str) -> str:
    """What the page shows."""
    return f"http://{server.base}/match/{match.id}#seat={token}"


@pytest.fixture(scope="module")
def willing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that starts programs."""
    with Server(tmp_path_factory.mktemp("willing") / "arena.sqlite", "--programs") as running:
        yield running


def test_seats_are_held_from_outside_through_the_death_of_the_server(tmp_path: Path) -> None:
    with Server(tmp_path / "arena.sqlite") as server:
        match = server.begin("hexabomb", seats=FRIENDS, seed=7, options={"turns": "60"})
        players = [
            seat(link(server, match, token), bot)
            for token, bot in zip(match.tokens[:2], (ANY_GAME, "painter"), strict=True)
        ]
        match.wait(over=False, number=5)
        server.kill()
        server.start()
        match.wait()
        for player in players:
            code, said, errors = ended(player)
            assert code == 0, errors
            assert said.startswith("over: ")
            assert "trying again" in errors
            assert "is back" in errors


def test_a_bot_with_a_memory_takes_a_seat_in_the_middle(server: Server) -> None:
    match = server.begin("codekeeper", seed=5)
    for number in range(3):
        with server.board(match.id, match.tokens[0]) as board:
            board.choose(board.state["choices"][number]["text"])
    code, said, errors = ended(seat(link(server, match, match.tokens[0]), "wanderer"))
    assert (code, said[:5]) == (0, "over:"), errors
    assert server.get(match.path)["ended"] is not None


def test_a_bot_from_outside_is_called_by_its_name_and_that_is_stored(server: Server) -> None:
    match = server.begin("hexabomb", seats=FRIENDS, seed=7, options={"turns": "2"})
    named = seat(link(server, match, match.tokens[0]), "painter", "--name", "Kasparov")
    plain = seat(link(server, match, match.tokens[1]), ANY_GAME)
    found = match.wait()
    assert [(one["name"], one["remote"]) for one in found["seats"]] == [
        ("Kasparov", "Kasparov"),
        ("anygame", "anygame"),
    ]
    (listed,) = server.get(f"/api/matches?id={match.id}")
    assert (listed["seats"], listed["winners"]) == (found["seats"], found["winners"])
    for process in (named, plain):
        assert ended(process)[0] == 0
    code, _, errors = ended(seat(link(server, server.begin("hoplite"), ""), "random", "--name", "x" * 41))
    assert code == 2, errors


def test_a_battle_is_fought_by_a_bot_from_outside_that_knows_what_its_seat_may_know(server: Server) -> None:
    match = server.begin(
        "cardbattle", seed=3, seats=[{"player": "friend"}, {"player": "bot", "bot": "judge"}]
    )
    playing = seat(link(server, match, match.tokens[0]), "judge")
    try:
        match.wait(over=False, number=25)
    finally:
        playing.kill()
        playing.communicate()


@pytest.mark.parametrize(
    ("given", "bot", "says"),
    [
        ("http://127.0.0.1:1/match/abc#seat=x", "random", "no arena answers"),
        ("http://127.0.0.1:1/match/abc", "random", "quotes"),
        ("ftp://x/match/abc#seat=x", "random", "no link to a match"),
        ("nonsense", "random", "no link to a match"),
        ("{site}/match/nowhere#seat=x", "random", "there is no match"),
        ("{site}/match/{match}#seat=stolen", "random", "holds no seat"),
        ("{link}", "hal", "there is no bot 'hal'"),
        ("{link}", "./not/there.py", "no bot file"),
        ("{link}", "'unfinished ./x", "cannot be read"),
    ],
)
def test_bad_links_and_bots_are_refused_in_a_sentence(
    server: Server, given: str, bot: str, says: str
) -> None:
    match = server.begin("hoplite", seed=7)
    own = link(server, match, match.tokens[0])
    given = given.format(site=f"http://{server.base}", match=match.id, link=own)
    code, _, errors = ended(seat(given, bot))
    assert code == 2
    assert says in errors
    assert len(errors.strip().splitlines()) == 1


def program(folder: Path, *lines: str) -> str:
    """A small program that does something wrong."""
    path = folder / "bad.py"
    path.write_text("\n".join([f"#!{sys.executable}", *lines]))
    path.chmod(0o755)
    return str(path)


WRONG = {
    "exit": ("import sys", "sys.exit('no idea')"),
    "nonsense": ("while True: print(input()[:3], flush=True)",),
    "illegal": ("while True:", "    input()", """    print('{"choice":"fly away"}', flush=True)"""),
}
SAYS = {"exit": "no idea", "nonsense": "no JSON", "illegal": "fly away"}


@pytest.mark.parametrize("kind", list(WRONG))
def test_a_program_that_fails_leaves_a_verdict_and_no_stuck_board(
    willing: Server, tmp_path: Path, kind: str
) -> None:
    bot = program(tmp_path, *WRONG[kind])
    match = willing.begin("hoplite", seed=7, seats=[{"player": "bot", "bot": bot}])
    with willing.board(match.id, match.tokens[0]) as board:
        wait_for(board, lambda state: state["trouble"])
        assert SAYS[kind] in board.state["trouble"]
        assert "Legal now" not in board.state["trouble"]
        board.say({"type": "retry"})
        wait_for(board, lambda state: not state["trouble"])
        wait_for(board, lambda state: state["trouble"])
        board.say({"type": "give up"})
        wait_for(board, lambda state: state["outcome"])
        assert board.state["outcome"]["reason"] == "fault"
        assert board.state["outcome"]["winners"] == []
    found = willing.get(match.path)
    assert found["ended"] == "fault"
    assert SAYS[kind] in found["seats"][0]["fault"]


def test_a_program_that_fails_from_outside_frees_its_seat(server: Server, tmp_path: Path) -> None:
    match = server.begin("hoplite", seed=7)
    code, _, errors = ended(seat(link(server, match, match.tokens[0]), program(tmp_path, *WRONG["exit"])))
    assert code == 1
    assert "ended" in errors
    match.choose("walk n", 0)


def test_the_fault_that_a_game_has_a_choice_for_is_told(willing: Server, tmp_path: Path) -> None:
    bot = program(tmp_path, *WRONG["nonsense"])
    match = willing.begin("codekeeper", seed=7, seats=[{"player": "bot", "bot": bot}])
    found = match.wait()
    assert found["ended"] == "error"
    assert "failed at its choice 1" in found["seats"][0]["fault"]


def test_a_bot_waits_for_an_arena_that_is_busy() -> None:
    visitor = RemoteSeat(read_link("http://127.0.0.1:1/match/abc#seat=x"), "random", print)
    busy = {"type": "error", "error": {"code": "busy", "text": "this could not be stored"}}
    with pytest.raises(ConnectionLost, match="could not be stored"):
        visitor._hear(json.dumps(busy), lambda _message: None)


def wait_for(board: Any, condition: Any) -> None:
    """Listen until it stands so."""
    while not condition(board.state):
        board.hear()


def test_what_was_taken_back_is_played_again_after_the_death_of_the_server(tmp_path: Path) -> None:
    with Server(tmp_path / "arena.sqlite") as server:
        match = server.begin("hoplite", seed=7)
        with server.board(match.id, match.tokens[0]) as board:
            board.choose("walk n")
            after = board.choose()["state"]["position"]
            for number in (2, 1):
                board.say({"type": "undo", "number": number})
                board.hear("state")
        server.kill()
        server.start()
        with server.board(match.id, match.tokens[0]) as board:
            assert board.state["redo"]
            for number in (0, 1):
                board.say({"type": "redo", "number": number})
                board.hear("turn")
            assert board.state["position"] == after
            assert not board.state["redo"]


def taken(server: Server, match: Begun, own: str, number: int = 1) -> Any:
    """What is heard by who comes by the link of a seat, with a token of their own."""
    with connect(f"ws://{server.base}/api/matches/{match.id}/socket") as socket:
        hello = {"type": "hello", "token": match.tokens[number], "own": own, "see": "seat"}
        socket.send(json.dumps(hello))
        return json.loads(socket.recv(patience()))


def test_who_made_the_link_of_a_seat_cannot_use_it_once_it_is_taken(server: Server) -> None:
    match = server.begin("cardbattle", seats=[{"player": "me"}, {"player": "friend"}])
    server.post(f"{match.path}/share", {"share": ""}, match.tokens[0])
    with server.board(match.id, match.tokens[1]) as spy:  # who began the match knows the link
        assert taken(server, match, "my own, which nobody knows")["held"] == [1]
        refused = spy.hear("error")["error"]
        assert (refused["code"], "first who opens it" in refused["text"]) == ("token", True)
    for path in ("", "/turns", "/file"):
        server.get(match.path + path, match.tokens[1], expect=401)
    server.post(f"{match.path}/choices", {"choice": "end", "number": 0}, match.tokens[1], expect=401)
    assert taken(server, match, "another one of whoever made it")["type"] == "error"
    assert taken(server, match, "my own, which nobody knows")["held"] == [1]  # again, after a break
    assert server.get(match.path, "my own, which nobody knows")["held"] == [1]


def test_only_the_link_of_a_friend_is_used_up_and_only_by_a_token_of_its_own(server: Server) -> None:
    match = server.begin("cardbattle", seats=[{"player": "me"}, {"player": "friend"}])
    assert taken(server, match, "too short")["error"]["code"] == "malformed"
    assert taken(server, match, match.tokens[0])["held"] == [0]  # which holds a seat already
    assert taken(server, match, "a token of my very own", 0)["held"] == [0]
    for number, token in enumerate(match.tokens):
        assert server.get(match.path, token)["held"] == [number]
