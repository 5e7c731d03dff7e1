"""Game logics that break the rules, or leave."""

import errno
import json
import os
import re
import socket
import struct

import pytest
from netorcai_harness import Bare, started

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
    assert logic.read_kick() == "Did not receive DO_INIT_ACK after 3 seconds."
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
