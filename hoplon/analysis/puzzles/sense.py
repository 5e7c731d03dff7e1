"""What makes a puzzle useless though its margin is there: the game says it, it transposes, it is a twin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hoplon.analysis.evaluator import Evaluator, mean_and_error
from hoplon.analysis.puzzles.choices import Position, evaluator_for, position_of
from hoplon.analysis.puzzles.settle import CHECK_SEED, CHECKED, MINED
from hoplon.core.choices import Choice
from hoplon.core.errors import IllegalChoice
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle, begin_puzzle
from hoplon.core.themes import themes_of

EARLY = 64  # playouts that end early
SLIPPING = 96  # playouts with other slips
CLEAR = 2.0  # standard errors


def what_is_wrong(match: Match, puzzle: Puzzle) -> str:
    """What the game has against a puzzle, in half a sentence or empty; the match stands at its position."""
    riddles = match.game.riddles()
    return riddles.idle(match) or riddles.pointless(match, puzzle)


def what_hides(position: Position, choices: Sequence[Choice], best: int, seed: int) -> str:
    """Which rival a solution is not yet ahead of when the game wants its lead to show, if any.

    It shows by the margin, whether whoever plays on slips or not.
    """
    themes = themes_of(position.evaluator.game)
    if not themes.within:
        return ""
    found = position.worth(choices, EARLY, seed + CHECK_SEED, horizon=themes.within)
    for k, other in enumerate(found):
        lead, error = mean_and_error(found[best] - other)
        if k != best and lead < max(themes.margin, CLEAR * error):
            return f"{choices[best]} is not ahead of {choices[k]} after {themes.within} choices"
    steady = Evaluator(position.evaluator.game, position.evaluator.seats)
    found = replace(position, evaluator=steady).worth(choices, MINED, seed, horizon=themes.within)
    means = found.mean(axis=1)
    for k, choice in enumerate(choices):
        if k != best and means[best] - means[k] < themes.margin:
            return f"{choices[best]} is not ahead of {choice} after {themes.within} choices without a slip"
    return ""


def what_fails(match: Match, puzzle: Puzzle, seed: int) -> str:
    """What further playouts show to be wrong with a puzzle whose margin holds; empty if nothing is."""
    return what_depends_on_slips(match, puzzle, seed) or what_transposes(match, puzzle, seed)


def what_depends_on_slips(match: Match, puzzle: Puzzle, seed: int) -> str:
    """Which rival a solution is not ahead of when whoever plays on slips more or less often, if any."""
    choices = [match.read(choice) for choice, _ in puzzle.values]
    for which, slips in enumerate(themes_of(match.game).slips[1:], 1):
        position = position_of(match, evaluator_for(match, which))
        found = position.worth(choices, SLIPPING, seed + CHECK_SEED)
        for rival, other in zip(choices[1:], found[1:], strict=True):
            lead, error = mean_and_error(found[0] - other)
            if lead < CLEAR * error:
                return f"{puzzle.solution} is not ahead of {rival} with {slips} slips in a hundred choices"
    return ""


def what_transposes(match: Match, puzzle: Puzzle, seed: int) -> str:
    """Which rival does not spoil the solution: made first, the solution is still there and worth the same.

    Whoever plays on may not make it then, so that the rival seems worse. Asked where choices of one turn may
    be made in another order.
    """
    themes = themes_of(match.game)
    if not themes.transposes:
        return ""
    evaluator = evaluator_for(match)
    seed += CHECK_SEED
    best = position_of(match, evaluator).worth([match.read(puzzle.solution)], CHECKED, seed).mean()
    for rival, _ in puzzle.values[1:]:
        later = match.copy()
        later.play(rival)
        if later.to_move != puzzle.seat:
            continue
        try:
            solution = later.read(puzzle.solution)
        except IllegalChoice:
            continue
        worth = position_of(later, evaluator).worth([solution], CHECKED, seed).mean()
        if worth >= best - themes.margin:
            return f"{puzzle.solution} is worth as much after {rival}"
    return ""


class Twins:
    """The puzzles that were kept, to tell which of them look the same to a solver."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._first: dict[str, str] = {}

    def of(self, puzzle: Puzzle) -> str:
        """The id of the puzzle that looks the same and came first; empty for the first, which is kept."""
        sight = self.game.riddles().sight(begin_puzzle(self.game, puzzle))
        first = self._first.setdefault(sight, puzzle.id)
        return "" if first == puzzle.id else first
