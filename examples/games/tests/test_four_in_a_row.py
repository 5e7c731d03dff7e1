"""The rulebook of Four in a Row by examples: a position, a choice, the log."""

from __future__ import annotations

import pytest
from counting import positions_by_ply
from hoplon_small_games.bots import Center
from hoplon_small_games.four_in_a_row import GAME

import hoplon
from hoplon.authoring.words import BadPosition


def at(*rows: str) -> hoplon.Match:
    """A match that begins with these lowest rows."""
    empty = ["." * 7] * (6 - len(rows))
    return hoplon.new(GAME, seed=0, position=f"four-in-a-row {'/'.join([*empty, *rows])}")


def test_1_1_the_board_is_empty_at_the_start():
    assert (
        hoplon.new(GAME, seed=0).state.notation
        == "four-in-a-row ......./......./......./......./......./......."
    )


def test_2_1_red_begins_then_the_players_take_turns():
    match = hoplon.new(GAME, seed=0)
    assert match.to_move == 0
    match.play("drop d")
    assert match.to_move == 1


def test_2_2_a_stone_falls_to_the_lowest_empty_cell():
    match = at(".......",
               "..xo...")  # fmt: skip
    assert str(match.play("drop c")) == "drop x c2"
    assert str(match) == "\n".join([
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . ● . . . .",
        ". . ● ○ . . .",
        "a b c d e f g",
        "Yellow to move",
    ])  # fmt: skip


def test_2_2_a_full_column_is_closed():
    match = at("o......", "x......", "o......", "x......", "o......", "x......")
    assert list(match.legal()) == ["drop b", "drop c", "drop d", "drop e", "drop f", "drop g"]
    with pytest.raises(hoplon.IllegalChoice, match="the column is full"):
        match.play("drop a")


@pytest.mark.parametrize(
    ("rows", "choice", "line"),
    [
        (("ooo....", "xxx...."), "drop d", "line-up x a1 d1"),
        (("x......", "x.o....", "x.oo..."), "drop a", "line-up x a1 a4"),
        (("..xx...", ".xoo...", "xooxo.."), "drop d", "line-up x a1 d4"),
        (("..xo...", ".xoxo..", "oxoxxo."), "drop b", None),
        (("o......", "xo.....", "xxo....", "oxx.ox."), "drop d", "line-up o d1 a4"),
    ],
)
def test_3_1_four_in_a_line_across_upright_or_aslant_win(rows, choice, line):
    match = at(*rows)
    log = match.play(choice).lines()
    assert log[1:] == ([line] if line else [])
    assert match.is_over == bool(line)


def test_3_1_a_line_does_not_run_over_the_side():
    match = at(".......", "xx.....", "oo...xo", "oo...xx")
    assert len(match.play("drop g")) == 1


def test_3_2_a_full_board_without_a_line_is_a_draw():
    match = at("o.xoxox", "oxxxoxx", "oxoxoxo", "xoxooox", "xoooxxo", "xxoxoxo")
    assert match.to_move == 1
    assert match.play("drop b").lines() == ["drop o b6", "fill"]
    assert (match.outcome.winners, match.outcome.scores) == ((), (0, 0))


def test_3_3_the_winner_scores_1_and_the_loser_minus_1():
    match = at("ooo....", "xxx....")
    match.play("drop d")
    assert (match.outcome.winners, match.outcome.scores) == ((0,), (1, -1))


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (("x......", "......."), "a2 has nothing below it"),
        (("xx.....",), "2 x and 0 o"),
        (("o......", "xxxxooo"), "over before the last stone"),
        (("xx?....",), "row 6 is"),
    ],
)
def test_1_2_a_position_that_cannot_be_is_refused(rows, why):
    with pytest.raises(BadPosition, match=why):
        at(*rows)


def test_the_numbers_of_positions_are_known():
    """OEIS A212693."""
    assert list(positions_by_ply(GAME, 6)) == [1, 7, 49, 238, 1120, 4263, 16422]


def test_all_that_is_legal_is_offered():
    match = at(".......", "xo.....")
    assert [offer.text for offer in GAME.board.offers(match)] == list(match.legal())
    assert GAME.board.offers(match)[0].cell == "a2"


def test_the_bot_prefers_the_middle():
    played = hoplon.run(GAME, Center(), Center(), seed=1)
    assert played.fault is None
    assert played.match.choices[:6] == ["drop d"] * 6
    assert played.match.choices[6] in ("drop c", "drop e")
