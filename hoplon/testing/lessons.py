"""What a game teaches."""

from __future__ import annotations

from hoplon.core.game import Game
from hoplon.core.guides import guide_of, picture_of
from hoplon.core.lessons import begin_lesson, course_of, judge, play_line
from hoplon.testing.walks import must


def lessons_keep_their_word(game: Game) -> None:
    """Every lesson is passed by its solution and not at once, and each mistake is answered."""
    for number, lesson in enumerate(course_of(game).lessons, 1):
        where = f"lesson {number}, {lesson.title!r}"
        must(not judge(lesson, begin_lesson(game, lesson)).is_passed, f"{where} is passed at once")
        match = begin_lesson(game, lesson)
        play_line(lesson, match, lesson.solution)
        must(judge(lesson, match).is_passed, f"{where} is not passed by its solution")
        for mistake in lesson.mistakes:
            match = begin_lesson(game, lesson)
            play_line(lesson, match, mistake.line)
            verdict = judge(lesson, match)
            must(not verdict.is_passed, f"{where} is passed by the mistake {', '.join(mistake.line)}")
            must(verdict.mistake is mistake, f"{where} does not answer the mistake {', '.join(mistake.line)}")
    for part in guide_of(game):
        if part.position:
            must(picture_of(game, part).startswith("<svg"), f"{part.position} is no picture")
