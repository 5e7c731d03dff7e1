"""The rulebook of Breakthrough by examples: a position, a choice, the log."""

from __future__ import annotations

import pytest
from counting import courses_by_ply
from hoplon_small_games.breakthrough import GAME

import hoplon
from hoplon.authoring.words import BadPosition

FAR = "........"


def at(*rows: str, mover: str = "w") -> hoplon.Match:
    """A match from these ranks, the eighth first."""
    return hoplon.new(GAME, seed=0, position=f"breakthrough {'/'.join(rows)} {mover}")


def fight(mover: str = "w") -> hoplon.Match:
    return at(FAR, "bb......", FAR, "b.b.....", ".w......", FAR, "......ww", FAR, mover=mover)


def test_1_1_each_player_has_two_ranks_of_pawns():
    match = hoplon.new(GAME, seed=0)
    assert match.state.notation == f"breakthrough bbbbbbbb/bbbbbbbb/{'/'.join([FAR] * 4)}/wwwwwwww/wwwwwwww w"


def test_2_1_white_begins():
    match = hoplon.new(GAME, seed=0)
    assert match.to_move == 0
    match.play("move a2 a3")
    assert match.to_move == 1


def test_2_2_a_pawn_goes_straight_or_aslant_to_an_empty_cell():
    assert {choice for choice in fight().legal() if choice.startswith("move h2")} == {
        "move h2 h3",
        "move h2 g3",
    }
    assert str(fight().play("move h2 g3")) == "move w h2 g3"


def test_2_2_own_pawns_are_in_the_way():
    match = at(FAR, "b.......", FAR, FAR, FAR, "www.....", ".w......", FAR)
    assert not [choice for choice in match.legal() if choice.startswith("move b2")]


def test_2_2_a_pawn_does_not_go_straight_where_another_is():
    match = at(FAR, FAR, FAR, ".b......", ".w......", FAR, FAR, FAR)
    assert list(match.legal()) == ["move b4 a5", "move b4 c5"]


def test_2_3_a_pawn_that_goes_aslant_onto_another_captures_it():
    match = fight()
    assert match.play("move b4 c5").lines() == ["move w b4 c5", "capture b c5"]
    assert match.state.notation.startswith("breakthrough ......../bb....../......../b.w...../......../")


def test_2_3_black_captures_downwards():
    match = fight("b")
    assert match.play("move a5 b4").lines() == ["move b a5 b4", "capture w b4"]


def test_3_1_who_reaches_the_far_rank_wins():
    match = at(FAR, ".....w..", FAR, FAR, FAR, FAR, "b.......", FAR)
    assert match.play("move f7 e8").lines() == ["move w f7 e8", "break-through w e8"]
    assert (match.outcome.winners, match.outcome.scores) == ((0,), (1, -1))


def test_3_1_black_breaks_through_at_the_first_rank():
    match = at(FAR, ".....w..", FAR, FAR, FAR, FAR, "b.......", FAR, mover="b")
    assert match.play("move a2 b1").lines() == ["move b a2 b1", "break-through b b1"]
    assert (match.outcome.winners, match.outcome.scores) == ((1,), (-1, 1))


def test_3_2_who_captures_the_last_pawn_wins():
    match = at(FAR, FAR, FAR, "..b.....", ".w......", FAR, FAR, FAR)
    assert str(match.play("move b4 c5")) == "move w b4 c5\n  capture b c5\n    wipe-out w c5"
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize(
    ("rows", "mover", "why"),
    [
        (["w" * 8] + [FAR] * 6 + ["b......."], "w", "had won before the last move"),
        ([FAR] + ["w" * 8] * 3 + [FAR] * 3 + ["b......."], "b", "24 pawns"),
        ([FAR] * 8, "x", "w|b"),
        ([FAR] * 7, "w", "7 rows"),
    ],
)
def test_1_2_a_position_that_cannot_be_is_refused(rows, mover, why):
    with pytest.raises(BadPosition, match=why):
        at(*rows, mover=mover)


def moves_of(pawns: dict[tuple[int, int], int], seat: int) -> list[dict[tuple[int, int], int]]:
    """All positions after a move, by a second hand: cells are (file, rank), the values are seats."""
    found = []
    for (file, rank), owner in pawns.items():
        for aside in (-1, 0, 1) if owner == seat else ():
            there = file + aside, rank + 1 - 2 * seat
            free = there not in pawns or (aside and pawns[there] != seat)
            if free and 0 <= there[0] < 8 and 0 <= there[1] < 8:
                found.append(
                    {cell: who for cell, who in pawns.items() if cell != (file, rank)} | {there: seat}
                )
    return found


def test_as_many_moves_can_be_made_as_a_second_hand_counts():
    start = {(file, rank): rank // 4 for file in range(8) for rank in (0, 1, 6, 7)}
    first = moves_of(start, 0)
    second = [after for before in first for after in moves_of(before, 1)]
    third = sum(len(moves_of(before, 0)) for before in second)
    assert list(courses_by_ply(GAME, 3)) == [1, len(first), len(second), third] == [1, 22, 484, 11132]


def test_pawns_are_taken_up_and_put_down():
    offers = GAME.board.offers(fight())
    assert [offer.text for offer in offers] == list(fight().legal())
    assert ("b4", "c5") in [(offer.source, offer.cell) for offer in offers]
