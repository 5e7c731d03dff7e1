"""`hoplon host`: who hangs is kicked by name, and the game goes on; stderr by turn; programs are shut in."""

import json
import sys
from pathlib import Path

import pytest
from hosted import OPENING, QUIET
from networked import PATIENCE

import hoplon
from hoplon.core import replay
from hoplon.core.errors import BadOption
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.protocols.netorcai import Client, Kicked, boxed, local_server, server
from hoplon.protocols.netorcai.hexabomb import host as hosting
from hoplon.protocols.netorcai.hexabomb.host import Plan, host
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from hoplon.referee.record_file import read_record
from hoplon.sandbox.limits import why_no_jail
from hoplon.sandbox.process import Process
from tests.needed import lacking
from tests.waiting import patience

TURNS = 6
HANG = round(min(patience(1.0), 5.0), 1)  # seconds without an answer
ANSWER = 'say({"message_type": "TURN_ACK", "turn_number": heard["turn_number"], "actions": []})'
PLAY = f"""\
login(NAME)
while (heard := hear())["message_type"] != "GAME_ENDS":
    if heard["message_type"] == "TURN":
        if heard["turn_number"] == 2:
            TROUBLE
        {ANSWER}
"""
TROUBLES = {
    "half": "line.sendall(b'\\x50\\0\\0\\0{'); time.sleep(600)",
    "busy": "exec('while True: pass')",
    "writes": "[sys.stderr.write('x' * 65536) for _ in iter(int, 1)]",
    "stopped": "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
}


def program(folder: Path, name: str, trouble: str) -> str:
    text = OPENING + PLAY.replace("NAME", repr(name)).replace("TROUBLE", trouble)
    (folder / f"{name}.py").write_text(text)
    return f"{name}.py"


def plan(*names: str, hang: float = PATIENCE, **more) -> Plan:
    return Plan(HexabombOptions("duel", 2, False, TURNS), names, port=0, patience=hang, **more)


@pytest.fixture
def quiet(tmp_path: Path) -> str:
    (tmp_path / "quiet.py").write_text(QUIET)
    return "quiet.py"


@pytest.mark.parametrize("trouble", TROUBLES)
def test_who_hangs_is_kicked_by_name_and_the_game_goes_on(tmp_path, quiet, trouble: str) -> None:
    said: list = []
    names = (program(tmp_path, trouble, TROUBLES[trouble]), quiet)
    result = host(plan(*names, hang=HANG, seed=1), say=said.append)
    (kick,) = result.kicks
    reason = f"Cannot read TURN_ACK. No answer to TURN 2 within {HANG:g} s"
    assert (kick.nickname, kick.reason, kick.turn) == (trouble, reason, 3)
    assert f"{trouble} had to leave after turn 3: {reason}" in said
    assert result.match.outcome is not None, "the game ends by its rules"
    record = result.as_json()
    faults = {seat["nickname"]: seat["fault"] for seat in record["seats"]}
    assert faults["quiet"]["kind"] == ""
    assert faults[trouble]["kind"] == "kicked"
    assert faults[trouble]["text"] == str(kick)
    assert [one["turn"] for one in record["kicks"]] == [3]


def test_everybody_hangs(tmp_path) -> None:
    troubles = {"silent": "time.sleep(600)", "header": "line.sendall(b'\\x50'); time.sleep(600)"}
    names = [program(tmp_path, name, trouble) for name, trouble in troubles.items()]
    result = host(plan(*names, hang=HANG))
    assert sorted(kick.nickname for kick in result.kicks) == ["header", "silent"]
    assert len(result.match.choices) == TURNS * 4
    assert result.match.outcome is not None


def test_who_hangs_in_a_timed_game_misses_turns_and_is_kicked_later(tmp_path, quiet) -> None:
    names = (program(tmp_path, "silent", "time.sleep(600)"), quiet)
    turns = int(HANG / 0.05) * 2
    timed = Plan(HexabombOptions("duel", 2, False, turns), names, port=0, patience=HANG, delay=50)
    (kick,) = host(timed).kicks
    assert kick.nickname == "silent"
    assert kick.turn > 4, "turns went on in the meantime"


@pytest.mark.parametrize("said", ["", "line.sendall(b'\\x50\\0\\0\\0{')\n"])
def test_a_program_that_never_logs_in_costs_only_itself_the_game(
    tmp_path, quiet, said: str, monkeypatch
) -> None:
    monkeypatch.setattr(boxed, "LOGIN_SECONDS", 2 * HANG)
    (tmp_path / "shy.py").write_text(OPENING + said + "time.sleep(600)\n")
    names = ("shy.py", quiet) if said else ("shy.py", "shy.py")  # all of them
    result = host(plan(*names, hang=HANG))
    assert [(kick.nickname, kick.reason) for kick in result.kicks] == [
        ("shy.py", f"Did not log in within {2 * HANG:g} s")
    ] * names.count("shy.py")
    assert len(result.match.choices) == TURNS * 4


def test_strangers_who_say_nothing_are_turned_away(monkeypatch) -> None:
    monkeypatch.setattr(server, "LOGIN_PATIENCE", 0.0)
    with (
        LocalServer(plan(hang=HANG).settings()) as room,
        Client(HOST, room.port, PATIENCE) as first,
        Client(HOST, room.port, PATIENCE) as second,
    ):
        second.login("guest", "player")
        with pytest.raises(Kicked, match="Invalid first message: No LOGIN came in time"):
            first.receive()
        assert [(kick.nickname, kick.seat) for kick in room.kicks()] == [("", None)]


