"""Nothing hidden leaves the server: what a viewer gets does not change when what they may not see does."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from served import Board, Server

import hoplon
from hoplon.core.board import ALL, SPECTATOR
from hoplon.games.codekeeper.notation import read, write
from hoplon.games.codekeeper.position import Item, Monster
from hoplon.server.boards import board_of
from tests.waiting import patience

DUEL = [{"player": "me"}, {"player": "friend"}]


def everything_told(server: Server, match: str, board: Board, token: str | None) -> str:
    """All that somebody at a board can find out."""
    told: list[Any] = [board.state, board.ask("threats")]
    cells = board.welcome["ground"].get("cells") or ["0,0", "7,5", "15,11", "3,3", "9,2"]
    told += [board.ask("explain", cell=cell) for cell in cells[:40]]
    for number in range(board.state["number"] + 1):
        told.append(board.ask("threats", number=number))
        told += [board.ask("explain", cell=cell, number=number) for cell in cells[:40:4]]
    told += [
        board.ask("preview", choice=offer["text"], number=board.state["number"])
        for offer in board.state["choices"][:30]
    ]
    told.append(board.welcome["ground"])
    told.append(server.get(f"/api/matches/{match}/turns?limit=200", token))
    told.append(server.get(f"/api/matches/{match}/turns?limit=200&see=all", token))
    told.append(server.get(f"/api/matches/{match}/curves", token))
    return json.dumps(told)


@pytest.mark.parametrize("viewer", ["friend", "spectator"])
def test_the_orders_of_others_are_not_told_before_the_turn_is_played(server: Server, viewer: str) -> None:
    told = []
    for orders in (("move x-", "stay"), ("bomb 4 4", "move x+")):
        match = server.begin("hexabomb", seats=DUEL, seed=1)
        token = match.tokens[1] if viewer == "friend" else None
        with server.board(match.id, match.tokens[0]) as ada, server.board(match.id, token) as other:
            heard = []
            for order in orders:
                ada.choose(order)
                message = other.hear("turn")
                heard.append(json.dumps({key: message[key] for key in ("choice", "log", "state")}))
            told.append(everything_told(server, match.id, other, token) + "".join(heard))
    assert told[0] == told[1]


def test_what_lies_in_the_fog_is_not_told(server: Server) -> None:
    start = hoplon.new("codekeeper", seed=4)
    position = read(start.state.notation)
    hero = [int(part) for part in position.hero.split(",")]

    def is_far(cell: str) -> bool:
        x, y = (int(part) for part in cell.split(","))
        return max(abs(x - hero[0]), abs(y - hero[1])) > 4

    near = replace(
        position,
        monsters=tuple(m for m in position.monsters if not is_far(m.cell)),
        items=tuple(i for i in position.items if not is_far(i.cell)),
        rng=1,
    )
    free = [
        f"{x},{y}"
        for x in range(16)
        for y in range(12)
        if is_far(f"{x},{y}") and f"{x},{y}" not in position.walls
    ]
    full = replace(
        near,
        items=(*near.items, *(Item("treasure", cell) for cell in free[::2])),
        monsters=(*near.monsters, *(Monster("vampire", cell, 10) for cell in free[1::9])),
        rng=2,
    )
    for token_holder in (True, False):
        told = []
        for one in (near, full):
            match = server.begin("codekeeper", options={"position": write(one)}, seed=9)
            token = match.tokens[0] if token_holder else None
            with server.board(match.id, match.tokens[0]) as player, server.board(match.id, token) as viewer:
                player.choose(player.state["choices"][-1]["text"])
                viewer.hear("turn")
                told.append(everything_told(server, match.id, viewer, token))
        assert told[0] == told[1]


def test_nobody_sees_everything_before_the_end_unless_the_match_is_open(server: Server) -> None:
    match = server.begin("codekeeper", seed=4)
    with server.board(match.id, match.tokens[0], see="all") as board:
        assert not board.state["sees_all"]
        assert len(board.state["position"]["known"]) < 192
    is_open = server.begin("codekeeper", seed=4, open=True)
    with server.board(is_open.id, is_open.tokens[0], see="all") as board:
        assert board.state["sees_all"]
        assert len(board.state["position"]["known"]) == 192


def test_seed_and_file_are_kept_from_everybody_but_a_lone_player(server: Server) -> None:
    alone = server.begin("hoplite", seed=123456789)
    assert server.get(alone.path)["seed"] is None
    server.get(f"{alone.path}/file", expect=403)
    assert "seed 123456789" in server.get(f"{alone.path}/file", alone.tokens[0])
    duel = server.begin("hexabomb", seed=123456789, seats=DUEL)
    for token in (None, *duel.tokens):
        server.get(f"{duel.path}/file", token, expect=403)
        server.post(f"{duel.path}/again", token=token, expect=403)
        assert "123456789" not in json.dumps(server.get(duel.path, token))
        with server.board(duel.id, token) as board:
            assert "123456789" not in json.dumps([board.welcome, board.state])


def test_the_file_of_a_battle_is_kept_from_players_whose_opponents_hold_cards(server: Server) -> None:
    me, friend, bot = {"player": "me"}, {"player": "friend"}, {"player": "bot", "bot": "random"}
    duel = server.begin("cardbattle", seed=123456789, seats=[me, friend])
    for token in duel.tokens:
        server.post(f"{duel.path}/share", {"share": ""}, token)
    invited = server.begin("cardbattle", seed=123456789, seats=[friend, bot])
    for match, token in ((duel, duel.tokens[0]), (duel, duel.tokens[1]), (invited, invited.tokens[0])):
        server.get(f"{match.path}/file", token, expect=403)
    shared = server.begin("cardbattle", seed=123456789, seats=[me, me])
    assert "seed 123456789" in server.get(f"{shared.path}/file", shared.tokens[0])


def test_who_began_a_battle_against_bots_alone_may_save_it_which_is_noted(server: Server) -> None:
    """Nobody else's secrets are in it; who goes on with the file plays with new dice."""
    match = server.begin("cardbattle", seats=[{"player": "me"}, {"player": "bot", "bot": "random"}])
    server.post(f"{match.path}/share", {"share": ""}, match.tokens[0])
    server.get(f"{match.path}/file", None, expect=403)
    assert server.get(match.path)["dice"]["terms"] == []
    file = server.get(f"{match.path}/file", match.tokens[0])
    assert server.get(match.path)["dice"]["terms"] == [
        "The seed was told to who plays alone, before the end."
    ]
    answer = server.http.post(
        "/api/files?go_on=true&seat=me&seat=bot random", content=file, headers={"Content-Type": "text/plain"}
    )
    assert answer.status_code == 201
    terms = server.get(f"/api/matches/{answer.json()['id']}")["dice"]["terms"]
    assert terms[0].endswith("From here on the dice are new.")


