"""Guests that do wrong get the verdict for it; nobody else feels anything, and nothing is left behind."""

from __future__ import annotations

import json
import os
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoplon.protocols.lines.process_bot import ProcessBot, ProcessSettings
from hoplon.referee.run import Run, run
from hoplon.sandbox.limits import Limits, why_no_jail
from hoplon.sandbox.staging import PREFIX
from hoplon.sandbox.starter import scratch
from hoplon.sandbox.tree import parent_of
from tests.core.duel import GAME as DUEL
from tests.needed import lacking
from tests.waiting import until

HERE = Path(__file__).parent
PYTHON = f"{sys.executable} -I -S"
LIMITS = Limits(memory=64 << 20, processes=24, cpu=20, file=4 << 20, files=64, disk=8 << 20)
LATER = 0.15
# Only who dawdles on purpose is late.
HOUSE = ProcessSettings(first=60.0, later=60.0, sandbox="none", limits=LIMITS)
TURNS = 14  # of both seats together

needs_jail = pytest.mark.skipif(bool(why_no_jail()), reason=lacking("a jail", why_no_jail()))

# Behaviour, the kinds of fault it may get, and what the sentence says.
WRONG = {
    "silent": ("timeout", "did not answer within 150 ms"),
    "slow": ("timeout", "150 ms"),
    "drips": ("timeout", "its last line has no end: b'xxx"),
    "endless_line": ("too-long", "a line of more than 10000 bytes: 'xxxx"),
    "binary_noise": ("garbage", "no text in UTF-8"),
    "empty_line": ("garbage", "its line is empty"),
    "wrong_case": ("garbage", "its line has no 'choice'"),
    "nul_bytes": ("garbage", "no JSON"),
    "long_choice": ("illegal", "wwww"),
    "too_long_choice": ("too-long", "more than 10000 bytes"),
    "nested_json": ("garbage", "no JSON"),
    "number_for_choice": ("garbage", "its choice is 1, which is no text"),
    "no_newline": ("timeout", """its last line has no end: b'{"choice":"wait"}'"""),
    "no_newline_and_exits": ("exit", "exit code 0; its last line has no end"),
    "closes_stdout": ("closed", "closed its output"),
    "closes_everything": ("closed", "closed its output"),
    "exits_early": ("exit", "ended by itself with exit code 0"),
    "crashes": ("exit", "ended by itself with exit code 1"),
    "segfaults": ("exit", "was ended by SIGSEGV"),
    "kills_itself": ("exit", "was ended by SIGKILL"),
    "stops_itself": ("timeout", "did not answer"),
    "ignores_signals": ("timeout", "did not answer"),
    "becomes_another": ("timeout", "did not answer"),
    "spins": ("timeout", "on a processor"),
    "fork_bomb": ("timeout", "did not answer"),
    "hogs_memory": ("limit exit", ""),
    "hogs_shared_memory": ("limit timeout", ""),
    "huge_file": ("exit", "exit code 1"),
    "many_files": ("limit", "MB of files; 8 MB are allowed"),
}

# What is odd, or fails by itself, without breaking a rule.
HARMLESS = [
    "well_behaved",
    "floods",
    "crlf",
    "cr",
    "answers_twice",
    "speaks_early",
    "closes_stdin",
    "kills_everybody",
    "child_spins",
    "leaves_children",
    "forks_away",
    "many_open_files",
    "reads_passwords",
    "writes_far_away",
    "looks_around",
]


def hostile(name: str, process_settings: ProcessSettings = HOUSE, extra: str = str(LATER)) -> ProcessBot:
    if "timeout" in WRONG.get(name, ("", ""))[0] and process_settings.later == HOUSE.later:
        process_settings = replace(process_settings, later=LATER)
    return ProcessBot(f"{PYTHON} {HERE / 'hostile.py'} {name} {extra}", DUEL, process_settings)


def witness(process_settings: ProcessSettings = HOUSE) -> ProcessBot:
    return ProcessBot(f"{PYTHON} {HERE / 'witness.py'}", DUEL, process_settings)


def play(bot: Any, longest: int = TURNS) -> Run:
    return run(DUEL, [bot, witness()], 5, longest=longest)


class Puppet:
    """Plays what was played, then fails as it failed, in this process."""

    name = "puppet"

    def __init__(self, played: Run) -> None:
        self.choices = [
            c for c, seat in zip(played.match.choices, played.match.seats, strict=True) if seat == 0
        ]

    def forget(self) -> None:
        """It has nothing to forget."""

    def choose(self, *_asked: Any) -> Any:
        return self.choices.pop(0)


def evidence(played: Run) -> tuple[Any, ...]:
    """All that the other seat saw and did."""
    bot_log = played.records[1]
    assert bot_log.fault == ""
    own = [c for c, seat in zip(played.match.choices, played.match.seats, strict=True) if seat == 1]
    return bot_log.messages, own, 1 in played.winners, played.match.checks


def left_behind() -> list[str]:
    """The processes that began in a process of this referee, by their environment or their words.

    Supervisors have the words of their server, which stays.
    """
    mark, supervisor = scratch().encode(), f"hoplon.sandbox.server\0{os.getpid()}\0".encode()
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            said = Path(f"/proc/{name}/cmdline").read_bytes() + Path(f"/proc/{name}/environ").read_bytes()
        except OSError:
            continue
        if mark in said or (supervisor in said and parent_of(int(name)) != os.getpid()):
            found.append(f"{name}: {said[:200]!r}")
    return found


