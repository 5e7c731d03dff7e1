"""How real processes start and end."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.waiting import patience

ROOT = Path(__file__).parents[2]
PATIENCE = patience()


@pytest.fixture
def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}


def start(environment: dict[str, str], *args: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "hoplon.cli", *args]
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, preexec_fn=heed_ctrl_c
    )


def heed_ctrl_c() -> None:
    """A shell that runs the suite in the background makes its children deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_help_and_completion_do_not_import_the_compiler(environment) -> None:
    code = (
        "import sys; from hoplon.cli import app; assert not {'numba', 'numpy', 'textual'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=PATIENCE)


def test_a_refusal_is_one_line_and_exit_code_2(environment) -> None:
    process = start(environment, "simulate", "chess")
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, b"")
    assert err.startswith(b"hoplon: there is no game 'chess'")
    assert err.count(b"\n") == 1


def test_simulate_answers_each_line_at_once_and_ends_at_the_end_of_input(environment) -> None:
    with start(environment, "simulate", "hoplite", "--seed", "7") as process:
        assert process.stdin
        assert process.stdout
        assert json.loads(process.stdout.readline())["turn"] == 0
        for turn in (1, 2):
            process.stdin.write(b"walk n\n" if turn == 1 else b"walk s\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["turn"] == turn
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_ctrl_c_ends_quietly_with_130(environment) -> None:
    with start(environment, "simulate", "hoplite") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == b""


def test_a_closed_pipe_ends_quietly(environment, saved: Path) -> None:
    with start(environment, "simulate", "hoplite", "--seed", "7") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"walk n\nwalk s\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 1
        assert process.stderr.read() == b""


def test_a_long_output_into_a_closed_pipe_ends_quietly(environment, saved: Path) -> None:
    command = f"'{sys.executable}' -m hoplon.cli replay '{saved}' --step | head -1"
    done = subprocess.run(command, shell=True, env=environment, capture_output=True, timeout=PATIENCE)
    assert done.stdout.startswith(b"Hoplite, rules 3, seed 8, 6 turns")
    assert done.stderr == b""


def test_the_shell_can_ask_for_completion(environment) -> None:
    asking = {
        **environment,
        "_HOPLON_COMPLETE": "complete_bash",
        "COMP_WORDS": "hoplon simulate hop",
        "COMP_CWORD": "2",
    }
    code = "from hoplon.cli import app; app(prog_name='hoplon')"
    done = subprocess.run([sys.executable, "-c", code], env=asking, capture_output=True, timeout=PATIENCE)
    assert done.stdout.split() == [b"hoplite"]


def in_a_terminal(environment: dict[str, str], *args: str, until: bytes, keys: bytes) -> tuple[int, bytes]:
    """Run on a terminal of its own and press keys once a text is shown; returns code and output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "hoplon.cli", *args]
    terminal = {**environment, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=terminal, start_new_session=True
    ) as process:
        os.close(theirs)
        shown, deadline = b"", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    shown += os.read(ours, 65536)
                except OSError:  # the other side is closed
                    break
            if keys and until in shown:
                os.write(ours, keys)
                keys = b""
        os.close(ours)
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
    return process.returncode, shown


def test_the_drawn_game_runs_on_a_real_terminal(environment) -> None:
    code, shown = in_a_terminal(environment, "play", "hoplite", "--seed", "7", until=b"Depth", keys=b"\x03")
    assert code == 130
    assert b"Traceback" not in shown


def test_a_bad_file_ends_the_drawn_game_with_one_sentence(environment, tmp_path: Path) -> None:
    bad = tmp_path / "bad.hoplon"
    bad.write_text("no match")
    code, shown = in_a_terminal(environment, "play", "hoplite", "--load", str(bad), until=b"", keys=b"")
    assert code == 2
    assert b"bad.hoplon: this is no Hoplon match file: line 1 is not 'hoplon match 2'" in shown
    assert b"Traceback" not in shown


def test_replay_waits_for_enter_on_a_terminal(environment, saved: Path) -> None:
    code, shown = in_a_terminal(environment, "replay", str(saved), "--step", until=b"\n 1e", keys=b"\nq\n")
    assert code == 0
    assert b"1 walk n" in shown
    assert b"2 walk s" not in shown
