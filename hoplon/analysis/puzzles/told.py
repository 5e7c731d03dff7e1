"""What somebody is told who solves a puzzle: the task, what an answer is worth, and the solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hoplon.core.board import Entry
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle, begin_puzzle, is_right, play_line, value_of
from hoplon.core.talents import Quantity
from hoplon.core.themes import Theme, themes_of
from hoplon.core.words import say
from hoplon.grids.plain import plain_board

EASIEST = 800  # rating of a puzzle of difficulty 1
STEP = 150  # that each further difficulty adds
MOST_SAID = 20


@dataclass(frozen=True)
class Answer:
    """Was a choice right? `says` tells what it is worth, compared with the best one."""

    is_right: bool
    says: str


def rating_of(puzzle: Puzzle) -> int:
    """What a puzzle is rated, on the scale of its solvers."""
    return EASIEST + STEP * (puzzle.difficulty - 1)


def themes_in(game: Game, puzzle: Puzzle) -> list[Theme]:
    """What a puzzle is about; names that the game does not know are left out."""
    themes = themes_of(game)
    return [theme for name in puzzle.themes if (theme := themes.named(name)) is not None]


def hint_of(game: Game, puzzle: Puzzle) -> str:
    """What helps: the hint of its first theme."""
    found = themes_in(game, puzzle)
    return say(found[0].hint) if found else say("Look at every choice you have, and at what follows.")


def task_of(game: Game) -> str:
    """What is asked of who solves a puzzle."""
    if game.hides:
        return say("Find the one best choice, by what you can see.")
    return say("Find the one best choice.")


def answer_to(game: Game, puzzle: Puzzle, text: str) -> Answer:
    """What is said to a choice in the puzzle's position; IllegalChoice if it is not legal there."""
    match = begin_puzzle(game, puzzle)
    quantity = _quantity(game)
    right = is_right(match, puzzle, text)
    best = worth(quantity, puzzle.values[0][1])
    words = say(quantity.words)
    if right:
        second = worth(quantity, puzzle.values[1][1]) if len(puzzle.values) > 1 else ""
        said = say(
            "{words}: {best}. The second best choice: {second}.", words=words, best=best, second=second
        )
        return Answer(True, _capital(said))
    value = value_of(puzzle, match, text)
    if value is None:
        least = worth(quantity, puzzle.values[-1][1])
        said = say(
            "{words}: at most {value}. There is a choice with {best}.", words=words, value=least, best=best
        )
    else:
        said = say(
            "{words}: {value}. There is a choice with {best}.",
            words=words, value=worth(quantity, value), best=best,
        )  # fmt: skip
    return Answer(False, _capital(said))


def solution_lines(game: Game, puzzle: Puzzle) -> list[str]:
    """What happens after the solution, in sentences, as the solver sees it."""
    match = begin_puzzle(game, puzzle)
    play_line(match, puzzle)
    said: list[str] = []
    for number in range(1, len(match.choices) + 1):
        said += told(match, number, puzzle.seat)
        if len(said) >= MOST_SAID:
            break
    return said[:MOST_SAID]


def told(match: Match, number: int, seat: int) -> list[str]:
    """What happened at a choice, in sentences."""
    return [entry.says for entry in _entries(match, number, seat) if entry.says]


def _entries(match: Match, number: int, seat: int) -> Iterator[Entry]:
    board = match.game.board or plain_board(match.game)
    yield from board.log(match, number, seat)


def _quantity(game: Game) -> Quantity:
    if game.evaluation is not None:
        return game.evaluation.quantities[0]
    return Quantity("score", "expected score", "points")


def worth(quantity: Quantity, value: float) -> str:
    """A value for people."""
    return f"{100 * value:.0f} %" if not quantity.unit else f"{value:.0f} {say(quantity.unit)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
