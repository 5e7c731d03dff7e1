"""Who leaves before the end: what a match file says about it, and where that departs from the rules."""

from __future__ import annotations

import pytest

from hoplon.core import replay
from hoplon.core.errors import BadMatchFile
from hoplon.core.leaving import Leaving, winners_of
from hoplon.core.match import Match
from hoplon.core.outcome import Outcome
from hoplon.games import game

HEXABOMB = game("hexabomb")


def begun(seats: int, choices: int) -> Match:
    """A match in which everybody stays where they are."""
    match = Match(HEXABOMB, 7, HEXABOMB.options.from_text({"map": "delta"} if seats == 3 else {}))
    for _ in range(choices):
        match.play("stay")
    return match


def verdict_of(text: str) -> replay.Verdict:
    return replay.verify(replay.read(text), HEXABOMB)


def test_a_match_that_was_left_reads_back() -> None:
    match = begun(2, 3)
    match.left[1] = Leaving("resigned", 3)
    text = replay.write(match)
    assert text.endswith("left 1 resigned\nend 3 left\n")
    verdict = verdict_of(text)
    assert verdict.agrees
    assert str(verdict) == "agrees with the rules: 3 turns, seat 1 resigned"
    assert replay.write(verdict.match) == text
    assert match.copy().left == match.left


def test_the_others_play_on_where_they_are_three() -> None:
    match = begun(3, 4)
    left = match.seats[-1]
    match.left[left] = Leaving("gone", 4)
    while match.seats.count(left) < 8:
        match.play(match.legal()[0])
    text = replay.write(match)
    assert f"\nleft {left} gone\n5 " in text
    assert text.endswith(" open\n")
    assert verdict_of(text).agrees
    match = begun(3, 4)
    match.left[left] = Leaving("gone", 4)
    while match.to_move != left:
        match.play("stay")
    other = match.legal()[-1]
    match.play(other)
    verdict = verdict_of(replay.write(match))
    assert not verdict.agrees
    assert f"seat {left} was left, so " in verdict.reason
    assert repr(str(other)) in verdict.reason


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("left 1", "expected 2 word(s) after 'left'"),
        ("left one gone", "'one' is no whole number"),
        ("left -1 gone", "there is no seat -1"),
        ("left 1 angrily", "'angrily' is no way to leave; expected resigned or gone or flagged"),
        ("left 1 gone\nleft 1 resigned", "seat 1 is left twice"),
    ],
)
def test_a_line_that_cannot_be_is_refused(line: str, says: str) -> None:
    text = replay.write(begun(2, 1)).replace("end 1 open", f"{line}\nend 1 left")
    with pytest.raises(BadMatchFile, match="line ") as refused:
        replay.read(text)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("end 3 open", "left 7 gone\nend 3 open", "seat 7 is left; there are 2"),
        ("end 3 open", "left 1 gone\nend 3 open", "it ends 'left', not 'open'"),
        ("\n3 ", "\nleft 1 gone\n3 ", "only one player had stayed"),
    ],
)
def test_a_file_that_goes_on_all_the_same_departs_from_the_rules(old: str, new: str, says: str) -> None:
    text = replay.write(begun(2, 3))
    assert text.count(old) == 1
    verdict = verdict_of(text.replace(old, new))
    assert not verdict.agrees
    assert says in verdict.reason


def test_who_left_has_not_won_whatever_the_score() -> None:
    assert winners_of(Outcome((9, 5, 5), (0,), "score"), 3, {0}) == (1, 2)
    assert winners_of(Outcome((9, 5, 5), (0,), "score"), 3, {1}) == (0,)
    assert winners_of(Outcome((5, 5, 5), (), "draw"), 3, {1}) == ()
    assert winners_of(None, 3, {1}) == ()
    assert winners_of(None, 3, {1, 2}) == (0,)
    assert winners_of(None, 1, {0}) == ()
