"""Puzzles in the terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hoplon.analysis.puzzles.told import hint_of
from hoplon.core.puzzles import load_puzzles, puzzles_of, write_puzzles
from hoplon.games import game, own_names


def kept(folder: Path, name: str) -> dict:
    return json.loads((folder / "state" / "hoplon" / "puzzles.json").read_text())[name]


@pytest.mark.parametrize("name", own_names())
def test_a_puzzle_is_solved_and_the_rating_rises(run, elsewhere: Path, name: str) -> None:
    puzzle = puzzles_of(game(name))[0]
    result = run("puzzles", "solve", name, puzzle.id, stdin=f"{puzzle.solution}\nquit\n")
    assert result.exit_code == 0
    assert "That is it." in result.stdout
    standing = kept(elsewhere, name)
    assert standing["tried"] == {puzzle.id: 1.0}
    assert standing["rating"] > 1000
    assert standing["streak"] == 1


def test_a_wrong_answer_is_told_what_it_is_worth_and_only_the_first_counts(run, elsewhere: Path) -> None:
    hoplite = game("hoplite")
    puzzle = puzzles_of(hoplite)[0]
    wrong = puzzle.values[1][0]
    lines = f"hint\nfly\n{wrong}\n{puzzle.solution}\n\nsolution\nquit\n"
    said = run("puzzles", "solve", "hoplite", puzzle.id, stdin=lines).stdout
    assert hint_of(hoplite, puzzle) in said
    assert "'fly' is no choice" in said
    assert "Not the best. Chance to win the run:" in said
    assert "That is it." in said
    assert "The solution:" in said  # of the next one
    standing = kept(elsewhere, "hoplite")
    assert list(standing["tried"].values()) == [0.0, 0.0]
    assert standing["rating"] < 1000


def test_the_daily_puzzle_is_solved(run) -> None:
    assert "puzzle" in run("puzzles", "solve", "hoplite", "--daily", stdin="quit\n").stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("solve", "chess"), "there is no game 'chess'"),
        (("solve", "hoplite", "00000000"), "there is no puzzle '00000000' of hoplite"),
        (("solve", "hoplite", "--theme", "love"), "no puzzles about 'love'; expected one of double-stab"),
        (("solve", "hoplite", "00000000", "--daily"), "exclude each other"),
        (("check", "nothing.txt"), "nothing.txt"),
        (("mine", "hoplite", "--from", "some-folder,greedy"), "there is no bot 'some-folder'"),
        (("mine", "hoplite", "--out", "no/where.txt"), "lies in no folder that exists"),
        (("mine", "four-in-a-row"), "four-in-a-row"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(run, args: tuple[str, ...], says: str) -> None:
    result = run("puzzles", *args)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_a_file_is_checked_and_a_broken_one_is_refused(run, elsewhere: Path) -> None:
    hoplite = game("hoplite")
    puzzle = puzzles_of(hoplite)[0]
    file = elsewhere / "own.txt"
    file.write_text(write_puzzles(hoplite, [puzzle]), encoding="utf-8")
    result = run("puzzles", "check", "own.txt", "--playouts", "16")
    assert (result.exit_code, result.stdout) == (0, "1 of 1 puzzles hold\n")
    worse = puzzle.values[1][0]
    file.write_text(
        file.read_text(encoding="utf-8").replace(f"\t{puzzle.solution}:", f"\t{worse}:", 1), encoding="utf-8"
    )
    result = run("puzzles", "check", "own.txt", "--playouts", "16")
    assert result.exit_code == 1
    assert f"{puzzle.id}: " in result.stdout
    file.write_text(file.read_text(encoding="utf-8") + "half a line\t7\n", encoding="utf-8")
    result = run("puzzles", "check", "own.txt")
    assert result.exit_code == 2
    assert "own.txt, line 3 is no puzzle: it has 2 fields" in result.stderr


def test_a_check_goes_on_from_its_log_and_keeps_what_holds_with_the_values_found(
    run, elsewhere: Path
) -> None:
    hoplite = game("hoplite")
    clear = sorted(puzzles_of(hoplite), key=lambda puzzle: -puzzle.margin)[:2]
    worse = replace(clear[1], values=(clear[1].values[1], clear[1].values[0]))
    (elsewhere / "own.txt").write_text(write_puzzles(hoplite, [clear[0], worse]), encoding="utf-8")
    asked = ("puzzles", "check", "own.txt", "--log", "own.log", "--out", "sure.txt")
    result = run(*asked)
    assert result.exit_code == 1
    assert f"{worse.id}: {worse.solution} is not surely ahead by 0.05" in result.stdout
    (kept,) = load_puzzles(elsewhere / "sure.txt", hoplite)
    assert (kept.id, kept.solution, kept.position) == (clear[0].id, clear[0].solution, clear[0].position)
    assert kept.margin == pytest.approx(clear[0].margin, abs=0.1)
    assert kept.margin != clear[0].margin
    log = elsewhere / "own.log"
    assert len(log.read_text(encoding="utf-8").splitlines()) == 2
    assert "sure.txt exists" in run(*asked).stderr
    lines = log.read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join(lines).replace("is not surely ahead", "was not ahead") + "\n", encoding="utf-8")
    again = run(*asked[:-2])
    assert "was not ahead" in again.stdout  # from the log: nothing was asked again
    log.write_text("nonsense\n", encoding="utf-8")
    broken = run(*asked[:-2])
    assert broken.exit_code == 2
    assert "own.log, line 1 is no line of a check" in broken.stderr
