"""Mazes of CodeKeeper on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hoplon
from hoplon.games.codekeeper.maze import read_rows

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "mazes").glob("*.txt"))
GAUNTLET = next(path for path in EXAMPLES if path.stem == "gauntlet")
ROWS = read_rows(GAUNTLET.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_can_be_played(run, path: Path) -> None:
    result = run("maze", "check", str(path))
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{path}: ")
    assert "steps away" in result.stdout
    assert "cut off" not in result.stdout


def test_the_maze_of_a_seed_is_drawn_and_read_again(run, tmp_path: Path) -> None:
    result = run("maze", "new", "--seed", "-5")
    assert result.stdout.splitlines()[0] == "# the maze of seed -5"
    assert result.stdout.splitlines()[1] == "tXXt2.0X.H0..4a."
    assert run("maze", "new", "--seed", "-5", "--out", "mine.txt").stdout.startswith("mine.txt: ")
    assert (tmp_path / "mine.txt").read_text() == result.stdout
    assert run("maze", "check", "mine.txt").exit_code == 0


def test_a_maze_is_shown_in_three_ways(run, tmp_path: Path) -> None:
    shown = run("maze", "show", str(GAUNTLET)).stdout.splitlines()
    assert shown[0] == "   0123456789012345"
    assert shown[12] == f"11 {ROWS[11]}"
    line = run("maze", "show", str(GAUNTLET), "--notation").stdout.strip()
    assert line == f"codekeeper map={'/'.join(ROWS)}"
    assert run("show", f"{line} health=7").stdout.splitlines()[1:] == shown
    assert run("maze", "show", str(GAUNTLET), "--svg", "m.svg").exit_code == 0
    assert (tmp_path / "m.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_maze_file_may_come_from_another_system(run, tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(["# mine", *ROWS, ""]).encode())
    assert run("maze", "show", "m.txt").exit_code == 0


def test_a_match_is_played_in_a_drawn_maze(run, tmp_path: Path) -> None:
    where = ("--maze", str(GAUNTLET))
    result = run("simulate", "codekeeper", "--seed", "3", *where, "--format", "record", stdin="MOVE 1 0\n")
    start, turn = (json.loads(line) for line in result.stdout.splitlines())
    assert start["rows"] == ROWS
    assert turn["h"][:2] == [1, 0]
    state = json.loads(run("simulate", "codekeeper", *where, stdin="").stdout)["state"]
    assert (state["x"], state["y"]) == (0, 0)
    assert "\nH...????????????\n" in run("play", "codekeeper", *where, stdin="quit\n").stdout
    played = run("match", "codekeeper", "--bot", "random", "--seeds", "1-2", *where, "--out", "runs")
    assert played.exit_code == 0, played.output
    (file,) = (tmp_path / "runs").glob("codekeeper-random-1-*.hoplon")
    match = hoplon.load(file)
    assert match.options.maze == "/".join(ROWS)
    added = run("trace", "codekeeper", "--out", "traces", "--add", "mine", *where, "--turns", "2")
    assert added.exit_code == 0
    assert f"option maze {'/'.join(ROWS)}" in (tmp_path / "traces" / "mine.trace").read_text()


def test_a_match_begins_from_a_position(run) -> None:
    position = f"codekeeper map={'/'.join(ROWS)} health=7 charges=1/0/2"
    result = run("simulate", "codekeeper", "-o", f"position={position}", "--format", "record", stdin="")
    assert json.loads(result.stdout)["h"] == [0, 0, 7, 0, 1, 0, 2]


def test_a_record_takes_command_lines_as_they_are(run) -> None:
    lines = "MOVE 1 0\r\n\tMOVE 2 0\r MOVE 3 0\n"
    result = run("simulate", "codekeeper", "--maze", str(GAUNTLET), "--format", "record", stdin=lines)
    _, first, second, third = (json.loads(line) for line in result.stdout.splitlines())
    assert first["c"] == "MOVE 1 0"
    assert second["a"][:3] == ["MOVE", 2, 0]
    assert third["end"] == "error"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "m.txt: line 1: the maze has 0 rows; expected 12"),
        (b"\xff\xfe\x00", "m.txt is no maze: it is not text"),
        (b"X" * 70_000, "m.txt: it is too long for a maze; expected at most"),
        ("\n".join([*ROWS[:3], "?" * 16, *ROWS[4:]]).encode(), "m.txt: line 4, column 1: '?' is none of"),
        ("\n".join(ROWS[:11]).encode(), "m.txt: line 11: the maze has 11 rows; expected 12"),
    ],
    ids=["empty", "binary", "endless", "strange", "short"],
)
def test_a_bad_maze_file_is_refused_in_one_sentence(run, tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "m.txt").write_bytes(content)
    for args in (
        ["maze", "check", "m.txt"],
        ["maze", "show", "m.txt"],
        ["simulate", "codekeeper", "--maze", "m.txt"],
        ["match", "codekeeper", "--bot", "random", "--maze", "m.txt"],
        ["bot", "check", "cat", "--game", "codekeeper", "--maze", "m.txt"],
    ):
        result = run(*args)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"hoplon: {reason}")
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["maze", "check", "none.txt"], "none.txt: No such file or directory"),
        (["maze", "show", "."], ".: Is a directory"),
        (["play", "hoplite", "--maze", str(GAUNTLET)], "hoplite has no flag '--maze'"),
        (["simulate", "codekeeper", "--maze", str(GAUNTLET), "-o", "maze=x"], "option maze is given twice"),
        (["simulate", "codekeeper", "--maze", str(GAUNTLET), "-o", "position=x"], "exclude each other"),
        (["play", "codekeeper", "--maze", str(GAUNTLET), "--resume"], "has its own seed and options"),
        (["simulate", "codekeeper", "-o", "position=codekeeper map=X"], "the map has 1 rows; expected 12"),
    ],
)
def test_a_bad_command_line_about_mazes(run, args: list[str], reason: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
