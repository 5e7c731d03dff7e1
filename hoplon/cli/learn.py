"""`hoplon learn`: the lessons of a game, in the terminal."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import complete_game, find_game, interpret
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.folders import make_private, state_folder
from hoplon.core.printable import printable

if TYPE_CHECKING:
    from pathlib import Path

    from hoplon.core.game import Game
    from hoplon.core.lessons import Lesson
    from hoplon.core.match import Match

WORDS = "a choice, or: legal, hint, board, undo, again, next, help WORD, quit"
SOME, FEW = 12, 4  # choices that are listed with a lesson, and as many of more


def learn(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The name of a game.", autocompletion=complete_game),
    ] = None,
    lesson: Annotated[
        int | None, typer.Argument(metavar="N", help="The lesson to begin with; the first that is not done.")
    ] = None,
    guide: Annotated[bool, typer.Option("--guide", help="Print what the game is about.")] = False,
) -> None:
    """Learn a game by short lessons; without a game, list them.

    \b
    Examples:
      hoplon learn
      hoplon learn hoplite
      hoplon learn hoplite 4
      hoplon learn hoplite --guide
    """
    interpret()
    from hoplon.games import game_names

    if game is None:
        if guide:
            raise BadOption("--guide needs the name of a game: hoplon learn GAME --guide")
        for name in game_names():
            list_lessons(find_game(name))
        return
    found = find_game(game)
    if guide:
        print_guide(found)
    else:
        play_from(found, lesson)


def list_lessons(game: Game) -> None:
    """The lessons of a game, with what is done."""
    from hoplon.core.lessons import course_of

    lessons = course_of(game).lessons
    if not lessons:
        return
    passed = Progress().of(game.name)
    done = sum(lesson.name in passed for lesson in lessons)
    print(f"{game.title}: {done} of {len(lessons)} done (hoplon learn {game.name})")
    for number, lesson in enumerate(lessons, 1):
        print(f"  {'✓' if lesson.name in passed else ' '} {number:2} {lesson.title}: {lesson.goal}")
    print()


def print_guide(game: Game) -> None:
    """What a game is about, with boards."""
    from hoplon.core.guides import guide_of, match_of
    from hoplon.grids.plain import draw_for

    parts = guide_of(game)
    if not parts:
        raise HoplonError(f"{game.name} brings no guide; 'hoplon games {game.name}' tells what it is")
    for part in parts:
        if part.position:
            match = match_of(game, part)
            print(draw_for(match.game, match.states_at(0), 0, 0))
        print(f"{part.text}\n")


def play_from(game: Game, number: int | None) -> None:
    """Play lessons one after the other, from the first that is not done."""
    from hoplon.core.lessons import course_of, lesson_of

    progress = Progress()
    lessons = course_of(game).lessons
    if number is None:
        passed = progress.of(game.name)
        number = next((n for n, one in enumerate(lessons, 1) if one.name not in passed), 1)
    while True:
        lesson = lesson_of(game, number)
        print(f"\n{game.title}, lesson {number} of {len(lessons)}: {lesson.title}")
        if not Session(game, lesson, progress).play():
            return
        number += 1
        if number > len(lessons):
            print(f"\nThat was the last lesson. Now play: hoplon play {game.name}")
            return


class Progress:
    """The lessons that were passed, kept in the user's state folder."""

    def __init__(self) -> None:
        self.path: Path = state_folder() / "lessons.json"

    def _all(self) -> dict[str, list[str]]:
        with suppress(OSError, ValueError):
            found = json.loads(self.path.read_text(encoding="utf-8"))
            if isinstance(found, dict):
                return {str(game): list(map(str, names)) for game, names in found.items()}
        return {}

    def of(self, game: str) -> list[str]:
        """The names of the lessons of a game that were passed."""
        return self._all().get(game, [])

    def keep(self, game: str, name: str) -> None:
        """Note that a lesson was passed; what cannot be written is not kept."""
        found = self._all()
        if name in found.setdefault(game, []):
            return
        found[game].append(name)
        with suppress(OSError):
            make_private(self.path.parent)
            self.path.write_text(json.dumps(found, indent=1), encoding="utf-8")


