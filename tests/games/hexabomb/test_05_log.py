"""Chapter 5 of the rulebook: what the turn log says."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import BadText
from hoplon.games.hexabomb import fit
from hoplon.games.hexabomb.options import HexabombOptions
from tests.games.rulebook import section


@section("5")
def test_words_refuse_cells_off_the_board():
    with pytest.raises(BadText, match="no cell of the board"):
        fit(HexabombOptions(map="duel")).phrases.read("move 0 99,0 98,0")


@section("5", "4.6")
def test_the_leader_is_told_when_he_changes_and_again_at_the_end():
    match = hoplon.new("hexabomb", map="0:0..1@0,0", turns=3)
    said = [str(match.play(choice)) for choice in ("move z-", "stay", "move z+")]
    assert said == ["move 0 0,0 0,1\nlead 0", "", "move 0 0,1 0,0\nfinish 0"]
