"""Games: start, identities, turns, answers, ends, and everything that can break one."""

import errno
import json
import os
import re
import socket
import struct
import time

import pytest
from netorcai_harness import Bare


def started(house, players: int = 1, specials: int = 0, visus: int = 0, **chosen):
    """A house whose game has begun, with its clients; DO_INIT is already read."""
    chosen = {
        "fast": True,
        "nb_turns_max": 3,
        "nb_players_max": 16,
        "nb_splayers_max": 16,
        **chosen,
    }
    open_house = house(**chosen)
    logic = open_house.game_logic()
    ordinary = [open_house.guest("player", f"p{i}") for i in range(players)]
    special = [open_house.guest("special player", f"s{i}") for i in range(specials)]
    visualizations = [open_house.guest("visualization", f"v{i}") for i in range(visus)]
    open_house.start()
    assert logic.read() == {
        "message_type": "DO_INIT",
        "nb_players": players,
        "nb_special_players": specials,
        "nb_turns_max": chosen["nb_turns_max"],
    }
    return open_house, logic, ordinary, special, visualizations


def ids_of(clients: list[Bare]) -> list[int]:
    return [client.read("GAME_STARTS")["player_id"] for client in clients]


def test_a_whole_fast_game_message_by_message(house) -> None:
    open_house, logic, [player], [], [visu] = started(house, visus=1, delay_turns=50.25)
    assert open_house.do(open_house.server.start) == "Game has already been started"
    logic.init_ack({"z": 1.0, "a": "<é>"})
    state = '{"a":"\\u003cé\\u003e","z":1}'
    head = (
        '"nb_players":1,"nb_special_players":0,"nb_turns_max":3,'
        '"milliseconds_before_first_turn":50,"milliseconds_between_turns":50.25,'
        f'"initial_game_state":{state},"players_info":'
    )
    assert player.read_text() == f'{{"message_type":"GAME_STARTS","player_id":0,{head}[]}}'
    address = "{}:{}".format(*player.socket.getsockname())
    info = f'[{{"player_id":0,"nickname":"p0","remote_address":"{address}","is_connected":true}}]'
    assert visu.read_text() == f'{{"message_type":"GAME_STARTS","player_id":-1,{head}{info}}}'
    assert logic.read_text() == '{"message_type":"DO_TURN","player_actions":[]}'
    logic.turn_ack({"n": 1})
    turn = '{"message_type":"TURN","turn_number":0,"game_state":{"n":1},"players_info":'
    assert player.read_text() == f"{turn}[]}}"
    assert visu.read_text() == f"{turn}{info}}}"
    player.ack(0, [{"b": 2.0, "a": None}, "x", [1e-7]])
    assert logic.read_text() == (
        '{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":0,'
        '"actions":[{"a":null,"b":2},"x",[1e-7]]}]}'
    )
    logic.turn_ack({"n": 2})
    assert player.read("TURN")["turn_number"] == 1
    player.ack(1.9, [])
    visu.ack(0, ["ignored"])
    assert visu.read("TURN")["turn_number"] == 1
    assert logic.read("DO_TURN")["player_actions"] == [{"player_id": 0, "turn_number": 1, "actions": []}]
    logic.turn_ack({"n": 3}, winner=0)
    ending = '{"message_type":"GAME_ENDS","winner_player_id":0,"game_state":{"n":3}}'
    for client in (player, visu):
        assert client.read_text() == ending
        assert client.read_kick() == "Game is finished"
    assert logic.read_kick() == "Game is finished"
    line = open_house.lines.expect("Game is finished")
    assert line.endswith(f'winner nickname=p0 winner player ID=0 winner remote address="{address}"')
    assert open_house.end() == 0


def test_a_game_of_one_turn_has_no_turn_message_and_no_winner(house) -> None:
    open_house, logic, [player], _, _ = started(house, nb_turns_max=1)
    logic.init_ack()
    player.read("GAME_STARTS")
    assert logic.read("DO_TURN")["player_actions"] == []
    logic.turn_ack(winner=-1.9)
    assert player.read("GAME_ENDS")["winner_player_id"] == -1
    assert player.read_kick() == "Game is finished"
    open_house.lines.expect(r"Game is finished \(no winner!\)")
    assert open_house.end() == 0


@pytest.mark.parametrize("fast", [True, False])
def test_a_game_needs_nobody_but_its_logic(house, fast: bool) -> None:
    open_house, logic, _, _, _ = started(house, players=0, fast=fast, nb_turns_max=4)
    logic.init_ack()
    for _ in range(4):
        assert logic.read("DO_TURN")["player_actions"] == []
        logic.turn_ack()
    assert logic.read_kick() == "Game is finished"
    assert open_house.end() == 0


