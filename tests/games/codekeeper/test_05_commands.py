"""Chapter 5 of the rulebook: commands and what a bot reads."""

from __future__ import annotations

import pytest

from hoplon.core.errors import IllegalChoice
from tests.games.codekeeper.boards import OPEN, match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("5.1")
def test_an_item_is_listed_before_the_monster_on_it() -> None:
    match = match_of("Ht.4", x=5, y=5)
    match.play("MOVE 5 5")
    match.play("ATTACK 3 6 6")
    assert match.view().lines()[2:] == ["6 5 2 100", "6 5 11 10"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("WAIT", "does not begin with MOVE or ATTACK"),
        (" MOVE 3 3", "does not begin with MOVE or ATTACK"),
        ("MOVE", "no blank after MOVE"),
        ("MOVE 3", "has no y"),
        ("MOVE 3  3", "has '' for y"),
        ("MOVE 16 0", "has 16 for x; expected 0 to 15"),
        ("MOVE 0 12", "has 12 for y; expected 0 to 11"),
        ("ATTACK 4 3 3", "has 4 for weapon; expected 0 to 3"),
        ("MOVE 3000000000 1", "too large"),
        ("MOVE 3; 1", "no whole number"),
    ],
)
@section("5.2")
def test_a_bad_line_is_refused_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(IllegalChoice, match=reason):
        match_of(OPEN).play(line)


@section("5.2")
def test_a_message_changes_nothing() -> None:
    match = match_of(OPEN, x=5, y=5)
    match.play("MOVE +6 005 ATTACK 0 1 1")
    assert match.choices == ["MOVE 6 5"]


@pytest.mark.parametrize(("word", "turn"), [("error", "fail 5,5"), ("timeout", "time-out 5,5")])
@section("5.3")
def test_a_failure_sets_the_score_and_leaves_the_world(word: str, turn: str) -> None:
    match = match_of("H4", x=5, y=5, score=77, turn=1)
    before = match.state.record
    assert str(match.play(word)) == turn
    after = match.state.record
    assert (after.score, after.health, after.rng) == (-10000, before.health, before.rng)
    assert match.outcome is not None
    assert match.outcome.reason == word


@section("5.4")
def test_every_command_is_legal_until_the_end() -> None:
    match = match_of("HE", x=5, y=5)
    assert len(match.legal()) == 5 * 192
    assert "error" not in match.legal()
    match.play("MOVE 6 5")
    assert len(match.legal()) == 0
    with pytest.raises(IllegalChoice, match="comes after the end: exit, score 10000"):
        match.play("MOVE 5 5")


@section("5.1", "3")
def test_the_view_draws_only_what_is_seen() -> None:
    text = str(match_of("H.4\n.....1", x=0, y=0).view())
    assert text.splitlines()[1] == "H.4.????????????"
    assert "1" not in text.splitlines()[2]
