"""The rulebook by example: a position, a choice, and what happens. Names are sentences of the rulebook."""

from __future__ import annotations

import hoplon
import pytest

from my_game.game import GAME
from my_game.rules import SEATS, TURNS

BETWEEN = """
    .......
    .......
    .......
    A#.#A..
    .......
    .......
    ......."""
CORNER = """
    .......
    .......
    .#A....
    A#.....
    .......
    .......
    ......."""


def begin(picture: str) -> hoplon.Match:
    """A match that begins from a picture; A is to move."""
    return hoplon.new(GAME, position=f"{GAME.name} {'/'.join(picture.split())} 0")


def test_1_2_neutral_stones_lie_on_cells_that_the_dice_choose() -> None:
    boards = {hoplon.new(GAME, seed=seed).state.notation for seed in range(5)}
    assert [board.count("#") for board in boards] == [10] * 5


def test_2_1_the_players_take_turns() -> None:
    match = hoplon.new(GAME, seed=1)
    for _ in range(SEATS + 1):
        match.play(match.legal()[0])
    assert match.seats == [*range(SEATS), 0]


def test_2_2_a_stone_goes_on_an_empty_cell() -> None:
    with pytest.raises(hoplon.IllegalChoice, match="the cell is not empty"):
        begin(BETWEEN).play("place b4")


def test_2_3_stones_beside_two_of_the_players_are_turned_over() -> None:
    match = begin(BETWEEN)
    assert str(match.play("place c4")).splitlines() == [
        "place A c4",
        "  turn-over A d4",
        "  turn-over A b4",
    ]
    assert "AAAAA.." in match.state.notation


def test_2_4_what_lies_beside_a_stone_turned_over_is_turned_over_too() -> None:
    assert str(begin(CORNER).play("place c4")).splitlines() == [
        "place A c4",
        "  turn-over A b4",
        "    turn-over A b5",
    ]


def test_3_a_point_for_each_stone_when_all_are_placed() -> None:
    match = hoplon.new(GAME, seed=1)
    for _ in range(TURNS):
        assert match.outcome is None
        match.play(match.legal()[-1])
    assert match.outcome is not None
    assert match.outcome.scores[0] == match.state.notation.count("A")
