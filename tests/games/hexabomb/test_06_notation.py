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
@section("6.2", "6.3")
def test_a_bad_map_text_is_refused(text):
    with pytest.raises(BadMap):
        read_text(text)


@section("6.2")
def test_a_match_file_stands_alone(tmp_path):
    match = played(3, [1, 4, 9, 2] * 8, map="0:0..3;1:0..3@0,0+0,1/1,2+1,3@0,3", turns=5)
    path = match.save(tmp_path / "m.match")
    assert hoplon.load(path).state == match.state
    assert hoplon.verify(path).agrees


LINE = "hexabomb cells=0:0..2 players=1 turn=1/9 colours=1;2*0 characters=0@0,0:1"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hexabomb", "hoplite", "begins with"), ("0@0,0:1", "0@9,0:1", "no cell"),
        ("0@0,0:1", "0@0,0:3", "bombs held"), ("0@0,0:1", "1@0,0:1", "order of their seats"),
        ("1;2*0", "1;0", "2 colours for 3"), ("2*0", "3*0", "more colours"), ("2*0", "2*2", "a colour"),
        ("1/9", "10/9", "turn"), ("1/9", "1", "unclear"), ("players=1", "", "does not say"),
        ("turn=1/9", "turn=1/9 asked=1", "asked"), ("0:0..2", "0:0..x", "column"),
        ("0@0,0:1", "0@0,0:1!7", "waiting time"), ("0@0,0:1", "0@0,0:1;0@0,0:1", "with another"),
        ("1;2*0", "3*0", "of colour 0; expected its own, 1"),
        ("turn=1/9", "turn=1/9 bombs=0@0,1:2:3;0@0,1:2:3", "another"),
        ("turn=1/9", "turn=1/9 turn=1/9", "twice"), ("turn=1/9", "turn=1/9 fog", "unknown word"),
        ("turn=1/9", "turn=1/9 orders=0:jump", "no order"),
        ("turn=1/9", "turn=1/9 orders=0:revive", "before it was asked"),
        ("0:0..2", "0:0.." + "9" * 5000, "is no column"), ("0:0..2", "9" * 5000 + ":0..2", "is no column"),
        ("0:0..2", ";".join(f"{q}:0..99999" for q in range(9)), "more than 100000 cells"),
        ("1/9", "9" * 5000 + "/9", "is no whole number"), ("1/9", "1/٩", "is no whole number"),
        ("0@0,0:1", "0@0,0\0:1", "is no cell"), ("0@0,0:1", "0@0,0:\ud800", "is no whole number"),
        ("1/9", "9/9 asked=1", "asked is 1; expected 0"),
        ("turn=1/9", "turn=1/9 score=4", "the score of player 0 is 4; expected 0 to 3"),
        ("turn=1/9", "turn=0/9 bombs=0@0,1:2:3", "before turn 1"),
        ("1/9", "0/9 blasts=0@0,1", "before turn 1"),
        ("0@0,0:1", "0@0,0:1;0@0,1:1!3;1@0,2:1!3", "order of their seats"),
        ("turn=1/9", "turn=1/9 bombs=0@0,1:1:3", "range of the bomb at 0,1 is 1; expected 2 to 4"),
        ("turn=1/9", "turn=1/9 bombs=0@0,1:2:5", "delay of the bomb at 0,1 is 5; expected 1 to 4"),
        ("turn=1/9", "turn=1/9 bombs=1@0,1:2:3", "player of the bomb at 0,1 is 1; expected 0"),
        ("turn=1/9", "turn=1/9 blasts=1@0,1", "has colour 1, its cell 0; expected the same"),
        ("turn=1/9", "turn=1/9 blasts=0@0,1;0@0,1", "listed twice"),
        ("turn=1/9", "turn=1/9 blasts=0@0,1 bombs=0@0,1:2:3", "left a bomb there"),
        ("turn=1/9", "turn=1/9 blasts=1@0,0", "character 0, just hit, is -1; expected 3"),
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


TWO = (
    "hexabomb cells=0:0..3 players=2 turn=1/9 colours=1;2;2*0 characters=0@0,0:0;0@0,2:0!3;1@0,1:1;1@0,3:0!3"
)
MANY = "9" * 18
DEATH = "hexabomb cells=0:0..1 players=1 special turn=1/9 colours=1;2 characters=0@0,0:1;1@0,1:1"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"{TWO} asked=2 orders=0:revive", "character 0 has an order before it was asked"),
        (f"{TWO} asked=2 orders=2:move:z+;2:move:z+", "character 2 has an order before it was asked, or two"),
        (f"{TWO} asked=2 orders=2:bomb:9:2", "the range of the bomb for character 2 is 9; expected 2 to 4"),
        (f"{TWO} asked=2 orders=2:bomb:2:1", "the delay of the bomb for character 2 is 1; expected 2 to 4"),
        (f"{TWO} asked=2 orders=2:bomb:{MANY}:2", f"the range of the bomb for character 2 is {MANY}"),
        (f"{TWO} asked=2 orders=2:bomb:2:{MANY}", f"the delay of the bomb for character 2 is {MANY}"),
        (f"{TWO} asked=2 orders={MANY}:bomb:2:2", f"the character of an order is {MANY}; expected 0 to 3"),
        (f"{TWO} asked=2 orders={MANY}:move:z+", f"the character of an order is {MANY}; expected 0 to 3"),
        (f"{DEATH} asked=1 orders=1:bomb:5:2", "the range of the bomb for character 1 is 5; expected 2 to 4"),
        (
            f"{DEATH} asked=1 orders=0:bomb:2:101",
            "the delay of the bomb for character 0 is 101; expected 2 to 100",
        ),
        (f"{TWO} asked=3 orders=0:bomb:2:2", "character 0 has an order that it cannot be given"),
        (f"{TWO} asked=2 orders=3:revive", "character 3 has an order that it cannot be given"),
        (TWO.replace("1@0,1:1;1@0,3:0!3", "1@0,1:1"), "the players have 1 to 2 characters"),
        (DEATH.replace("0@0,0:1", "0@0,0:1!3"), "character 0 is dead; special ones live on"),
        (f"{DEATH} score=1;0", "the score of player 0 is 1; expected 0"),
        (f"{DEATH} score=0;2", "the score of player 1 is 2; expected 0 to 1"),
        (DEATH.replace("turn=1/9", "turn=0/9").replace("1@0,1:1", "1@0,1:1!3"), "nobody is before turn 1"),
    ],
)
@section("6.1")
def test_orders_teams_and_sudden_death_that_cannot_be_are_refused(line, message):
    states = GAME.new_states(1)
    for good in (TWO, f"{TWO} asked=2 orders=2:move:z+", DEATH, f"{DEATH} score=0;1"):
        read_notation(states, 0, good)
    with pytest.raises(BadPosition, match=message):
        read_notation(states, 0, line)
