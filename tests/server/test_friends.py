"""What people who play with one another ask and say: takebacks, draws, phrases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import Begun, Board, Server

from hoplon.core import replay
from hoplon.core.proof import MOST_ANEW, Proof
from hoplon.games import game
from hoplon.server.asking import DRAW, HINTS, TAKEBACK, Asking, read_asking
from hoplon.server.friends import PHRASES

ME, FRIEND = {"player": "me", "name": "Ada"}, {"player": "friend", "name": "Bo"}


class Two:
    """Ada and Bo at their boards."""

    def __init__(self, server: Server, name: str = "hexabomb", **given: Any) -> None:
        self.server = server
        self.match: Begun = server.begin(name, seats=[ME, FRIEND], **given)
        self.come()

    def come(self) -> None:
        """Both sit down."""
        self.boards = [self.server.board(self.match.id, token) for token in self.match.tokens]
        while self.boards[0].state["waits"]:
            self.boards[0].hear()

    def play(self, count: int = 1) -> None:
        """Whoever is to move makes the first choice there is."""
        for _ in range(count):
            mover = self.boards[self.boards[0].state["to_move"]]
            mover.say(
                {
                    "type": "choose",
                    "choice": mover.state["choices"][0]["text"],
                    "number": mover.state["number"],
                }
            )
            for board in self.boards:
                hear(board, "turn")

    def ask(self, seat: int, kind: str) -> None:
        """One asks, and both hear it."""
        self.say(seat, "ask", **{"for": kind})

    def answer(self, seat: int, agrees: bool) -> None:
        """The other answers."""
        self.say(seat, "answer", agrees=agrees)

    def say(self, seat: int, kind: str, **values: Any) -> None:
        """Say something that changes how it stands for both."""
        self.boards[seat].say({"type": kind, "number": self.boards[seat].state["number"], **values})
        for board in self.boards:
            hear(board, "state")

    def close(self) -> None:
        """Both leave."""
        for board in self.boards:
            board.close()


def hear(board: Board, kind: str) -> Any:
    """The next message of a kind."""
    while (message := board.hear())["type"] != kind:
        assert message["type"] != "error", message
    return message


@pytest.fixture
def two(server: Server) -> Iterator[Two]:
    """Ada and Bo, in a game with dice that hides little."""
    found = Two(server, "cardbattle")
    yield found
    found.close()


def refused(board: Board, kind: str, **values: Any) -> str:
    """What is wrong with a message."""
    return str(board.ask(kind, **{"number": board.state["number"]} | values)["error"]["text"])


def test_a_takeback_is_agreed_to_and_the_dice_after_it_are_others_that_nobody_could_know(two: Two) -> None:
    ada, bo = two.boards
    two.play(5)
    mover = ada.state["to_move"]
    two.play()
    choices = two.server.get(f"{two.match.path}/turns", two.match.tokens[mover])
    assert choices["of"] >= 1
    assert ada.state["asks"] is None
    two.ask(mover, TAKEBACK)
    other = two.boards[1 - mover]
    assert other.state["asks"] == {"kind": "takeback", "seat": mover, "agreed": []}
    assert other.state["may_ask"] == []
    two.answer(1 - mover, True)
    assert ada.state["number"] == bo.state["number"] == 5
    assert ada.state["asks"] is None
    assert not ada.state["redo"]
    assert not bo.state["redo"]
    two.play(4)
    two.ask(0, DRAW)
    two.answer(1, True)
    outcome = ada.state["outcome"]
    assert (outcome["reason"], outcome["winners"]) == ("agreed", [])
    assert outcome["says"] == "ended in a draw by agreement"
    text = two.server.get(f"{two.match.path}/file")
    assert text.splitlines()[-1] == "end 9 agreed"
    verdict = replay.verify(replay.read(text), game("cardbattle"))
    assert verdict.agrees, verdict
    assert verdict.reason == "a draw by agreement"
    # The dice were drawn anew where it was taken back, from the same secret, and that is proven.
    assert verdict.match.proof is not None
    assert verdict.match.other_dice == {5: verdict.match.proof.anew(1)}
    assert verdict.proven_since is None
    assert "nothing proves" not in verdict.dice
    forged = text.replace(f"dice key {verdict.match.other_dice[5]:032x}", f"dice key {2**64:032x}")
    assert forged != text
    assert not replay.verify(replay.read(forged), game("cardbattle")).agrees


def test_a_takeback_is_declined_once_in_a_position_and_play_ends_a_request(two: Two) -> None:
    two.play(4)
    mover = two.boards[0].state["to_move"]
    two.play()
    asker, other = two.boards[mover], two.boards[1 - mover]
    two.ask(mover, TAKEBACK)
    two.answer(1 - mover, False)
    assert asker.state["asks"] is None
    assert asker.state["number"] == 5
    assert TAKEBACK not in asker.state["may_ask"]
    assert DRAW in asker.state["may_ask"]
    assert "before" in refused(asker, "ask", **{"for": TAKEBACK})
    two.ask(mover, DRAW)
    assert "already" in refused(other, "ask", **{"for": DRAW})
    assert "yourself" in refused(asker, "answer", agrees=True)
    assert "nobody can ask" in refused(asker, "ask", **{"for": "money"})
    assert "neither true nor false" in refused(asker, "answer", agrees=1)
    two.play()  # which ends the request
    assert asker.state["asks"] is None
    assert TAKEBACK in asker.state["may_ask"]
    assert "no longer" in refused(other, "answer", agrees=True)
    assert two.server.get(two.match.path)["ended"] is None


def test_who_asks_may_withdraw_it_and_nothing_to_take_back_is_no_request(server: Server) -> None:
    two = Two(server)
    guest = two.boards[1]
    assert guest.state["may_ask"] == [DRAW, HINTS]
    assert "no choice of yours" in refused(guest, "ask", **{"for": TAKEBACK})
    two.ask(1, DRAW)
    two.answer(1, False)
    assert two.boards[0].state["asks"] is None
    two.close()


def test_a_request_and_a_takeback_are_kept_when_the_server_stops(tmp_path: Path) -> None:
    with Server(tmp_path / "arena.sqlite") as server:
        two = Two(server, "cardbattle", clock="1d")
        two.play(4)
        mover = two.boards[0].state["to_move"]
        two.play()
        two.ask(mover, TAKEBACK)
        two.answer(1 - mover, True)
        two.play(2)
        two.ask(0, DRAW)
        two.close()
        server.stop()
        server.start()
        two.come()
        assert two.boards[1].state["number"] == 6
        assert two.boards[1].state["asks"] == {"kind": "draw", "seat": 0, "agreed": []}
        two.answer(1, True)
        two.close()
        verdict = replay.verify(replay.read(server.get(f"{two.match.path}/file")), game("cardbattle"))
        assert verdict.agrees, verdict
        opened = server.http.post("/api/files", content=server.get(f"{two.match.path}/file")).json()
        assert server.get(f"/api/matches/{opened['id']}")["says"] == "ended in a draw by agreement"


def test_everybody_else_has_to_agree(server: Server) -> None:
    seats = [ME, FRIEND, {"player": "friend", "name": "Cy"}]
    match = server.begin("hexabomb", seats=seats, options={"map": "delta"})
    boards = [server.board(match.id, token) for token in match.tokens]
    boards[0].say({"type": "ask", "for": DRAW, "number": 0})
    for board in boards:
        hear(board, "state")
    boards[1].say({"type": "answer", "agrees": True, "number": 0})
    hear(boards[2], "state")
    assert boards[2].state["asks"] == {"kind": "draw", "seat": 0, "agreed": [1]}
    boards[2].say({"type": "answer", "agrees": True, "number": 0})
    hear(boards[2], "state")
    assert boards[2].state["outcome"]["reason"] == "agreed"
    for board in boards:
        board.close()


def test_hints_are_for_all_once_everybody_has_agreed(server: Server) -> None:
    two = Two(server)
    server.get(f"{two.match.path}/hint", two.match.tokens[0], expect=403)
    two.ask(1, HINTS)
    assert two.boards[0].state["asks"] == {"kind": "hints", "seat": 1, "agreed": []}
    two.answer(0, False)
    assert not any(board.state["hint"] for board in two.boards)
    assert refused(two.boards[1], "ask", **{"for": HINTS}).startswith("you have asked for hints here")
    two.play()  # now it may be asked once more
    two.ask(1, HINTS)
    server.get(f"{two.match.path}/hint", two.match.tokens[0], expect=403)  # it is not answered yet
    two.answer(0, True)
    assert all(board.state["hint"] for board in two.boards)
    assert all(HINTS not in board.state["may_ask"] for board in two.boards)
    assert refused(two.boards[0], "ask", **{"for": HINTS}) == "everybody has agreed to hints already"
    found = server.get(f"{two.match.path}/hint", two.match.tokens[0])
    assert found["choice"] in [one["text"] for one in two.boards[0].state["choices"]]
    server.get(f"{two.match.path}/hint", two.match.tokens[1], expect=409)  # it is not Bo's turn
    server.get(f"{two.match.path}/hint", expect=403)  # nor anybody else's
    two.play()
    assert all(board.state["hint"] for board in two.boards)  # to the end
    two.close()


def test_phrases_are_heard_by_those_who_play_and_not_too_many(server: Server) -> None:
    two = Two(server)
    ada, bo = two.boards
    with server.board(two.match.id) as spectator:
        for phrase in PHRASES[:3]:
            bo.say({"type": "speak", "phrase": phrase, "ref": 1})
            assert hear(ada, "phrase") == {"type": "phrase", "seat": 1, "phrase": phrase}
        assert "much in a short time" in refused(bo, "speak", phrase="hello")
        assert "there is no phrase" in refused(ada, "speak", phrase="free text")
        assert "only those who play" in refused(spectator, "speak", phrase="hello")
        assert spectator.ask("ping")["type"] == "pong"  # nothing came before it
    two.close()


def test_a_match_with_bots_alone_has_nobody_to_ask(server: Server) -> None:
    match = server.begin("hexabomb", seats=[ME, {"player": "bot", "bot": "painter"}])
    with server.board(match.id, match.tokens[0]) as board:
        assert board.state["may_ask"] == []
        assert not board.state["speaks"]
        assert "other people" in refused(board, "ask", **{"for": DRAW})


def test_a_request_is_stored_as_it_is() -> None:
    asked = Asking(5, TAKEBACK, 1, (0,), ("draw 0",), 2)
    assert read_asking(vars(asked)) == asked
    assert asked.at(6) == Asking(6, anew=2)
    agreed = asked.allow_hints()
    assert read_asking(vars(agreed)) == agreed
    assert agreed.at(7) == Asking(7, anew=2, hints=True)
    assert asked.end().has_declined(TAKEBACK, 1)


def test_a_draw_needs_two_and_dice_drawn_anew_are_all_different() -> None:
    proof = Proof("m", "00" * 32)
    assert len({proof.seed, proof.bots, *(proof.anew(n) for n in range(1, MOST_ANEW + 1))}) == MOST_ANEW + 2
    alone = replay.Match(game("hoplite"), 7)
    text = replay.write(alone).replace(" open", " agreed")
    assert not replay.verify(replay.read(text), game("hoplite")).agrees
