"""The rulebook of Hex by examples: a position, a choice, the log."""

from __future__ import annotations

import random

import pytest
from hoplon_small_games.hex import CELLS, GAME, SIZE

import hoplon
from hoplon.authoring.words import BadPosition

EMPTY = "." * SIZE
WAYS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def at(rows: dict[int, str], mover: str = "r", swap: str = "-") -> hoplon.Match:
    """A match with these rows, counted from 1; the others are empty."""
    board = [rows.get(row, "").ljust(SIZE, ".") for row in range(1, SIZE + 1)]
    return hoplon.new(GAME, seed=0, position=f"hex {'/'.join(board)} {mover} {swap}")


def test_1_1_the_board_is_empty_at_the_start():
    match = hoplon.new(GAME, seed=0)
    assert match.state.notation == f"hex {'/'.join([EMPTY] * SIZE)} r +"
    assert len(match.legal()) == CELLS


def test_1_2_b2_touches_six_cells():
    from hoplon.grids.hexes import rhombus_neighbours

    near = rhombus_neighbours(SIZE)[SIZE + 1]
    assert {GAME.board.ground(at({}))["scene"]["cells"][cell]["id"] for cell in near} == {
        "b1", "c1", "a2", "c2", "a3", "b3",
    }  # fmt: skip


def test_1_3_rows_are_the_sides_of_red_and_columns_those_of_blue():
    tones = {cell["id"]: cell["tone"] for cell in GAME.board.ground(at({}))["scene"]["cells"]}
    assert (tones["c1"], tones["k3"], tones["a11"], tones["c3"]) == ("goal0", "goal1", "goal0 goal1", "")


def test_2_1_red_begins_then_the_players_take_turns():
    match = hoplon.new(GAME, seed=0)
    assert str(match.play("place d4")) == "place r d4"
    assert match.to_move == 1


def test_2_2_a_stone_goes_to_an_empty_cell():
    match = at({4: "...r"}, "b")
    assert "place d4" not in match.legal()
    with pytest.raises(hoplon.IllegalChoice):
        match.play("place d4")


def test_2_3_blue_may_swap_instead_of_his_first_stone():
    match = hoplon.new(GAME, seed=0)
    match.play("place d2")
    assert match.legal()[-1] == "swap"
    assert str(match.play("swap")) == "swap b\n  take-away r d2\n  place b b4"
    assert match.to_move == 0
    assert "swap" not in match.legal()
    assert match.state.notation.split(" ")[1].split("/")[3] == ".b........."


def test_2_3_nobody_swaps_later_or_where_it_is_not_played():
    match = hoplon.new(GAME, seed=0)
    for choice in ("place a1", "place b1"):
        match.play(choice)
        assert ("swap" in match.legal()) == (choice == "place a1")
    match.play("place c1")
    assert "swap" not in match.legal()
    plain = hoplon.new(GAME, seed=0, swap=False)
    plain.play("place a1")
    assert "swap" not in plain.legal()


def test_3_1_red_joins_the_first_row_to_the_last():
    match = at(dict.fromkeys(range(1, SIZE), "....r"))
    assert match.play("place d11").lines() == ["place r d11", "connect r"]  # d11 touches e10
    assert match.outcome.winners == (0,)


def test_3_1_blue_joins_the_first_column_to_the_last():
    match = at({6: "b" * 5 + "." + "b" * 5}, "b")
    assert match.play("place f6").lines() == ["place b f6", "connect b"]
    assert (match.outcome.winners, match.outcome.scores) == ((1,), (-1, 1))


def test_3_1_a_chain_may_wind():
    match = at({1: "r", 2: "r", 3: "r.rrr", 4: "rrr.r", 5: "....r"})
    match.play("place e6")
    for row in range(7, 12):
        assert match.outcome is None
        match.play(f"place a{row}")
        match.play(f"place e{row}")
    assert match.outcome.winners == (0,)


def joined(stones: set[tuple[int, int]]) -> bool:
    """Do cells (along, across) join the first across to the last? By a second hand."""
    reached = [cell for cell in stones if cell[1] == 0]
    seen = set(reached)
    for along, across in reached:
        near = {(along + a, across + b) for a, b in WAYS} & stones - seen
        seen |= near
        reached += near
    return any(across == SIZE - 1 for _, across in seen)


@pytest.mark.parametrize("seed", range(4))
def test_3_1_it_ends_when_a_second_hand_finds_a_chain(seed):
    match, dice = hoplon.new(GAME, seed=0, swap=False), random.Random(seed)
    stones: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
    while not match.is_over:
        seat, choice = match.to_move, dice.choice(match.legal())
        cell = match.read(choice).code
        stones[seat].add((cell % SIZE, cell // SIZE) if seat == 0 else (cell // SIZE, cell % SIZE))
        match.play(choice)
        assert match.is_over == joined(stones[seat])
    assert match.outcome.winners == (seat,)
    again = hoplon.new(GAME, seed=0, position=match.state.notation)
    assert again.outcome == match.outcome


def test_1_4_a_position_that_cannot_be_is_refused():
    with pytest.raises(BadPosition, match="Red is to move, but has won"):
        at(dict.fromkeys(range(1, SIZE + 1), "r"))
    with pytest.raises(BadPosition, match=r"place of r\|b"):
        at({}, "x")


def test_cells_and_the_swap_are_offered():
    match = hoplon.new(GAME, seed=0)
    match.play("place d2")
    offers = GAME.board.offers(match)
    assert [offer.text for offer in offers] == list(match.legal())
    assert (offers[0].cell, offers[-1].cell, offers[-1].label) == ("a1", None, "Swap")
