"""Lessons can be passed, typical mistakes are answered, tips come when they matter; all texts are short."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from hoplon.core.guides import guide_of, match_of
from hoplon.core.lessons import Lesson, Mistake, begin_lesson, course_of, judge, play_line, tips_at
from hoplon.core.match import Match
from hoplon.games import game, own_names

LONGEST = {"title": 30, "goal": 90, "intro": 190, "hint": 160, "praise": 130}
LONGEST_REACTION = 150
LONGEST_TIP = 160
MOST_WORDS = 400  # of a guide, which takes two minutes to read
# Words of the trade that somebody who has never heard of the games does not know.
JARGON = re.compile(
    r"\b(TQ|COH|seed|notation|hex(agon)?s?|cheb|manh|NPC|HP|cooldown|AI|bots?|log|legal|entity|FEN)\b"
)


class Named(NamedTuple):
    """A lesson of a game."""

    game: str
    number: int
    lesson: Lesson

    def __str__(self) -> str:
        return f"{self.game}-{self.lesson.name}"


LESSONS = [
    Named(name, number, lesson)
    for name in own_names()
    for number, lesson in enumerate(course_of(game(name)).lessons, 1)
]
MISTAKES = [
    pytest.param(one, mistake, id=f"{one}-{n}")
    for one in LESSONS
    for n, mistake in enumerate(one.lesson.mistakes, 1)
]
every_lesson = pytest.mark.parametrize("one", LESSONS, ids=str)
every_game = pytest.mark.parametrize("name", own_names())


def played(one: Named, line: tuple[str, ...]) -> Match:
    match = begin_lesson(game(one.game), one.lesson)
    play_line(one.lesson, match, line)
    return match


@every_game
def test_every_game_has_six_to_ten_lessons_and_tips_for_the_first_match(name: str) -> None:
    course = course_of(game(name))
    assert 6 <= len(course.lessons) <= 10
    assert 3 <= len(course.tips) <= 5
    assert course.aim


@every_lesson
def test_a_lesson_is_not_passed_at_once_and_its_solution_passes_it(one: Named) -> None:
    before = judge(one.lesson, begin_lesson(game(one.game), one.lesson))
    assert (before.is_passed, before.is_lost, before.mistake) == (False, False, None)
    verdict = judge(one.lesson, played(one, one.lesson.solution))
    assert verdict.is_passed
    assert not verdict.is_lost


@every_lesson
def test_no_shorter_part_of_the_solution_passes_or_loses(one: Named) -> None:
    solution = one.lesson.solution
    for n in range(1, len(solution)):
        verdict = judge(one.lesson, played(one, solution[:n]))
        assert not verdict.is_passed
        assert not verdict.is_lost


@every_lesson
def test_every_lesson_knows_a_typical_mistake(one: Named) -> None:
    assert one.lesson.mistakes


@pytest.mark.parametrize(("one", "mistake"), MISTAKES)
def test_a_typical_mistake_is_answered_and_does_not_pass(one: Named, mistake: Mistake) -> None:
    verdict = judge(one.lesson, played(one, mistake.line))
    assert not verdict.is_passed
    assert verdict.mistake is mistake


@every_lesson
def test_the_texts_of_a_lesson_are_short_and_plain(one: Named) -> None:
    lesson = one.lesson
    for name, longest in LONGEST.items():
        text = getattr(lesson, name)
        assert len(text) <= longest, f"{name}: {len(text)} characters"
        assert not JARGON.search(text), text
    for mistake in lesson.mistakes:
        assert len(mistake.says) <= LONGEST_REACTION
        assert not JARGON.search(mistake.says), mistake.says
    assert not lesson.title.endswith(".")
    assert all(text.endswith((".", "?")) for text in (lesson.goal, lesson.intro, lesson.hint, lesson.praise))


@every_game
def test_tips_are_short_and_plain(name: str) -> None:
    for tip in course_of(game(name)).tips:
        assert len(tip.says) <= LONGEST_TIP
        assert not JARGON.search(tip.says), tip.says


@every_game
def test_a_guide_is_read_in_two_minutes_and_its_pictures_can_be_drawn(name: str) -> None:
    found = game(name)
    parts = guide_of(found)
    text = " ".join(part.text for part in parts)
    assert 100 < len(text.split()) <= MOST_WORDS
    assert parts[0].text.startswith("# ")
    assert not JARGON.search(text)
    pictures = [part for part in parts if part.position]
    assert len(pictures) >= 2
    for part in pictures:
        assert not match_of(found, part).is_over


@every_game
def test_the_first_tip_comes_at_the_beginning_of_a_match(name: str) -> None:
    course, match = course_of(game(name)), Match(game(name), 7)
    seat = match.to_move
    assert seat is not None
    assert tips_at(course, match, seat)[0] is course.tips[0]


def names_at(line: str, *choices: str) -> list[str]:
    found = game(line.split()[0])
    match = Match(found, 1, found.options.from_text({"position": line}))
    for choice in choices:
        match.play(choice)
    return [tip.name for tip in tips_at(course_of(found), match, 0)]


def test_tips_come_when_they_matter() -> None:
    assert names_at("hoplite hero=4,4 altar=4,5") == ["move", "altar"]
    assert names_at("hoplite hero=4,4 demons=A4,8", "walk n") == ["line"]
    assert "bash" in names_at("hoplite hero=4,4 demons=F4,5", "bash s")
    assert "energy" in names_at("hoplite hero=4,4", "leap 4,6", "walk n")
    row = "XH1." + "X" * 12
    maze = f"codekeeper map={'/'.join(['X' * 16] * 5 + [row] + ['X' * 16] * 6)} health=9"
    assert names_at(maze, "MOVE 1 5") == ["hurt", "potion"]
    board = "cells=-2:0..2;-1:-1..2;0:-2..2;1:-2..1;2:-2..0 players=1 colours=9*0;1;9*0 characters=0@0,0:1"
    line = f"hexabomb {board}".replace("colours", "turn=9/100 colours")
    assert names_at(line, "stay") == ["refill"]
