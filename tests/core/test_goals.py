"""Tests of a match as text, and the files of lessons that are made of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hoplon.core.errors import BadText
from hoplon.core.goals import Moment, read_goal
from hoplon.core.lessons import BadLessons, course_of
from hoplon.core.match import Match
from hoplon.games import game

BOTH = "hoplite hero=4,4 demons=F4,5;F5,4"


def after(*choices: str, position: str = BOTH) -> Moment:
    found = game("hoplite")
    match = Match(found, 1, found.options.from_text({"position": position}))
    for choice in choices:
        match.play(choice)
    return Moment(match, 0)


@pytest.mark.parametrize(
    "text",
    [
        "log has stab",
        "log has stab F1",
        "log has stab F* x2",
        "log lacks stab x3",
        "log lacks sta",  # whole words only
        "turn has kill x2",
        "last has leap 4,4 5,5",
        "last lacks strike",
        "chose leap",
        "chose leap 5,*",
        "legal has walk x2",
        "legal lacks pray",
        "position has hero=5,5",
        "position lacks demons=*",
        "score >= 10",
        "score = 10",
        "score > 9",
        "score < 11",
        "choices <= 1",
        "turns = 1",
        "measure = 1",
    ],
)
def test_what_holds_after_a_leap_that_stabs_both(text: str) -> None:
    assert read_goal(text).holds(after("leap 5,5"))


@pytest.mark.parametrize(
    "text",
    [
        "log has stab x3",
        "log has strike",
        "log lacks stab",
        "chose walk",
        "legal has pray",
        "position has hero=4,4",
        "score >= 11",
        "ended",
        "ended won",
    ],
)
def test_what_does_not_hold_then(text: str) -> None:
    assert not read_goal(text).holds(after("leap 5,5"))


def test_a_turn_is_not_the_whole_log() -> None:
    moment = after("walk nw", "walk n", position="hoplite hero=4,4 demons=F4,5;F3,7")
    assert read_goal("log has kill x2").holds(moment)
    assert not read_goal("turn has kill x2").holds(moment)
    assert not read_goal("last has kill x2").holds(moment)


def test_an_end_is_won_or_lost_or_has_a_reason() -> None:
    moment = after("resign")
    assert [read_goal(f"ended {how}".strip()).holds(moment) for how in ("", "lost", "resigned", "won")] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "text", ["", "stab", "log", "log has", "log had stab", "score >= many", "score is 3", "ended so badly"]
)
def test_a_text_that_is_no_test_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadText, match=r"is no test; expected|expected a whole number"):
        read_goal(text)


def test_only_what_the_player_sees_counts() -> None:
    found = game("codekeeper")
    rows = ["X" * 16] * 5 + ["XH......X......4"] + ["X" * 16] * 6
    match = Match(found, 1, found.options.from_text({"position": f"codekeeper map={'/'.join(rows)}"}))
    assert not read_goal("position has map=*4*").holds(Moment(match, 0))


LESSON = """
[[lesson]]
name = "one"
title = "One"
goal = "Go."
intro = "Here."
hint = "There."
praise = "Good."
position = "hoplite"
passes = ["log has walk"]
solution = ["walk n"]
"""


def course(tmp_path: Path, text: str):
    path = tmp_path / "lessons.toml"
    path.write_text(text, encoding="utf-8")
    return course_of(replace(game("hoplite"), lessons=path))


def test_a_file_of_lessons_is_read(tmp_path: Path) -> None:
    (lesson,) = course(tmp_path, LESSON).lessons
    assert (lesson.name, lesson.choices, lesson.seed, lesson.seat) == ("one", 0, 1, 0)
    assert lesson.options == {"position": "hoplite"}
    assert course_of(replace(game("hoplite"), lessons=None)).lessons == ()


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"walk n"', "walk n", "cannot be read"),
        ('praise = "Good."', "", "lesson 1 has no text 'praise'"),
        ('name = "one"', 'name = "One!"', "is called 'One!'"),
        ("log has walk", "log walks", "lesson 1, passes: 'log walks' is no test"),
        ("solution", "answer", "has 'answer'; expected name"),
        ('position = "hoplite"', "choices = -1", "choices is -1"),
        ("[[lesson]]", 'tips = "none"\n[[lesson]]', "has 'tips'"),
        ("[[lesson]]", '[[tip]]\nname="a"\nsays="b"\nwhen=["log has walk"]\n[[lesson]]', "is about the past"),
        ("[[lesson]]", LESSON + "[[lesson]]", "two lessons called 'one'"),
    ],
)
def test_what_is_wrong_with_a_file_of_lessons_is_said_in_a_sentence(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    with pytest.raises(BadLessons, match=r"lessons\.toml") as refused:
        course(tmp_path, LESSON.replace(before, after))
    assert says in str(refused.value)
