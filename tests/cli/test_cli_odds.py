"""hoplon odds."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import hoplon
from hoplon.games.cardbattle.areas import area


@pytest.fixture(scope="module")
def battle(tmp_path_factory) -> tuple[Path, int]:
    """A battle in which two units face each other, and the column in which they do."""
    match = hoplon.new("cardbattle", seed=3)
    bot = hoplon.bot("judge", match.game)
    while not match.is_over:
        match.play(bot.choose(match.view(match.to_move), match.legal(), None, 1.0))
        field = match._states["field"][0]
        facing = [c for c in range(9) if field[area(0, c)] >= 0 and field[area(1, c)] >= 0]
        if facing:
            return match.save(tmp_path_factory.mktemp("odds") / "battle.hoplon"), facing[0] + 1
    raise AssertionError("nobody ever faced anybody")


def test_the_chances_of_an_attack_add_up(run, battle) -> None:
    path, column = battle
    told = json.loads(run("odds", str(path), str(column), str(column), "--by", "A", "--json").stdout)
    for side in told["hits"]:
        assert sum(map(Fraction, side.values())) == 1
    shown = run("odds", str(path), str(column), str(column), "--by", "A").stdout
    assert all(name in shown for name in told["leaves"])
    assert f"column {told['column']}" in shown


def test_what_is_no_attack_is_refused_in_a_sentence(run, battle) -> None:
    path, column = battle
    for args, said in (
        ((str(path), "30", "3"), "expected columns from 1 to 9"),
        ((str(path), str(column), str(column), "--by", "C"), "expected A or B"),
        (("hoplite", "1", "1"), "this is a match of hoplite"),
    ):
        refused = run("odds", *args)
        assert refused.exit_code == 2
        assert said in refused.stderr
