"""Slow, silent, flooding, lying and vanishing clients, and the defects that must not come back."""

import contextlib
import json
import socket
import struct
import subprocess
import threading
import time

import pytest
from netorcai_harness import PATIENCE, Bare, cpu_seconds, unhurried

from hoplon.protocols.netorcai import connection, gojson
from tests.waiting import until


def play_on(logic: Bare, players: list[Bare], turns: int, first: int = 0) -> None:
    """Plays fast turns with these players; the game's other clients do what they like."""
    for turn in range(first, first + turns):
        logic.read("DO_TURN")
        logic.turn_ack({"turn": turn})
        for player in players:
            assert player.read("TURN")["turn_number"] == turn
            player.ack(turn)


def begin(open_house, logic: Bare, clients: list[Bare]) -> None:
    open_house.start()
    logic.read("DO_INIT")
    logic.init_ack()
    for client in clients:
        client.read("GAME_STARTS")


HEAVY = b'{"message_type":"TURN_ACK","turn_number":0,"actions":[' + b"-0," * 1_500_000 + b"1]}"


def seconds_for(message: bytes) -> float:
    """How long this machine takes now to read a message and to write it again, and nothing else."""
    began = time.monotonic()
    gojson.encode(gojson.decode(message))
    return time.monotonic() - began


def test_many_turns_after_a_departure_nothing_is_frozen(command) -> None:
    process = command(
        "--fast", "--autostart", "--nb-turns-max=1000", "--nb-players-max=2", "--nb-visus-max=2"
    ).listening()
    logic = process.guest("game logic")
    stays, leaves = process.guest(), process.guest()
    eye, blink = process.guest("visualization"), process.guest("visualization")
    logic.read("DO_INIT")
    logic.init_ack()
    for client in (stays, leaves, eye, blink):
        client.read("GAME_STARTS")
    play_on(logic, [stays, leaves], 1)
    leaves.close()
    blink.close()
    play_on(logic, [stays], 300, first=1)
    process.terminate()
    assert process.end() == 1
    assert stays.read_kick() == "netorcai abort"


def test_heavy_messages_under_way_do_not_delay_the_exit(command) -> None:
    process = command("--nb-players-max=3", "--nb-visus-max=0", "--autostart").listening()
    logic = process.guest("game logic")
    players = [process.guest() for _ in range(3)]
    logic.read("DO_INIT")
    logic.init_ack()
    logic.read("DO_TURN")
    logic.turn_ack()
    alone = seconds_for(HEAVY)
    for player in players:
        player.read("GAME_STARTS")
        player.read("TURN")
        player.send_text(HEAVY)
    process.terminate()
    began = time.monotonic()
    assert process.end() == 1
    assert time.monotonic() - began < 5 * alone
    for player in players:
        assert player.read_kick() == "netorcai abort"


@pytest.mark.parametrize("fast", [True, False])
def test_a_departure_between_the_start_and_game_starts(house, fast: bool) -> None:
    open_house = house(fast=fast, nb_turns_max=2)
    logic = open_house.game_logic()
    stays, leaves = open_house.guest(), open_house.guest()
    eye, blink = open_house.guest("visualization"), open_house.guest("visualization")
    open_house.start()
    logic.read("DO_INIT")
    leaves.close()
    blink.send_text("nonsense")
    open_house.lines.expect("Remote endpoint closed")
    open_house.lines.expect("Non-JSON")
    logic.init_ack()
    assert stays.read("GAME_STARTS")["nb_players"] == 2
    connected = [p["is_connected"] for p in eye.read("GAME_STARTS")["players_info"]]
    assert sorted(connected) == [False, True]
    for _ in range(2):
        logic.read("DO_TURN")
        logic.turn_ack()
        if stays.read()["message_type"] == "TURN":
            stays.ack(0)
    assert open_house.end() == 0


def test_a_connection_without_a_word_does_not_keep_the_server(command) -> None:
    process = command().listening()
    mute = [process.stranger() for _ in range(20)]
    mute[0].send_octets(b"\x10\0")
    process.type("quit")
    assert process.end() == 0
    assert mute[0].is_over()


