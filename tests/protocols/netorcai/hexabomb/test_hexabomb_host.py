"""`hoplon host`: whole games with bots as processes, and what happens when something is wrong."""

import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hosted import BUSY, GARBAGE, OLD, QUIET, SILENT
from networked import PATIENCE, player, settings, side_by_side

import hoplon
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.protocols.netorcai import Client, Kicked, boxed
from hoplon.protocols.netorcai.hexabomb import player as hexabomb_player
from hoplon.protocols.netorcai.hexabomb.host import Plan, host
from hoplon.protocols.netorcai.local_server import HOST, LocalServer, NoServer
from hoplon.protocols.netorcai.programs import OwnProgram, ProgramFailed
from tests.waiting import patience


@pytest.fixture
def bots(tmp_path: Path):
    """Programs by name."""
    for name, text in {
        "quiet": QUIET,
        "garbage": GARBAGE,
        "silent": SILENT,
        "old": OLD,
        "busy": BUSY,
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    runnable = tmp_path / "runnable"
    runnable.write_text(f"#!{sys.executable}\n{QUIET}")
    runnable.chmod(0o755)
    return tmp_path


def plan(*names: str, turns: int = 6, special: bool = False, **more) -> Plan:
    options = HexabombOptions("duel", 2, special, turns)
    return Plan(options, names, port=0, patience=more.pop("patience", PATIENCE), **more)


def test_programs_play_a_game(bots, tmp_path) -> None:
    told: list = []
    result = host(plan("quiet.py", "./runnable", seed=4), say=told.append)
    assert told[0].startswith("listening on port ")
    assert [p.nickname for p in result.players] == ["quiet", "quiet"]
    assert result.kicks == []
    assert result.match.outcome is not None
    assert hoplon.verify(result.match.save(tmp_path / "game.hoplon")).agrees


def test_the_special_player_has_a_bot_too(bots) -> None:
    result = host(plan("quiet.py", "quiet.py", special=True, special_bot="quiet.py"))
    assert len(result.players) == 3
    assert result.match.outcome.scores == (0, 6, 6)


def test_who_uses_more_than_its_share_of_a_turn_is_stopped_for_the_rest_of_it(
    bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boxed, "SLACK", 0.1)  # on a busy machine too it gets that much
    told: list[str] = []
    result = host(plan("busy.py", "quiet.py", turns=4, delay=400), say=told.append)
    assert any("busy.py has used 0.4 s of processor time after TURN" in text for text in told)
    busy, quiet = result.as_json()["programs"]
    assert len(busy["stopped"]) > 1  # and goes on in the next
    assert quiet["stopped"] == []
    assert result.kicks == []


def test_players_from_elsewhere_take_the_free_places(bots) -> None:
    results: list = []
    ends: list = []
    said: queue.Queue = queue.Queue()

    def come() -> None:
        words = said.get(timeout=PATIENCE).replace(",", "").split()
        player(SimpleNamespace(port=int(words[3])), "guest", ends)()

    side_by_side(lambda: results.append(host(plan("quiet.py"), say=said.put)), come)
    assert sorted(p.nickname for p in results[0].players) == ["guest", "quiet"]
    assert ends[0].winner_player_id == (results[0].match.outcome.winners or (-1,))[0]


def test_garbage_costs_only_its_sender_the_game(bots) -> None:
    result = host(plan("garbage.py", "quiet.py"))
    assert [(kick.nickname, kick.reason) for kick in result.kicks] == [
        ("garbage", "Cannot read TURN_ACK. Non-JSON message received")
    ]
    record = result.as_json()
    seats = {seat["player"]: seat["fault"]["text"] for seat in record["seats"]}
    assert seats == {
        "garbage": "garbage had to leave after turn 1: Cannot read TURN_ACK. Non-JSON message received",
        "quiet": "",
    }
    assert [(one["command"], one["printed"]) for one in record["programs"]] == [
        ("garbage.py", "I said it\n"),
        ("quiet.py", ""),
    ]
    assert len(result.match.turns) == 6 * 4


def test_a_bot_of_another_version(bots) -> None:
    expected = "the bot old.py ended before the game began, with exit code 3: Invalid first message: Metap"
    with pytest.raises(ProgramFailed, match=expected):
        host(plan("old.py", "quiet.py"))


def test_too_many_players() -> None:
    with LocalServer(settings(nb_players_max=1)) as room, Client(HOST, room.port, PATIENCE) as first:
        first.login("first", "player")
        with Client(HOST, room.port, PATIENCE) as second, pytest.raises(Kicked) as kicked:
            second.login("second", "player")
        assert kicked.value.reason == "LOGIN denied: Maximum number of players reached"
        assert [kick.nickname for kick in room.kicks()] == ["second"]


def test_a_port_in_use() -> None:
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        with (
            pytest.raises(NoServer, match=f"cannot listen on port {port}: address already in use"),
            LocalServer(settings(port=port)),
        ):
            pass


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--map", "duel", "--bot", "x1", "--bot", "x2", "--bot", "x3"], "3 bots are too many for 2 players"),
        (["--map", "duel", "--bot", "nobody"], "there is no bot 'nobody'"),
        (["--map", "nowhere"], "there is no map 'nowhere'"),
        (["--map", "duel", "--players", "3"], "3 players are too many"),
        (["--map", "duel", "--special-bot", "random"], "needs sudden death"),
        (["--map", "duel", "--turns", "0"], "option turns is 0"),
    ],
)
def test_what_the_command_refuses(hoplon_command, arguments: list, complaint: str) -> None:
    found = hoplon_command("host", "hexabomb", "--port", "0", *arguments)
    assert found.exit_code == 2
    assert complaint in found.stderr
    assert found.stderr.count("\n") == 1


