"""Programs that tests start end with the tests, whatever fails."""

from __future__ import annotations

import ctypes
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hoplon.sandbox.starter import end_server
from tests.waiting import patience, until

PROC = Path("/proc")
MARK = "HOPLON_TEST_RUN"
PR_SET_PDEATHSIG = 1
SHARED = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")  # these end with Python
_libc = ctypes.CDLL(None)


def start(words: Sequence[str], **how: Any) -> subprocess.Popen[Any]:
    """Start a program that Linux ends when this process ends, even if that is killed."""
    # A thread that ends would take along what it has started, so only the main one is bound to its children.
    if sys.platform == "linux" and threading.current_thread() is threading.main_thread():
        before = how.get("preexec_fn", int)
        how["preexec_fn"] = lambda: (before(), _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL))
    return subprocess.Popen(words, **how)


def end(process: subprocess.Popen[Any]) -> int:
    """Ask a program to end, make it end if it does not, and close what it wrote to."""
    process.terminate()
    try:
        return process.wait(patience())
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


@pytest.fixture(scope="session", autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Whatever was started by tests has ended with the last of them; what has not is named and killed."""
    mark = os.environ[MARK] = secrets.token_hex(8)
    yield
    end_server()
    try:
        until(lambda: not survivors(mark), "all processes that tests started have ended", idle=3.0)
    except AssertionError:
        left = survivors(mark)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        named = "; ".join(f"{pid} ({words})" for pid, words in left.items())
        pytest.fail(f"tests have left processes behind, which are killed now: {named}", pytrace=False)


def survivors(mark: str) -> dict[int, str]:
    """The living processes below this one or below one that carries a mark, and their words."""
    seen: dict[int, tuple[int, bool, str]] = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            marked = f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0")
        except OSError:  # it has just ended, or is somebody else's
            continue
        if state != "Z" and not any(shared in words for shared in SHARED):
            seen[int(folder.name)] = int(parent), marked, words
    me = os.getpid()

    def is_ours(pid: int) -> bool:
        while pid in seen:
            pid, marked, _ = seen[pid]
            if marked or pid == me:
                return True
        return False

    return {pid: words for pid, (_, _, words) in seen.items() if pid != me and is_ours(pid)}
