"""Puzzles are found, checked and rated; those that come with the games hold."""

from __future__ import annotations

from math import inf
from pathlib import Path
from random import Random

import pytest

import hoplon
from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.puzzles.choices import different
from hoplon.analysis.puzzles.find import puzzle_at
from hoplon.analysis.puzzles.hold import check_puzzle
from hoplon.analysis.puzzles.mine import Mine
from hoplon.analysis.puzzles.sources import digs_of, played
from hoplon.analysis.puzzles.told import answer_to, rating_of, solution_lines
from hoplon.core.errors import BadOption
from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle, begin_puzzle, load_puzzles, play_line, puzzles_of
from hoplon.core.themes import themes_of
from hoplon.games import game, own_names

SAMPLE = 30
PLAYOUTS = 24


def sample(name: str, n: int) -> list[Puzzle]:
    found = puzzles_of(game(name))
    return Random(7).sample(found, min(n, len(found)))


def clearest(name: str, n: int) -> list[Puzzle]:
    """Those that any search finds."""
    return sorted(puzzles_of(game(name)), key=lambda puzzle: -puzzle.margin)[:n]


@pytest.mark.parametrize("name", own_names())
def test_every_puzzle_can_be_begun_solved_and_shown(name: str) -> None:
    found = game(name)
    margin = themes_of(found).margin
    for puzzle in sample(name, SAMPLE):
        match = begin_puzzle(found, puzzle)
        assert match.to_move == puzzle.seat
        assert answer_to(found, puzzle, puzzle.solution).is_right
        for rival, value in puzzle.values[1:]:
            assert not answer_to(found, puzzle, rival).is_right
            assert puzzle.values[0][1] - value >= margin
        assert puzzle.margin - 2.9 * puzzle.error >= margin
        play_line(match, puzzle)
        assert len(match.choices) == 1 + len(puzzle.line)
        assert solution_lines(found, puzzle)


@pytest.mark.parametrize("name", own_names())
def test_the_solution_is_best_in_playouts_that_nobody_has_seen(name: str) -> None:
    for puzzle in sample(name, 2):
        assert check_puzzle(game(name), puzzle, PLAYOUTS, seed=12_345).wrong == ""


def test_a_puzzle_with_another_solution_does_not_hold() -> None:
    found = game("hoplite")
    puzzle = clearest("hoplite", 1)[0]
    swapped = Puzzle(**{**vars(puzzle), "values": (puzzle.values[1], puzzle.values[0])})
    assert "is nearer to" in check_puzzle(found, swapped, PLAYOUTS).wrong
    illegal = Puzzle(**{**vars(puzzle), "values": (("walk upwards", 1.0), *puzzle.values[1:])})
    assert "'upwards' is no direction" in check_puzzle(found, illegal, PLAYOUTS).wrong


def test_choices_that_lead_to_the_same_position_are_looked_at_once() -> None:
    keeper = game("codekeeper")
    match = Match(keeper, 5)
    choices = different(match, Evaluator(keeper, 1))
    assert 2 <= len(choices) < 100 < len(match.legal())


def test_a_puzzle_is_found_where_one_choice_saves_the_hero() -> None:
    hoplite = game("hoplite")
    known = clearest("hoplite", 1)[0]
    start = begin_puzzle(hoplite, known)
    found = puzzle_at(start, "here", 5)
    assert found is not None
    assert (found.id, found.solution, found.source) == (known.id, known.solution, "here")
    assert found.margin - 3 * found.error >= themes_of(hoplite).margin
    assert 800 <= rating_of(found) <= 2000
    assert puzzle_at(Match(hoplite, 1), "", 5) is None  # at the start of a run nothing is decided


def test_a_search_ends_with_enough_puzzles_and_gives_the_same_ones_again(tmp_path: Path) -> None:
    hoplite = game("hoplite")
    known = sorted(clearest("hoplite", 2), key=lambda puzzle: puzzle.id)
    folder = tmp_path / "runs"
    folder.mkdir()
    for puzzle in known:
        match = begin_puzzle(hoplite, puzzle)
        match.play(puzzle.values[-1][0])
        match.save(folder / f"{puzzle.id}.hoplon")
    texts = []
    for name in ("first.txt", "second.txt"):
        mine = Mine(hoplite, tmp_path / name, wanted=str(folder), count=1)
        mine.open(False)
        mine.run(1, inf, lambda *_: None)
        texts.append((tmp_path / name).read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    (found,) = load_puzzles(tmp_path / "first.txt", hoplite)
    assert found.id in {puzzle.id for puzzle in known}
    assert found.source.endswith(".hoplon turn=1")
    with pytest.raises(BadOption, match="exists; give --resume"):
        Mine(hoplite, tmp_path / "first.txt").open(False)
    more = Mine(hoplite, tmp_path / "first.txt", wanted=str(folder), count=9)
    more.open(True)
    assert [str(dig) for dig in more.digs()] == [f"{known[1].id}.hoplon"]  # the other was looked through


def test_a_match_file_of_another_game_or_none_is_left_out_with_a_sentence(tmp_path: Path) -> None:
    hoplon.new("hexabomb", seed=1).save(tmp_path / "other.hoplon")
    (tmp_path / "broken.hoplon").write_text("nonsense", encoding="utf-8")
    mine = Mine(game("hoplite"), tmp_path / "out.txt", wanted=str(tmp_path))
    mine.open(False)
    faults: list[str] = []
    mine.run(1, inf, lambda found, _new: faults.append(found.fault))
    assert len(faults) == 2
    assert any("is a match of hexabomb; expected hoplite" in fault for fault in faults)
    assert all(faults)


def test_the_matches_that_are_looked_in_are_repeatable_and_bots_slip() -> None:
    hoplite = game("hoplite")
    digs = digs_of(hoplite, "", 3)
    first, again = next(digs), next(digs_of(hoplite, "", 3))
    assert str(first) == str(again)
    assert first.source is not None
    one, other = played(hoplite, first.source, 7), played(hoplite, first.source, 7)
    assert one.choices == other.choices
    with pytest.raises(BadOption, match="holds no match files"):
        next(digs_of(hoplite, str(Path(__file__).parent), 1))
