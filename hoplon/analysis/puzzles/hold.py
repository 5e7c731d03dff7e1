"""Whether the puzzles of a file hold, asked in worlds that they were not found in."""

from __future__ import annotations

from dataclasses import dataclass

from hoplon.analysis.evaluator import Evaluator, mean_and_error
from hoplon.analysis.puzzles.check import CHECK_SEED, CHECKED, SURE
from hoplon.analysis.puzzles.choices import different, position_of
from hoplon.analysis.puzzles.settle import FULL, settle
from hoplon.core.errors import IllegalChoice
from hoplon.core.game import Game
from hoplon.core.puzzles import Puzzle, begin_puzzle, outcome_of
from hoplon.core.themes import themes_of


@dataclass(frozen=True)
class Answer:
    """What is wrong with a puzzle, in half a sentence or empty, and what was found out about it."""

    wrong: str
    found: str = ""


def check_puzzle(game: Game, puzzle: Puzzle, worlds: int = FULL, seed: int = 1) -> Answer:
    """Is the solution of a puzzle the best choice, by the margin of the game?

    With fewer playouts than CHECKED, the noise may hide a margin that is there: then the solution must be the
    best, and no other may be surely nearer to it than the margin.
    """
    match = begin_puzzle(game, puzzle)
    if match.is_over or match.to_move != puzzle.seat:
        return Answer(f"seat {puzzle.seat} is not asked in its position")
    try:
        outcomes = [outcome_of(match, choice) for choice, _ in puzzle.values]
    except IllegalChoice as error:
        return Answer(str(error))
    evaluator = Evaluator(match.game, match.game.seat_count(match.options))
    choices = different(match, evaluator)
    best = next((k for k, one in enumerate(choices) if outcome_of(match, one) == outcomes[0]), None)
    if best is None or len(choices) < 2:
        return Answer(f"{puzzle.solution} is not among the choices that lead somewhere")
    position, margin = position_of(match, evaluator), themes_of(game).margin
    if worlds >= CHECKED:
        one = settle(position, choices, margin, best, seed, worlds)
        found = f"{one.lead:.4g}±{one.error:.2g} ahead of {one.rival} in {one.playouts} playouts"
        return Answer("" if one.holds else f"{puzzle.solution} is not surely ahead by {margin:g}", found)
    results = position.worth(choices, worlds, seed + CHECK_SEED)
    for k, each in enumerate(results):
        lead, noise = mean_and_error(results[best] - each)
        if k != best and lead + SURE * noise < margin:
            return Answer(f"{choices[k]} is nearer to {puzzle.solution} than {margin:g}")
    return Answer("")
