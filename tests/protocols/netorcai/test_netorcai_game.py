"""Games: start, identities and ends."""

import socket

import pytest
from netorcai_harness import ids_of, started


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
