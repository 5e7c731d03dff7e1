"""Chapter 1 of the rulebook: the board, its text and its pictures."""

from __future__ import annotations

import pytest

from hoplon.games.hexabomb.maps import named
from hoplon.games.hexabomb.picture import diagram, read_diagram
from tests.games.hexabomb.boards import Table, played
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("1.1", "1.2")
def test_a_step_goes_one_cell_in_each_of_six_ways():
    for way, cell in {
        "x+": "1,0",
        "y+": "1,-1",
        "z+": "0,-1",
        "x-": "-1,0",
        "y-": "-1,1",
        "z-": "0,1",
    }.items():
        table = Table(
            """
              .   .
            .   1A  .
              .   .
            """,
            origin=(0, -1),
        )
        assert table.play(f"A move {way}").log == f"move 0 0,0 {cell}", way


@section("1.4")
def test_a_diagram_reads_back():
    match = played(1, [3, 5, 7, 8] * 10, map="duel", turns=30)
    p = match.view()
    again = read_diagram(diagram(p), origin=(0, -6))
    assert dict(zip(again.cells, again.colours, strict=True)) == p.colour_at
    living = {c.id: c.cell for c in p.characters if c.alive}
    assert {c.id: c.cell for c in again.characters} == living


@section("1.5")
def test_pictures_are_drawn():
    match = played(1, [8, 8, 8, 1, 8, 2], map="delta", special=True)
    text, svg = str(match), match._repr_svg_()
    assert "sudden death" in text
    assert "orders character" in text
    assert svg.startswith("<svg")
    assert svg.count("<polygon") == len(named("delta").cells)
