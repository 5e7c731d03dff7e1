"""Programs that want more time than they have: none gets it, and who is stopped meanwhile does not notice."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from hoplon.sandbox import process as processes
from hoplon.sandbox.clock import SLACK, Clock
from hoplon.sandbox.faults import CLOSED, TIMEOUT, TOO_LONG, BotFault
from hoplon.sandbox.lateness import Lateness
from hoplon.sandbox.meter import RUNS, WAITS_FOR_DISK, Meter
from hoplon.sandbox.process import Process
from hoplon.sandbox.tally import NO_TALLY
from hoplon.sandbox.tree import stat_of, tasks_of
from tests.waiting import until

CHEATS = Path(__file__).parent / "cheats.py"
LIMIT = 0.1
HONEST = 1  # the first choice, which leaves nothing that could pay for anything
CHOICES = 10
ERROR = 1.05  # of the clock that a program has for itself


def cheat(name: str, aim: float, limit: float = LIMIT, honest: int = HONEST) -> Process:
    command = [sys.executable, "-I", "-S", str(CHEATS), name, str(limit), str(aim), str(honest)]
    return Process(command, sandbox="none", clock=Clock(60.0, limit))


def play(process: Process, pause: float = 0.0) -> tuple[list[float], BotFault | None]:
    """The time it had for each choice that was accepted, and how it failed."""
    had: list[float] = []
    try:
        for _ in range(HONEST + CHOICES):
            had.append(float(process.ask(b"?\n")))
            time.sleep(pause)
    except BotFault as fault:
        return had, fault
    return had, None


@pytest.mark.parametrize(
    ("name", "aim"),
    [
        ("nice_decoys", 1.3),
        ("one_processor", 1.3),
        ("sleeps_behind_decoys", 4.0),
        ("forks_and_forgets", 1.3),
        ("stops_children", 1.3),
        ("threads", 1.3),
        ("after_the_answer", 1.3),
    ],
)
def test_no_trick_buys_time(name: str, aim: float) -> None:
    with cheat(name, aim) as process:
        had, fault = play(process)
    assert fault is not None
    assert fault.kind == TIMEOUT
    assert max(had) <= SLACK * ERROR * LIMIT


@pytest.mark.parametrize("name", ["between_turns", "daemon", "timer_continues"])
def test_what_is_done_between_two_turns_counts_or_is_not_done(name: str) -> None:
    with cheat(name, 1.0) as process:
        had, fault = play(process, pause=0.05)
    assert max(had) <= SLACK * ERROR * LIMIT
    assert fault is None or fault.kind == TIMEOUT


@pytest.mark.parametrize("name", ["threads", "forks", "stops_itself"])
def test_without_a_tally_each_process_is_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        processes, "Meter", lambda tree, supervisor, _tally: Meter(tree, supervisor, NO_TALLY)
    )
    with cheat(name, 2.0) as process:
        _, fault = play(process)
    assert fault is not None
    assert fault.kind == TIMEOUT


@pytest.mark.parametrize("name", ["hides", "hides_and_waits", "orphan"])
@pytest.mark.parametrize("has_tally", [True, False])
def test_the_time_of_processes_counts_that_leave_the_counter(
    name: str, has_tally: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_tally:
        monkeypatch.setattr(processes, "Meter", lambda tree, supervisor, _: Meter(tree, supervisor))
    with cheat(name, 0.005, 60.0, honest=0) as process:
        for _ in range(2):
            had = float(process.ask(b"?\n"))
            assert process.clock.taken[-1].cpu > 0.8 * had


@pytest.mark.parametrize("name", ["hides", "timer_continues"])
def test_who_hides_or_goes_on_by_itself_is_stopped_between_its_turns(name: str) -> None:
    with cheat(name, 0.0005, 60.0, honest=0) as process:
        for _ in range(2):
            process.ask(b"?\n")
            until(lambda: states(process) == {"T"}, "it is stopped")


def states(process: Process) -> set[str]:
    """How the processes of a program stand, without those that only serve it."""
    return {stat_of(pid)[0] for pid in process._meter.tree.pids()}


def echo() -> Process:
    says = "import sys\nfor line in sys.stdin: print(line.strip(), flush=True)"
    return Process([sys.executable, "-I", "-S", "-c", says], sandbox="none", clock=Clock(60.0, 60.0))


def test_a_program_that_works_between_its_turns_is_stopped_and_goes_on_in_the_next() -> None:
    with cheat("between_turns", 1.0, 60.0, honest=0) as process:
        for _ in range(3):
            process.ask(b"?\n")
            until(lambda: states(process) == {"T"}, "it is stopped")


BURNS = """
import os, sys
burners = []
for _ in range(4):
    if (pid := os.fork()) == 0:
        os.setsid()
        while True: pass
    burners.append(pid)
for line in sys.stdin:
    while burners: os.kill(burners.pop(), 9)
    print(line.strip(), flush=True)