def test_of_many_strangers_only_some_are_remembered(monkeypatch) -> None:
    monkeypatch.setattr(local_server, "MOST_STRANGERS", 3)
    said: list = []
    with LocalServer(plan().settings(), None, said.append) as room:
        for _ in range(6):
            with Client(HOST, room.port, PATIENCE) as client, pytest.raises(Kicked):
                client.login("no name", "player")
    assert len(said) == len(room.kicks()) == 3


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"hang": float("nan")}, r"the patience is nan; expected a number from 0\.1 to 86400"),
        ({"hang": float("inf")}, "the patience is inf"),
        ({"delay": float("nan")}, "the delay is nan; expected a number from 50 to 10000"),
    ],
)
def test_times_that_are_none(given: dict, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        host(plan(**given))


def test_a_program_that_ends_is_named_with_its_exit_code(tmp_path, quiet) -> None:
    (kick,) = host(plan(program(tmp_path, "coward", "sys.exit(7)"), quiet)).kicks
    assert kick.reason == "Cannot read TURN_ACK. The program ended by itself with exit code 7"


class Deaf(Process):
    """A program that answers without reading what it is told."""

    @property
    def unread(self) -> int:
        return boxed.LIMIT + 1


def test_programs_that_do_not_read_are_kicked(tmp_path, quiet, monkeypatch) -> None:
    monkeypatch.setattr(boxed, "Process", Deaf)
    reason = "Cannot read TURN_ACK. The program does not read its messages"
    assert [kick.reason for kick in host(plan(quiet, quiet)).kicks] == [reason, reason]


def test_stderr_is_kept_by_turn_and_shown(tmp_path, quiet, hoplon_command) -> None:
    talk = "pass\n        print('thinking about', heard['turn_number'], file=sys.stderr, flush=True)"
    result = host(plan(program(tmp_path, "talker", talk), quiet, seed=1))
    path = result.match.save(tmp_path / "game.hoplon")
    text = json.dumps(result.as_json())
    (tmp_path / "game.record.json").write_text(text)
    records = read_record(text, hoplon.load(path))
    (seat,) = (n for n, record in enumerate(records) if record.nickname == "talker")
    # TURN 0 is answered for turn 2; the four characters choose in every turn.
    assert [((number - 1) // 4, said) for number, said in records[seat].errors] == [
        (k + 1, f"thinking about {k}\n") for k in range(TURNS - 1)
    ]
    assert records[1 - seat].errors == []
    shown = hoplon_command("replay", "game.hoplon", "--bots", "--seat", str(seat))
    assert shown.exit_code == 0
    assert f"seat {seat} is talker" in shown.stdout
    assert shown.stdout.count("thinking about") == TURNS - 1


def test_names_are_in_the_match_file(tmp_path, quiet) -> None:
    evil = OPENING + PLAY.replace("NAME", "'\\x1b[2J\\u2028e'").replace("TROUBLE", "pass")
    (tmp_path / "evil.py").write_text(evil)
    match = host(plan("evil.py", quiet)).match
    text = replay.write(match)
    assert sorted(replay.read(text).names.values()) == ["\\x1b[2J\\u2028e", "quiet"]
    assert replay.write(replay.load(text, lambda _name: match.game)) == text


@pytest.mark.skipif(bool(why_no_jail()), reason=lacking("a jail", why_no_jail()))
def test_programs_are_shut_in(tmp_path, quiet) -> None:
    """No other socket of this machine, and no file, is theirs."""
    trouble = f"""\
try:
                open({str(tmp_path / "found")!r}, "w")
            except OSError as error:
                print("no file", file=sys.stderr)
            try:
                socket.create_connection(("127.0.0.1", PORT), 1)
            except OSError:
                print("no network", file=sys.stderr)"""
    with LocalServer(plan().settings()) as other:
        name = program(tmp_path, "nosy", trouble.replace("PORT", str(other.port)))
        result = host(plan(name, quiet))
    assert result.kicks == []
    assert [one.printed for one in result.programs] == ["no file\nno network\n", ""]


def test_what_cannot_be_shut_is_said_once(tmp_path, quiet, monkeypatch) -> None:
    monkeypatch.setattr("hoplon.sandbox.limits.why_no_jail", lambda: "namespaces: not allowed")
    said: list = []
    host(plan(quiet, quiet), say=said.append)
    why = "this system allows no jail: namespaces: not allowed"
    assert said[0].startswith(f"the sandbox of programs is not shut ({why}): it has the network and ")
    assert len([line for line in said if "no jail" in line]) == 1


def test_where_there_is_no_sandbox(tmp_path, quiet, monkeypatch) -> None:
    monkeypatch.setattr(hosting.sys, "platform", "darwin")
    said: list = []
    result = host(plan(quiet, quiet), say=said.append)
    monkeypatch.setattr(hosting.sys, "platform", "linux")
    assert said[0].startswith("programs run as your own, without a sandbox")
    assert result.match.outcome is not None
    assert sys.platform == "linux"