def test_special_players_come_first_in_login_order(house) -> None:
    _, logic, ordinary, special, _ = started(house, players=3, specials=3)
    logic.init_ack()
    assert ids_of(special) == [0, 1, 2]
    assert sorted(ids_of(ordinary)) == [3, 4, 5]


def test_ordinary_players_sit_down_at_random_unless_the_dice_are_fixed(house) -> None:
    orders = set()
    for seed in (None, None, None, 7, 7):
        open_house, logic, ordinary, _, _ = started(house, players=12, seed=seed)
        logic.init_ack()
        orders.add(tuple(ids_of(ordinary)))
        open_house.close()
    assert len(orders) == 4


def test_automatic_start_needs_every_place_taken(house) -> None:
    open_house = house(autostart=True, nb_players_max=1, nb_splayers_max=1, nb_visus_max=1)
    player = open_house.guest("player")
    logic = open_house.game_logic()
    visu = open_house.guest("visualization")
    assert logic.is_silent()
    player.close()
    open_house.lines.expect("Remote endpoint closed")
    open_house.guest("special player")
    assert logic.is_silent()
    open_house.guest("player")
    open_house.lines.expect("Automatic starting conditions are met")
    open_house.lines.expect("Starting game")
    logic.read("DO_INIT")
    visu.close()
    open_house.lines.expect("Remote endpoint closed")
    open_house.guest("visualization")
    assert sum("Automatic" in line for line in open_house.lines.all()) == 1


def test_settings_are_frozen_at_the_start(house) -> None:
    open_house, logic, [player], _, _ = started(house, nb_turns_max=2)
    open_house.settings.nb_turns_max = 50
    open_house.settings.delay_turns = 10000.0
    open_house.settings.fast = False
    logic.init_ack()
    assert player.read("GAME_STARTS")["milliseconds_between_turns"] == 50
    for _ in range(2):
        logic.read("DO_TURN")
        logic.turn_ack()
        if player.read()["message_type"] == "TURN":
            player.ack(0)
    assert open_house.end() == 0


BAD_INIT = [
    ("x", "Cannot read DO_INIT_ACK. Non-JSON message received"),
    ("{}", "Invalid DO_INIT_ACK message. Field 'message_type' is missing"),
    (
        '{"message_type":"DO_TURN_ACK"}',
        "Invalid DO_INIT_ACK message. Received 'DO_TURN_ACK' message type, while DO_INIT_ACK was expected",
    ),
    (
        '{"message_type":"DO_INIT_ACK"}',
        "Invalid DO_INIT_ACK message. Field 'initial_game_state' is missing",
    ),
    (
        '{"message_type":"DO_INIT_ACK","initial_game_state":null}',
        "Invalid DO_INIT_ACK message. Non-object value for field 'initial_game_state'",
    ),
    (
        '{"message_type":"DO_INIT_ACK","initial_game_state":{}}',
        "Invalid DO_INIT_ACK message. Field 'all_clients' is missing",
    ),
    (
        '{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":[]}}',
        "Invalid DO_INIT_ACK message. Non-object value for field 'all_clients'",
    ),
]


@pytest.mark.parametrize(("content", "reason"), BAD_INIT)
def test_a_bad_do_init_ack_ends_everything(house, content: str, reason: str) -> None:
    open_house, logic, [player], _, [visu] = started(house, visus=1)
    logic.send_text(content)
    assert logic.read_kick() == reason
    assert player.read_kick() == "netorcai abort"
    assert visu.read_kick() == "netorcai abort"
    open_house.lines.expect("Game logic failed. Aborting.")
    assert open_house.end() == 1


def test_a_silent_game_logic_has_three_seconds(house) -> None:
    open_house, logic, [player], _, _ = started(house)
    began = time.monotonic()
    assert logic.read_kick() == "Did not receive DO_INIT_ACK after 3 seconds."
    assert 2.7 < time.monotonic() - began < 4
    assert player.read_kick() == "netorcai abort"
    assert open_house.end() == 1


def test_a_game_logic_that_leaves_instead_of_starting(house) -> None:
    open_house, logic, [player], _, _ = started(house)
    logic.close()
    reason = "Cannot read DO_INIT_ACK. Remote endpoint closed? Read error: EOF"
    open_house.lines.expect(reason.replace("?", r"\?"))
    assert player.read_kick() == "netorcai abort"
    assert open_house.end() == 1


