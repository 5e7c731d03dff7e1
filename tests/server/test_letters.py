"""Letters at the arena: what is asked, what is refused, and that nothing of them stays here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from served import Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hoplon.cli.letters import table_of
from hoplon.protocols.pbem.correspondent import Correspondent
from hoplon.protocols.pbem.folder import Folder
from hoplon.server import letter_board
from hoplon.server.letter_board import LetterTalk
from hoplon.server.letters import Letters
from hoplon.server.refusals import Refused
from hoplon.server.sockets import Message, Seated
from tests.waiting import patience

PIECE = 20_000
JSON = {"content-type": "application/json"}


class Desk:
    """A player who keeps everything and asks the server, as a browser does."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.key = ""
        self.kept: Any = None
        self.standing: dict[str, Any] = {}

    def _take(self, told: Any) -> Any:
        self.key, self.kept, self.standing = told["key"], told["kept"], told["standing"]
        return told

    def invite(self, game: str = "cardbattle", **options: str) -> str:
        """Begin a match; the letter."""
        body = {"game": game, "options": options, "key": self.key}
        self._take(self.server.post("/api/letters", body, expect=201))
        return self.export()

    def open(self, file: str, expect: int = 200) -> Any:
        """Open a letter; the answer, or what is refused."""
        body = {"file": file, "key": self.key, "kept": self.kept}
        told = self.server.post("/api/letters/open", body, expect=expect)
        return self._take(told) if expect == 200 else told["error"]["text"]

    def export(self) -> str:
        """The letter to send."""
        body = {"key": self.key, "kept": self.kept}
        return str(self._take(self.server.post("/api/letters/export", body))["file"])

    @contextmanager
    def board(self, **other: Any) -> Iterator[ClientConnection]:
        """The board of the match."""
        with connect(f"ws://{self.server.base}/api/letters/socket", max_size=None) as socket:
            last = self.kept["last"]
            for at in range(0, len(last), PIECE):
                socket.send(json.dumps({"type": "letter", "text": last[at : at + PIECE]}))
            hello = {name: self.kept[name] for name in ("match", "secret", "begun")}
            socket.send(json.dumps({"type": "hello"} | hello | other))
            yield socket

    def play(self) -> str:
        """End every phase of the turn; the letter."""
        with self.board() as socket:
            assert hear(socket)["type"] == "welcome"
            state = hear(socket)
            while state["choices"]:
                socket.send(json.dumps({"type": "choose", "choice": "end", "number": state["number"]}))
                told = hear(socket)
                self.kept["begun"], state = told["begun"], told["state"]
        return self.export()


def hear(socket: ClientConnection) -> Any:
    """The next message."""
    return json.loads(socket.recv(timeout=patience()))


@pytest.fixture
def desks(server: Server) -> tuple[Desk, Desk]:
    """Two players."""
    return Desk(server), Desk(server)


def shake_hands(desks: tuple[Desk, Desk]) -> str:
    """Invitation and acceptance; the last letter."""
    inviter, guest = desks
    guest.open(inviter.invite())
    letter = guest.export()
    inviter.open(letter)
    return letter


def test_letters_of_the_arena_open_on_the_command_line_and_the_other_way_round(
    desks: tuple[Desk, Desk], tmp_path: Path
) -> None:
    arena, terminal = desks[0], Correspondent(Folder(tmp_path), table_of)
    accepted = terminal.open(arena.invite())
    arena.open(terminal.export(accepted))
    assert arena.standing["waits"] == "turn 1 is yours"
    seat = terminal.open(arena.play())
    assert seat.waits_for == "turn 2 is yours"
    while not seat.is_complete:
        seat.play("end")
    arena.open(terminal.export(seat))
    assert (arena.standing["turn"], arena.standing["own"]) == (3, True)


