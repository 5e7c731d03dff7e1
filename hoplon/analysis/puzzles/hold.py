"""Whether the puzzles of a file hold, asked in worlds that they were not found in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hoplon.analysis.evaluator import mean_and_error
from hoplon.analysis.puzzles.choices import different, evaluator_for, position_of
from hoplon.analysis.puzzles.difficulty import difficulty_of
from hoplon.analysis.puzzles.find import RIVALS
from hoplon.analysis.puzzles.sense import what_fails, what_hides, what_is_wrong
from hoplon.analysis.puzzles.settle import CHECK_SEED, CHECKED, FULL, SURE, settle
from hoplon.core.errors import BadText, IllegalChoice
from hoplon.core.game import Game
from hoplon.core.puzzles import Puzzle, begin_puzzle, outcome_of, read_puzzle
from hoplon.core.themes import themes_of


@dataclass(frozen=True)
class Answer:
    """What is wrong with a puzzle, in half a sentence or empty; how it was found out; the puzzle.

    If it holds, its difficulty, margin and values are those that were found.
    """

    wrong: str
    found: str
    puzzle: Puzzle

    def __str__(self) -> str:
        return f"{self.wrong}\t{self.found}\t{self.puzzle}"


def read_answer(line: str) -> Answer:
    """What `str` has written; BadText if it is something else."""
    wrong, _, rest = line.partition("\t")
    found, is_there, puzzle = rest.partition("\t")
    if not is_there:
        raise BadText("it has fewer than three fields with tabs between them")
    return Answer(wrong, found, read_puzzle(puzzle))


def check_puzzle(game: Game, puzzle: Puzzle, worlds: int = FULL, seed: int = 1) -> Answer:
    """Is the solution of a puzzle the best choice, by the margin of the game, and one that can be found?

    Without playouts only what the game says of the position and the values is asked. With fewer playouts
    than CHECKED, the noise may hide a margin that is there: then the solution must be the best, and no other
    may be surely nearer to it than the margin.
    """
    match = begin_puzzle(game, puzzle)
    if match.is_over or match.to_move != puzzle.seat:
        return Answer(f"seat {puzzle.seat} is not asked in its position", "", puzzle)
    try:
        outcomes = [outcome_of(match, choice) for choice, _ in puzzle.values]
    except IllegalChoice as error:
        return Answer(str(error), "", puzzle)
    evaluator = evaluator_for(match)
    choices = different(match, evaluator)
    best = next((k for k, one in enumerate(choices) if outcome_of(match, one) == outcomes[0]), None)
    if best is None or len(choices) < 2:
        return Answer(f"{puzzle.solution} is not among the choices that lead somewhere", "", puzzle)
    if wrong := match.game.riddles().idle(match):
        return Answer(wrong, "", puzzle)
    position, margin = position_of(match, evaluator), themes_of(game).margin
    if worlds >= CHECKED:
        if wrong := what_hides(position, choices, best, seed):
            return Answer(wrong, "", puzzle)
        one = settle(position, choices, margin, best, seed, worlds)
        found = f"{one.lead:.4g}±{one.error:.2g} ahead of {one.choices[1]} in {one.playouts} playouts"
        if not one.holds:
            return Answer(f"{puzzle.solution} is not surely ahead by {margin:g}", found, puzzle)
        names = (puzzle.solution, *map(str, one.choices[1 : RIVALS + 1]))
        values = tuple(zip(names, (evaluator.sign * value for value in one.values), strict=False))
        puzzle = replace(puzzle, margin=one.lead, error=one.error, values=values)
        if wrong := what_is_wrong(match, puzzle) or what_fails(match, puzzle, seed):
            return Answer(wrong, found, puzzle)
        hard = difficulty_of(position, match, choices[best])
        return Answer("", found, replace(puzzle, difficulty=hard))
    results = position.worth(choices, worlds, seed + CHECK_SEED) if worlds else ()
    for k, each in enumerate(results):
        lead, noise = mean_and_error(results[best] - each)
        if k != best and lead + SURE * noise < margin:
            return Answer(f"{choices[k]} is nearer to {puzzle.solution} than {margin:g}", "", puzzle)
    return Answer(what_is_wrong(match, puzzle), "", puzzle)