class Session:
    """One lesson, until it is passed, left out, or the player stops."""

    def __init__(self, game: Game, lesson: Lesson, progress: Progress) -> None:
        self.game, self.lesson, self.progress = game, lesson, progress
        self.is_passed = False
        self.hints = 0

    def play(self) -> bool:
        """Play it; True if the next one follows."""
        from hoplon.cli.plain import typed

        self.begin()
        print(f"Type {WORDS}.")
        for line in typed(lambda: "next" if self.is_passed else f"{len(self.match.choices) + 1}"):
            if line == "next" or (self.is_passed and not line):
                return True
            try:
                print(self.answer(line))
            except HoplonError as error:
                print(printable(str(error)))
        return False

    def begin(self) -> None:
        """Set the position up."""
        from hoplon.core.lessons import answer_for_others, begin_lesson

        lesson = self.lesson
        self.match: Match = begin_lesson(self.game, lesson)
        self.is_passed = False
        print(f"{lesson.intro}\n\nGoal: {lesson.goal}")
        for number in range(answer_for_others(lesson, self.match)):
            print(self.told(number + 1))
        print(f"\n{self.board()}\n{self.some_choices()}")

    def board(self) -> str:
        """The position as the player sees it."""
        from hoplon.grids.plain import draw_for

        match = self.match
        return draw_for(match.game, match.states_at(len(match.choices)), 0, self.lesson.seat)

    def some_choices(self) -> str:
        """What can be chosen, or a few examples."""
        legal = self.match.legal() if not self.match.is_over else []
        if len(legal) <= SOME:
            return f"You may choose: {', '.join(legal)}" if legal else ""
        few = [legal[n * len(legal) // FEW] for n in range(FEW)]
        return f"You may choose, for example: {', '.join(few)}; 'legal' lists everything."

    def told(self, number: int) -> str:
        """What happened at a choice, in sentences."""
        from hoplon.grids.plain import plain_board

        board = self.match.game.board or plain_board(self.match.game)
        log = board.log(self.match, number, self.lesson.seat)
        return "\n".join("  " * (entry.depth + 1) + entry.says for entry in log if entry.says)

    def answer(self, line: str) -> str:
        """Do what a line says and tell what came of it."""
        word, _, rest = line.partition(" ")
        if not line:
            return ""
        if word == "hint":
            return self.hint()
        if word == "legal":
            return ", ".join(self.match.legal())
        if word == "board":
            return self.board()
        if word == "help":
            return self.help_on(rest)
        if word == "again":
            self.begin()
            return ""
        if word == "undo":
            return self.undo()
        return self.choose(line)

    def hint(self) -> str:
        """What helps; who asks again is told a whole way."""
        self.hints += 1
        way = f" A way: {', '.join(self.lesson.solution)}." if self.hints > 1 else " (Again for a whole way.)"
        return self.lesson.hint + way

    def help_on(self, word: str) -> str:
        """What can be typed, or what a word of the game means."""
        explain = self.game.help_on
        return explain(word) if explain and word else f"Type {WORDS}."

    def undo(self) -> str:
        """Take the last choice back, with what the others answered."""
        self.match.undo()
        while self.match.choices and self.match.to_move != self.lesson.seat:
            self.match.undo()
        self.is_passed = False
        return self.board()

    def choose(self, line: str) -> str:
        """Play a choice, let the others reply, and judge."""
        from hoplon.core.lessons import answer_for_others, judge

        before = len(self.match.choices)
        self.match.play(line)
        answer_for_others(self.lesson, self.match)
        said = [self.told(number) for number in range(before + 1, len(self.match.choices) + 1)]
        verdict = judge(self.lesson, self.match)
        said += ["", self.board(), ""]
        if verdict.is_passed:
            self.is_passed = True
            self.progress.keep(self.game.name, self.lesson.name)
            said.append(f"Done. {self.lesson.praise}\nPress Enter for the next lesson.")
        elif verdict.mistake is not None:
            said.append(f"{verdict.mistake.says}\nType undo or again.")
        elif verdict.is_lost:
            said.append("Not yet. Type undo, again or hint.")
        else:
            said.append(self.some_choices())
        return "\n".join(said).strip("\n")
