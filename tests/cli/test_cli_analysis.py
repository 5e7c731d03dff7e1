"""hoplon analyse, review, explain and replay --why."""

from __future__ import annotations

import json
from pathlib import Path

import hoplon

DOOMED = "hoplite depth=2 hero=4,5 demons=F4,6;A4,9 health=1/3"


def lost_run(folder: Path) -> Path:
    match = hoplon.new("hoplite", seed=1, position=DOOMED)
    match.play("bash s")
    return match.save(folder / "lost.hoplon")


def test_analyse_prints_the_values_of_a_position_and_of_its_choices(run) -> None:
    shown = run("analyse", DOOMED, "--nodes", "40")
    assert shown.exit_code == 0
    assert "chance to win the run" in shown.stdout
    told = json.loads(run("analyse", DOOMED, "--nodes", "40", "--json").stdout)
    assert told["values"][0]["name"] == "win"
    assert told["choices"][0]["choice"] in shown.stdout


def test_analyse_goes_back_to_a_turn_of_a_file(run, tmp_path: Path) -> None:
    path = lost_run(tmp_path)
    told = json.loads(run("analyse", str(path), "--turn", "0", "--nodes", "40", "--json").stdout)
    same = json.loads(run("analyse", DOOMED, "--nodes", "40", "--json").stdout)
    assert told["choices"] == same["choices"]


def test_review_says_what_killed_the_hero_and_what_would_have_saved_him(run, tmp_path: Path) -> None:
    shown = run("review", str(lost_run(tmp_path)))
    assert shown.exit_code == 0
    assert "killed by a demon" in shown.stdout
    assert "What would have saved the match: in turn 1" in shown.stdout
    told = json.loads(run("review", str(lost_run(tmp_path)), "--json").stdout)
    assert told["choices"][0]["mark"] == "blunder"


def test_replay_tells_why_each_line_is_there(run, tmp_path: Path) -> None:
    shown = run("replay", str(lost_run(tmp_path)), "--why")
    assert "rulebook: 7.2 Attacks" in shown.stdout
    told = [
        json.loads(line)
        for line in run("replay", str(lost_run(tmp_path)), "--why", "--json").stdout.splitlines()
    ]
    assert told[1]["why"][0]["line"].startswith("bash")


def test_explain_tells_probability_and_variants(run) -> None:
    shown = run("explain", "hoplite hero=4,2 demons=F4,6", "walk n", "hoplite hero=4,3 demons=F4,5 turn=1")
    assert "yes, with a probability of 100 %" in shown.stdout


def test_refusals_are_one_sentence(run, tmp_path: Path) -> None:
    path = str(lost_run(tmp_path))
    for args, said in (
        (("analyse", path), "nothing to analyse after the end"),
        (("analyse", path, "--turn", "9"), "there is no turn 9"),
        (("analyse", DOOMED, "--seat", "4"), "there is no seat 4"),
        (("analyse", DOOMED, "--nodes", "5", "--seconds", "1"), "not by both"),
        (("review", str(tmp_path / "none.hoplon")), "cannot be read"),
        (("explain", "nonsense", "walk n", DOOMED), "is no position"),
        (("explain", DOOMED, "walk x", DOOMED), "is no direction"),
    ):
        refused = run(*args)
        assert refused.exit_code == 2
        assert said in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1
