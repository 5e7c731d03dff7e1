"""Questions to programs: several at once, what they use in a turn, what they write to stderr in it."""

from __future__ import annotations

import fcntl
import os
import sys
import termios
from pathlib import Path

import pytest

from hoplon.sandbox.asking import ask_all
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.faults import BotFault
from hoplon.sandbox.process import Process
from hoplon.sandbox.report import KEPT, KEPT_OF_TURN, ErrorsByTurn
from tests.waiting import until

READS = "import os, sys, threading, time\nfor line in sys.stdin:\n    "


def program(body: str, *words: str, clock: Clock | None = None) -> Process:
    """A program that does this with every line."""
    command = [sys.executable, "-I", "-S", "-u", "-c", READS + body, *words]
    return Process(command, sandbox="none", clock=clock or Clock(60.0, 60.0))


def test_programs_asked_at_once_think_side_by_side(tmp_path: Path) -> None:
    """Each answers only when it has seen that the other has its question too."""
    place = tmp_path / "meeting"
    place.mkdir()
    place.chmod(0o777)
    body = (
        "mine, other = (f'{sys.argv[1]}/{name}{line.strip()}' for name in sys.argv[2:])\n"
        "    open(mine, 'w').close()\n"
        "    while not os.path.exists(other): time.sleep(0.001)\n"
        "    print(sys.argv[2], line.strip())"
    )
    with program(body, str(place), "a", "b") as a, program(body, str(place), "b", "a") as b:
        for turn in (b"1", b"2"):
            answers = ask_all([(a, turn + b"\n"), (b, turn + b"\n")])
            assert answers == [b"a " + turn, b"b " + turn]
        assert [len(one.clock.taken) for one in (a, b)] == [2, 2]


def test_each_of_those_asked_at_once_has_its_own_clock_and_its_own_fault() -> None:
    quick, slow = "print(line.strip())", "time.sleep(60)"
    with (
        program(slow, clock=Clock(0.05, 0.05)) as silent,
        program(quick) as fine,
        program("sys.exit(3)") as gone,
    ):
        timeout, answer, ended = ask_all([(silent, b"x\n"), (fine, b"y\n"), (gone, b"z\n")])
        assert isinstance(timeout, BotFault)
        assert timeout.kind == "timeout"
        assert answer == b"y"
        assert isinstance(ended, BotFault)
        assert str(ended) == "ended by itself with exit code 3"
        assert ask_all([(fine, b"again\n")]) == [b"again"]
    assert ask_all([]) == []


@pytest.mark.parametrize("worker", ["child", "thread"])
def test_what_a_program_begins_in_its_turn_counts_for_its_clock(worker: str) -> None:
    """It is found without asking for it: the kernel has begun a process or a thread."""
    body = (
        "def burn(line=line):\n"
        "        began = time.thread_time()\n"
        "        while time.thread_time() < began + 0.05: pass\n"
        "        print(line.strip())\n"
        "        time.sleep(60)\n"
    )
    start = {
        "child": "    if line.strip() == 'burn' and os.fork() == 0: burn()\n",
        "thread": "    if line.strip() == 'burn': threading.Thread(target=burn, daemon=True).start()\n",
    }[worker]
    with program(body + start + "    if line.strip() != 'burn': print(line.strip())") as process:
        for word in (b"rest", b"burn", b"rest"):
            assert process.ask(word + b"\n") == word
        rested, burnt, again = process.clock.taken
    assert burnt.cpu >= 0.05
    assert rested.cpu < 0.05 or again.cpu < 0.05


def test_what_ends_is_forgotten() -> None:
    """A thread that has ended is not read any more, and no file of it stays open."""
    with program("threading.Thread(target=int).start(); print()") as process:
        process.ask(b"?\n")
        files = len(os.listdir("/proc/self/fd"))
        for _ in range(50):
            process.ask(b"?\n")
        assert len(os.listdir("/proc/self/fd")) <= files + 4


def test_a_farewell_waits_only_until_the_program_ends() -> None:
    with program("sys.exit() if line.strip() == 'end' else print(line.strip())") as process:
        assert process.ask(b"hi\n") == b"hi"
        assert process.tell(b"end\n", patience=10_000.0)


def test_stderr_belongs_to_the_turn_in_which_it_was_written() -> None:
    body = (
        "print('thinking about', line.strip(), file=sys.stderr)\n"
        "    print(line.strip())\n"
        "    print('said', line.strip(), file=sys.stderr)"
    )
    words = ("one", "two", "three")
    texts = [f"thinking about {word}\nsaid {word}\n" for word in words]
    with program(body) as process:
        for turn, word in enumerate(words, 1):
            assert process.ask(word.encode() + b"\n") == word.encode()
            assert process.errors_by_turn[-1][1].startswith(f"thinking about {word}\n")
            size = sum(map(len, texts[:turn]))
            until(lambda size=size: written(process) == size, "the rest is in the pipe")
    assert process.errors_by_turn == list(enumerate(texts, 1))
    assert str(process.errors) == "".join(texts)


def written(process: Process) -> int:
    """How much stderr was read, or waits in the pipe."""
    waiting = fcntl.ioctl(process._channel._errors, termios.FIONREAD, bytes(4))
    return process.errors.size + int.from_bytes(waiting, sys.byteorder)


def test_stderr_by_turn_is_bounded() -> None:
    errors = ErrorsByTurn()
    errors.put(0, b"before")
    for turn in range(1, 5001):
        errors.put(turn, b"%d " % turn)
        errors.put(turn, b"x" * (turn % 97))
    errors.put(5001, b"a" * 100_000)
    errors.put(5001, b"z" * 100_000)
    texts = errors.texts()
    assert texts[0] == (0, "before")
    assert texts[1][0] == 1
    assert texts[-2][0] == 5000
    assert texts[-1][1].startswith("a" * KEPT_OF_TURN)
    assert texts[-1][1].endswith("z" * KEPT_OF_TURN)
    assert "bytes left out" in texts[-1][1]
    assert [turn for turn, _ in texts] == sorted({turn for turn, _ in texts})
    assert sum(len(text) for _, text in texts) < 2 * KEPT + 4 * KEPT_OF_TURN
    assert len(texts) < 2000
