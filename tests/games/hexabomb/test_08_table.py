"""Chapter 8 of the rulebook: a match at one table."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import IllegalChoice
from hoplon.games.hexabomb.state import Do
from tests.games.rulebook import section


@section("8.2")
def test_a_seat_sees_its_own_orders():
    match = hoplon.new("hexabomb", seed=0, map="duel")
    match.play("stay")
    match.play("move y-")
    assert [order.kind for order in match.view(0).orders] == [Do.MOVE]
    assert match.view(1).orders == ()


@section("8.1")
def test_players_begin_in_rotation():
    match = hoplon.new("hexabomb", seed=0, map="delta", players=3, turns=4)
    first = []
    while not match.is_over:
        first.append(match.to_move)
        for _ in range(9):
            match.play("stay")
    assert first == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("jump", "no choice"), ("move", "for example move x"), ("move up", "no direction"),
        ("bomb 3", "range 3"), ("bomb 9 9", "2 to 4"), ("bomb a b", "no whole number"),
        ("revive", "is alive"), ("move z+", "no cell"), ("stay here", "too long"), ("", "no choice"),
    ],
)  # fmt: skip
@section("8.3")
def test_a_choice_that_cannot_be_made_says_why(text, message):
    match = hoplon.new("hexabomb", seed=0, map="0:0;1:0;2:0@0,0/2,0")
    with pytest.raises(IllegalChoice, match=message):
        match.play(text)