def test_endless_input_does_not_starve_the_clients(command) -> None:
    process = command("--quiet", stdin=subprocess.PIPE)
    stop = threading.Event()

    def type_on() -> None:
        with contextlib.suppress(OSError):
            while not stop.is_set():
                process.child.stdin.write(b"nothing\n" * 1000)

    process.wait_for_port()
    typist = threading.Thread(target=type_on, daemon=True)
    typist.start()
    for _ in range(5):
        process.guest().close()
    process.terminate()
    assert process.end() == 1
    stop.set()
    typist.join(PATIENCE)


def test_a_silent_player_and_visualization_delay_no_timed_game(house) -> None:
    open_house = house(nb_turns_max=5, delay_turns=unhurried(300))
    logic = open_house.game_logic()
    lively, silent = open_house.guest(), open_house.guest()
    open_house.guest("visualization")
    begin(open_house, logic, [lively])
    for turn in range(5):
        assert len(logic.read("DO_TURN")["player_actions"]) == (1 if turn else 0)
        logic.turn_ack()
        if lively.read()["message_type"] == "TURN":
            lively.ack(turn)
    assert [silent.read()["message_type"] for _ in range(4)] == [
        "GAME_STARTS",
        "TURN",
        "GAME_ENDS",
        "KICK",
    ]


def test_a_client_that_answers_without_reading_is_dropped(house, monkeypatch) -> None:
    monkeypatch.setattr(connection, "UNREAD_LIMIT", 2**20)
    open_house = house(fast=True, nb_turns_max=100)
    logic = open_house.game_logic()
    player = open_house.guest()
    blind = open_house.stranger()
    blind.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    blind.login("visualization", "blind")
    blind.read("LOGIN_ACK")
    begin(open_house, logic, [player])
    for turn in range(60):
        logic.read("DO_TURN")
        logic.turn_ack({"text": "x" * 200_000})
        assert player.read("TURN")["turn_number"] == turn
        try:
            blind.ack(turn)
        except OSError:
            break
        time.sleep(0.005)
        player.ack(turn)
    line = open_house.lines.expect("nickname=blind.*Cannot send TURN")
    assert "Cannot send TURN. Client does not read its messages" in line


def test_an_answer_of_a_heavy_kind_does_not_stop_the_others(house) -> None:
    open_house = house(nb_turns_max=1000)
    logic = open_house.game_logic()
    lively, heavy = open_house.guest(), open_house.guest()
    begin(open_house, logic, [lively, heavy])
    logic.read("DO_TURN")
    logic.turn_ack()
    heavy.read("TURN")
    lively.read("TURN")
    alone = seconds_for(HEAVY)
    heavy.send_text(HEAVY)
    gaps = []
    for _ in range(20):
        began = time.monotonic()
        logic.read("DO_TURN")
        logic.turn_ack()
        gaps.append(time.monotonic() - began)
    assert max(gaps) < 5 * alone


def test_a_flood_of_frames_is_cut_short(house) -> None:
    open_house = house()
    victim = open_house.guest(nickname="calm")
    flooder = open_house.guest(nickname="flood")
    frame = struct.pack("<I", 2) + b"{}"
    with pytest.raises(OSError):  # noqa: PT011, PT012
        for _ in range(10_000):
            flooder.send_octets(frame * 5_000)
    assert not [line for line in open_house.lines.all() if "calm" in line and "Kicking" in line]
    assert victim.is_silent(0.05)
    kicks = [line for line in open_house.lines.all() if "Kicking client" in line]
    assert len(kicks) == 1


def test_slow_writers_are_waited_for_and_delay_nobody(house) -> None:
    open_house = house()
    content = json.dumps(
        {
            "message_type": "LOGIN",
            "nickname": "slow",
            "role": "player",
            "metaprotocol_version": "2.0.0",
        }
    ).encode()
    slow = open_house.stranger()
    for octet in struct.pack("<I", len(content)) + content:
        slow.send_octets(bytes([octet]))
        time.sleep(0.001)
    slow.read("LOGIN_ACK")