def turn_ack_text(**fields: object) -> str:
    message = {
        "message_type": "DO_TURN_ACK",
        "winner_player_id": -1,
        "game_state": {"all_clients": {}},
        **fields,
    }
    return json.dumps({k: v for k, v in message.items() if v is not None})


BAD_TURN = [
    ("[1]", "Cannot read DO_TURN_ACK. Non-JSON message received"),
    ("null", "Invalid DO_TURN_ACK message. Field 'message_type' is missing"),
    (
        turn_ack_text(message_type="TURN_ACK"),
        "Invalid DO_TURN_ACK message. Received 'TURN_ACK' message type, while DO_TURN_ACK was expected",
    ),
    (
        turn_ack_text(winner_player_id=None),
        "Invalid DO_TURN_ACK message. Field 'winner_player_id' is missing",
    ),
    (
        turn_ack_text(winner_player_id=True),
        "Invalid DO_TURN_ACK message. Non-integral value for field 'winner_player_id'",
    ),
    *[
        (
            turn_ack_text(winner_player_id=winner, game_state=3),
            "Invalid DO_TURN_ACK message. Invalid winner_player_id: Not in [-1, 2[",
        )
        for winner in (-2, 2, 1e300)
    ],
    (turn_ack_text(game_state=None), "Invalid DO_TURN_ACK message. Field 'game_state' is missing"),
    (
        turn_ack_text(game_state=[]),
        "Invalid DO_TURN_ACK message. Non-object value for field 'game_state'",
    ),
    (
        turn_ack_text(game_state={}),
        "Invalid DO_TURN_ACK message. Field 'all_clients' is missing",
    ),
    (
        turn_ack_text(game_state={"all_clients": 0}),
        "Invalid DO_TURN_ACK message. Non-object value for field 'all_clients'",
    ),
]


@pytest.mark.parametrize(("content", "reason"), BAD_TURN)
def test_a_bad_do_turn_ack_ends_everything(house, content: str, reason: str) -> None:
    open_house, logic, [player], [special], _ = started(house, specials=1)
    logic.init_ack()
    logic.read("DO_TURN")
    logic.send_text(content)
    assert logic.read_kick() == reason
    for client in (player, special):
        client.read("GAME_STARTS")
        assert client.read_kick() == "netorcai abort"
    assert open_house.end() == 1


def has_lost_its_game_logic(open_house, player: Bare, problem: str) -> bool:
    """The game is over, and the reason is exactly this."""
    reason = f"Cannot read DO_TURN_ACK. Remote endpoint closed? Read error: {problem}"
    open_house.lines.expect(f'Kicking client" nickname=logic reason="{re.escape(reason)}"')
    open_house.lines.expect("Game logic failed")
    return player.read_kick() == "netorcai abort" and open_house.end() == 1


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("turns_before", [0, 1])
def test_a_game_logic_that_leaves_instead_of_a_turn(house, fast: bool, turns_before: int) -> None:
    open_house, logic, [player], _, _ = started(house, fast=fast)
    logic.init_ack()
    player.read("GAME_STARTS")
    for turn in range(turns_before):
        logic.read("DO_TURN")
        logic.turn_ack()
        player.read("TURN")
        player.ack(turn)
    logic.read("DO_TURN")
    logic.close()
    assert has_lost_its_game_logic(open_house, player, "EOF")


@pytest.mark.parametrize("fast", [True, False])
def test_a_game_logic_that_leaves_while_the_players_think(house, fast: bool) -> None:
    open_house, logic, [player], _, _ = started(house, fast=fast, delay_turns=5000)
    logic.init_ack()
    player.read("GAME_STARTS")
    logic.read("DO_TURN")
    logic.turn_ack()
    player.read("TURN")
    logic.close()
    assert has_lost_its_game_logic(open_house, player, "EOF")


def test_a_game_logic_that_leaves_before_the_first_turn(house) -> None:
    open_house, logic, [player], _, _ = started(house, fast=False, delay_first_turn=5000)
    logic.init_ack()
    player.read("GAME_STARTS")
    logic.close()
    assert has_lost_its_game_logic(open_house, player, "EOF")


def test_a_game_logic_that_breaks_its_connection(house) -> None:
    open_house, logic, [player], _, _ = started(house, fast=False, delay_first_turn=5000)
    logic.init_ack()
    player.read("GAME_STARTS")
    logic.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    logic.close()
    assert has_lost_its_game_logic(open_house, player, os.strerror(errno.ECONNRESET))


