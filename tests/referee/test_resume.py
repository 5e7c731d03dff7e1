"""Series of programs: killed and taken up again, none lost, none counted twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoplon.core.errors import BadOption
from hoplon.games import game
from hoplon.referee import series
from hoplon.referee.folder import SeriesFolder, file_name
from hoplon.referee.series import Job, Row, cores, workers_for
from hoplon.referee.standings import standings
from hoplon.referee.versions import version_of
from hoplon.referee.worklist import Worklist
from tests.waiting import patience, until

STARTER = Path(__file__).parents[2] / "examples" / "bots" / "python" / "anygame.py"
SEEDS = 24
TIMES = ("wall", "cpu", "waited", "slowest", "late", "strikes", "excused")


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
    rows = lines(out)
    for row in rows:
        row["seats"] = [{k: v for k, v in seat.items() if k not in TIMES} for seat in row["seats"]]
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
    assert f"{before} of {SEEDS} matches are done already".encode() in again.stderr
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


def folder(path: Path, **more: str) -> SeriesFolder[Row]:
    return SeriesFolder(path, {"game": "hoplite 1", "clock": "1"} | more, Row)


def row(seed: int) -> Row:
    return Row("hoplite", "", seed, "won", 3, 2, "", str(seed))


def test_a_folder_takes_up_only_the_series_that_began_it(tmp_path: Path) -> None:
    folder(tmp_path).close()
    with pytest.raises(BadOption, match=r"holds another series \(clock was 1, now 3\)"):
        folder(tmp_path, clock="3")
    with pytest.raises(BadOption, match=r"holds another series \(game was hoplite 1, now chess 1\)"):
        folder(tmp_path, game="chess 1")


def test_damage_is_named(tmp_path: Path) -> None:
    first = folder(tmp_path)
    first.add(row(1))
    assert first.new_rows() == [row(1)]
    assert first.new_rows() == []
    first.close()
    with open(tmp_path / "rows.jsonl", "a") as file:
        file.write("what?\n")
    second = folder(tmp_path)
    with pytest.raises(BadOption, match=r"line 2 of .*rows.jsonl is damaged"):
        second.new_rows()
    second.close()
    (tmp_path / "series.json").write_text("{")
    with pytest.raises(BadOption, match=r"series.json is damaged"):
        folder(tmp_path)


CLAIMING = """
import sys
from pathlib import Path
from hoplon.referee.folder import SeriesFolder
from hoplon.referee.series import Row
found = SeriesFolder(Path(sys.argv[1]), {"game": "hoplite 1", "clock": "1"}, Row)
print(found.claim("one"), found.claim("two"), flush=True)
sys.stdin.read()
"""


def test_what_one_process_plays_no_other_takes_until_that_ends(tmp_path: Path) -> None:
    here = folder(tmp_path)
    assert here.claim("one")
    with subprocess.Popen(
        [sys.executable, "-c", CLAIMING, str(tmp_path)],
        env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdout is not None
        assert other.stdout.readline() == "False True\n"
        assert not here.claim("two")
        other.kill()
    assert here.claim("two")
    here.close()


def test_two_commands_share_a_series(tmp_path: Path) -> None:
    both = [
        subprocess.Popen(
            words(tmp_path, 40), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    for process in both:
        said, errors = process.communicate(timeout=patience())
        assert process.returncode == 0, errors
        assert b"40 match files" in said
    assert Counter(row["seed"] for row in lines(tmp_path)) == Counter(range(1, 41))


def test_an_annulled_match_counts_for_nobody_and_is_played_again(tmp_path: Path) -> None:
    job = Job("hoplite", ("random",), 1, longest=3)
    row = series.play(job)
    annulled = replace(row, reason="annulled")
    here = folder(tmp_path)
    here.add(annulled)
    here.close()
    assert standings([annulled], row.players)[0].matches == 0
    for expected in (job, None):
        here = folder(tmp_path)
        todo = Worklist([job], here)
        assert todo.next() == expected
        here.add(row)
        here.close()
    assert todo.rows[job.key].reason == row.reason


def test_bots_have_file_names(tmp_path: Path) -> None:
    assert file_name("search:nodes=20") == "search-nodes-20"
    assert file_name("./a/bot.py") != file_name("./b/bot.py")
    assert file_name("./a/bot.py").startswith("bot.py-")


def test_any_file_of_its_folder_makes_another_version_of_a_program(tmp_path: Path) -> None:
    hoplite, bot, helper, out = (
        game("hoplite"),
        tmp_path / "bot.sh",
        tmp_path / "lib" / "helper.txt",
        tmp_path / "out",
    )
    helper.parent.mkdir()
    out.mkdir()
    seen = set()
    for path in (bot, helper, out / "row", tmp_path / ".hidden", tmp_path / "lib" / "__pycache__" / "x.pyc"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("one")
        seen.add(version_of(f"sh {bot}", hoplite, [out]))
    assert len(seen) == 2
    helper.write_text("two")
    assert version_of(f"sh {bot}", hoplite, [out]) not in seen
    assert version_of(f"/bin/sh {bot}", hoplite, [out]) != version_of(
        "/bin/sh", hoplite
    )  # its folder is large


def test_a_bot_of_hoplon_has_the_version_of_its_sources_and_rules() -> None:
    hoplite, hexabomb = game("hoplite"), game("hexabomb")
    assert len({version_of(bot, hoplite) for bot in ("random", "greedy", "search", "search:nodes=5")}) == 3
    assert version_of("random", hoplite) != version_of("random", hexabomb)


def test_matches_of_an_earlier_version_are_played_again(tmp_path: Path) -> None:
    bot, out = tmp_path / "bot" / "bot.py", tmp_path / "out"
    bot.parent.mkdir()
    bot.write_text(STARTER.read_text())

    def run(seeds: int) -> bytes:
        command = [*words(out, seeds)]
        command[command.index("--bot") + 1] = f"{sys.executable} -I -S {bot}"
        done = subprocess.run(command, env=environment(), capture_output=True, timeout=patience(), check=True)
        return done.stderr

    run(2)
    (bot.parent / "notes.txt").write_text("a new idea")
    assert b"2 other matches" in run(2)
    assert [row["seed"] for row in lines(out)].count(1) == 2
    assert b"2 of 2 matches are done already" in run(2)


def test_never_more_programs_play_at_once_than_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    monkeypatch.setattr(series, "cores", lambda: 3)
    for bot, most in ((f"{sys.executable} -I -S {STARTER}", 3), ("random", 8)):
        assert workers_for([Job("hoplite", (bot,), seed) for seed in range(9)], 8) == most
