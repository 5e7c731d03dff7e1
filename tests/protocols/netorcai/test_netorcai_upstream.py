"""What the original's integration suite expects of the command, family by family."""

import random
import signal
import sys
import threading
import time

import pytest
from netorcai_harness import PATIENCE, Bare, Process, unhurried

TIMED = ["--delay-first-turn=50", f"--delay-turns={unhurried(300)}"]


@pytest.fixture
def netorcai(command, tmp_path, monkeypatch):
    """Runs `netorcai` as found through the search path."""
    path = tmp_path / "netorcai"
    path.write_text(
        f"#!{sys.executable}\nimport sys\n"
        "from hoplon.protocols.netorcai.command import main\nsys.exit(main())\n"
    )
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return lambda *arguments: command(*arguments, command=["netorcai"])


def company(process: Process, players: int, specials: int = 0, visus: int = 0):
    """Logs everybody in and starts; returns the logic, the players by id, the visualizations."""
    logic = process.guest("game logic", "logic")
    seats = [process.guest("special player", f"s{i}") for i in range(specials)]
    seats += [process.guest("player", f"p{i}") for i in range(players)]
    eyes = [process.guest("visualization", f"v{i}") for i in range(visus)]
    process.type("start")
    do_init = logic.read("DO_INIT")
    assert (do_init["nb_players"], do_init["nb_special_players"]) == (players, specials)
    logic.init_ack()
    by_id = {seat.read("GAME_STARTS")["player_id"]: seat for seat in seats}
    assert sorted(by_id) == list(range(players + specials))
    for eye in eyes:
        eye.read("GAME_STARTS")
    return logic, [by_id[player_id] for player_id in sorted(by_id)], eyes


def test_the_first_line_says_that_it_listens(netorcai) -> None:
    process = netorcai().listening()
    process.terminate()
    assert process.end() != 0


@pytest.mark.parametrize(
    ("role", "option"),
    [
        ("player", "--nb-players-max"),
        ("special player", "--nb-splayers-max"),
        ("visualization", "--nb-visus-max"),
    ],
)
def test_a_hundred_logins_against_the_quota_twice(netorcai, role: str, option: str) -> None:
    process = netorcai(f"{option}=50").listening()
    for _ in range(2):
        inside = []
        for number in range(100):
            guest = process.stranger()
            guest.login(role)
            if number < 50:
                guest.read("LOGIN_ACK")
                inside.append(guest)
            else:
                assert guest.read_kick().startswith("LOGIN denied: Maximum number of ")
        for guest in inside:
            guest.close()
            process.lines.expect("Remote endpoint closed")


def test_messages_of_both_excessive_sizes(netorcai) -> None:
    process = netorcai().listening()
    first = process.stranger()
    first.send_text("a" * 1024)
    assert "1024 does not fit in 10 bits" in first.read_kick()
    later = process.guest()
    later.send_text("a" * 16777216)
    assert "16777216 does not fit in 24 bits" in later.read_kick()


@pytest.mark.parametrize(("speed", "active"), [(["--fast"], True), (TIMED, True), (TIMED, False)])
def test_hello_games(netorcai, speed: list[str], active: bool) -> None:
    process = netorcai("--nb-turns-max=3", "--nb-splayers-max=2", "--nb-visus-max=2", *speed)
    logic, players, eyes = company(process.listening(), 4, 2, 2)
    for turn in range(3):
        entries = logic.read("DO_TURN")["player_actions"]
        assert sorted(e["player_id"] for e in entries) == (list(range(6)) if active and turn else [])
        logic.turn_ack({"turn": turn}, winner=4)
        if active and turn < 2:
            for client in (*players, *eyes):
                assert client.read("TURN")["turn_number"] == turn
                client.ack(turn)
    for client in (*players, *eyes):
        if not active:
            assert client.read("TURN")["turn_number"] == 0
        assert client.read("GAME_ENDS")["winner_player_id"] == 4
        assert client.read_kick() == "Game is finished"
    assert logic.read_kick() == "Game is finished"
    process.lines.expect("Game is finished")
    assert process.end() == 0


def test_a_fast_game_of_a_thousand_turns_with_full_logging(netorcai) -> None:
    process = netorcai("--fast", "--debug", "--json-logs", "--nb-turns-max=1000", "--nb-players-max=5")
    logic, players, [eye] = company(process.listening(), 5, 0, 1)

    def answer(client: Bare) -> None:
        while (message := client.read())["message_type"] == "TURN":
            client.ack(message["turn_number"], [{"player": "here"}])

    threads = [threading.Thread(target=answer, args=(c,), daemon=True) for c in (*players, eye)]
    for thread in threads:
        thread.start()
    for turn in range(1000):
        assert len(logic.read("DO_TURN")["player_actions"]) == (5 if turn else 0)
        logic.turn_ack({"turn": turn})
    assert logic.read_kick() == "Game is finished"
    for thread in threads:
        thread.join(PATIENCE)
    assert process.end() == 0
    turns = [line for line in process.lines.all() if "Sending DO_TURN" in line]
    assert len(turns) == 1000