def test_the_command_says_that_a_port_is_in_use(hoplon_command) -> None:
    with socket.create_server(("", 0)) as taken:
        port = str(taken.getsockname()[1])
        found = hoplon_command("host", "hexabomb", "--map", "duel", "--port", port)
    assert found.exit_code == 2
    assert found.stderr == f"hoplon: cannot listen on port {port}: address already in use\n"


def test_other_games_are_not_hosted(hoplon_command) -> None:
    for command in ("host", "join"):
        found = hoplon_command(command, "hoplite")
        assert found.exit_code == 2
        assert "not played over netorcai" in found.stderr


def test_nobody_to_join(hoplon_command) -> None:
    with socket.create_server((HOST, 0)) as probe:
        port = str(probe.getsockname()[1])
    found = hoplon_command("join", "hexabomb", "--port", port)
    assert found.exit_code == 2
    assert f"no server answers at {HOST}:{port}: Connection refused" in found.stderr


@pytest.mark.parametrize(
    ("name", "rehearsals"), [("search:samples=2", ["search:samples=2"]), ("painter", [])]
)
def test_a_bot_that_is_compiled_is_ready_before_it_logs_in(
    hoplon_command, monkeypatch, name: str, rehearsals: list
) -> None:
    done: list = []
    rehearse = hexabomb_player.rehearse

    def rehearse_and_tell(bot) -> None:
        rehearse(bot)
        done.append(bot.name)

    monkeypatch.setattr(hexabomb_player, "rehearse", rehearse_and_tell)
    with socket.create_server((HOST, 0)) as probe:
        port = str(probe.getsockname()[1])
    found = hoplon_command("join", "hexabomb", "--bot", name, "--port", port)
    assert "no server answers" in found.stderr
    assert done == rehearsals


def test_the_whole_command_with_built_in_bots(tmp_path) -> None:
    command = [sys.executable, "-m", "hoplon.cli", "host", "hexabomb", "--map", "duel", "--turns", "8"]
    command += ["--bot", "random", "--bot", "painter", "--port", "0", "--seed", "3", "--out", "game.hoplon"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=2 * PATIENCE
    )
    assert found.returncode == 0, found.stderr
    assert "final scores" in found.stdout
    assert "painter" in found.stdout
    assert hoplon.verify(tmp_path / "game.hoplon").agrees
    record = json.loads((tmp_path / "game.record.json").read_text())
    assert sorted(seat["player"] for seat in record["seats"]) == ["painter", "random"]


def start(*arguments: str) -> subprocess.Popen[str]:
    """The command as a process that heeds Ctrl-C, also where the suite runs in the background."""
    return subprocess.Popen(
        [sys.executable, "-m", "hoplon.cli", "host", "hexabomb", "--map", "duel", "--port", "0", *arguments],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def port_of(process: subprocess.Popen[str]) -> int:
    return int(re.match(r"listening on port (\d+)", process.stdout.readline())[1])


def read_turns_to_the_end(client: Client) -> None:
    while True:
        client.read_turn()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_game_between_two_turns_and_keeps_it(bots, tmp_path, sign: int) -> None:
    delay = str(int(1000 * patience(0.3)))
    with (
        start(
            "--delay",
            delay,
            "--turns",
            "5000",
            "--bot",
            "quiet.py",
            "--out",
            "game.hoplon",
        ) as process,
        Client(HOST, port_of(process), PATIENCE) as client,
    ):
        client.login("guest", "player")
        client.read_game_starts()
        for number in range(4):
            turn = client.read_turn()
            assert turn.turn_number == number
            client.send_turn_ack(number, [])
        process.send_signal(sign)
        with pytest.raises(Kicked, match="netorcai abort"):
            read_turns_to_the_end(client)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (128 + sign, "")
    played = int(re.search(r"broken off after turn (\d+); match file game\.hoplon", out)[1])
    assert played >= 4
    verdict = hoplon.verify(tmp_path / "game.hoplon")
    assert verdict.agrees
    assert f"{played * 4} turns" in str(verdict)  # one for each of the four characters


def test_ctrl_c_before_everybody_has_come(bots, tmp_path) -> None:
    with start("--bot", "quiet.py") as process:
        port_of(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, "", "")
    assert not list(tmp_path.glob("*.hoplon"))


def test_a_guest_who_hangs_is_kicked_and_the_command_succeeds(bots, tmp_path) -> None:
    hang = f"{patience(1.0):.1f}"
    with (
        start("--turns", "5", "--bot", "quiet.py", "--patience", hang, "--out", "game.hoplon") as process,
        Client(HOST, port_of(process), PATIENCE) as client,
    ):
        client.login("\x1bguest", "player")
        client.read_game_starts()
        client.read_turn()
        with pytest.raises(Kicked, match=f"No answer to TURN 0 within {float(hang):g} s"):
            client.receive()
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    words = "\\x1bguest had to leave after turn 1: Cannot read TURN_ACK. No answer to TURN 0 within "
    assert out.count(words) == 2, "when it happens, and at the end"
    assert "\x1b" not in out
    assert hoplon.verify(tmp_path / "game.hoplon").agrees
    assert re.search(r"^name [01] \\x1bguest$", (tmp_path / "game.hoplon").read_text(), re.M)


def test_a_program_is_ended() -> None:
    bot = OwnProgram("stubborn", ["sh", "-c", "sleep 30"])
    bot.check()
    assert bot.end() == -15
