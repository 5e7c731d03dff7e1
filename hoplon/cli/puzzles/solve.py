"""`hoplon puzzles solve`: puzzles in the terminal."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import GameName, find_game, interpret
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.printable import printable

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.puzzles import Puzzle

WORDS = "a choice, or: legal, hint, solution, board, next, help WORD, quit"
DAY = 86_400  # seconds


def solve(
    game: GameName,
    wanted: Annotated[
        str | None, typer.Argument(metavar="ID", help="The id of a puzzle; one that suits you if not given.")
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of the day.")] = False,
    theme: Annotated[
        str | None,
        typer.Option("--theme", metavar="NAME", help="Only puzzles about this.", show_default=False),
    ] = None,
    difficulty: Annotated[
        int | None,
        typer.Option("--difficulty", min=1, max=9, metavar="N", help="Only this hard.", show_default=False),
    ] = None,
) -> None:
    """Solve puzzles one after another: in each, one choice is clearly best.

    Your rating is kept; the first answer to a puzzle counts.

    \b
    Examples:
      hoplon puzzles solve hoplite
      hoplon puzzles solve cardbattle --daily
      hoplon puzzles solve hoplite --theme escape --difficulty 3
    """
    interpret()
    from hoplon.core.puzzles import daily_puzzle, puzzle_of, puzzles_of

    found = find_game(game)
    if not puzzles_of(found):
        raise HoplonError(f"{found.name} brings no puzzles")
    if wanted and daily:
        raise BadOption("--daily and an id exclude each other; expected one of them")
    pool = fitting(found, theme, difficulty)
    puzzle = (
        puzzle_of(found, wanted) if wanted else daily_puzzle(found, int(time() // DAY)) if daily else None
    )
    while (puzzle := puzzle or following(found, pool)) is not None:
        if not Session(found, puzzle).play():
            return
        puzzle = None
    print("You have tried all of these puzzles.")


def fitting(game: Game, theme: str | None, difficulty: int | None) -> list[Puzzle]:
    """The puzzles about something, and as hard as that."""
    from hoplon.core.puzzles import puzzles_of
    from hoplon.core.themes import themes_of

    if theme is not None and themes_of(game).named(theme) is None:
        names = ", ".join(one.name for one in themes_of(game).themes)
        raise BadOption(f"{game.name} has no puzzles about {theme[:40]!r}; expected one of {names}")
    return [
        puzzle
        for puzzle in puzzles_of(game)
        if (theme is None or theme in puzzle.themes) and difficulty in (None, puzzle.difficulty)
    ]


def following(game: Game, pool: list[Puzzle]) -> Puzzle | None:
    """The puzzle that suits the solver best and was not tried yet."""
    from hoplon.analysis.puzzles.told import rating_of
    from hoplon.cli.puzzles.solver import Solver

    standing = Solver().of(game.name)
    new = [puzzle for puzzle in pool if puzzle.id not in standing.tried]
    return min(new, key=lambda puzzle: (abs(rating_of(puzzle) - standing.rating), puzzle.id), default=None)


class Session:
    """One puzzle, until the solver goes on to the next one, or stops."""

    def __init__(self, game: Game, puzzle: Puzzle) -> None:
        from hoplon.cli.puzzles.solver import Solver
        from hoplon.core.puzzles import begin_puzzle

        self.game, self.puzzle, self.solver = game, puzzle, Solver()
        self.match = begin_puzzle(game, puzzle)
        self.is_over = False
        self.hints = 0

    def play(self) -> bool:
        """Play it; True if the next one follows."""
        from hoplon.analysis.puzzles.told import rating_of, task_of
        from hoplon.cli.plain import typed

        print(
            f"\n{self.game.title}, puzzle {self.puzzle.id}, rating {rating_of(self.puzzle)}: "
            f"{task_of(self.game)}"
        )
        print(f"\n{self.board()}\nType {WORDS}.")
        for line in typed(lambda: "next" if self.is_over else "1"):
            if line == "next" or (self.is_over and not line):
                return True
            try:
                print(self.answer(line))
            except HoplonError as error:
                print(printable(str(error)))
        return False

    def board(self) -> str:
        """The position as the solver sees it."""
        from hoplon.grids.plain import draw_for

        return draw_for(self.match.game, self.match.states_at(0), 0, self.puzzle.seat)

    def answer(self, line: str) -> str:
        """Do what a line says."""
        from hoplon.analysis.puzzles.told import hint_of

        word, _, rest = line.partition(" ")
        if not line:
            return ""
        if word == "hint":
            self.hints += 1
            return hint_of(self.game, self.puzzle)
        if word == "legal":
            return ", ".join(self.match.legal())
        if word == "board":
            return self.board()
        if word == "solution":
            return self.show()
        if word == "help":
            explain = self.game.help_on
            return explain(rest) if explain and rest else f"Type {WORDS}."
        return self.choose(line)

    def choose(self, line: str) -> str:
        """Answer with a choice."""
        from hoplon.analysis.puzzles.told import answer_to, themes_in, told

        answer = answer_to(self.game, self.puzzle, line)
        twin = self.match.copy()
        twin.play(line)
        happens = [f"  {text}" for text in told(twin, 1, self.puzzle.seat)]
        if not answer.is_right:
            said = self.score(0.0)
            return "\n".join(
                (*happens, f"Not the best. {answer.says}{said}", "Try another, or type solution.")
            )
        said = self.score(0.5 if self.hints else 1.0)
        about = ", ".join(theme.title for theme in themes_in(self.game, self.puzzle))
        self.is_over = True
        lines = [*happens, f"That is it. {answer.says}{said}"]
        return "\n".join(
            (*lines, *([f"It is about: {about}."] if about else []), "Press Enter for the next one.")
        )

    def show(self) -> str:
        """The solution, and what happens then."""
        from hoplon.analysis.puzzles.told import answer_to, solution_lines

        said = self.score(0.0)
        self.is_over = True
        says = answer_to(self.game, self.puzzle, self.puzzle.solution).says
        lines = [f"  {text}" for text in solution_lines(self.game, self.puzzle)]
        return "\n".join(
            (f"The solution: {self.puzzle.solution}. {says}{said}", *lines, "Press Enter for the next one.")
        )

    def score(self, score: float) -> str:
        """Note the first answer; what to say of the rating."""
        from hoplon.analysis.puzzles.told import rating_of

        standing = self.solver.of(self.game.name)
        if self.puzzle.id in standing.tried:
            return ""
        change = standing.score(self.puzzle.id, rating_of(self.puzzle), score)
        self.solver.keep(self.game.name, standing)
        row = f", {standing.streak} in a row" if standing.streak > 1 else ""
        return f" Your rating: {standing.rating:.0f} ({change:+.0f}){row}."