def test_a_board_shows_what_the_seat_sees_and_takes_nothing_back(desks: tuple[Desk, Desk]) -> None:
    shake_hands(desks)
    inviter = desks[0]
    with inviter.board() as socket:
        welcome, state = hear(socket), hear(socket)
        assert (welcome["held"], welcome["match"]["seed"], welcome["standing"]["board"]) == ([0], None, True)
        assert (state["seat"], state["undo"], state["file"], state["may_see_all"]) == (0, False, False, False)
        assert state["position"]["armies"][1]["hand"] is None or not state["sees_all"]
        for message, text in (
            ({"type": "choose", "choice": "end", "number": 7}, "this was meant for choice number 7"),
            ({"type": "choose", "choice": "dance", "number": 0}, "'dance' is no choice"),
            ({"type": "undo", "number": 0}, "there is no message 'undo'"),
            ({"type": "turns", "start": -1, "limit": 5}, "start and limit"),
            ({"type": "turns", "start": 0, "limit": 10**9}, "start and limit"),
        ):
            socket.send(json.dumps(message))
            assert text in hear(socket)["error"]["text"]
        socket.send(json.dumps({"type": "see", "see": "all"}))
        assert hear(socket)["sees_all"] is False


def test_nobody_sees_the_other_side_by_saying_to_be_it(desks: tuple[Desk, Desk]) -> None:
    shake_hands(desks)
    inviter = desks[0]
    inviter.play()
    own = inviter.kept["secret"].split()[1]
    for secret in (f"guest {own}", f"guest {'0' * 64}", f"inviter {'0' * 64}", f"guest {own[::-1]}"):
        with inviter.board(secret=secret) as socket:
            assert "is not the secret that the letter was begun with" in hear(socket)["error"]["text"]
    with inviter.board() as socket:
        assert hear(socket)["held"] == [0]


def test_a_begun_turn_is_carried_and_a_damaged_one_is_named(desks: tuple[Desk, Desk]) -> None:
    shake_hands(desks)
    inviter, guest = desks
    for other, text in (
        ({"begun": "turn 1\ndance\n"}, "'begun' of the match"),
        ({"begun": "turn 1\n" + 60 * "end\n"}, "the turn was complete before 'end'"),
        ({"secret": "inviter 00"}, "expected 64 hexadecimal digits"),
        ({"secret": "judge"}, "expected 'inviter' or 'guest'"),
        ({"secret": None}, "secret is not a text"),
    ):
        with inviter.board(**other) as socket:
            assert text in hear(socket)["error"]["text"]
    with guest.board() as socket:
        assert "there is no board yet: turn 1 of the other side is awaited" in hear(socket)["error"]["text"]
    with connect(f"ws://{inviter.server.base}/api/letters/socket") as socket:
        socket.send(json.dumps({"type": "letter", "text": 7}))
        assert "text is not a text" in hear(socket)["error"]["text"]
        with pytest.raises(ConnectionClosed):
            hear(socket)


def test_a_tampered_old_or_foreign_letter_is_refused_as_on_the_command_line(
    desks: tuple[Desk, Desk], tmp_path: Path
) -> None:
    answer = shake_hands(desks)
    inviter, guest = desks
    terminal = Correspondent(Folder(tmp_path), table_of)
    first = inviter.play()
    kept = guest.kept
    for bad, text in (
        (first.replace("@0 end", "@0 dance", 1), "turn 1: 'dance' is no choice"),
        (first.replace("\nclose", "\nclose 0", 1), "it says 0 choices, but 5 are here"),
        (first[:-20], "the file is cut off"),
        (first.replace("hoplon pbem 1", "hoplon pbem 9", 1), "line 1 says 'hoplon pbem 9'"),
    ):
        assert text in guest.open(bad, expect=400)
    guest.open(first)
    assert "the file is an older one: it ends with the acceptance" in guest.open(answer, expect=400)
    stranger = Desk(inviter.server)
    assert "was neither begun nor accepted in this browser" in stranger.open(first, expect=400)
    assert kept["match"] == guest.kept["match"]
    with pytest.raises(Exception, match="the file is cut off"):
        terminal.open(first[:-20])