def test_a_file_of_a_match_with_bots_ends_where_their_orders_are_known(server: Server) -> None:
    seats = [{"player": "bot", "bot": "painter"}, {"player": "me"}]
    match = server.begin("hexabomb", seats=seats, seed=2)
    match.wait(over=False, number=2)
    assert "end 0 open" in server.get(f"{match.path}/file", match.tokens[0])


def test_tokens_are_told_once_and_never_again(server: Server) -> None:
    match = server.begin("hexabomb", seats=DUEL)
    with server.board(match.id, match.tokens[0]) as board:
        said = json.dumps([board.welcome, board.state, server.get(match.path), server.get("/api/matches")])
    assert not any(token in said for token in match.tokens)


@pytest.mark.parametrize("name", ["hoplite", "hexabomb", "codekeeper"])
def test_a_spectator_is_told_no_more_than_every_seat(name: str) -> None:
    match, board = hoplon.new(name, seed=3), board_of(name)
    for number in range(12):
        legal = match.legal()
        match.play(legal[(7 * number) % len(legal)])
        if match.is_over:
            break
        seats = range(match.game.seat_count(match.options))
        spectator = board.position(match, len(match.choices), SPECTATOR)
        mine = [board.position(match, len(match.choices), seat) for seat in seats]
        assert all(spectator[key] in ([], one[key]) for one in mine for key in spectator)
        assert board.position(match, len(match.choices), ALL)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(
    ["hello", "choose", "undo", "redo", "preview", "threats", "explain", "see", "retry", "question", "other"]
)


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(
    kind=KINDS,
    values=st.dictionaries(
        st.sampled_from(["choice", "number", "cell", "see", "ref", "token"]), ANYTHING, max_size=5
    ),
)
def test_any_message_gets_an_answer_or_a_refusal(
    server: Server, fuzzed: list[Board], kind: str, values: dict[str, Any]
) -> None:
    for board in fuzzed:
        board.say({"type": kind, **values})
        board.say({"type": "ping", "ref": "end"})
        while True:
            message = board.hear()
            if message.get("ref") == "end":
                break
            if message["type"] == "error":
                assert message["error"]["text"]


@pytest.fixture(scope="module")
def fuzzed(server: Server) -> Any:
    """Boards of a seat to move, of the other seat and of a spectator."""
    match = server.begin("hexabomb", seats=DUEL)
    boards = [server.board(match.id, token) for token in (match.tokens[0], match.tokens[1], None)]
    yield boards
    for board in boards:
        board.close()


def test_every_endpoint_refuses_what_is_wrong_without_falling_over(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"http://{server.base}/api/openapi.json")
    match = server.begin("hoplite", seed=7)
    tried = set()

    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def call(data: st.DataObject) -> None:
        for result in schema.get_all_operations():
            operation = result.ok()
            case = data.draw(operation.as_strategy())
            if "match" in (case.path_parameters or {}) and data.draw(st.booleans()):
                case.path_parameters["match"] = match.id
            response = case.call(timeout=patience())
            tried.add((operation.method, operation.path))
            assert response.status_code < 500, (operation.path, response.text)
            case.validate_response(response, checks=[not_a_server_error])
            if response.status_code >= 400:
                assert response.json()["error"]["text"]

    call()
    assert len(tried) >= 12
    assert server.get("/api/games")
