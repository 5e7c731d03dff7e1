"""The rulebook itself: its log names every action, its lines are maps and positions."""

from __future__ import annotations

from hoplon.games.hexabomb import GAME, maps
from hoplon.games.hexabomb.notation import notation, read_notation
from hoplon.games.hexabomb.state import Do
from tests.games.rulebook import Rulebook, section

BOOK = Rulebook("hexabomb")


@section("5")
def test_the_log_of_the_rulebook_names_every_action():
    text = BOOK.chapter(5)
    for kind in Do:
        assert kind == Do.STAY or f"`{kind.name.lower()}`" in text, kind


@section("6.1", "6.2")
def test_the_lines_of_the_rulebook_are_maps_and_positions():
    position, board = (block.rstrip() for block in BOOK.blocks("text"))
    states = GAME.new_states(1)
    read_notation(states, 0, position)
    assert notation(states, 0) == position
    assert maps.read_text(board).to_text() == board
