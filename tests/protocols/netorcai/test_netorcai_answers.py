"""Answers of players: bad ones, slow ones, and when a turn waits for them."""

import time

import pytest
from netorcai_harness import ids_of, started, unhurried

BAD_ANSWER = [
    ("x", "Cannot read TURN_ACK. Non-JSON message received"),
    ("{}", "Invalid TURN_ACK received. Field 'message_type' is missing"),
    (
        '{"message_type":"LOGIN"}',
        "Invalid TURN_ACK received. Received 'LOGIN' message type, while TURN_ACK was expected",
    ),
    ('{"message_type":"TURN_ACK"}', "Invalid TURN_ACK received. Field 'turn_number' is missing"),
    (
        '{"message_type":"TURN_ACK","turn_number":"0"}',
        "Invalid TURN_ACK received. Non-integral value for field 'turn_number'",
    ),
    (
        '{"message_type":"TURN_ACK","turn_number":1}',
        "Invalid TURN_ACK received. Invalid value (turn_number=1): expecting 0",
    ),
    (
        '{"message_type":"TURN_ACK","turn_number":0}',
        "Invalid TURN_ACK received. Field 'actions' is missing",
    ),
    (
        '{"message_type":"TURN_ACK","turn_number":0,"actions":{}}',
        "Invalid TURN_ACK received. Non-array value for field 'actions'",
    ),
    (
        '{"message_type":"TURN_ACK","turn_number":0,"actions":null}',
        "Invalid TURN_ACK received. Non-array value for field 'actions'",
    ),
]


@pytest.mark.parametrize("is_visu", [False, True])
@pytest.mark.parametrize(("content", "reason"), BAD_ANSWER)
def test_a_bad_answer_costs_its_sender_only(house, content, reason, is_visu: bool) -> None:
    open_house, logic, players, _, [visu] = started(house, players=2, visus=1, nb_turns_max=2)
    logic.init_ack()
    logic.read("DO_TURN")
    logic.turn_ack()
    for client in (*players, visu):
        client.read("GAME_STARTS")
        client.read("TURN")
    culprit, *others = [visu, *players] if is_visu else [*players, visu]
    culprit.send_text(content)
    assert culprit.read_kick() == reason
    for other in others:
        other.ack(0)
    assert len(logic.read("DO_TURN")["player_actions"]) == (2 if is_visu else 1)
    logic.turn_ack()
    for other in others:
        other.read("GAME_ENDS")
        assert other.read_kick() == "Game is finished"
    assert open_house.end() == 0


def test_a_second_answer_to_the_same_turn_is_one_too_many(house) -> None:
    _, logic, [hasty, _], _, _ = started(house, players=2)
    logic.init_ack()
    logic.read("DO_TURN")
    logic.turn_ack()
    hasty.read("GAME_STARTS")
    hasty.read("TURN")
    hasty.ack(0)
    hasty.ack(0)
    assert hasty.read_kick() == "Received a TURN_ACK but the client state is not THINKING"


def test_a_fast_turn_waits_for_every_player_still_there(house) -> None:
    _, logic, players, _, [visu] = started(house, players=4, visus=1)
    logic.init_ack()
    ids = ids_of(players)
    visu.read("GAME_STARTS")
    logic.read("DO_TURN")
    logic.turn_ack()
    for client in (*players, visu):
        client.read("TURN")
    players[2].ack(0, ["first"])
    players[0].ack(0, ["second"])
    assert logic.is_silent()
    players[0].close()
    players[1].close()
    assert logic.is_silent()
    players[3].send_text("bad")
    entries = logic.read("DO_TURN")["player_actions"]
    assert entries == [
        {"player_id": ids[2], "turn_number": 0, "actions": ["first"]},
        {"player_id": ids[0], "turn_number": 0, "actions": ["second"]},
    ]
    logic.turn_ack()
    visu.ack(0)
    info = visu.read("TURN")["players_info"]
    assert [p["player_id"] for p in info] == [0, 1, 2, 3]
    assert {p["player_id"]: p["is_connected"] for p in info} == {
        ids[0]: False,
        ids[1]: False,
        ids[2]: True,
        ids[3]: False,
    }
    players[2].close()
    assert logic.read("DO_TURN")["player_actions"] == []


def test_a_timed_turn_waits_for_its_delay_only(house) -> None:
    delay = unhurried(400)
    _, logic, players, _, _ = started(house, players=4, fast=False, delay_first_turn=120.9, delay_turns=delay)
    began = time.monotonic()
    logic.init_ack()
    ids = ids_of(players)
    assert logic.read("DO_TURN")["player_actions"] == []
    assert time.monotonic() - began >= 0.12
    began = time.monotonic()
    logic.turn_ack({"x": 1})
    for player in players:
        assert player.read("TURN")["game_state"] == {"x": 1}
    for player in players[:3]:
        player.ack(0)
    entries = logic.read("DO_TURN")["player_actions"]
    assert time.monotonic() - began >= 0.99 * delay / 1000
    assert sorted(entry["player_id"] for entry in entries) == sorted(ids[:3])


def test_slow_clients_skip_turns_and_see_the_newest_state(house) -> None:
    _, logic, [slow], _, [visu] = started(house, visus=1, fast=False, nb_turns_max=10)
    logic.init_ack()
    slow.read("GAME_STARTS")
    visu.read("GAME_STARTS")
    for turn in range(4):
        assert logic.read("DO_TURN")["player_actions"] == []
        logic.turn_ack({"turn": turn})
    for client in (slow, visu):
        assert client.read("TURN")["turn_number"] == 0
        client.ack(0)
        turn = client.read("TURN")
        assert (turn["turn_number"], turn["game_state"]) == (3, {"turn": 3})
    slow.ack(3, ["caught up"])
    assert slow.is_silent(0.02)
    while not (actions := logic.read("DO_TURN")["player_actions"]):  # it may be too late for one more turn
        logic.turn_ack()
    assert actions == [{"player_id": 0, "turn_number": 3, "actions": ["caught up"]}]


def test_a_newer_answer_replaces_a_late_one_whole_and_trades_places_with_the_last(house) -> None:
    _, logic, _, special, _ = started(
        house, players=0, specials=4, fast=False, delay_turns=unhurried(400), nb_turns_max=5
    )
    logic.init_ack()
    assert ids_of(special) == [0, 1, 2, 3]
    logic.read("DO_TURN")
    logic.turn_ack()
    for client in special:
        client.read("TURN")
    assert logic.read("DO_TURN")["player_actions"] == []
    logic.turn_ack()
    for client in special:
        client.ack(0, ["old"])
        assert client.read("TURN")["turn_number"] == 1
    special[0].ack(1, [])
    entries = logic.read("DO_TURN")["player_actions"]
    assert [(e["player_id"], e["turn_number"], e["actions"]) for e in entries] == [
        (3, 0, ["old"]),
        (1, 0, ["old"]),
        (2, 0, ["old"]),
        (0, 1, []),
    ]


def test_an_answer_during_a_do_turn_belongs_to_the_next_one(house) -> None:
    _, logic, [player], _, _ = started(house, fast=False, nb_turns_max=5)
    logic.init_ack()
    player.read("GAME_STARTS")
    logic.read("DO_TURN")
    logic.turn_ack()
    player.read("TURN")
    assert logic.read("DO_TURN")["player_actions"] == []
    player.ack(0, ["once"])
    time.sleep(0.1)
    logic.turn_ack()
    assert logic.read("DO_TURN")["player_actions"][0]["actions"] == ["once"]
    logic.turn_ack()
    assert logic.read("DO_TURN")["player_actions"] == []
