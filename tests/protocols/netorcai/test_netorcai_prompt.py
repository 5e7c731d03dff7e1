"""The operator's prompt: plain lines, and the line editor on a terminal."""

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from netorcai_harness import PATIENCE, Bare, free_port

from hoplon.protocols.netorcai.editor import completions
from hoplon.protocols.netorcai.prompt import HELP, Prompt
from hoplon.protocols.netorcai.settings import Settings

NAMES = "nb-turns-max nb-players-max nb-splayers-max nb-visus-max delay-first-turn delay-turns"


class FakeServer:
    """Only what the prompt uses."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.stops: list[tuple[int, str]] = []

    def start(self) -> str | None:
        return "Cannot start: Game logic not connected"

    def stop(self, status: int, warning: str) -> None:
        self.stops.append((status, warning))


@pytest.fixture
def operator():
    server, answers = FakeServer(), []
    prompt = Prompt(server, answers.append)

    def ask(line: str) -> list[str]:
        answers.clear()
        prompt.obey(line)
        return list(answers)

    ask.server = server
    return ask


SET_SYNTAX = ["expected syntax: set VARIABLE=VALUE", "   (alt syntax): set VARIABLE VALUE"]


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("start", ["Cannot start: Game logic not connected"]),
        ("  start\t", ["Cannot start: Game logic not connected"]),
        ("start now", ["expected syntax: start"]),
        ("started", ["expected syntax: start"]),
        ("quit please", ["expected syntax: quit"]),
        ("quitter", ["expected syntax: quit"]),
        ("print", ["expected syntax: print VARIABLE"]),
        ("print a b", ["expected syntax: print VARIABLE"]),
        ("printall", ["expected syntax: print VARIABLE"]),
        ("set", SET_SYNTAX),
        ("set x", SET_SYNTAX),
        ("set x  3", SET_SYNTAX),
        ("set x = 3", SET_SYNTAX),
        ("set x=", SET_SYNTAX),
        ("set x 3 4", SET_SYNTAX),
        ("settle", SET_SYNTAX),
        ("", []),
        ("   ", []),
        ("help", list(HELP)),
        (" help ", list(HELP)),
        ("help me", []),
        ("Start", []),
        ("print unknown-var", [f"Bad VARIABLE=unknown-var. Accepted values: {NAMES} all"]),
        ("print port", [f"Bad VARIABLE=port. Accepted values: {NAMES} all"]),
        ("set unknown-var=3", [f"Bad VARIABLE=unknown-var. Accepted values: {NAMES}"]),
        ("set all=3", [f"Bad VARIABLE=all. Accepted values: {NAMES}"]),
        ("set a=b=c", [f"Bad VARIABLE=a=b. Accepted values: {NAMES}"]),
        (
            "set nb-turns-max =3",
            ['Bad VALUE==3. strconv.ParseInt: parsing "=3": invalid syntax'],
        ),
        (
            "set nb-turns-max=meh",
            ['Bad VALUE=meh. strconv.ParseInt: parsing "meh": invalid syntax'],
        ),
        (
            "set nb-visus-max=99999999999999999999",
            [
                "Bad VALUE=99999999999999999999. "
                'strconv.ParseInt: parsing "99999999999999999999": value out of range'
            ],
        ),
        (
            "set delay-turns meh",
            ['Bad VALUE=meh. strconv.ParseFloat: parsing "meh": invalid syntax'],
        ),
        (
            "set delay-turns nan",
            ['Bad VALUE=nan. strconv.ParseFloat: parsing "nan": invalid syntax'],
        ),
        ("set nb-turns-max=0", ["Bad VALUE=0: Not in [1,65535]"]),
        ("set nb-turns-max=0x10000", ["Bad VALUE=65536: Not in [1,65535]"]),
        ("set nb-players-max=0", ["Bad VALUE=0: Not in [1,1024]"]),
        ("set nb-players-max=1025", ["Bad VALUE=1025: Not in [1,1024]"]),
        ("set nb-splayers-max=-1", ["Bad VALUE=-1: Not in [0,1024]"]),
        ("set nb-visus-max=1025", ["Bad VALUE=1025: Not in [0,1024]"]),
        ("set delay-first-turn=49.5", ["Bad VALUE=49.5: Not in [50,10000]"]),
        (
            "set delay-turns=1e4000",
            ['Bad VALUE=1e4000. strconv.ParseFloat: parsing "1e4000": value out of range'],
        ),
        ("set delay-turns=10000.5", ["Bad VALUE=10000.5: Not in [50,10000]"]),
        ("set delay-turns=inf", ["Bad VALUE=+Inf: Not in [50,10000]"]),
        ("print nb-turns-max", ["nb-turns-max=100"]),
        (
            "print  all",
            [
                "nb-turns-max=100",
                "nb-players-max=4",
                "nb-splayers-max=0",
                "nb-visus-max=1",
                "delay-first-turn=1000",
                "delay-turns=1000",
            ],
        ),
    ],
)
def test_answers(operator, line: str, answers: list[str]) -> None:
    assert operator(line) == answers
    assert operator.server.stops == []


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("set nb-turns-max=65535", "nb-turns-max=65535"),
        ("set nb-players-max 0x10", "nb-players-max=16"),
        ("set \t nb-splayers-max=0b11", "nb-splayers-max=3"),
        ("set nb-visus-max=1_000", "nb-visus-max=1000"),
        ("set delay-first-turn=500.25", "delay-first-turn=500.25"),
        ("set delay-turns=5e2", "delay-turns=500"),
    ],
)
def test_set_is_silent_and_takes_effect(operator, line: str, shown: str) -> None:
    assert operator(line) == []
    assert operator(f"print {shown.partition('=')[0]}") == [shown]


def test_quit_stops_with_status_0(operator) -> None:
    assert operator(" quit ") == []
    assert operator.server.stops == [(0, "Shell exited. Aborting.")]


def test_a_prompt_through_standard_input(command) -> None:
    process = command("--simple-prompt").listening()
    process.type("start")
    assert process.lines.next() == "Cannot start: Game logic not connected"
    process.type("print all")
    answers = [process.lines.next() for _ in range(6)]
    assert all(re.fullmatch(r"[-a-z]+=\d+", answer) for answer in answers)
    process.type("set nb-players-max=2\nprint nb-players-max")
    assert process.lines.next() == "nb-players-max=2"
    guests = [process.guest("game logic"), process.guest(), process.guest()]
    refused = process.stranger()
    refused.login()
    assert refused.read_kick() == "LOGIN denied: Maximum number of players reached"
    process.type("start")
    process.lines.expect("Starting game")
    process.type("start")
    assert process.lines.next() == "Game has already been started"
    guests[0].read("DO_INIT")
    process.type("quit")
    process.lines.expect("Shell exited. Aborting.")
    for guest in guests:
        assert guest.read_kick() == "netorcai abort"
    assert process.end() == 0


def test_quit_is_the_first_line_after_listening(command) -> None:
    process = command()
    process.type("quit")
    process.listening()
    assert 'level=warning msg="Shell exited. Aborting."' in process.lines.next()
    assert process.end() == 0


def test_a_last_line_without_line_feed_counts(command) -> None:
    process = command().listening()
    process.child.stdin.write(b"\xff\n" + b"x" * 200_000 + b"\nprint nb-visus-max")
    process.child.stdin.close()
    assert process.lines.next() == "nb-visus-max=1"


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("", ["help", "print", "quit", "set", "start"]),
        ("st", ["start"]),
        ("print a", ["all"]),
        ("set delay", ["delay-first-turn", "delay-turns"]),
        ("start n", []),
        ("set nb-t 3 n", []),
    ],
)
def test_completion(before: str, found: list[str]) -> None:
    assert completions(before) == found


class Terminal:
    """The command on a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.port = free_port()
        self.master, slave = pty.openpty()
        self.slave = slave
        self.child = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "hoplon.protocols.netorcai.command",
                f"--port={self.port}",
                *arguments,
            ],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        self.text = ""

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def expect(self, pattern: str) -> None:
        """Waits for a text, and forgets what was printed up to it."""
        deadline = time.monotonic() + PATIENCE
        while not (match := re.search(pattern, self.text)):
            left = deadline - time.monotonic()
            assert left > 0, self.text
            if select.select([self.master], [], [], left)[0]:
                self.text += os.read(self.master, 4096).decode()
        self.text = self.text[match.end() :]

    def close(self) -> None:
        self.child.kill()
        self.child.wait(PATIENCE)
        for descriptor in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)


