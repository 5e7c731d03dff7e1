"""`hoplon hexabomb`, the game logic as a program: its lines, its exit codes, its messages."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading

import pytest
from networked import PATIENCE, player, settings, side_by_side

from hoplon.protocols.netorcai import Client, Kicked
from hoplon.protocols.netorcai.hexabomb import logic, program
from hoplon.protocols.netorcai.local_server import HOST, LocalServer

MAP = {
    "cells": [{"q": q, "r": 0} for q in range(4)],
    "initial_positions": {"0": [{"q": 0, "r": 0}], "1": [{"q": 3, "r": 0}]},
}


def board(cells: int, groups: int, each: int = 1) -> str:
    """A map of so many cells in a line, with start groups at its beginning."""
    line = [{"q": q, "r": 0} for q in range(cells)]
    starts = {str(g): line[g * each : (g + 1) * each] for g in range(groups)}
    return json.dumps({"cells": line, "initial_positions": starts})


def run(*arguments: str) -> subprocess.CompletedProcess:
    """The program as a process of its own, interpreted so that it starts at once."""
    command = [sys.executable, "-m", "hoplon.cli", "hexabomb", *arguments]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize("module", ["hoplon.protocols.netorcai.hexabomb.program", "hoplon.cli"])
def test_ctrl_c_ends_it_quietly_with_130(module: str) -> None:
    words = ["hexabomb"] if module == "hoplon.cli" else []
    with LocalServer(settings(nb_players_max=2)) as room:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *words, "duel", "-p", str(room.port)],
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        with process:
            printed = b""
            while not printed.endswith(b"Waiting for DO_INIT... "):
                printed += process.stdout.read(1)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
            assert process.stderr.read() == b""


def test_a_whole_game(tmp_path) -> None:
    (tmp_path / "line.json").write_text(json.dumps(MAP))
    found: list = []
    ends: list = []
    with LocalServer(settings(nb_turns_max=3, nb_players_max=2)) as room:
        side_by_side(
            lambda: found.append(run("-p", str(room.port), "line.json", "--hostname", HOST)),
            player(room, "a", ends),
            player(room, "b", ends),
        )
    assert found[0].returncode == 0
    assert found[0].stdout.splitlines() == [
        "Loading map line.json... done",
        f"Connecting to netorcai ({HOST}:{room.port})... done",
        "Logging in as a game logic... done",
        "Waiting for DO_INIT... done",
        "Waiting for DO_TURN 0... done",
        "Waiting for DO_TURN 1... done",
        "Waiting for DO_TURN 2... done",
    ]
    assert len(ends) == 2


def test_help(capsys) -> None:
    assert program.run(["--help"]) == 0
    assert "hexabomb <map> [options]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "the map is missing"),
        (["duel", "extra"], "the argument extra is too much"),
        (["duel", "--turns", "3"], "there is no option --turns"),
        (["duel", "-p"], "option -p needs a value"),
        (["duel", "--po"], "option --po needs a value"),
        (["duel", "--po=1", "-p", "2"], "the port is given twice"),
        (["duel", "-h", "a", "--host=b"], "the host is given twice"),
        (["duel", "--h", "a"], "option --h may mean --hostname or --help"),
        (["duel", "--help=1"], "option --help takes no value"),
        (["duel", "--"], "there is no option --"),
        (["duel", "-x"], "there is no option -x"),
    ],
)
def test_a_bad_command_line(arguments: list, complaint: str, capsys) -> None:
    assert program.run(arguments) == 255
    assert capsys.readouterr().out.startswith(complaint)


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["duel", "--po=1"], program.Words("duel", port="1")),
        (["--p", "1", "duel", "--ho", "a"], program.Words("duel", "a", "1")),
        (["-ha", "-p1", "-"], program.Words("-", "a", "1")),
        (["--port", "--help", "duel"], program.Words("duel", port="--help")),
        (["--he", "--wrong", "a", "b"], program.Words(help=True)),
    ],
)
def test_abbreviated_options(arguments: list, found: program.Words) -> None:
    assert program.read(arguments) == found


def test_the_bad_command_line_of_the_command(hoplon_command) -> None:
    found = hoplon_command("hexabomb", "duel", "--wrong")
    assert found.exit_code == 255
    assert found.stdout.startswith("there is no option --wrong")


@pytest.mark.parametrize("port", ["x", "-1", "65536", "1.5", "", "٣"])
def test_a_bad_port(port: str, capsys) -> None:
    assert program.run(["nowhere.json", f"--port={port}"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("Invalid port: ")
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not JSON"),
        ("[]", "object"),
        ('{"cells": [{"q": 1.0, "r": 0}]}', "'q' of element 0"),
        (json.dumps(MAP | {"initial_positions": {}}), "start group"),
        ("\ufeff" + json.dumps(MAP), "not JSON"),
        (json.dumps(MAP) + " and more", "not JSON"),
        (board(32001, 2), "it has 32001 cells, 2 players and 2 characters; there is room for 32000 cells"),
        (board(100, 65), "it has 100 cells, 65 players and 65 characters; there is room for 32000 cells, 64"),
        (board(3000, 41, 25), "it has 3000 cells, 41 players and 1025 characters"),
    ],
)
def test_a_bad_map(text: str, complaint: str, tmp_path, capsys) -> None:
    (tmp_path / "bad.json").write_text(text)
    assert program.run(["bad.json", "-p", "1"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("Loading map bad.json... ")
    assert complaint in out
    assert out.count("\n") == 1


def test_no_file_and_no_regular_file(capsys) -> None:
    assert program.run(["none.json"]) == 1
    assert "there is no file none.json" in capsys.readouterr().out
    assert program.run(["."]) == 1
    assert "is not a regular file" in capsys.readouterr().out


def test_nobody_listens(capsys) -> None:
    with socket.create_server((HOST, 0)) as probe:
        port = probe.getsockname()[1]
    assert program.run(["duel", f"-p{port}"]) == 1
    assert capsys.readouterr().out.endswith(f"Connecting to netorcai ({HOST}:{port})... Connection refused\n")


def test_the_rules_are_compiled_before_it_connects(monkeypatch, capsys) -> None:
    monkeypatch.setattr(logic, "make_ready", lambda board: print(f"<ready for {len(board.cells)} cells>"))
    with socket.create_server((HOST, 0)) as probe:
        port = probe.getsockname()[1]
    assert program.run(["duel", f"-p{port}"]) == 1
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first.startswith("Loading map duel... <ready for ")
    assert second == "done"


def test_a_second_game_logic_is_told_why(capsys) -> None:
    with LocalServer(settings(nb_players_max=2)) as room, Client(HOST, room.port, PATIENCE) as first:
        first.login("first", "game logic")
        assert program.run(["duel", "-p", str(room.port)]) == 1
    assert "LOGIN denied: A game logic is already logged in" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(
    ("players", "special", "complaint"),
    [(3, 0, "3 players are too many"), (1, 2, "2 special players; expected 0 or 1")],
)
def test_players_that_the_map_has_no_room_for(players: int, special: int, complaint: str, capsys) -> None:
    codes: list = []

    def guest(role: str) -> None:
        with Client(HOST, room.port, PATIENCE) as client:
            client.login("guest", role)
            with pytest.raises(Kicked, match="netorcai abort"):
                client.read_game_starts()

    roles = ["player"] * players + ["special player"] * special
    with LocalServer(settings(nb_players_max=players, nb_splayers_max=special)) as room:
        side_by_side(
            lambda: codes.append(program.run(["duel", "-p", str(room.port)])),
            *(lambda role=role: guest(role) for role in roles),
        )
    assert codes == [1]
    assert complaint in capsys.readouterr().out.splitlines()[-1]


def test_a_server_that_vanishes(capsys) -> None:
    with socket.create_server((HOST, 0)) as server:

        def hang_up() -> None:
            line, _ = server.accept()
            line.recv(1024)
            line.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        assert program.run(["duel", "-p", str(server.getsockname()[1])]) == 1
        thread.join(PATIENCE)
    assert "Logging in as a game logic... connection" in capsys.readouterr().out
