"""Chapter 9 of the rulebook: what monsters do."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("9.1")
def test_damage_is_summed_and_taken_once_even_beyond_zero() -> None:
    match = match_of("444\n4H4\n...", x=4, y=4, health=5)
    assert match.play("MOVE 5 5").lines()[-2:] == ["hurt 5,5 15", "die 5,5"]
    assert (match.view().health, match.view().score) == (-10, -1015)


@section("9.1")
def test_boxes_do_nothing_and_sitters_never_move() -> None:
    match = match_of("H.0\n...\n3.1", x=5, y=5)
    assert match.play("MOVE 5 5").lines() == ["idle - 5,5 5,5 fine", "strike O3 5,7 5,5 2", "hurt 5,5 2"]


@pytest.mark.parametrize(
    ("picture", "corner", "step"),
    [
        ("H..4", (5, 5), "step V1 8,5 7,5"),
        ("H..\n...\n..2", (5, 5), "step G1 7,7 6,7"),
        ("H...\n..04", (5, 5), "step V2 8,6 8,5"),
        ("\n".join([".X."] * 3 + ["HX4"] + [".X."] * 3), (5, 2), "step V1 7,5 7,5"),
        ("\n".join([".X."] * 2 + ["HX4"] + [".X."] * 2), (5, 3), "step V1 7,5 7,4"),
        ("\n".join([".X."] * 2 + ["HX2"] + [".X."] * 2), (5, 3), "step G1 7,5 7,5"),
    ],
)
@section("9.2")
def test_monsters_seek_a_way_inside_their_own_view(picture: str, corner: tuple[int, int], step: str) -> None:
    turn = match_of(picture, x=corner[0], y=corner[1]).play("MOVE 5 5")
    assert turn.lines()[1:] == [step]


@section("9.3")
def test_the_log_lists_strikes_before_steps() -> None:
    lines = match_of("4..\n.H.\n...\n..4", x=4, y=4).play("MOVE 5 5").lines()
    assert [line.split()[0] for line in lines] == ["idle", "strike", "step", "hurt"]
