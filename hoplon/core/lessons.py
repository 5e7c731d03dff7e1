"""Lessons: positions with a goal, and tips for a first match. A game keeps them in a TOML file.

    aim = "Go down the stairs."                what the first match is about, in a sentence

    [[lesson]]
    name = "stab"                              by which progress is kept
    title = "Stab in passing"
    goal = "Walk past the footman."            what to do, in a sentence
    intro = "You have no attack button."
    hint = "Walk to a tile beside it."
    praise = "That was a stab."
    position = "hoplite hero=4,4 demons=F5,4"  in the game's notation; `options` give others
    passes = ["log has stab"]                  tests (`core/goals.py`) that all hold in the end
    choices = 2                                at most; those that are forced do not count
    solution = ["walk n"]

    [[lesson.mistake]]
    when = ["last has strike"]                 tests that tell a typical mistake
    says = "It struck first."
    line = ["walk s", "walk n"]                choices that make it

    [[tip]]
    name = "stairs"
    when = ["legal has walk"]                  tests of how it stands
    says = "The stairs lead down."

A lesson may also have a `seed` (1), a `seat` (0), and `replies`: what the other seats choose, the first of
these that is legal, else their first legal choice.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from hoplon.core.choices import Choice, Choices
from hoplon.core.errors import BadText, HoplonError
from hoplon.core.game import Game
from hoplon.core.goals import Goal, Moment, all_hold, begins_with, read_goal
from hoplon.core.match import Match
from hoplon.core.options import write_value

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
TEXTS = ("name", "title", "goal", "intro", "hint", "praise")


class BadLessons(HoplonError):
    """A file of lessons that cannot be read."""


@dataclass(frozen=True)
class Mistake:
    """What many do first, and what is said then."""

    when: tuple[Goal, ...]
    says: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """A position with a goal."""

    name: str
    title: str
    goal: str
    intro: str
    hint: str
    praise: str
    passes: tuple[Goal, ...]
    solution: tuple[str, ...]
    options: Mapping[str, str]
    choices: int = 0  # at most; 0: as many as one likes
    seed: int = 1
    seat: int = 0
    replies: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()

    def reply(self, legal: Choices) -> Choice:
        """What another seat chooses: the first of the replies that is legal, else the first legal choice."""
        for text in self.replies:
            pattern = begins_with(text.split())
            found = next((choice for choice in legal if pattern.match(choice)), None)
            if found is not None:
                return found
        return legal[0]


@dataclass(frozen=True)
class Tip:
    """What a newcomer is told when it matters."""

    name: str
    says: str
    when: tuple[Goal, ...]


@dataclass(frozen=True)
class Course:
    """All that a game teaches: what a match is about, lessons, and tips for the first match."""

    aim: str = ""
    lessons: tuple[Lesson, ...] = ()
    tips: tuple[Tip, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """How a lesson stands: passed, lost because it can no longer be passed, and the mistake that was made."""

    is_passed: bool
    is_lost: bool
    mistake: Mistake | None
    left: int | None  # choices


def course_of(game: Game) -> Course:
    """What a game teaches; an empty course if it brings no lessons."""
    return Course() if game.lessons is None else _course_at(game.lessons, game.position_option or "")


def lesson_of(game: Game, number: int) -> Lesson:
    """The lesson of that number, from 1."""
    lessons = course_of(game).lessons
    if not 1 <= number <= len(lessons):
        has = f"1 to {len(lessons)}" if lessons else "none: the game brings no lessons"
        raise HoplonError(f"there is no lesson {number} of {game.name}; expected {has}")
    return lessons[number - 1]


def begin_lesson(game: Game, lesson: Lesson) -> Match:
    """The match that a lesson is played in."""
    return Match(game, lesson.seed, game.options.from_text(lesson.options))


def judge(lesson: Lesson, match: Match) -> Verdict:
    """How a lesson stands after the choices of a match."""
    moment = Moment(match, lesson.seat)
    is_passed = all_hold(lesson.passes, moment)
    left = lesson.choices - _free_choices(match, lesson.seat) if lesson.choices else None
    is_lost = not is_passed and (match.is_over or (left is not None and left <= 0))
    mistake = None
    if not is_passed:
        mistake = next((one for one in lesson.mistakes if all_hold(one.when, moment)), None)
    return Verdict(is_passed, is_lost, mistake, left)


def _free_choices(match: Match, seat: int) -> int:
    """How often a seat has chosen among several choices."""
    mine = [n for n, mover in enumerate(match.seats) if mover == seat]
    return sum(int(match.game.entries.standing(match.states_at(n), 0)[1]) > 1 for n in mine)


def play_line(lesson: Lesson, match: Match, line: Sequence[str]) -> None:
    """Play a line of a lesson; the other seats reply."""
    for text in line:
        answer_for_others(lesson, match)
        match.play(text)
    answer_for_others(lesson, match)


def answer_for_others(lesson: Lesson, match: Match) -> int:
    """Play the replies of the other seats until the player is asked, or it is over; how many there were."""
    played = 0
    while not match.is_over and match.to_move != lesson.seat:
        match.play(lesson.reply(match.legal()))
        played += 1
    return played


def tips_at(course: Course, match: Match, seat: int) -> list[Tip]:
    """The tips that matter now, for a seat."""
    moment = Moment(match, seat)
    return [tip for tip in course.tips if all_hold(tip.when, moment)]


@lru_cache(64)
def _course_at(path: Path, position_option: str) -> Course:
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadLessons(f"{path} cannot be read: {error}") from None
    _check_names(found, ("aim", "lesson", "tip"), f"{path}")
    course = Course(
        str(found.get("aim", "")),
        tuple(_lesson(one, position_option, f"{path}, lesson {n}") for n, one in _numbered(found, "lesson")),
        tuple(_tip(one, f"{path}, tip {n}") for n, one in _numbered(found, "tip")),
    )
    for kind, names in (("lesson", course.lessons), ("tip", course.tips)):
        given = [one.name for one in names]
        if twice := next((name for n, name in enumerate(given) if name in given[:n]), ""):
            raise BadLessons(f"{path} has two {kind}s called {twice!r}; expected different names")
    return course


def _numbered(found: Mapping[str, Any], name: str) -> list[tuple[int, Mapping[str, Any]]]:
    return list(enumerate(found.get(name, ()), 1))


def _lesson(found: Mapping[str, Any], position_option: str, where: str) -> Lesson:
    known = (*TEXTS, "position", "options", "passes", "choices", "solution", "seed", "seat", "replies")
    _check_names(found, (*known, "mistake"), where)
    options = {name: _value(value) for name, value in found.get("options", {}).items()}
    if "position" in found:
        if not position_option:
            raise BadLessons(f"{where} has a position, and the game cannot begin from one")
        options[position_option] = _text(found, "position", where)
    said = {name: _text(found, name, where) for name in TEXTS}
    if not NAME.fullmatch(said["name"]):
        raise BadLessons(
            f"{where} is called {said['name'][:40]!r}; expected lower-case letters, digits and -"
        )
    return Lesson(
        **said,
        passes=_goals(found, "passes", where),
        solution=_texts(found, "solution", where),
        options=options,
        choices=_whole(found, "choices", 0, where),
        seed=_whole(found, "seed", 1, where),
        seat=_whole(found, "seat", 0, where),
        replies=_texts(found, "replies", where) if "replies" in found else (),
        mistakes=tuple(
            _mistake(one, f"{where}, mistake {n}") for n, one in enumerate(found.get("mistake", ()), 1)
        ),
    )


def _mistake(found: Mapping[str, Any], where: str) -> Mistake:
    _check_names(found, ("when", "says", "line"), where)
    return Mistake(_goals(found, "when", where), _text(found, "says", where), _texts(found, "line", where))


def _tip(found: Mapping[str, Any], where: str) -> Tip:
    _check_names(found, ("name", "when", "says"), where)
    tip = Tip(_text(found, "name", where), _text(found, "says", where), _goals(found, "when", where))
    past = next((goal.text for goal in tip.when if not goal.is_at_once), "")
    if past:
        raise BadLessons(f"{where}: {past!r} is about the past; expected a test of how it stands")
    return tip


def _check_names(found: Any, known: Sequence[str], where: str) -> None:
    if not isinstance(found, Mapping):
        raise BadLessons(f"{where} is no table")
    unknown = next((name for name in found if name not in known), "")
    if unknown:
        raise BadLessons(f"{where} has {unknown[:40]!r}; expected {', '.join(known)}")


def _text(found: Mapping[str, Any], name: str, where: str) -> str:
    text = found.get(name)
    if not isinstance(text, str) or not text.strip():
        raise BadLessons(f"{where} has no text {name!r}")
    return " ".join(text.split())


def _texts(found: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    texts = found.get(name)
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise BadLessons(f"{where} has no list of texts {name!r}")
    return tuple(texts)


def _whole(found: Mapping[str, Any], name: str, otherwise: int, where: str) -> int:
    number = found.get(name, otherwise)
    if type(number) is not int or number < 0:
        raise BadLessons(f"{where}: {name} is {number!r}; expected a whole number")
    return number


def _goals(found: Mapping[str, Any], name: str, where: str) -> tuple[Goal, ...]:
    try:
        return tuple(read_goal(text) for text in _texts(found, name, where))
    except BadText as error:
        raise BadLessons(f"{where}, {name}: {error}") from None


def _value(value: Any) -> str:
    return write_value(tuple(value) if isinstance(value, list) else value)
