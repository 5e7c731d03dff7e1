"""The rulebook by example: a position, a choice, and what happens. Names are sentences of the rulebook."""

from __future__ import annotations

import hoplon
import pytest

from my_game.game import GAME
from my_game.rules import SEATS, TURNS

BETWEEN = """
    .......  -------
    .......  -------
    .......  -------
    A#.aA..  15-31--
    .......  -------
    .......  -------
    .......  -------"""
CORNER = """
    .......  -------
    .......  -------
    .#A....  -41----
    A#.....  12-----
    .......  -------
    .......  -------
    .......  -------"""


def begin(picture: str) -> hoplon.Match:
    """A match that begins from a picture of the board and of what is on it worth; A is to move."""
    words = picture.split()
    return hoplon.new(GAME, position=f"{GAME.name} {'/'.join(words[::2])} {'/'.join(words[1::2])} 0")


def test_1_2_neutral_stones_lie_on_cells_that_the_dice_choose() -> None:
    boards = {hoplon.new(GAME, seed=seed).state.notation.split()[1] for seed in range(5)}
    assert [len(board.replace(".", "").replace("/", "")) for board in boards] == [10] * 5


def test_1_3_only_who_has_looked_under_a_stone_knows_its_worth() -> None:
    match = begin(BETWEEN)
    assert "1--31--" in match.view(0).position
    last = SEATS - 1
    assert ("1---1--" if last else "1--31--") in match.view(last).position


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
        "place A c4 1",
        "  turn-over A d4 3",
        "  turn-over A b4 5",
    ]
    assert "15131--" in match.view(SEATS - 1).position


def test_2_4_what_lies_beside_a_stone_turned_over_is_turned_over_too() -> None:
    assert str(begin(CORNER).play("place c4")).splitlines() == [
        "place A c4 1",
        "  turn-over A b4 2",
        "    turn-over A b5 4",
    ]


def test_3_the_worth_of_the_stones_counts_when_all_are_placed() -> None:
    match = begin(BETWEEN)
    match.play("place c4")
    assert GAME.scores(match.states_at(1), 0, SEATS)[0] == 1 + 5 + 1 + 3 + 1
    while not match.is_over:
        match.play(match.legal()[-1])
    assert len(match.choices) == TURNS
