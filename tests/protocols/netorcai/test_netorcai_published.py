"""The client package published on PyPI, unchanged, in every role against our server."""

import threading

import pytest
from netorcai_harness import PATIENCE, Process, unhurried

published = pytest.importorskip("netorcai.client", reason="needs the package netorcai")


def run(*jobs) -> None:
    """Runs clients side by side; the first failure of one is the test's failure."""
    problems: list[BaseException] = []

    def guarded(job) -> None:
        try:
            job()
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=guarded, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    if problems:
        raise problems[0]


def connected(process: Process, nickname: str, role: str):
    client = published.Client()
    client.socket.settimeout(PATIENCE)
    client.connect("localhost", process.port)
    client.send_login(nickname, role)
    client.read_login_ack()
    return client


def hello_logic(process: Process, seen: list) -> None:
    """Sends an empty state each turn and keeps the actions."""
    client = connected(process, "py-gl", "game logic")
    do_init = client.read_do_init()
    client.send_do_init_ack({"all_clients": {"hello": "world"}})
    for turn in range(do_init.nb_turns_max):
        seen.append(client.read_do_turn().player_actions)
        client.send_do_turn_ack({"all_clients": {"turn": turn}}, 0 if do_init.nb_players else -1)
    with pytest.raises(RuntimeError, match=r"Kicked from netorcai\. Reason: Game is finished"):
        client.read_do_turn()
    client.close()


def hello_player(process: Process, nickname: str, role: str, ends: list) -> None:
    client = connected(process, nickname, role)
    starts = client.read_game_starts()
    assert starts.initial_game_state == {"hello": "world"}
    assert (starts.players_info == []) == (role != "visualization")
    for turn in range(starts.nb_turns_max - 1):
        got = client.read_turn()
        assert got.game_state["turn"] >= turn
        client.send_turn_ack(got.turn_number, [] if role == "visualization" else [{"player": nickname}])
    end = client.read_game_ends()
    ends.append((end.winner_player_id, end.game_state))
    with pytest.raises(RuntimeError, match=r"Kicked from netorcai\. Reason: Game is finished"):
        client.read_turn()
    client.close()


@pytest.mark.parametrize("speed", [["--fast"], ["--delay-first-turn=50", f"--delay-turns={unhurried(300)}"]])
def test_a_hello_game(command, speed: list[str]) -> None:
    process = command(
        "--simple-prompt",
        "--autostart",
        "--nb-turns-max=4",
        "--nb-players-max=2",
        "--nb-splayers-max=1",
        "--nb-visus-max=1",
        *speed,
    ).listening()
    seen: list = []
    ends: list = []
    run(
        lambda: hello_player(process, "one", "player", ends),
        lambda: hello_player(process, "two", "player", ends),
        lambda: hello_player(process, "boss", "special player", ends),
        lambda: hello_player(process, "eye", "visualization", ends),
        lambda: hello_logic(process, seen),
    )
    assert ends == [(0, {"turn": 3})] * 4
    assert [len(actions) for actions in seen] == [0, 3, 3, 3]
    for turn, actions in enumerate(seen[1:]):
        assert {entry.player_id for entry in actions} == {0, 1, 2}
        assert {entry.turn_number for entry in actions} == {turn}
    assert process.end() == 0


OPTIONS = [
    "--simple-prompt",
    "--autostart",
    "--delay-first-turn=50",
    "--delay-turns=50",
    "--nb-turns-max=2",
]


def test_what_the_package_expects_of_a_login(command) -> None:
    process = command(*OPTIONS, "--nb-players-max=1", "--nb-visus-max=0").listening()
    client = published.Client()
    client.connect("localhost", process.port)
    client.send_string("¿qué?")
    with pytest.raises(RuntimeError, match="Invalid first message: Non-JSON message received"):
        client.read_login_ack()
    client.close()
    first = connected(process, "first", "player")
    with pytest.raises(RuntimeError, match="Maximum number of players reached"):
        connected(process, "second", "player")
    first.close()
    process.lines.expect("Remote endpoint closed")
    connected(process, "third", "player").close()


def test_a_killed_server_is_noticed(command) -> None:
    process = command(*OPTIONS, "--nb-players-max=2", "--nb-visus-max=0").listening()
    client = connected(process, "bot", "player")
    process.child.kill()
    with pytest.raises((RuntimeError, ConnectionError)):
        client.read_game_starts()
    client.close()


def test_a_terminated_server_kicks(command) -> None:
    process = command(*OPTIONS, "--nb-players-max=2", "--nb-visus-max=0").listening()
    client = connected(process, "bot", "player")
    process.terminate()
    with pytest.raises(RuntimeError, match=r"Kicked from netorcai\. Reason: netorcai abort"):
        client.read_game_starts()
    client.close()
