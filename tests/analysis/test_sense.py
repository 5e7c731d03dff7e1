"""What no solver could find is no puzzle: it is refused by the check, and the miner does not bring it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.puzzles.choices import evaluator_for, position_of
from hoplon.analysis.puzzles.find import puzzle_at, puzzles_in
from hoplon.analysis.puzzles.hold import check_puzzle
from hoplon.analysis.puzzles.mine import Found, Mine
from hoplon.analysis.puzzles.sense import (
    Twins,
    what_depends_on_slips,
    what_hides,
    what_is_wrong,
    what_transposes,
)
from hoplon.analysis.puzzles.sources import Dig
from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle, begin_puzzle, load_puzzles, puzzles_of
from hoplon.games import game, own_names

REFUSED = Path(__file__).with_name("refused")


def refused(name: str, wanted: str) -> Puzzle:
    """A position whose margin holds, and which is no puzzle all the same."""
    found = load_puzzles(REFUSED / f"{name}.txt", game(name))
    return next(puzzle for puzzle in found if puzzle.id == wanted)


@pytest.mark.parametrize(
    ("name", "wanted", "says"),
    [
        ("hoplite", "08dbfcdb", "nothing is at stake"),
        ("hoplite", "24159f5f", "the only other choices throw the spear"),
        ("codekeeper", "053cbcc4", "there is no exit in sight"),
        ("codekeeper", "0c08afc8", "MOVE 8 4 destroys a monster that is about to strike"),
        ("hexabomb", "022ef327", "is dead"),
        ("hexabomb", "0051fe0a", "hardly begun"),
        ("hexabomb", "fd6228cf", "neither a bomb nor a rival within 5 steps"),
        ("hexabomb", "003a3fc1", "no choice ends in fire"),
        ("hexabomb", "088220da", "move z+ ends in fire"),
        ("hexabomb", "5a48a0dd", "is decided"),
        ("cardbattle", "fa5b51a9", "the armies have not met yet"),
        ("cardbattle", "03d2d436", "the only other choices are to throw something away"),
        ("cardbattle", "07a80e1c", "nobody looks for what to throw away"),
        ("cardbattle", "7279aee7", "end is still there after the free shot"),
    ],
)
def test_a_game_says_what_no_solver_could_find(name: str, wanted: str, says: str) -> None:
    assert says in check_puzzle(game(name), refused(name, wanted), 0).wrong


@pytest.mark.parametrize("name", own_names())
def test_a_game_has_nothing_against_its_own_puzzles_and_no_two_look_the_same(name: str) -> None:
    found = game(name)
    twins = Twins(found)
    for puzzle in puzzles_of(found):
        assert what_is_wrong(begin_puzzle(found, puzzle), puzzle) == ""
        assert twins.of(puzzle) == ""


def test_players_who_slip_make_another_match_of_each_playout() -> None:
    found = game("hexabomb")
    match = begin_puzzle(found, refused("hexabomb", "9233bfa6"))
    choice = [match.read("move z+")]
    steady = position_of(match, Evaluator(match.game, 2)).worth(choice, 12, 3)
    slipping = position_of(match, evaluator_for(match)).worth(choice, 12, 3)
    assert slipping.std() > 2 * steady.std()


def test_a_lead_that_slips_wipe_out_is_none() -> None:
    found = game("hexabomb")
    puzzle = refused("hexabomb", "9233bfa6")
    match = begin_puzzle(found, puzzle)
    assert "is not ahead of" in what_depends_on_slips(match, puzzle, 1)
    assert puzzle_at(match, "", 1) is None


def test_a_lead_that_shows_late_is_none() -> None:
    found = game("hexabomb")
    puzzle = refused("hexabomb", "003a3fc1")
    match = begin_puzzle(found, puzzle)
    choices = [match.read(choice) for choice, _ in puzzle.values]
    assert "after 24 choices" in what_hides(position_of(match, evaluator_for(match)), choices, 0, 1)


def test_a_solution_that_a_rival_does_not_spoil_is_none() -> None:
    found = game("cardbattle")
    puzzle = refused("cardbattle", "78d3d0c6")
    assert "attack 2 1 is worth as much after raid" in what_transposes(begin_puzzle(found, puzzle), puzzle, 1)
    spoils = next(one for one in puzzles_of(found) if one.solution == "withdraw")
    assert what_transposes(begin_puzzle(found, spoils), spoils, 1) == ""


def test_idle_positions_are_passed_over_before_anything_is_played_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = game("hexabomb")
    match = Match(found, 1)
    for _ in range(8):
        match.play("stay")
    monkeypatch.setattr("hoplon.analysis.puzzles.find.seems_clear", lambda *_: pytest.fail("was played out"))
    assert list(puzzles_in(match, "")) == []


@pytest.mark.parametrize(
    ("name", "first", "again"), [("hoplite", "1baaba23", "1bec908a"), ("codekeeper", "0445a61a", "097c974f")]
)
def test_of_positions_that_look_the_same_only_the_first_is_kept(
    tmp_path: Path, name: str, first: str, again: str
) -> None:
    found = game(name)
    one, other = refused(name, first), refused(name, again)
    twins = Twins(found)
    assert [twins.of(puzzle) for puzzle in (one, other, replace(one))] == ["", first, ""]
    mine = Mine(found, tmp_path / "out.txt")
    mine.open(False)
    assert mine.keep(Found(Dig(name, 0), (one,), True)) == [one]
    assert mine.keep(Found(Dig(name, 1), (other,), True)) == []
    more = Mine(found, tmp_path / "out.txt")
    more.open(True)
    assert more.keep(Found(Dig(name, 1), (other,), True)) == []
