"""Variations in match files: read, written, walked, and no part of what was played."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core import replay
from hoplon.core.errors import BadMatchFile, HoplonError
from hoplon.core.match import Match
from hoplon.core.variations import MOST_LINES, Move, Variations, match_at
from tests.core.duel import GAME as DUEL


def played() -> Match:
    match = Match(DUEL, 3)
    for _ in range(3):
        match.play(next(c for c in match.legal() if c not in ("echo", "babble", "flood")))
    return match


def other(match: Match, at: int) -> str:
    """A choice that was not made there."""
    here = match_at(match, Variations(), 0, at)
    return str(
        next(c for c in here.legal() if c != match.choices[at] and c not in ("echo", "babble", "flood"))
    )


def with_lines() -> Match:
    match = played()
    found = match.variations
    first = found.begin(0, 1, Move(other(match, 1)))
    found.rename(first, "Another way")
    found.comment(0, 1, "Here  it\nturns.")
    here = match_at(match, found, first, 2)
    found.extend(first, Move(str(here.legal()[0]), 5))
    return match


def test_a_file_with_variations_reads_as_it_was_written() -> None:
    match = with_lines()
    text = replay.write(match)
    read = replay.read(text)
    assert read.variations == match.variations
    assert read.variations.comments == {(0, 1): "Here it turns."}
    verdict = replay.verify(read, DUEL)
    assert verdict.agrees
    assert replay.write(verdict.match) == text


def test_variations_change_nothing_of_what_was_played() -> None:
    match = with_lines()
    plain = played()
    assert replay.write(match).startswith(replay.write(plain))
    assert match_at(match, match.variations, 0, 3).checks == plain.checks


def test_a_line_is_walked_from_where_it_departs() -> None:
    match = with_lines()
    found = match.variations
    assert found.origin(1, 1) == (0, 1)
    at_end = match_at(match, found, 1, 3)
    assert [str(c) for c in at_end.choices] == [
        str(match.choices[0]),
        *(m.choice for m in found.line(1).moves),
    ]
    assert at_end.other_dice == {2: 5}
    with pytest.raises(HoplonError, match="it ends after 3"):
        match_at(match, found, 1, 4)


def test_a_move_that_is_there_already_is_followed() -> None:
    match = with_lines()
    found = match.variations
    assert found.follow(0, 1, found.line(1).moves[0]) == (1, 2)
    assert found.follow(1, 2, found.line(1).moves[1]) == (1, 3)
    assert found.follow(1, 2, Move("nothing")) is None


def test_a_line_goes_with_all_that_departs_from_it() -> None:
    found = Variations()
    found.begin(0, 0, Move("a"))
    found.begin(1, 1, Move("b"))
    found.begin(0, 0, Move("c"))
    found.comment(2, 2, "gone")
    found.comment(3, 1, "stays")
    found.remove(1)
    assert [line.moves[0].choice for line in found.lines] == ["c"]
    assert found.comments == {(1, 1): "stays"}


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("variation 2 0 1 x", "variation 2 of 0 stands here"),
        ("variation 1 0 9 x", "begins after 9 choices; expected 0 to 3"),
        ("variation 1 0 1 x", "variation 1 has no choice"),
        ("then 1 strike", "there is no variation 1"),
        ("comment 0 9 x", "expected 0 to 3"),
        ("comment 0 x x", "no whole number"),
        ("variation 1 0 1\ndice 1 seed x\nthen 1 strike", "no seed of dice"),
        ("extra", "more text after the end"),
    ],
)
def test_broken_lines_are_named(more: str, says: str) -> None:
    with pytest.raises(BadMatchFile, match=says):
        replay.read(replay.write(played()) + more + "\n")


def test_there_is_an_end_to_variations() -> None:
    found = Variations()
    for _ in range(MOST_LINES):
        found.begin(0, 0, Move("a"))
    with pytest.raises(HoplonError, match="which is the most"):
        found.begin(0, 0, Move("a"))


def test_a_match_that_was_taken_back_is_written_without_what_followed() -> None:
    match = with_lines()
    while match.choices:
        match.undo()
    assert not replay.read(replay.write(match)).variations


def test_a_match_of_any_game_keeps_them_in_its_file(tmp_path) -> None:
    match = hoplon.new("hoplite", seed=7)
    match.play(match.legal()[0])
    match.variations.begin(0, 0, Move(str(match.legal()[1])))
    loaded = hoplon.load(match.save(tmp_path / "a.hoplon"))
    assert loaded.variations == match.variations