def assert_nothing_left() -> None:
    """At once, or soon after: a folder may take a supervisor a while to remove."""
    until(lambda: not (left_behind() or folders_left()), "the programs and their folders are gone")


def folders_left() -> list[str]:
    """The folders of programs; copies of bots stay until the end."""
    return [name for name in os.listdir(scratch()) if not name.startswith(PREFIX)]


def assert_undisturbed(played: Run) -> None:
    """The witness's match is bit for bit the one it has with a puppet in this process."""
    alone = run(
        DUEL,
        [Puppet(played), witness()],
        5,
        longest=TURNS if played.fault is None else len(played.match.choices) + 1,
    )
    assert evidence(alone) == evidence(played)


@pytest.mark.parametrize("name", WRONG)
def test_a_guest_that_does_wrong_gets_the_verdict(name: str) -> None:
    kinds, text = WRONG[name]
    played = play(hostile(name), longest=40)
    assert played.verdict == "fault"
    assert played.fault is not None
    assert played.fault.seat == 0
    assert played.fault.kind in kinds.split(), played.fault
    assert text in played.fault.text
    bot_log = played.records[0]
    assert bot_log.fault.rpartition(": it ")[2] == played.fault.text.rpartition(": it ")[2]
    assert bot_log.fault_kind == played.fault.kind
    assert played.winners == (1,)
    assert_nothing_left()
    assert_undisturbed(played)


@pytest.mark.parametrize("name", HARMLESS)
def test_a_guest_that_is_merely_odd_plays_on(name: str) -> None:
    played = play(hostile(name))
    assert played.fault is None
    assert played.verdict == "stopped"
    assert len(played.match.choices) == TURNS
    assert_nothing_left()
    assert_undisturbed(played)


def test_ten_megabytes_of_stderr_are_read_and_cut() -> None:
    played = play(hostile("much_stderr"))
    assert played.fault is None
    bot_log = played.records[0]
    assert bot_log.stderr_bytes == 160 * 65536
    assert len(bot_log.stderr) < 70_000
    assert "bytes left out" in bot_log.stderr
    assert_undisturbed(played)


def test_folders_nested_without_end_end_the_guest_and_are_removed() -> None:
    played = play(hostile("deep_folders"))
    assert played.fault is None or played.fault.kind == "limit"
    assert_nothing_left()


def stderr_of(played: Run) -> str:
    bot_log = played.records[0]
    return bot_log.stderr


def test_a_fork_bomb_stops_at_the_limit() -> None:
    said = stderr_of(play(hostile("fork_bomb", replace(HOUSE, later=2.0))))
    assert "no more forks after" in said
    assert int(said.split()[-1]) < LIMITS.processes


def test_memory_is_limited() -> None:
    for name in ("hogs_memory", "hogs_shared_memory"):
        assert "hoarded" not in stderr_of(play(hostile(name, replace(HOUSE, later=3.0)), longest=40))


def test_open_files_are_limited() -> None:
    assert "no more than" in stderr_of(play(hostile("many_open_files")))


def test_a_guest_finds_an_empty_house() -> None:
    first, second = map(json.loads, stderr_of(play(hostile("looks_around"))).splitlines())
    assert set(first["env"]) <= {"HOME", "LANG", "PATH", "TMPDIR", "LC_CTYPE"}
    assert first["cwd"].startswith(scratch())
    assert second["session"] == second["pid"]


@pytest.mark.skipif(os.getuid() != 0, reason=lacking("root", "its programs become another user"))
def test_a_guest_of_root_is_not_root() -> None:
    first = json.loads(stderr_of(play(hostile("looks_around"))).splitlines()[0])
    assert first["uid"] > 0
    said = stderr_of(play(hostile("writes_far_away")))
    assert said.count("refused") == 3


@needs_jail
@pytest.mark.parametrize(
    "name", ["closes_stdout", "segfaults", "silent", "fork_bomb", "hogs_memory", "huge_file", "endless_line"]
)
def test_in_the_sandbox_the_verdicts_are_the_same(name: str) -> None:
    kinds, text = WRONG[name]
    played = play(hostile(name, replace(HOUSE, sandbox="strict")))
    assert played.fault is not None
    assert played.fault.kind in kinds.split(), played.fault
    assert text in played.fault.text
    assert_nothing_left()


@needs_jail
def test_the_sandbox_is_read_only() -> None:
    said = stderr_of(play(hostile("writes_far_away", replace(HOUSE, sandbox="strict"))))
    assert said.count("refused") == 3
    assert not Path("/hoplon-hostile-was-here").exists()


@needs_jail
@pytest.mark.parametrize("name", ["forks_away", "leaves_children", "kills_everybody"])
def test_nothing_leaves_the_sandbox(name: str) -> None:
    assert play(hostile(name, replace(HOUSE, sandbox="strict"))).fault is None
    assert_nothing_left()


@pytest.mark.parametrize("sandbox", ["none", pytest.param("strict", marks=needs_jail)])
def test_only_the_sandbox_has_no_network(sandbox: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        played = play(hostile("opens_a_socket", replace(HOUSE, sandbox=sandbox), extra=port))
    assert played.fault is None
    assert stderr_of(played).strip() == ("connected" if sandbox == "none" else "not connected")
