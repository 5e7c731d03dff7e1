"""`hoplon compare` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

TWO = ("--game", "hexabomb", "--sprt", "0,150", "-o", "turns=20")


def test_the_better_one_of_two_is_found_and_the_comparison_goes_on_where_it_stopped(
    run, tmp_path: Path
) -> None:
    short = run("compare", "random", "painter", *TWO, "--seeds", "1-4", "--out", "here")
    assert short.exit_code == 3, short.output
    assert "verdict: not decided after 4 pairs; give more with --seeds" in short.stdout
    result = run("compare", "random", "painter", *TWO, "--seeds", "1-200", "--out", "here")
    assert result.exit_code == 0, result.output
    assert "8 matches are done already in here" in result.stderr
    assert "SPRT, errors 5.0% and 5.0%, LLR from -3.00 to 3.00" in result.stderr
    assert "verdict: painter is better (150 Elo accepted against 0)" in result.stdout
    found = json.loads(
        run("compare", "random", "painter", *TWO, "--seeds", "1-200", "--out", "here", "--json").stdout
    )
    assert found["verdict"] == "better"
    assert found["llr"] >= found["bounds"][1]
    assert found["pairs"] == sum(count for _, count in found["shares"])
    low, high = found["elo"][1:]
    assert 0 < low < found["elo"][0] <= high
    rows = (tmp_path / "here" / "rows.jsonl").read_text().splitlines()
    assert len(rows) == 2 * found["pairs"]


def test_the_worse_one_is_not_better(run) -> None:
    result = run("compare", "painter", "random", *TWO)
    assert result.exit_code == 1, result.output
    assert "verdict: random is not better (0 Elo accepted against 150)" in result.stdout


def test_several_processes_come_to_the_same_verdict_on_the_same_pairs(run) -> None:
    words = ("compare", "random", "painter", *TWO, "--json")
    one = json.loads(run(*words, "--out", "one").stdout)
    two = json.loads(run(*words, "--out", "two", "--jobs", "2").stdout)
    assert {**one, "folder": ""} == {**two, "folder": ""}


def test_those_who_play_alone_are_compared_on_the_same_seeds(run) -> None:
    result = run("compare", "random", "greedy", "--game", "hoplite", "--sprt", "0,200", "--longest", "100")
    assert result.exit_code == 0, result.output
    assert "seeds by greedy's share of the points" in result.stdout


def test_a_bot_is_not_better_than_itself(run) -> None:
    result = run("compare", "greedy", "greedy", "--game", "hoplite", "--sprt", "0,400", "--seeds", "1-60")
    assert result.exit_code == 1, result.output
    assert "greedy #2 is not better" in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("random", "nobody", "--game", "hexabomb"), "nobody"),
        (("random", "painter", "--game", "hexabom"), "hexabom"),
        (("random", "painter", "--game", "hexabomb", "--sprt", "ten"), "--sprt 'ten' is not understood"),
        (("random", "painter", "--game", "hexabomb", "--sprt", "10,0"), "expected the smaller first"),
        (("random", "painter", "--game", "hexabomb", "--alpha", "1"), "alpha is 1; expected a chance"),
        (("random", "person", "--game", "hexabomb"), "cannot be compared"),
        (("random", "painter", "--game", "hexabomb", "--seeds", "9-1"), "run backwards"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(run, words: tuple[str, ...], said: str) -> None:
    result = run("compare", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr
