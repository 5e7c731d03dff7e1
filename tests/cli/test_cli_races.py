"""Races on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hoplon

BOTS = ("wanderer", "random", "--seed", "7")


def test_a_race_compares_turn_by_turn_and_keeps_every_match(run, tmp_path: Path) -> None:
    result = run("race", "codekeeper", *BOTS, "--every", "10", "--out", "here")
    assert result.exit_code == 0, result.output
    title, _, head, first, *rest = result.stdout.splitlines()
    assert title == "CodeKeeper – The Hero, seed 7"
    assert head.split() == ["turn", "wanderer", "random", "leads"]
    assert first.split() == ["0", "0", "0", "all", "level"]
    files = sorted((tmp_path / "here").glob("*.hoplon"))
    assert [file.name for file in files] == ["1-wanderer.hoplon", "2-random.hoplon"]
    matches = [hoplon.load(file) for file in files]
    assert matches[0].states_at(0).tobytes() == matches[1].states_at(0).tobytes()
    last = max(len(match.choices) for match in matches)
    scores = [str(match.outcome.scores[0]) for match in matches]
    assert [*map(str, (last, *scores))] == next(
        line.split()[:3] for line in rest if line.split()[0] == str(last)
    )
    assert any(line.startswith("1. ") for line in rest)


def test_a_race_as_json_and_side_by_side(run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.loads(
        run("race", "hoplite", "random", "random", "--seed", "3", "--json", "--out", "a").stdout
    )
    one, other = found["lanes"]
    assert (found["seed"], one["player"], other["player"]) == (3, "random", "random #2")
    assert one["scores"] == other["scores"]  # the same dice for the same bot
    watched = ("race", "codekeeper", *BOTS, "--maze", "one-orc", "--watch", "0", "--out", "b")
    row = re.escape("5 XH.......3....EX")
    monkeypatch.setenv("COLUMNS", "160")
    shown = run(*watched).stdout
    turn, _, names, *_ = shown.splitlines()
    assert turn == "turn 0: all level"
    assert names.split() == ["wanderer", "random"]
    assert re.search(rf"{row} +{row}", shown)
    monkeypatch.setenv("COLUMNS", "80")  # below each other
    assert not re.search(rf"{row} +{row}", run(*watched).stdout)


def test_a_person_sees_nothing_of_the_others_before_the_end(run) -> None:
    walk = "MOVE 13 5\n" * 12
    result = run(
        "race", "codekeeper", "wanderer", "person", "--maze", "first-steps", "--out", "a", stdin=walk
    )
    assert result.exit_code == 0, result.output
    assert "XH...???????????" in result.stderr  # fog
    assert "wanderer" not in result.stderr
    assert "person: 10000 after 12 turns (exit)" in result.stdout


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["codekeeper", "random"], "a race has 2 to 4 who take part, not 1"),
        (["codekeeper", *["random"] * 5], "a race has 2 to 4 who take part, not 5"),
        (["hexabomb", "random", "random"], "a race is for games in which one plays alone"),
        (["codekeeper", "random", "nobody"], "nobody"),
        (["codekeeper", "random", "random", "--maze", "tarp"], "did you mean trap?"),
        (["codekeeper", "random", "random", "--mace", "trap"], "codekeeper has no flag '--mace'"),
    ],
)
def test_a_bad_race_is_refused(run, args: list[str], reason: str) -> None:
    result = run("race", *args)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
