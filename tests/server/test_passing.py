"""What if I pass? What happens if nothing is done, in every game."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.match import Match
from hoplon.server.boards import board_of
from hoplon.server.passing import passed_json
from hoplon.server.refusals import Refused


def told(match: Match) -> tuple[list[str], list[list[str]]]:
    found = passed_json(match, board_of(match.game.name), str)
    return [line["text"] for line in found["says"]], found["arrows"]


def test_a_hero_who_waits_is_struck() -> None:
    match = hoplon.new("hoplite", position="hoplite depth=3 hero=4,5 demons=F4,6;A6,7")
    says, arrows = told(match)
    assert says[:2] == ["Footman F1 strikes you", "You are hit"]
    assert arrows[0] == ["4,6", "4,5"]
    assert "idle" not in [str(choice) for choice in match.legal()]  # nothing is changed by the question


def test_monsters_come_near_while_the_hero_stays() -> None:
    rows = ["H.4" + "." * 13, *["." * 16] * 11]
    says, arrows = told(hoplon.new("codekeeper", position=f"codekeeper map={'/'.join(rows)} rng=7"))
    assert says
    assert arrows[0][0] == "2,0"


def test_a_bomb_goes_off_while_all_stay() -> None:
    text = (
        "hexabomb cells=0:0..4 players=2 turn=1/100 colours=1;3*0;2 characters=0@0,0:1;1@0,4:1 "
        "bombs=1@0,1:2:1"
    )
    says, _ = told(hoplon.new("hexabomb", position=text))
    assert any("bomb" in line.lower() or "explode" in line.lower() for line in says)


def test_a_battle_goes_over_to_the_other_side() -> None:
    says, _ = told(hoplon.new("cardbattle", seed=3))
    assert "Republican Rome takes its turn" in says


def test_after_the_end_nobody_passes() -> None:
    match = hoplon.new("hoplite", seed=1)
    match.play("resign")
    with pytest.raises(Refused, match="the match is over"):
        told(match)
