"""The command line, the logs, the signals and the exit statuses."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from netorcai_harness import PATIENCE, Bare, cpu_seconds, free_port

from hoplon.protocols.netorcai.command import BadArgument, Words, read_settings
from hoplon.protocols.netorcai.logs import Level, Log, Output
from hoplon.protocols.netorcai.settings import Settings


def settings_of(*argv: str) -> Settings:
    words = Words()
    words.read(argv)
    assert words.problem is None
    return read_settings(words)


def problem_of(*argv: str) -> str | None:
    words = Words()
    words.read(argv)
    return words.problem


def test_defaults() -> None:
    assert settings_of() == Settings(
        port=4242,
        nb_turns_max=100,
        nb_players_max=4,
        nb_splayers_max=0,
        nb_visus_max=1,
        delay_first_turn=1000,
        delay_turns=1000,
        autostart=False,
        fast=False,
    )


WHOLE = {
    "port": (1, 65535),
    "nb-turns-max": (1, 65535),
    "nb-players-max": (0, 1024),
    "nb-splayers-max": (0, 1024),
    "nb-visus-max": (0, 1024),
}
REAL = {"delay-first-turn": (50, 10000), "delay-turns": (50, 10000)}


@pytest.mark.parametrize(("name", "limits"), [*WHOLE.items(), *REAL.items()])
def test_values_reach_from_limit_to_limit(name: str, limits: tuple[int, int]) -> None:
    attribute = name.replace("-", "_")
    prefix = ("" if name == "port" else "Invalid arguments: ") + f"Field '--{name}' is invalid: "
    for limit in limits:
        assert getattr(settings_of(f"--{name}={limit}"), attribute) == limit
        assert (
            getattr(settings_of(f"--{name}", hex(limit) if name in WHOLE else f"{limit}e0"), attribute)
            == limit
        )
    with pytest.raises(BadArgument) as low:
        settings_of(f"--{name}={limits[0] - 1}")
    assert str(low.value) == f"{prefix}Value is less than minValue={limits[0]}"
    with pytest.raises(BadArgument) as high:
        settings_of(f"--{name}", str(limits[1] + 1))
    assert str(high.value) == f"{prefix}Value is greater than maxValue={limits[1]}"
    kind, parser = ("integer", "ParseInt") if name in WHOLE else ("float", "ParseFloat")
    for text in ("meh", "", "nan"):
        with pytest.raises(BadArgument) as unreadable:
            settings_of(f"--{name}={text}")
        assert str(unreadable.value) == (
            f'{prefix}Could not parse {kind}. Err: strconv.{parser}: parsing "{text}": invalid syntax'
        )


@pytest.mark.parametrize("name", REAL)
def test_a_delay_keeps_its_fraction_and_is_never_endless(name: str) -> None:
    assert getattr(settings_of(f"--{name}=50.25"), name.replace("-", "_")) == 50.25
    with pytest.raises(BadArgument, match="greater than maxValue=10000"):
        settings_of(f"--{name}=inf")
    with pytest.raises(BadArgument, match="less than minValue=50"):
        settings_of(f"--{name}=49.999")


def test_the_first_bad_value_is_reported_in_a_fixed_order() -> None:
    order = ["port", *[n for n in WHOLE if "play" in n or "vis" in n], "nb-turns-max", *REAL]
    for start in range(len(order)):
        words = [f"--{name}=x" for name in reversed(order[start:])]
        with pytest.raises(BadArgument, match=f"'--{order[start]}'"):
            settings_of(*words)


def test_long_options_may_be_abbreviated() -> None:
    settings = settings_of("--po=5", "--nb-t", "7", "--nb-p=1", "--fa", "--au", "--delay-t=60")
    assert (settings.port, settings.nb_turns_max, settings.nb_players_max) == (5, 7, 1)
    assert (settings.fast, settings.autostart, settings.delay_turns) == (True, True, 60)


@pytest.mark.parametrize(
    "argv",
    [
        ["--unknown"],
        ["--nb=3"],
        ["--delay", "60"],
        ["--port"],
        ["--port=1", "--port=2"],
        ["--fast", "--fast"],
        ["--autostart=1"],
        ["extra"],
        ["-x"],
        ["-p", "1"],
        ["--"],
        [""],
        ["-"],
    ],
)
def test_bad_words_are_refused(argv: list[str]) -> None:
    assert problem_of(*argv) is not None


def test_a_value_may_begin_with_a_dash() -> None:
    with pytest.raises(BadArgument, match="less than"):
        settings_of("--port", "-1")


@pytest.mark.parametrize(
    "argv",
    [
        ["--version"],
        ["--vers"],
        ["--version", "--port=bad"],
        ["--what", "x", "--version", "--quiet", "--debug"],
    ],
)
def test_the_version_wins(command, argv: list[str]) -> None:
    process = command(*argv)
    assert process.end() == 0
    assert process.lines.all() == ["v2.0.0"]


@pytest.mark.parametrize("argv", [["--help"], ["-h"], ["--version", "--nope", "--help", "arg"]])
def test_the_help_wins(command, argv: list[str]) -> None:
    process = command(*argv)
    assert process.end() == 0
    text = "\n".join(process.lines.all())
    for option in [*WHOLE, *REAL, "autostart", "fast", "simple-prompt", "json-logs", "quiet"]:
        assert f"--{option}" in text


@pytest.mark.parametrize(
    "argv", [["--nope"], ["word"], ["--quiet", "--debug"], ["--verbose", "--quiet"], ["--port"]]
)
def test_a_bad_command_line_shows_the_usage(command, argv: list[str]) -> None:
    process = command(*argv)
    assert process.end() == 1
    assert "Usage:" in process.lines.all()


@pytest.mark.parametrize("as_json", [False, True])
def test_a_bad_value_is_one_log_line(command, as_json: bool) -> None:
    process = command("--nb-turns-max=0", *(["--json-logs"] if as_json else []))
    assert process.end() == 1
    [line] = process.lines.all()
    err = "Invalid arguments: Field '--nb-turns-max' is invalid: Value is less than minValue=1"
    if as_json:
        logged = json.loads(line)
        assert (logged["level"], logged["msg"], logged["err"]) == ("error", "Invalid argument", err)
    else:
        assert f'level=error msg="Invalid argument" err="{err}"' in line


STAMP = r'time="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}"'


@pytest.mark.parametrize("loudness", [[], ["--verbose"], ["--debug"]])
def test_listening_is_the_first_line(command, loudness: list[str]) -> None:
    process = command(*loudness)
    line = process.lines.next()
    pattern = rf'{STAMP} level=info msg="Listening incoming connections" port={process.port}'
    assert re.fullmatch(pattern, line)
    process.stranger()


def test_json_logs_are_objects_with_sorted_keys(command) -> None:
    process = command("--json-logs", "--debug")
    first = process.lines.next()
    assert list(json.loads(first)) == ["level", "msg", "port", "time"]
    player = process.guest(nickname="<é>")
    line = process.lines.expect("New player accepted")
    logged = json.loads(line)
    assert list(logged) == sorted(logged)
    assert logged.pop("time")[10] == "T"
    assert logged == {
        "level": "info",
        "msg": "New player accepted",
        "nickname": "<é>",
        "player count": 1,
        "remote address": "{}:{}".format(*player.socket.getsockname()),
        "special": False,
        "special player count": 0,
    }
    assert '"\\u003cé\\u003e"' in line
    for line in process.lines.all():
        assert json.loads(line)["level"] in ("debug", "info", "warning", "error")


def test_quiet_shows_warnings_only(command) -> None:
    process = command("--quiet")
    process.wait_for_port()
    process.guest()
    process.terminate()
    assert process.end() == 1
    lines = process.lines.all()
    assert lines
    assert all("level=warning" in line for line in lines)


def test_every_debug_line_of_a_game(command) -> None:
    process = command(
        "--debug",
        "--autostart",
        "--nb-players-max=1",
        "--nb-turns-max=2",
        "--delay-first-turn=50",
        "--delay-turns=50",
    ).listening()
    process.stranger().send_text("garbage")
    process.stranger().send_text("{}")
    logic, player = process.guest("game logic", "gl"), process.guest("player", "joe")
    visu = process.guest("visualization", "eye")
    logic.read("DO_INIT")
    logic.init_ack()
    for _ in range(2):
        logic.read("DO_TURN")
        logic.turn_ack()
        for client in (player, visu):
            while client.read()["message_type"] not in ("TURN", "GAME_ENDS"):
                pass
        player.ack(0)
    assert process.end() == 0
    text = "\n".join(process.lines.all())
    for message, keys in {
        "New connection": ["remote address="],
        "New message received": ["content=", "content size=", "nickname=joe", "remote address="],
        "Non-JSON message received": ["err=", "message content=garbage"],
        "Cannot receive client first message": ["err=", "remote address="],
        "Cannot read LOGIN message": ["err=", "remote address="],
        "Sending DO_INIT to game logic": ["content=", "nickname=gl", "remote address="],
        "Sending DO_TURN to game logic": ["content=", "nickname=gl", "remote address="],
        "Sending GAME_STARTS to client": ["content=", "nickname=joe", "remote address="],
        "Sending TURN to client": ["content=", "nickname=eye", "remote address="],
        "Sending GAME_ENDS to client": ["content=", "nickname=joe", "remote address="],
        "Sleeping before first turn": ["duration (ms)=50"],
        "Sleeping before next turn": ["duration (ms)=50"],
        "GL received a new DO_TURN_ACK (from socket)": [],
        "Client received a new TURN (from GL goroutine)": ["playerID=0"],
        "Client received a TURN_ACK (from socket)": ["playerID=0"],
    }.items():
        found = [line for line in text.split("\n") if f'level=debug msg="{message}"' in line]
        assert found, message
        assert any(all(key in line for key in keys) for line in found), found


def test_a_second_server_on_a_port_fails(command) -> None:
    first = command().listening()
    second = command(f"--port={first.port}")
    assert second.end() == 1
    [line] = second.lines.all()
    assert 'level=error msg="Cannot listen incoming connections"' in line
    assert f'listen address=":{first.port}" network=tcp' in line
    assert "address already in use" in line
    third = command().listening()
    third.guest()
    first.guest()


def test_a_port_can_be_taken_again_at_once(command) -> None:
    first = command().listening()
    guest = first.guest()
    first.terminate()
    assert guest.read_kick() == "netorcai abort"
    assert first.end() == 1
    second = command(f"--port={first.port}")
    second.listening()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_tells_everybody_and_ends(command, sign: signal.Signals) -> None:
    process = command().listening()
    guests = [process.guest("game logic"), process.guest(), process.guest("visualization")]
    silent = process.stranger()
    silent.send_octets(b"\x01")
    process.child.send_signal(sign)
    assert process.end() == 1
    for guest in guests:
        assert guest.read_kick() == "netorcai abort"
    assert silent.is_over()
    messages = [re.search('msg="([^"]*)"', line).group(1) for line in process.lines.all()]
    assert messages[4:] == [
        "SIGTERM received. Aborting.",
        "Closing listening socket.",
        "Could not accept incoming connection. Aborting server.",
        "Sending KICK messages to clients",
        *["Kicking client"] * 3,
    ]


def test_without_clients_nobody_is_told(command) -> None:
    process = command().listening()
    process.terminate()
    assert process.end() == 1
    assert not any("Sending KICK" in line for line in process.lines.all())


def test_end_of_input_is_not_an_event(command) -> None:
    process = command(stdin=subprocess.DEVNULL).listening()
    before = cpu_seconds(process.child.pid)
    time.sleep(0.6)
    assert cpu_seconds(process.child.pid) - before < 0.2
    process.guest()


def test_a_closed_input_is_no_trouble(command) -> None:
    shell = ["sh", "-c", 'exec "$0" -m hoplon.protocols.netorcai.command "$@" <&-', sys.executable]
    process = command(command=shell).listening()
    process.guest()


@pytest.fixture
def unread():
    """The command with an output that nobody reads unless the test does."""
    port = free_port()
    child = subprocess.Popen(
        [sys.executable, "-m", "hoplon.protocols.netorcai.command", f"--port={port}", "--debug"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    assert b"Listening" in child.stdout.readline()
    yield child, port
    child.kill()
    child.wait(PATIENCE)
    child.stdout.close()


def visit(port: int, times: int) -> None:
    for _ in range(times):
        guest = Bare(port)
        guest.login(nickname="x" * 11)
        assert "Invalid nickname" in guest.read_kick()
        guest.close()


def test_a_reader_that_goes_away_does_not_stop_the_game(unread) -> None:
    child, port = unread
    child.stdout.close()
    visit(port, 5)
    child.send_signal(signal.SIGTERM)
    assert child.wait(PATIENCE) == 1


def test_a_full_output_does_not_block_the_protocol(unread) -> None:
    child, port = unread
    visit(port, 300)
    child.send_signal(signal.SIGTERM)
    assert child.wait(PATIENCE) == 1
    assert child.stdout.read().count(b"\n") > 100


def script(folder, name: str = "netorcai") -> str:
    """The command as the package installer writes it."""
    path = folder / name
    path.write_text(
        f"#!{sys.executable}\nimport sys\n"
        "from hoplon.protocols.netorcai.command import main\nsys.exit(main())\n"
    )
    path.chmod(0o755)
    return str(path)


def test_the_process_is_found_by_its_name(command, tmp_path) -> None:
    path = script(tmp_path)
    for program in (
        [path],
        ["env", path],
        [sys.executable, "-m", "hoplon.protocols.netorcai.command"],
    ):
        process = command(command=program).listening()
        with open(f"/proc/{process.child.pid}/comm") as comm:
            assert comm.read() == "netorcai\n"
        process.terminate()
        assert process.end() == 1


def test_the_package_declares_the_command() -> None:
    import tomllib
    from pathlib import Path

    project = Path(__file__).parents[3] / "pyproject.toml"
    scripts = tomllib.loads(project.read_text())["project"]["scripts"]
    assert scripts["netorcai"] == "hoplon.protocols.netorcai.command:main"


def test_the_order_of_players_can_be_fixed(command) -> None:
    orders = []
    for _ in range(2):
        process = command(
            "--autostart",
            "--nb-players-max=8",
            "--nb-visus-max=0",
            "--fast",
            env={**os.environ, "HOPLON_NETORCAI_SEED": "3"},
        ).listening()
        players = [process.guest() for _ in range(8)]
        logic = process.guest("game logic")
        logic.read("DO_INIT")
        logic.init_ack()
        orders.append([player.read("GAME_STARTS")["player_id"] for player in players])
        process.close()
    assert orders[0] == orders[1]
    assert sorted(orders[0]) == list(range(8))


def test_text_values_are_quoted_when_they_need_it(tmp_path) -> None:
    path = tmp_path / "log"
    with open(path, "wb") as file:
        log = Log(Output(file.fileno()), Level.DEBUG)
        log.warning("Hello", {"b": "", "a": "x-._/@^+9", "d": 'é "\\\n\x01\u200b', "c": True})
    line = path.read_text()
    assert re.fullmatch(
        rf'{STAMP} level=warning msg="Hello" a=x-\._/@\^\+9 b="" c=true '
        r'd="é \\"\\\\\\n\\x01\\u200b"' + "\n",
        line,
    )