@pytest.fixture
def terminal():
    opened: list[Terminal] = []

    def open_terminal(*arguments: str) -> Terminal:
        opened.append(Terminal(*arguments))
        return opened[-1]

    yield open_terminal
    for each in opened:
        each.close()


def test_the_line_editor(terminal) -> None:
    screen = terminal()
    screen.expect("Listening")
    screen.expect(">>> ")
    screen.press("pri\tdelay-f\t\r")
    screen.expect(r"delay-first-turn=1000\r\n")
    screen.press("xprint nb-visus-maxy\x7f\x01\x1b[3~\x05\r")
    screen.expect(r"nb-visus-max=1\r\n")
    screen.press("set nb-visus-max=9\r\x1b[A\x1b[D\x1b[C\x7f7\rprint nb-visus-max\r")
    screen.expect(r"nb-visus-max=7\r\n")
    screen.press("set del\t\t")
    screen.expect("delay-first-turn  delay-turns")
    screen.press("\x17\x17nonsense\x15print nb-turns-max rest\x1bOD\x1bOD\x1bOD\x1bOD\x1b[D\x0b\r")
    screen.expect(r"nb-turns-max=100\r\n")
    screen.press("wrong\x03print nb-players-max\r")
    screen.expect(r"nb-players-max=4\r\n")
    screen.press("half a li")
    screen.expect(">>> half a li")
    guest = Bare(screen.port)
    guest.login(nickname="joe")
    screen.expect(r"New player accepted.*joe.*\r\n>>> half a li")
    screen.press("\x15quit\r")
    screen.expect("Shell exited. Aborting.")
    screen.expect("Cleaning prompt state.")
    assert screen.child.wait(PATIENCE) == 0
    assert guest.read()["message_type"] == "LOGIN_ACK"
    assert guest.read_kick() == "netorcai abort"
    guest.close()


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_closing_the_line_editor_ends_with_status_1(terminal, key: str) -> None:
    import termios

    screen = terminal()
    before = termios.tcgetattr(screen.slave)
    screen.expect(">>> ")
    assert termios.tcgetattr(screen.slave) != before
    screen.press(key)
    screen.expect("Shell exited. Aborting.")
    assert screen.child.wait(PATIENCE) == 1
    assert termios.tcgetattr(screen.slave) == before


def test_a_terminal_that_goes_away_ends_the_line_editor(terminal) -> None:
    screen = terminal()
    screen.expect(">>> ")
    os.close(screen.slave)
    os.close(screen.master)
    assert screen.child.wait(PATIENCE) != 0


def test_a_simple_prompt_on_a_terminal(terminal) -> None:
    screen = terminal("--simple-prompt")
    screen.expect("Listening")
    screen.press("print nb-visus-max\n")
    screen.expect(r"nb-visus-max=1\r\n")
    assert ">>> " not in screen.text
    os.kill(screen.child.pid, signal.SIGINT)
    screen.expect("SIGTERM received. Aborting.")
    assert screen.child.wait(PATIENCE) == 1