def test_hundreds_of_connections_do_not_disturb_a_game(house) -> None:
    open_house = house(fast=True, nb_turns_max=50)
    logic = open_house.game_logic()
    player = open_house.guest()
    begin(open_house, logic, [player])
    crowd = [open_house.stranger() for _ in range(300)]
    play_on(logic, [player], 10)
    for number, stranger in enumerate(crowd):
        if number % 3 == 0:
            stranger.close()
        elif number % 3 == 1:
            stranger.login("player")
    play_on(logic, [player], 20, first=10)
    for number, stranger in enumerate(crowd):
        if number % 3 == 1:
            assert stranger.read_kick() == "LOGIN denied: Game has been started"


def test_reset_connections_are_departures(house) -> None:
    open_house = house(fast=True, nb_turns_max=3)
    logic = open_house.game_logic()
    stays, resets = open_house.guest(), open_house.guest(nickname="reset")
    begin(open_house, logic, [stays, resets])
    play_on(logic, [stays, resets], 1)
    resets.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    resets.close()
    play_on(logic, [stays], 1, first=1)
    line = open_house.lines.expect("Remote endpoint closed")
    assert "nickname=reset" in line


def test_a_kicked_client_that_never_closes_is_closed(house, monkeypatch) -> None:
    monkeypatch.setattr(connection, "LINGER_TICK", 0.05)
    open_house = house()
    stubborn = open_house.guest()
    stubborn.send_text("x")
    assert stubborn.read_kick() == "Cannot read TURN_ACK. Non-JSON message received"

    def is_closed() -> bool:
        try:
            stubborn.send_octets(b"x")
        except OSError:
            return True
        return False

    until(is_closed, "the connection is closed")


def test_an_answer_is_in_exactly_one_do_turn(command) -> None:
    """The server's own log tells in which order answers came and turns were asked for.

    Eight players of different pace skip turns, or answer twice between two DO_TURN. Each DO_TURN holds the
    newest answer of everybody who said something since the one before, and nothing else.
    """
    turns = 12
    process = command(
        "--autostart", f"--nb-turns-max={turns}", "--nb-players-max=8", "--nb-visus-max=0",
        "--delay-first-turn=50", "--delay-turns=50", "--debug", "--json-logs",
    ).listening()  # fmt: skip
    logic = process.guest("game logic")
    players = [process.guest("player", f"p{n}") for n in range(8)]
    logic.read("DO_INIT")
    logic.init_ack()
    sent: dict[str, list[int]] = {f"p{n}": [] for n in range(8)}

    def answer(number: int) -> None:
        players[number].read("GAME_STARTS")
        while (message := players[number].read())["message_type"] == "TURN":
            turn = message["turn_number"]
            time.sleep(0.05 * ((turn + number) % 3) / 2)
            sent[f"p{number}"].append(turn)
            with contextlib.suppress(OSError):  # the last one may be too late
                players[number].ack(turn, [f"p{number}"])

    threads = [threading.Thread(target=answer, args=(n,), daemon=True) for n in range(8)]
    for thread in threads:
        thread.start()
    received = []
    for _ in range(turns):
        received.append(logic.read("DO_TURN")["player_actions"])
        logic.turn_ack()
    for thread in threads:
        thread.join(PATIENCE)
    assert process.end() == 0

    asked = []
    arrived: dict[str, list[int]] = {name: [] for name in sent}
    waiting: dict[str, int] = {}
    for line in map(json.loads, process.lines.all()):
        if line["msg"] == "New message received" and line["nickname"] in sent:
            waiting[line["nickname"]] = json.loads(line["content"])["turn_number"]
            arrived[line["nickname"]].append(waiting[line["nickname"]])
        elif line["msg"] == "Sending DO_TURN to game logic":
            asked.append(json.loads(line["content"])["player_actions"])
            assert {entry["actions"][0]: entry["turn_number"] for entry in asked[-1]} == waiting
            assert len(asked[-1]) == len(waiting)
            waiting.clear()
    assert asked == received
    for name, numbers in sent.items():
        assert arrived[name] in (numbers, numbers[:-1])  # the last one may be too late for the game


