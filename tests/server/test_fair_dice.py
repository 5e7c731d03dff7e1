"""Nobody chooses the dice of a match that others play too, nobody can compute them, and the end proves it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from served import Board, Server, bearer
from websockets.sync.client import connect

import hoplon
from hoplon.core.dice import NAMED
from hoplon.core.replay import read, verify
from hoplon.server.boards import board_of
from hoplon.server.store import Store
from tests.waiting import patience

BATTLE: list[Any] = [{"player": "me", "name": "Ada"}, {"player": "friend", "name": "Ben"}]
SHARE = "5a" * 16


def come(server: Server, match: Any, seat: int, share: str) -> Any:
    return server.post(f"{match.path}/share", {"share": share}, match.tokens[seat])


def resigned(server: Server, match: Any, token: str) -> Any:
    """The verdict on the file of a run that was resigned."""
    number = server.get(match.path)["number"]
    match.choose("resign", number, token=token)
    file = read(server.get(f"{match.path}/file"))
    return file, verify(file, hoplon.game(file.game))


def test_who_is_alone_gets_dice_that_the_end_proves(server: Server) -> None:
    match = server.begin("hoplite")
    before = server.get(match.path)
    assert before["seed"] is None
    commitment = before["dice"]["commitment"]
    told = come(server, match, 0, SHARE)
    assert told["dice"] == {"commitment": commitment, "shares": {"0": SHARE}, "terms": [], "waits": []}
    file, verdict = resigned(server, match, match.tokens[0])
    assert verdict.agrees
    assert file.seed >= NAMED
    assert file.proof is not None
    assert (file.proof.commitment, file.proof.shares) == (commitment, {0: SHARE})
    assert server.get(match.path)["seed"] == str(file.seed)


def test_the_dice_of_a_match_of_two_are_not_there_before_both_have_come_in(server: Server) -> None:
    match = server.begin("cardbattle", seats=BATTLE)
    with server.board(match.id, match.tokens[0]) as ada:
        assert ada.state["waits"] == [1]
        assert ada.state["choices"] == []
        assert "Ben has come in" in match.choose("anything", 0, expect=409)["error"]["text"]
        assert server.get(match.path, match.tokens[1])["dice"]["waits"] == [1]  # who only looks is not in
        before = ada.state["position"]
        with server.board(match.id, match.tokens[1]) as ben:
            assert ben.state["waits"] == []
            assert ben.welcome["match"]["dice"]["commitment"] == ada.welcome["match"]["dice"]["commitment"]
        assert ada.hear("welcome")["match"]["seed"] is None
        assert ada.hear("state")["position"] != before
        assert ada.state["waits"] == []
    server.get(f"{match.path}/file", match.tokens[0], expect=403)


def test_a_share_is_given_once_and_changes_the_dice(server: Server) -> None:
    dealt = []
    for share in ("00" * 16, "01" * 16):
        match = server.begin("codekeeper", open=True)
        come(server, match, 0, share)
        told = come(server, match, 0, "ff" * 16)
        assert told["dice"]["shares"] == {"0": share}
        dealt.append(server.get(f"{match.path}/turns?start=0&limit=1")["turns"][0]["position"])
    assert dealt[0] != dealt[1]


@pytest.mark.parametrize("share", ["5", "5A" * 16, "zz" * 16, "5a" * 65, "5a" * 7])
def test_a_share_that_is_none_is_refused_and_nothing_is_dealt(server: Server, share: str) -> None:
    match = server.begin("hoplite")
    answer = server.http.post(f"{match.path}/share", json={"share": share}, headers=bearer(match.tokens[0]))
    assert answer.status_code in (400, 422)
    assert "hexadecimal" in answer.json()["error"]["text"]
    assert come(server, match, 0, SHARE)["dice"]["shares"] == {"0": SHARE}


@pytest.mark.parametrize("seed", [-1, -2])
def test_nobody_makes_others_play_with_dice_that_all_fall_alike(server: Server, seed: int) -> None:
    refused = server.post("/api/matches", {"game": "cardbattle", "seed": seed, "seats": BATTLE}, expect=400)
    assert "fall alike" in refused["error"]["text"]
    server.begin("cardbattle", seed=seed, seats=[{"player": "me"}, {"player": "bot", "bot": "easy"}])


def test_a_chosen_seed_is_told_to_others_before_the_first_choice(server: Server) -> None:
    match = server.begin("cardbattle", seed=7, seats=BATTLE)
    with server.board(match.id, match.tokens[0]) as ada:
        assert ada.state["waits"] == [1]
        with server.board(match.id, match.tokens[1]) as ben:
            terms = ben.welcome["match"]["dice"]["terms"]
            assert terms == ["The seed was chosen by who began the match, who may know how the dice fall."]
            assert ben.state["waits"] == []


def test_a_game_without_dice_waits_for_nobody(server: Server) -> None:
    match = server.begin("hexabomb", seats=BATTLE)
    with server.board(match.id, match.tokens[0]) as ada:
        assert ada.state["waits"] == []
        assert ada.welcome["match"]["dice"]["commitment"] is None


def test_bots_without_people_begin_at_once(server: Server) -> None:
    match = server.begin("cardbattle", seats=[{"player": "bot", "bot": "easy"}] * 2)
    with server.board(match.id) as watcher:
        assert watcher.state["waits"] == []


def upload(server: Server, text: str, *seats: str) -> Any:
    answer = server.http.post("/api/files", params={"go_on": True, "seat": seats}, content=text)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_an_uploaded_match_goes_on_with_new_dice_and_says_so(server: Server) -> None:
    own = hoplon.new("hoplite", seed=7, hearts=8)
    own.play("walk n")
    own.play("walk n")
    text = own.save(Path(server.database).parent / "own.hoplon").read_text()
    made = upload(server, text, "me")
    path, token = f"/api/matches/{made['id']}", made["tokens"][0]["token"]
    told = server.get(path, token)
    assert told["dice"]["terms"] == [
        "The match goes on from a file, after 2 choices. From here on the dice are new."
    ]
    server.post(f"{path}/choices", {"choice": "resign", "number": 2}, token)
    file = read(server.get(f"{path}/file"))
    assert (file.seed, list(file.other_dice)) == (7, [2])
    assert file.proof is not None
    assert verify(file, hoplon.game("hoplite")).agrees


def test_whoever_asks_for_the_file_of_a_running_match_is_known_to_know_its_dice(server: Server) -> None:
    match = server.begin("hoplite")
    server.get(f"{match.path}/file", match.tokens[0], expect=403)
    come(server, match, 0, SHARE)
    text = server.get(f"{match.path}/file", match.tokens[0])
    assert "\nkey " in text
    assert "\nproof " not in text
    terms = ["The seed was told to who plays alone, before the end."]
    assert server.get(match.path)["dice"]["terms"] == terms
    server.get(f"{match.path}/file", expect=403)


def test_an_open_match_of_people_does_not_tell_the_dice_to_come(server: Server) -> None:
    match = server.begin("cardbattle", seats=BATTLE, open=True)
    for seat in (0, 1):
        come(server, match, seat, SHARE)
    assert server.get(match.path)["seed"] is None
    again = server.post(f"{match.path}/again", token=match.tokens[1], expect=201)
    told = server.get(f"/api/matches/{again['id']}")
    assert (told["seed"], told["dice"]["waits"]) == (None, [0, 1])
    for token in (None, *match.tokens):
        server.get(f"{match.path}/file", token, expect=403)


def test_a_match_that_waits_goes_on_waiting_after_the_server_is_gone(tmp_path: Path) -> None:
    with Server(tmp_path / "arena.sqlite") as first:
        match = first.begin("hoplite")
        commitment = first.get(match.path)["dice"]["commitment"]
    store = Store(f"sqlite:///{tmp_path / 'arena.sqlite'}")
    card = store.card(match.id)
    store.close()
    assert card is not None
    assert (card.seed, len(card.secret)) == (0, 64)
    with Server(tmp_path / "arena.sqlite") as second:
        match.server = second
        assert come(second, match, 0, SHARE)["dice"]["commitment"] == commitment
        with second.board(match.id, match.tokens[0]) as board:
            position = board.state["position"]
    with Server(tmp_path / "arena.sqlite") as third, Board(third, match.id, match.tokens[0], None) as board:
        assert json.dumps(board.state["position"]) == json.dumps(position)


def battle(server: Server) -> tuple[Any, list[str]]:
    """A battle of two that is dealt, and the tokens, whose turn it is first."""
    match = server.begin("cardbattle", seats=BATTLE)
    for seat in (0, 1):
        come(server, match, seat, SHARE)
    mover = server.post(f"{match.path}/choices", {"choice": "x", "number": 0}, match.tokens[0], expect=409)
    first = 0 if "to move" not in mover["error"]["text"] else 1
    return match, [match.tokens[first], match.tokens[1 - first]]


def test_choices_sent_together_do_not_try_out_the_dice(server: Server) -> None:
    """What cannot be taken back is played, and what follows it is not even looked at."""
    match, (token, _) = battle(server)
    body = {"choices": [*["end"] * 5, "draw", "withdraw 99"], "number": 0}
    refused = server.post(f"{match.path}/choices", body, token, expect=409)["error"]
    assert refused["code"] == "stale"
    assert "Legal now" not in refused["text"]
    number = server.get(match.path)["number"]
    assert 0 < number < len(body["choices"])


def test_the_dice_of_before_do_not_come_back_by_taking_back(server: Server, tmp_path: Path) -> None:
    own = hoplon.new("cardbattle", seed=7)
    own.play(own.legal()[0])
    while not board_of("cardbattle").can_undo(own, own.seats[-1], False):
        own.play(own.legal()[0])
    number = len(own.choices)
    made = upload(server, own.save(tmp_path / "own.hoplon").read_text(), "me", "friend")
    path = f"/api/matches/{made['id']}"
    for key in made["tokens"]:
        server.post(f"{path}/share", {"share": SHARE}, key["token"])
    for key in made["tokens"]:
        with server.board(made["id"], key["token"]) as board:
            assert not board.state["undo"]
            assert board.ask("undo", number=number)["error"]["code"] == "forbidden"


@pytest.mark.parametrize("seed", ["seed -9223372036854775809", "seed 9223372036854775808", "key 00"])
def test_other_dice_that_are_none_are_refused(server: Server, tmp_path: Path, seed: str) -> None:
    own = hoplon.new("hoplite", seed=7)
    text = own.save(tmp_path / "own.hoplon").read_text().replace("end 0", f"dice {seed}\nend 0")
    answer = server.http.post("/api/files", content=text)
    assert answer.status_code in (400, 422), answer.text


def test_other_dice_by_the_seed_0_are_still_there_when_a_match_is_opened_again(tmp_path: Path) -> None:
    own = hoplon.new("cardbattle", seed=7)
    own.play(own.legal()[0])
    own.use_dice(0)
    for _ in range(40):
        own.play(own.legal()[-1])
    text = own.save(tmp_path / "own.hoplon").read_text()
    with Server(tmp_path / "arena.sqlite") as first:
        made = first.http.post("/api/files", content=text).json()
    with Server(tmp_path / "arena.sqlite") as second:
        assert second.get(f"/api/matches/{made['id']}/file") == text


def test_a_share_comes_after_the_commitment(server: Server) -> None:
    """Whoever announces a share is told first what the server has committed to."""
    match = server.begin("hoplite")
    with connect(f"ws://{server.base}/api/matches/{match.id}/socket") as socket:
        socket.send(json.dumps({"type": "hello", "token": match.tokens[0], "shares": True}))
        welcome, state = (json.loads(socket.recv(timeout=patience())) for _ in range(2))
        assert state["waits"] == [0]
        socket.send(json.dumps({"type": "share", "share": SHARE}))
        again, dealt = (json.loads(socket.recv(timeout=patience())) for _ in range(2))
        assert again["match"]["dice"]["commitment"] == welcome["match"]["dice"]["commitment"]
        assert again["match"]["dice"]["shares"] == {"0": SHARE}
        assert dealt["waits"] == []


def test_who_takes_the_end_back_is_known_to_know_the_dice(server: Server) -> None:
    """After the end the file has the seed, so with the end taken back the match goes on with known dice."""
    match = server.begin("hoplite")
    come(server, match, 0, SHARE)
    match.choose("resign", 0)
    assert "\nkey " in server.get(f"{match.path}/file")
    with server.board(match.id, match.tokens[0]) as board:
        assert board.state["undo"]
        board.say({"type": "undo", "number": 1})
        terms = ["The seed was told to who plays alone, before the end."]
        assert board.hear("welcome")["match"]["dice"]["terms"] == terms
    assert server.get(match.path)["dice"]["terms"] == terms


@pytest.mark.parametrize("game", ["cardbattle", "hexabomb"])
def test_an_open_match_is_told_to_friends_before_the_first_choice(server: Server, game: str) -> None:
    for is_open in (False, True):
        match = server.begin(game, seats=BATTLE, open=is_open)
        told = server.get(match.path, match.tokens[1])["dice"]
        assert any("everybody may see everything" in term for term in told["terms"]) == is_open
        assert (1 in told["waits"]) == (is_open or game == "cardbattle")
