"""Chapter 6 of the rulebook: positions and maps in one line."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import BadPosition
from hoplon.games.hexabomb import GAME
from hoplon.games.hexabomb.maps import BadMap, read_text
from hoplon.games.hexabomb.notation import notation, read_notation
from tests.games.hexabomb.boards import played
from tests.games.rulebook import section


@pytest.mark.parametrize(
    "text",
    ["0:0@", "0:0..2", "0:2..0@0,0", "x:0@0,0", "0:0;0:0@0,0", "0:0@0,0@", "0:0@0,0@0,0@0,0", "0:0@0;0"],
)
@section("6.2")
def test_a_bad_map_text_is_refused(text):
    with pytest.raises(BadMap):
        read_text(text)


@section("6.2")
def test_a_match_file_stands_alone(tmp_path):
    match = played(3, [1, 4, 9, 2] * 8, map="0:0..3;1:0..3@0,0+0,1/1,2+1,3@0,3", turns=5)
    path = match.save(tmp_path / "m.match")
    assert hoplon.load(path).state == match.state
    assert hoplon.verify(path).agrees


LINE = "hexabomb cells=0:0..2 players=1 turn=1/9 colours=3*0 characters=0@0,0:1"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hexabomb", "hoplite", "begins with"), ("0@0,0:1", "0@9,0:1", "no cell"),
        ("0@0,0:1", "0@0,0:3", "bombs held"), ("0@0,0:1", "1@0,0:1", "order of their seats"),
        ("3*0", "2*0", "2 colours for 3"), ("3*0", "4*0", "more colours"), ("3*0", "3*2", "a colour"),
        ("1/9", "10/9", "turn"), ("1/9", "1", "unclear"), ("players=1", "", "does not say"),
        ("turn=1/9", "turn=1/9 asked=1", "asked"), ("0:0..2", "0:0..x", "column"),
        ("0@0,0:1", "0@0,0:1!7", "waiting time"), ("0@0,0:1", "0@0,0:1;0@0,0:1", "with another"),
        ("turn=1/9", "turn=1/9 bombs=0@0,1:2:3;0@0,1:2:3", "another"),
        ("turn=1/9", "turn=1/9 turn=1/9", "twice"), ("turn=1/9", "turn=1/9 fog", "unknown word"),
        ("turn=1/9", "turn=1/9 orders=0:jump", "no order"),
        ("turn=1/9", "turn=1/9 orders=0:revive", "before it was asked"),
    ],
)  # fmt: skip
@section("6.1")
def test_a_position_that_cannot_be_is_refused(old, new, message):
    states = GAME.new_states(1)
    read_notation(states, 0, LINE)
    assert notation(states, 0) == LINE
    assert old in LINE
    with pytest.raises(BadPosition, match=message):
        read_notation(states, 0, LINE.replace(old, new))