def test_idle_clients_cost_no_processor_time(command) -> None:
    process = command().listening()
    guests = [process.guest("game logic"), process.guest(), process.stranger()]
    guests[1].socket.shutdown(socket.SHUT_WR)
    time.sleep(0.2)
    before = cpu_seconds(process.child.pid)
    time.sleep(0.6)
    assert cpu_seconds(process.child.pid) - before < 0.2


def test_memory_stays_bounded_while_clients_come_and_go(command) -> None:
    process = command("--quiet", "--nb-players-max=4")

    def resident() -> int:
        with open(f"/proc/{process.child.pid}/statm") as statm:
            return int(statm.read().split()[1]) * 4096

    process.wait_for_port()

    def visit(times: int) -> None:
        for _ in range(times):
            guest = Bare(process.port)
            guest.login()
            guest.read("LOGIN_ACK")
            guest.send_text(b"[" * 20_000)
            guest.read_kick()
            guest.close()

    visit(100)
    before = resident()
    visit(500)
    assert resident() - before < 8 * 2**20


@pytest.fixture
def cut_off(monkeypatch):
    """Makes every message of one kind impossible to send."""
    send = connection.Connection.send

    def cut(kind: str) -> None:
        def send_or_fail(line: connection.Connection, octets: bytes) -> None:
            if f'"message_type":"{kind}"'.encode() in octets:
                raise connection.CannotSend("out of paper")
            send(line, octets)

        monkeypatch.setattr(connection.Connection, "send", send_or_fail)

    return cut


def test_a_login_ack_that_cannot_be_sent(house, cut_off) -> None:
    open_house = house(nb_players_max=1)
    cut_off("LOGIN_ACK")
    stranger = open_house.stranger()
    stranger.login()
    assert stranger.read_kick() == "LOGIN denied: Could not send LOGIN_ACK"
    assert not [line for line in open_house.lines.all() if "accepted" in line]


@pytest.mark.parametrize("kind", ["DO_INIT", "DO_TURN"])
def test_a_message_to_the_game_logic_that_cannot_be_sent(house, cut_off, kind: str) -> None:
    open_house = house(fast=True)
    logic, player = open_house.game_logic(), open_house.guest()
    cut_off(kind)
    open_house.start()
    if kind == "DO_TURN":
        logic.read("DO_INIT")
        logic.init_ack()
        player.read("GAME_STARTS")
    assert logic.read_kick() == f"Cannot send {kind}. out of paper"
    assert player.read_kick() == "netorcai abort"
    assert open_house.end() == 1


@pytest.mark.parametrize("kind", ["GAME_STARTS", "TURN", "GAME_ENDS"])
def test_a_message_to_a_participant_that_cannot_be_sent(house, cut_off, kind: str) -> None:
    open_house = house(fast=True, nb_turns_max=2)
    logic, player = open_house.game_logic(), open_house.guest()
    visualization = open_house.guest("visualization")
    cut_off(kind)
    open_house.start()
    logic.read("DO_INIT")
    logic.init_ack()
    for turn in range(2):
        logic.read("DO_TURN")
        logic.turn_ack()
        if kind == "GAME_ENDS" and turn == 0:
            player.read("GAME_STARTS")
            player.read("TURN")
            player.ack(0)
    heard = player.read()
    if kind == "TURN":
        heard = player.read()
    assert heard["kick_reason"] == f"Cannot send {kind}. out of paper"
    while (heard := visualization.read())["message_type"] != "KICK":
        pass
    assert heard["kick_reason"] == f"Cannot send {kind}. out of paper"
    assert logic.read_kick() == "Game is finished"
    assert open_house.end() == 0
