"""Any JSON value travels, up to the size that a message may have."""

import json

from netorcai_harness import started


def test_any_json_value_reaches_the_other_side(house) -> None:
    value = {
        "flat": [None, True, False, 0, -1, 1.5, 1e300, "text", "", '\0\n"\\/<>&é😀\u2028'],
        "nested": {"": {"deep": [[[{"er": []}]]]}, "ключ": {"鍵": 1}},
    }
    _, logic, [player], _, [visu] = started(house, visus=1)
    logic.init_ack(value)
    assert player.read("GAME_STARTS")["initial_game_state"] == value
    assert visu.read("GAME_STARTS")["initial_game_state"] == value
    logic.read("DO_TURN")
    logic.turn_ack(value)
    assert player.read("TURN")["game_state"] == value
    assert visu.read("TURN")["game_state"] == value
    player.ack(0, [value, value])
    assert logic.read("DO_TURN")["player_actions"][0]["actions"] == [value, value]


def test_a_state_too_big_to_send_on_costs_the_participants_their_place(house) -> None:
    open_house, logic, [player], _, [visu] = started(house, visus=1, nb_turns_max=2)
    logic.init_ack({"big": "<" * 3_000_000})
    reason = "Cannot send GAME_STARTS. content too big: size does not fit in 24 bits"
    assert player.read_kick() == reason
    assert visu.read_kick() == reason
    for _ in range(2):
        assert logic.read("DO_TURN")["player_actions"] == []
        logic.turn_ack({"big": "<" * 3_000_000})
    assert open_house.end() == 0


def test_a_turn_too_big_to_send_on(house) -> None:
    _, logic, [player], _, _ = started(house)
    logic.init_ack()
    player.read("GAME_STARTS")
    logic.read("DO_TURN")
    logic.turn_ack({"big": "<" * 3_000_000})
    assert player.read_kick() == ("Cannot send TURN. content too big: size does not fit in 24 bits")
    assert logic.read("DO_TURN")["player_actions"] == []


def test_an_ending_too_big_to_send_on(house) -> None:
    open_house, logic, [player], _, _ = started(house, nb_turns_max=1)
    logic.init_ack()
    player.read("GAME_STARTS")
    logic.read("DO_TURN")
    logic.turn_ack({"big": "<" * 3_000_000})
    assert player.read_kick() == ("Cannot send GAME_ENDS. content too big: size does not fit in 24 bits")
    assert open_house.end() == 0


def test_an_answer_too_big_for_do_turn_costs_its_sender_only(house) -> None:
    _, logic, [modest, greedy], _, _ = started(house, players=2)
    logic.init_ack()
    logic.read("DO_TURN")
    logic.turn_ack()
    for client in (modest, greedy):
        client.read("GAME_STARTS")
        client.read("TURN")
    greedy.ack(0, ["<" * 3_000_000])
    assert greedy.read_kick() == ("Invalid TURN_ACK received. content too big: size does not fit in 24 bits")
    modest.ack(0, ["me"])
    assert [e["actions"] for e in logic.read("DO_TURN")["player_actions"]] == [["me"]]


def test_big_messages_travel(house) -> None:
    text = "é" * 2_000_000
    _, logic, [player], _, [visu] = started(house, visus=1)
    logic.init_ack({"t": text})
    assert player.read("GAME_STARTS")["initial_game_state"]["t"] == text
    visu.read("GAME_STARTS")
    logic.read("DO_TURN")
    logic.turn_ack()
    player.read("TURN")
    player.send_text(
        json.dumps({"message_type": "TURN_ACK", "turn_number": 0, "actions": [text]}, ensure_ascii=False)
    )
    assert logic.read("DO_TURN")["player_actions"][0]["actions"] == [text]
