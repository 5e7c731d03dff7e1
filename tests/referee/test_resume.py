"""Series of programs: killed and taken up again, none lost, none counted twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hoplon.core.errors import BadOption
from hoplon.referee import series
from hoplon.referee.results import Journal, file_name, fingerprint
from hoplon.referee.series import Job, Row, cores
from tests.waiting import patience, until

STARTER = Path(__file__).parents[2] / "examples" / "bots" / "python" / "anygame.py"
SEEDS = 24
TIMES = ("seconds", "slowest", "cpu", "strikes", "excused")


def words(out: Path, seeds: int = SEEDS) -> list[str]:
    bot = f"{sys.executable} -I -S {STARTER}"
    command = [sys.executable, "-m", "hoplon.cli", "match", "hoplite", "--bot", bot, "--out", str(out)]
    return [*command, "--seeds", f"1-{seeds}", "--jobs", "2", "--longest", "15", "--sandbox", "none"]


def environment() -> dict[str, str]:
    return os.environ | {"NUMBA_DISABLE_JIT": "1"}


def played(out: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(words(out), env=environment(), capture_output=True, timeout=patience(), check=False)


def lines(out: Path) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in (out / "rows.jsonl").read_text().splitlines()]
    except FileNotFoundError:
        return []


def results(out: Path) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """The rows without times, in the order of seeds, and the match files."""
    rows = [{k: v for k, v in row.items() if k not in TIMES} for row in lines(out)]
    files = {path.name: path.read_bytes() for path in out.glob("*.hoplon")}
    return sorted(rows, key=lambda row: row["seed"]), files


def relatives(out: Path) -> list[int]:
    """The processes that have to do with a series."""
    mark = str(out).encode()
    found = []
    for name in os.listdir("/proc"):
        try:
            around = Path(f"/proc/{name}/environ").read_bytes() if name.isdecimal() else b""
        except OSError:
            continue
        if b"HOPLON_TEST_SERIES=" + mark in around:
            found.append(int(name))
    return found


def test_a_series_killed_half_way_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    done = subprocess.run(
        words(whole), env=environment(), capture_output=True, timeout=patience(), check=False
    )
    assert done.returncode == 0, done.stderr
    process = subprocess.Popen(
        words(broken),
        env=environment() | {"HOPLON_TEST_SERIES": str(broken)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until(lambda: len(lines(broken)) >= SEEDS // 3, "a third is played", process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    until(lambda: not relatives(broken), "all that belonged to the series has ended")
    before = len(lines(broken))
    assert SEEDS // 3 <= before < SEEDS
    with open(broken / "rows.jsonl", "a") as file:
        file.write('{"game":"hopl')  # the line that the kill cut off
    again = subprocess.run(
        words(broken), env=environment(), capture_output=True, timeout=patience(), check=False
    )
    assert again.returncode == 0, again.stderr
    assert f"{before} of {SEEDS} runs are done already".encode() in again.stderr
    assert Counter(row["seed"] for row in lines(broken)) == Counter(range(1, SEEDS + 1))
    assert results(broken) == results(whole)


def test_an_interrupted_series_ends_soon_and_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        words(tmp_path, 500),
        env=environment() | {"HOPLON_TEST_SERIES": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # A shell that runs the suite in the background makes its children deaf to Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        until(lambda: len(lines(tmp_path)) >= 4, "some are played", process)
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does
        _, said = process.communicate(timeout=patience())
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert relatives(tmp_path) == []
    assert 4 <= len(lines(tmp_path)) < 500


def journal(folder: Path, **more: str) -> Journal:
    return Journal(folder, {"game": "hoplite 1", "bot x": "1"} | more)


def test_a_folder_takes_up_only_the_series_that_began_it(tmp_path: Path) -> None:
    journal(tmp_path).close()
    journal(tmp_path, **{"bot y": "2"}).close()
    with pytest.raises(BadOption, match=r"holds another series \(bot y was 2, now 3\)"):
        journal(tmp_path, **{"bot y": "3"})
    with pytest.raises(BadOption, match=r"holds another series \(game was hoplite 1, now chess 1\)"):
        journal(tmp_path, game="chess 1")


def test_two_series_do_not_share_a_folder(tmp_path: Path) -> None:
    first = journal(tmp_path)
    with pytest.raises(BadOption, match="another series is being played into"):
        journal(tmp_path)
    first.close()
    journal(tmp_path).close()


def test_damage_is_named(tmp_path: Path) -> None:
    row = Row("hoplite", "x", 1, "", "won", True, 1, 2, 3, 0.1, 0.1)
    first = journal(tmp_path)
    first.add(row)
    assert first.rows(Row) == [row]
    first.close()
    with open(tmp_path / "rows.jsonl", "a") as file:
        file.write("what?\n")
    second = journal(tmp_path)
    with pytest.raises(BadOption, match=r"line 2 of .*rows.jsonl is damaged"):
        second.rows(Row)
    second.close()
    (tmp_path / "series.json").write_text("{")
    with pytest.raises(BadOption, match=r"series.json is damaged"):
        journal(tmp_path)


def test_bots_have_file_names_and_fingerprints(tmp_path: Path) -> None:
    assert file_name("search:nodes=20") == "search-nodes-20"
    assert file_name("./a/bot.py") != file_name("./b/bot.py")
    assert file_name("./a/bot.py").startswith("bot.py-")
    bot = tmp_path / "bot"
    bot.write_text("one")
    before = fingerprint(f"sh {bot}")
    bot.write_text("two")
    assert fingerprint(f"sh {bot}") != before


def test_never_more_programs_play_at_once_than_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    asked: list[int] = []

    class Pool:
        def __init__(self, processes: int, *_more: object) -> None:
            asked.append(processes)
            raise InterruptedError

    monkeypatch.setattr(series, "cores", lambda: 3)
    monkeypatch.setattr(series, "ProcessPoolExecutor", Pool)
    for bot in (f"{sys.executable} -I -S {STARTER}", "random"):
        with pytest.raises(InterruptedError):
            list(series.play_all([Job("hoplite", bot, seed) for seed in range(9)], 8))
    assert asked == [3, 8]
