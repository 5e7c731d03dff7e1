"""Chapter 2 of the rulebook: players and the start."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import HoplonError
from tests.games.rulebook import section


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "too many"), ({"turns": 0}, "turns"), ({"players": 0}, "somebody"),
        ({"special": True, "map": "0:0@0,0"}, "no special"), ({"map": "none"}, "no map"),
        ({"players": 1.5}, "players"),
    ],
)  # fmt: skip
@section("2.1", "2.2")
def test_options_that_cannot_be_played_are_refused(options, message):
    with pytest.raises(HoplonError, match=message):
        hoplon.new("hexabomb", **options)


@section("2.1", "2.3")
def test_the_special_player_comes_first_and_everybody_colours_the_cell_under_him():
    row = "0:0..4@0,0/0,4@0,2"
    p = hoplon.new("hexabomb", map=row).view()
    assert [(c.seat, c.cell, c.held, c.alive) for c in p.characters] == [
        (0, (0, 0), 1, True),
        (1, (0, 4), 1, True),
    ]
    assert (p.colours, p.scores) == ((1, 0, 0, 0, 2), (0, 0))
    p = hoplon.new("hexabomb", map=row, special=True).view()
    assert [(c.seat, c.cell) for c in p.characters] == [(0, (0, 2)), (1, (0, 0)), (2, (0, 4))]
    assert (p.colours, p.scores) == ((2, 0, 1, 0, 3), (0, 0, 0))


@section("2.3")
def test_groups_that_are_not_needed_stay_empty():
    p = hoplon.new("hexabomb", map="0:0..4@0,0/0,4@0,2", players=1).view()
    assert [c.cell for c in p.characters] == [(0, 0)]
    assert p.colours == (1, 0, 0, 0, 0)