def test_only_judges_that_answer_at_once_are_asked(desks: tuple[Desk, Desk], tmp_path: Path) -> None:
    from hoplon.cli.letters import table_for
    from hoplon.games import game

    found = game("cardbattle")
    terminal = Correspondent(Folder(tmp_path), table_of)
    seat = terminal.invite(table_for(found, "random"), found.options())
    said = desks[0].open(terminal.export(seat), expect=400)
    assert "the judge is 'random'; an arena asks only first or judge" in said


def test_what_is_too_large_or_odd_is_refused(server: Server) -> None:
    large = server.http.post("/api/letters/verify", json={"file": "x" * 9_000_000})
    assert large.status_code == 413
    assert server.http.post("/api/letters/verify", json={"file": "x" * 5_000_000}).status_code == 422
    half = server.http.post("/api/letters/name", content=b'{"file": "\\ud800"}', headers=JSON)
    assert half.status_code in (400, 422)
    for path, body, status in (
        ("", {"game": "hoplite"}, 400),
        ("", {"game": "chess"}, 404),
        ("", {"game": "cardbattle", "options": {"army_a": "nobody"}}, 400),
        ("", {"game": "cardbattle", "key": "not a key"}, 400),
        ("/open", {"file": ""}, 400),
        ("/export", {"key": "", "kept": {"match": "x", "secret": "", "last": ""}}, 400),
    ):
        answer = server.http.post(f"/api/letters{path}", json=body)
        assert answer.status_code == status, answer.text
        assert answer.json()["error"]["text"]


def test_nothing_of_a_letter_is_stored(desks: tuple[Desk, Desk]) -> None:
    shake_hands(desks)
    desks[1].open(desks[0].play())
    server = desks[0].server
    stored = b"".join(path.read_bytes() for path in server.database.parent.glob(f"{server.database.name}*"))
    for desk in desks:
        secret = desk.kept["secret"].split()[1]
        for word in (desk.key, secret, desk.kept["match"]):
            assert word.encode() not in stored
            assert bytes.fromhex(word) not in stored
    assert all(match["id"] != desks[0].kept["match"] for match in server.get("/api/matches"))


def say(talk: LetterTalk, *pieces: str) -> str:
    """Send a letter in pieces that never ends; what is refused, empty if it waits for more."""
    left = iter(pieces)

    async def hear() -> Message:
        return {"type": "letter", "text": next(left)}

    try:
        asyncio.run(talk.greet(Seated(), hear))
    except Refused as refusal:
        return refusal.code
    except RuntimeError:  # nothing more is said
        return ""
    raise AssertionError("it was taken for a whole letter")


def test_letters_that_are_not_whole_yet_are_weighed_by_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 3,000 signs in memory, one client has half."""
    monkeypatch.setattr(letter_board, "most_memory", lambda: 4 * 3000 * letter_board.A_SIGN)
    talks = [LetterTalk(Letters(None, client)) for client in "aaabc"]  # type: ignore[arg-type]
    said = [say(talk, "x" * 500, "y" * 500) for talk in talks]
    assert said == ["", "busy", "busy", "", "busy"]  # a has 1,500 signs, b 1,000, so that c has too few
    for talk in talks:
        talk.leave(Seated())
    assert not LetterTalk.weights
    assert say(talks[0], "x" * 1500) == ""
    assert say(talks[1], "x") == "busy"
    talks[0].leave(Seated())
    talks[1].leave(Seated())
    assert not LetterTalk.weights


def test_pieces_without_end_are_refused(server: Server) -> None:
    with connect(f"ws://{server.base}/api/letters/socket") as socket:
        socket.send(json.dumps({"type": "letter", "text": ""}))
        assert "a piece of the letter is empty" in hear(socket)["error"]["text"]
