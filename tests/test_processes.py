"""A run of tests leaves no process behind, even if it fails or is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import patience, until

ROOT = Path(__file__).parents[1]
LEAVES_ONE = """
import subprocess

def test_something():
    subprocess.run(["sh", "-c", "sleep 7777 & echo $! > pid"], check=True, start_new_session=True)
"""
IS_KILLED = """
import os, signal
from tests.processes import start
print(start(["sleep", "7777"]).pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def is_alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_a_test_leaves_behind_is_named_and_killed(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("from tests.processes import no_process_is_left")
    (tmp_path / "test_it.py").write_text(LEAVES_ONE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_it.py"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        timeout=patience(), check=False,
    )  # fmt: skip
    assert done.returncode == 1, "the run fails although its test has passed"
    assert "tests have left processes behind" in done.stdout
    pid = int((tmp_path / "pid").read_text())
    assert f"{pid} (sleep 7777)" in done.stdout
    until(lambda: not is_alive(pid), "the process has ended")


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_what_a_test_starts_ends_when_the_run_is_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IS_KILLED],
        cwd=ROOT, capture_output=True, text=True, timeout=patience(), check=False,
    )  # fmt: skip
    until(lambda: not is_alive(int(done.stdout)), "the process has ended")