"""


def test_who_burns_before_its_first_question_is_stopped_and_may_still_answer() -> None:
    command = [sys.executable, "-I", "-S", "-c", BURNS]
    with Process(command, sandbox="none", clock=Clock(60.0, 60.0)) as process:
        until(lambda: states(process) == {"T"}, "it is stopped")
        assert process.ask(b"1\n") == b"1"


@pytest.mark.parametrize("says", ["os.close(1)", "os.write(1, bytes(20_000))"])
def test_who_can_answer_no_more_is_stopped_while_others_play_on(says: str) -> None:
    code = f"import os\ninput()\n{says}\nwhile True: pass"
    command = [sys.executable, "-I", "-S", "-c", code]
    with Process(command, sandbox="none", clock=Clock(60.0, 60.0)) as process:
        with pytest.raises(BotFault) as fault:
            process.ask(b"?\n")
        assert fault.value.kind in (CLOSED, TOO_LONG)
        until(lambda: states(process) == {"T"}, "it is stopped", idle=20.0)


SEEMS_TO_WAIT = """
import ctypes, os, threading, time
def wait():
    if ctypes.CDLL(None).vfork() == 0:
        time.sleep(600)
        os._exit(0)
threading.Thread(target=wait).start()
time.sleep(600)
"""


def test_waiting_for_a_child_is_not_waiting_for_a_disk() -> None:
    """Or who is about to lose could have a match annulled where somebody else uses the disk."""
    with Process(
        [sys.executable, "-I", "-S", "-c", SEEMS_TO_WAIT], sandbox="none", clock=Clock(60.0, 60.0)
    ) as process:
        until(lambda: threads(process) == {"S", WAITS_FOR_DISK}, "a thread waits for its child")
        assert process._meter.read_all(RUNS + WAITS_FOR_DISK)[1] is False


def threads(process: Process) -> set[str]:
    """How the threads of a program stand."""
    return {stat_of(f"{pid}/task/{task}")[0] for pid in process._meter.tree.pids() for task in tasks_of(pid)}


def test_who_has_had_its_time_is_stopped_until_it_is_spoken_to() -> None:
    with cheat("between_turns", 1.0, 60.0, honest=0) as process:
        process.ask(b"?\n")
        process.question(b"?\n")
        process.rest()
        until(lambda: states(process) == {"T"}, "it is stopped")
        process.tell(b"", 0.0)
        until(lambda: "T" not in states(process), "it goes on")


TIDIES_UP = """
import hashlib, os, sys, threading, time
def tidy_up():
    while sys.argv[1:] and not os.path.exists(sys.argv[1]): time.sleep(0.01)
    began = time.thread_time()
    while time.thread_time() < began + 0.15: hashlib.sha256(bytes(1 << 16)).digest()
for turn, line in enumerate(sys.stdin):
    print(line.strip(), flush=True)
    if turn == 3: threading.Thread(target=tidy_up).start()
"""


def tidies_up(*until: str) -> Process:
    """A program that answers at once, and works for 150 ms after its fourth answer, once a file is there."""
    command = [sys.executable, "-I", "-S", "-c", TIDIES_UP, *until]
    return Process(command, sandbox="none", clock=Clock(60.0, LIMIT))


def test_a_runtime_that_tidies_up_after_an_answer_costs_nobody_the_match(tmp_path: Path) -> None:
    now = tmp_path / "now"
    with tidies_up(str(now)) as process:
        process._channel.page = None  # nobody stops it
        for _ in range(4):
            process.ask(b"?\n")
        before = process.clock.spare
        now.touch()  # the referee has read its clocks
        until(lambda: process.used() > process.cpu + 0.14, "it has tidied up")
        assert process.ask(b"again\n") == b"again"
        assert process.clock.taken[-1].cpu > SLACK * LIMIT
        assert process.clock.spare < before


def test_nobody_loses_by_what_a_runtime_did_while_the_referee_had_no_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with tidies_up() as process:
        process._channel.page = None
        for _ in range(3):
            process.ask(b"?\n")
        send, had = process._channel.send, process.used()

        def send_and_starve(block: bytes) -> None:
            send(block)
            until(lambda: process.used() > had + 0.14, "it has answered and tidied up")
            waited = process._meter.own_wait() + 0.2
            monkeypatch.setattr(process._meter, "own_wait", lambda: waited)

        monkeypatch.setattr(process._channel, "send", send_and_starve)
        assert process.ask(b"again\n") == b"again"
        assert process.clock.taken[-1].cpu > SLACK * LIMIT


def test_a_program_that_only_waits_is_left_alone() -> None:
    with echo() as process:
        for _ in range(3):
            process.ask(b"?\n")
            time.sleep(0.15)
            assert "T" not in states(process)


def test_questions_are_answered_that_come_while_the_program_is_being_stopped() -> None:
    with echo() as process:
        for turn in range(40):
            assert process.ask(b"%d\n" % turn) == b"%d" % turn
            time.sleep(0.002 * turn)


def test_before_a_program_is_late_its_pipe_is_looked_at_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers while the referee makes up its mind."""
    with cheat("sleeps", 4.0) as process:
        for _ in range(HONEST):
            process.ask(b"?\n")

        def convict(self: Lateness) -> None:
            self.look()
            until(lambda: has_come(process), "the answer is there")

        monkeypatch.setattr(Lateness, "wait", convict)
        assert float(process.ask(b"?\n")) == 0


def has_come(process: Process) -> bool:
    """Whether there is something to read from a program."""
    return bool(process._channel._poll.poll(0))
