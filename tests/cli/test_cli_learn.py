"""The lessons in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoplon.core.lessons import course_of
from hoplon.games import game, own_names


def kept(folder: Path) -> dict[str, list[str]]:
    return json.loads((folder / "state" / "hoplon" / "lessons.json").read_text())


def test_all_lessons_are_listed_with_what_is_done(run, elsewhere: Path) -> None:
    text = run("learn").stdout
    assert "Hoplite: 0 of 10 done" in text
    assert all(lesson.title in text for name in own_names() for lesson in course_of(game(name)).lessons)
    run("learn", "hoplite", stdin="walk n\nwalk n\n")
    assert kept(elsewhere) == {"hoplite": ["stairs"]}
    assert "Hoplite: 1 of 10 done" in run("learn").stdout


@pytest.mark.parametrize("name", own_names())
def test_a_whole_course_is_played_from_the_first_lesson_to_the_last(run, elsewhere: Path, name: str) -> None:
    lessons = course_of(game(name)).lessons
    lines = [line for lesson in lessons for line in (*lesson.solution, "")]
    result = run("learn", name, stdin="\n".join(lines) + "\n")
    assert result.exit_code == 0
    assert kept(elsewhere) == {name: [lesson.name for lesson in lessons]}
    assert all(lesson.praise in result.stdout for lesson in lessons)
    assert f"hoplon play {name}" in result.stdout


def test_a_mistake_is_answered_and_can_be_taken_back(run, elsewhere: Path) -> None:
    lines = "walk nw\nundo\nhint\nhint\nfly\nagain\nleap 5,5\nquit\n"
    said = run("learn", "hoplite", "4", stdin=lines).stdout
    assert course_of(game("hoplite")).lessons[3].mistakes[0].says in said
    assert "A way: leap 5,5." in said
    assert "'fly' is no choice" in said
    assert kept(elsewhere) == {"hoplite": ["both"]}


def test_the_next_lesson_is_the_first_that_is_not_done(run) -> None:
    run("learn", "hoplite", "1", stdin="walk n\nwalk n\n")
    assert "lesson 2 of 10" in run("learn", "hoplite", stdin="quit\n").stdout


def test_a_guide_is_printed_with_its_boards(run) -> None:
    text = run("learn", "hoplite", "--guide").stdout
    assert text.startswith("# Hoplite")
    assert " 8e " in text
    assert "position" not in text


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("learn", "chess"), "there is no game 'chess'"),
        (("learn", "hoplite", "99"), "there is no lesson 99 of hoplite; expected 1 to 10"),
        (("learn", "hoplite", "0"), "there is no lesson 0"),
        (("learn", "--guide"), "--guide needs the name of a game"),
    ],
)
def test_what_cannot_be_learnt_is_refused_in_a_sentence(run, args: tuple[str, ...], says: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_file_of_progress_that_is_broken_counts_for_nothing(run, elsewhere: Path) -> None:
    folder = elsewhere / "state" / "hoplon"
    folder.mkdir(parents=True)
    (folder / "lessons.json").write_text("[")
    assert "Hoplite: 0 of 10 done" in run("learn").stdout
    run("learn", "hoplite", stdin="walk n\nwalk n\n")
    assert kept(elsewhere) == {"hoplite": ["stairs"]}
