"""The server of supervisors: it belongs to one referee, and leaves nothing behind, however either ends."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hoplon.sandbox import starter
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.faults import BotFault
from hoplon.sandbox.process import Process
from hoplon.sandbox.staging import PREFIX
from hoplon.sandbox.tree import Tree, stat_of
from tests.processes import start
from tests.waiting import until

ROOT = Path(__file__).parent.parent.parent
CAT = ["/bin/cat"]


def cat() -> Process:
    return Process(CAT, sandbox="none", clock=Clock(60.0, 60.0))


def server_pid() -> int:
    starter.scratch()
    server = starter._server
    assert server is not None
    return server._pid


def lives(pid: int) -> bool:
    return stat_of(pid)[:1] not in ([], ["Z"])


def test_programs_share_a_server_and_a_killed_one_is_replaced() -> None:
    with cat() as first, cat() as second:
        old = server_pid()
        assert {stat_of(one._supervisor.pid)[1] for one in (first, second)} == {str(old)}
        os.kill(old, signal.SIGKILL)
        until(lambda: not lives(old), "the server is gone")
        with cat() as third:
            assert server_pid() != old
            assert [one.ask(b"hi\n") for one in (first, second, third)] == [b"hi"] * 3
        assert Path(first._launched.folder).is_dir()
    assert not [name for name in os.listdir(starter.scratch()) if not name.startswith(PREFIX)]


def test_a_forked_process_has_its_own_server_and_leaves_the_programs_of_the_other_alone() -> None:
    with cat() as process:
        old, scratch = server_pid(), starter.scratch()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                process.stop()  # as a context manager would that is left in the child
                with cat() as own:
                    apart = own.ask(b"hi\n") == b"hi" and server_pid() != old and starter.scratch() != scratch
                starter.finish()
                code = 0 if apart else 2
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert process.ask(b"still\n") == b"still"
        assert server_pid() == old


def test_a_program_ends_with_its_referee_though_a_fork_of_it_lives(tmp_path: Path) -> None:
    """Whatever a forked process has kept open, the death of the referee itself is noticed."""
    program = (
        "import ctypes, os, signal, sys; sys.path.insert(0, sys.argv[1])\n"
        "from hoplon.sandbox.process import Process\n"
        "process = Process(['/bin/cat'], sandbox='none')\n"
        "pids = *process.pids, process._supervisor.pid\n"
        "child = ctypes.CDLL(None).fork()\n"  # Python does not notice
        "if child == 0: [signal.pause() for _ in iter(int, 1)]\n"
        "print(child, *pids, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    referee = start([sys.executable, "-c", program, str(ROOT)], stdout=subprocess.PIPE, text=True)
    assert referee.stdout is not None
    fork, *pids = map(int, referee.stdout.readline().split())
    try:
        until(lambda: not any(map(lives, pids)), "the program and its supervisor are gone")
        assert lives(fork)
    finally:
        os.kill(fork, signal.SIGKILL)
        referee.wait()
        referee.stdout.close()


@pytest.mark.parametrize("sandbox", ["none", "auto"])
def test_a_program_has_its_three_pipes_and_no_other_file(sandbox: str) -> None:
    look = "import os\nprint(*sorted(map(int, os.listdir('/proc/self/fd'))), flush=True)"
    other = Process(CAT, sandbox=sandbox)
    with other, Process([sys.executable, "-I", "-S", "-c", look], sandbox=sandbox) as process:
        assert process.ask(b"?\n").split() == [b"0", b"1", b"2", b"3"]  # the last is the folder it reads


BUSY = """
import os, sys
sys.path.insert(0, sys.argv[1])
print(flush=True)
from hoplon.sandbox import starter
from hoplon.sandbox.process import Process
while True:
    process = Process([sys.executable, '-I', '-S', sys.argv[2], 'leaves_children'], sandbox=sys.argv[3])
    print(flush=True)
    process.stop()
"""


@pytest.mark.parametrize("sandbox", ["none", "auto"])
def test_a_referee_may_be_killed_at_any_moment(tmp_path: Path, sandbox: str) -> None:
    """From before its server runs to the middle of its programs; the seed only spreads the moments."""
    moments = random.Random(7)
    words = [sys.executable, "-c", BUSY, str(ROOT), str(Path(__file__).parent / "hostile.py"), sandbox]
    mark = f"TMPDIR={tmp_path}"
    for number in range(12):
        referee = start(words, stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": str(tmp_path)})
        assert referee.stdout is not None
        for _ in range(number % 4):
            referee.stdout.readline()
        time.sleep(moments.random() * 0.15)
        family = Tree(referee.pid).pids()
        referee.kill()
        referee.wait()
        referee.stdout.close()
        until(lambda family=family: not any(map(lives, family)), "its processes are gone")
        until(lambda: not list(tmp_path.iterdir()), "its folder is gone")
    assert not [pid for pid in filter(str.isdecimal, os.listdir("/proc")) if mark in environ(pid)]


def environ(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/environ").read_text(errors="replace")
    except OSError:
        return ""


def test_without_a_namespace_a_killed_supervisor_leaves_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """What forks away after the referee's last look is adopted by the server, which ends it."""
    monkeypatch.setattr(Process, "namespaces", False)
    hostile = [sys.executable, "-I", "-S", str(Path(__file__).parent / "hostile.py"), "leaves_children"]
    with Process(hostile, sandbox="none", clock=Clock(60.0, 60.0)) as process:
        for _ in range(3):
            process.ask(b'{"legal":["wait"]}\n')
        pids = until(lambda: len(process.pids) >= 2 and process.pids, "the program has forked")
        process._supervisor.kill()
        until(lambda: not any(map(lives, pids)), "the program and its child are gone")
        with pytest.raises(BotFault):
            process.ask(b'{"legal":["wait"]}\n')