@pytest.mark.parametrize("turns_before", [0, 1])
def test_a_do_turn_ack_nobody_asked_for_is_refused(house, turns_before: int) -> None:
    open_house, logic, [player], _, _ = started(house, fast=turns_before > 0, delay_first_turn=5000)
    logic.init_ack()
    for _ in range(turns_before):
        logic.read("DO_TURN")
        logic.turn_ack()
    player.read("GAME_STARTS")
    for _ in range(turns_before):
        player.read("TURN")
    logic.turn_ack()
    assert logic.read_kick().startswith("Invalid DO_TURN_ACK message. ")
    assert player.read_kick() == "netorcai abort"
    assert open_house.end() == 1


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
    _, logic, players, _, _ = started(house, players=4, fast=False, delay_first_turn=120.9, delay_turns=200)
    began = time.monotonic()
    logic.init_ack()
    ids = ids_of(players)
    assert logic.read("DO_TURN")["player_actions"] == []
    assert 0.11 < time.monotonic() - began < 0.5
    time.sleep(0.3)
    logic.turn_ack({"x": 1})
    began = time.monotonic()
    for player in players:
        assert player.read("TURN")["game_state"] == {"x": 1}
    for player in players[:3]:
        player.ack(0)
        time.sleep(0.02)
    entries = logic.read("DO_TURN")["player_actions"]
    assert 0.19 < time.monotonic() - began < 0.6
    assert [entry["player_id"] for entry in entries] == ids[:3]


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
    assert logic.read("DO_TURN")["player_actions"] == [
        {"player_id": 0, "turn_number": 3, "actions": ["caught up"]}
    ]


def test_a_caught_up_answer_trades_places_with_the_last(house) -> None:
    _, logic, _, special, _ = started(
        house, players=0, specials=4, fast=False, delay_turns=400, nb_turns_max=5
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
    special[0].ack(1, ["new"])
    entries = logic.read("DO_TURN")["player_actions"]
    assert [(e["player_id"], e["turn_number"]) for e in entries] == [(3, 0), (1, 0), (2, 0), (0, 1)]


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


def test_a_late_visualization_sees_only_the_end(house) -> None:
    open_house, logic, [player], _, _ = started(house, nb_turns_max=2)
    logic.init_ack()
    late = open_house.guest("visualization")
    player.read("GAME_STARTS")
    for _ in range(2):
        logic.read("DO_TURN")
        logic.turn_ack()
        if player.read()["message_type"] == "TURN":
            player.ack(0)
    assert late.read_kick() == "netorcai abort"
    assert open_house.end() == 0


def test_a_late_visualization_may_not_answer_either(house) -> None:
    open_house, _, _, _, _ = started(house)
    late = open_house.guest("visualization")
    late.ack(-1)
    assert late.read_kick() == "Received a TURN_ACK but the client state is not THINKING"


def test_the_end_comes_before_the_farewell_even_with_an_unanswered_turn(house) -> None:
    open_house, logic, players, _, visus = started(house, players=3, visus=3, fast=False, nb_turns_max=2)
    logic.init_ack()
    for _ in range(2):
        logic.read("DO_TURN")
        logic.turn_ack(winner=2)
    for client in (*players, *visus):
        kinds = [client.read()["message_type"] for _ in range(4)]
        assert kinds == ["GAME_STARTS", "TURN", "GAME_ENDS", "KICK"]
        assert client.is_over()
    assert open_house.end() == 0


def test_a_winner_may_have_left(house) -> None:
    open_house, logic, [player], _, _ = started(house, nb_turns_max=1)
    player.close()
    open_house.lines.expect("Remote endpoint closed")
    logic.init_ack()
    logic.read("DO_TURN")
    logic.turn_ack(winner=0)
    assert logic.read_kick() == "Game is finished"
    assert open_house.end() == 0


def test_a_game_logic_may_close_right_after_its_last_word(house) -> None:
    open_house, logic, [player], _, _ = started(house, nb_turns_max=1)
    logic.init_ack()
    logic.read("DO_TURN")
    logic.turn_ack()
    logic.close()
    player.read("GAME_STARTS")
    player.read("GAME_ENDS")
    assert open_house.end() == 0


def test_a_half_closed_player_is_told_why_it_is_out(house) -> None:
    _, logic, [player], _, _ = started(house)
    logic.init_ack()
    player.read("GAME_STARTS")
    player.send_octets(b"\x09\0\0\0{")
    player.socket.shutdown(socket.SHUT_WR)
    assert player.read_kick() == ("Cannot read TURN_ACK. Remote endpoint closed? Read error: unexpected EOF")
    assert logic.read("DO_TURN")["player_actions"] == []


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