def test_answers_within_the_interval_are_in_the_next_do_turn(netorcai) -> None:
    process = netorcai("--nb-turns-max=3", "--delay-first-turn=50", f"--delay-turns={unhurried(500)}")
    logic, players, _ = company(process.listening(), 4)
    logic.read("DO_TURN")
    for turn in range(2):
        logic.turn_ack({"deep": {"er": [1, 2.5, None, {"x": "y"}]}})
        for player_id, player in enumerate(players):
            got = player.read("TURN")
            assert got["game_state"] == {"deep": {"er": [1, 2.5, None, {"x": "y"}]}}
            player.ack(turn, [{"id": player_id, "nested": [[turn]]}])
        assert sorted(logic.read("DO_TURN")["player_actions"], key=lambda e: e["player_id"]) == [
            {
                "player_id": player_id,
                "turn_number": turn,
                "actions": [{"id": player_id, "nested": [[turn]]}],
            }
            for player_id in range(4)
        ]


@pytest.mark.parametrize("speed", [["--fast"], TIMED])
@pytest.mark.parametrize("moment", ["waiting room", "do turn", "turn"])
def test_a_kill_reaches_everybody_even_late_lookers(netorcai, speed, moment: str) -> None:
    process = netorcai("--nb-splayers-max=1", *speed).listening()
    if moment == "waiting room":
        logic = process.guest("game logic")
        others = [process.guest(), process.guest("special player"), process.guest("visualization")]
    else:
        logic, players, eyes = company(process, 4, 1, 1)
        others = [*players, *eyes]
        logic.read("DO_TURN")
        if moment == "turn":
            logic.turn_ack()
            for client in others:
                client.read("TURN")
    process.terminate()
    assert process.end() == 1
    heard = logic.read()
    if moment == "turn" and heard["message_type"] == "DO_TURN":
        heard = logic.read()
    assert heard == {"message_type": "KICK", "kick_reason": "netorcai abort"}
    for client in others:
        assert client.read_kick() == "netorcai abort"


@pytest.mark.parametrize("speed", [["--fast"], TIMED])
def test_departures_at_different_turns(netorcai, speed: list[str]) -> None:
    process = netorcai("--nb-turns-max=8", "--nb-splayers-max=2", "--nb-visus-max=2", *speed)
    logic, players, eyes = company(process.listening(), 4, 2, 2)
    leaving = {1: players[0], 2: players[3], 3: eyes[0], 4: players[5]}
    present = [*players, *eyes]
    answered: list[Bare] = []
    for turn in range(8):
        entries = logic.read("DO_TURN")["player_actions"]
        if turn:
            here = [number for number, player in enumerate(players) if player in answered]
            assert sorted(e["player_id"] for e in entries) == here
        logic.turn_ack({"turn": turn})
        answered = []
        for client in list(present):
            message = client.read()
            if message["message_type"] == "TURN":
                if client is leaving.get(turn):
                    client.close()
                    present.remove(client)
                    process.lines.expect("Remote endpoint closed")
                else:
                    client.ack(message["turn_number"])
                    answered.append(client)
    for client in present:
        assert client.read_kick() == "Game is finished"
    assert process.end() == 0


def skipping(netorcai, lateness, turns: int = 6) -> dict[int, list[int]]:
    """Plays a timed game in which `lateness(player, turn)` tells who answers late."""
    delay = unhurried(400)
    process = netorcai(f"--nb-turns-max={turns}", "--delay-first-turn=50", f"--delay-turns={delay}")
    logic, players, _ = company(process.listening(), 4)
    seen: dict[int, list[int]] = {number: [] for number in range(4)}

    def play(number: int) -> None:
        while (message := players[number].read())["message_type"] == "TURN":
            turn = message["turn_number"]
            seen[number].append(turn)
            if lateness(number, turn):
                time.sleep(1.5 * delay / 1000)
            players[number].ack(turn)

    threads = [threading.Thread(target=play, args=(n,), daemon=True) for n in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(turns):
        logic.read("DO_TURN")
        logic.turn_ack()
    for thread in threads:
        thread.join(PATIENCE)
    assert process.end() == 0
    return seen


def test_players_late_every_time_get_every_other_turn_at_least(netorcai) -> None:
    seen = skipping(netorcai, lambda _number, _turn: True)
    for turns in seen.values():
        assert turns[0] == 0
        assert turns == sorted(set(turns))
        assert len(turns) < 5


def test_a_first_turn_skipped_by_everybody(netorcai) -> None:
    seen = skipping(netorcai, lambda _number, turn: turn == 0)
    assert seen == {number: [0, 1, 2, 3, 4] for number in range(4)}


def test_each_player_late_once(netorcai) -> None:
    seen = skipping(netorcai, lambda number, turn: turn == number)
    assert seen == {number: [0, 1, 2, 3, 4] for number in range(4)}


def test_a_refused_game_logic_has_its_kick_before_the_exit(netorcai) -> None:
    process = netorcai().listening()
    logic = process.guest("game logic")
    logic.send_text("meh")
    process.lines.expect("Game logic failed")
    assert process.end() == 1
    assert logic.read_kick() == "Game logic error. Non-JSON message received"


def test_the_last_lines_are_out_before_the_exit(netorcai) -> None:
    process = netorcai().listening()
    process.child.send_signal(random.choice([signal.SIGTERM, signal.SIGINT]))
    process.lines.expect("Could not accept incoming connection. Aborting server.")
    assert process.end() == 1
