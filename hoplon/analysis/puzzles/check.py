"""Is one choice the best by more than the noise? Asked with ten times the playouts of the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.analysis.evaluator import Evaluator, mean_and_error
from hoplon.analysis.puzzles.choices import Position, different, position_of
from hoplon.core.choices import Choice
from hoplon.core.errors import IllegalChoice
from hoplon.core.game import Game
from hoplon.core.puzzles import Puzzle, begin_puzzle, outcome_of
from hoplon.core.themes import themes_of

MINED = 16  # playouts of each choice while puzzles are looked for
CHECKED = 10 * MINED  # and, at least, while a puzzle is checked
MOST = 50 * MINED  # where the noise still hides whether it is one
ROUND = 2 * MINED
SURE = 3.0  # standard errors that are taken off a lead before it is compared with the margin
SETTLED = 4.0  # the same, from which on a choice needs no more playouts
CHECK_SEED = 7_919  # other worlds than those that a puzzle was found in


@dataclass(frozen=True)
class Checked:
    """What the choices of a position are worth, the best first, and how far the best is ahead."""

    choices: tuple[Choice, ...]
    values: tuple[float, ...]
    margin: float
    error: float
    nodes: int


def check_choices(
    position: Position, choices: Sequence[Choice], margin: float, best: int, seed: int, most: int = MOST
) -> Checked | None:
    """Is this choice ahead of all others by the margin, and by SURE standard errors more? Else None.

    A choice that is behind far enough after some rounds gets no more playouts. The check ends after CHECKED
    playouts of the best choices, or later, up to `most`, where these do not decide.
    """
    results: list[Any] = [np.zeros(0) for _ in choices]
    alive = list(range(len(choices)))
    done, verdict = 0, None
    while verdict is None and done < most:
        found = position.worth([choices[k] for k in alive], ROUND, seed + CHECK_SEED, done)
        for k, one in zip(alive, found, strict=True):
            results[k] = np.concatenate([results[k], one])
        done += ROUND
        kept = [best]
        for k in alive:
            if k == best:
                continue
            gap, error = mean_and_error(results[best] - results[k])
            if gap + SURE * error < margin or (gap < margin and done >= CHECKED):
                return None
            if gap - SETTLED * error < margin:
                kept.append(k)
        rivals = sorted((k for k in alive if k != best), key=lambda k: -float(results[k].mean()))
        alive = sorted({*kept, *rivals[:2]})
        verdict = _verdict(choices, results, margin, best) if done >= CHECKED else None
    return verdict


def _verdict(choices: Sequence[Choice], results: list[Any], margin: float, best: int) -> Checked | None:
    nearest = (float("inf"), 0.0)
    for k, found in enumerate(results):
        if k == best:
            continue
        gap, error = mean_and_error(results[best][: len(found)] - found)
        if gap - SURE * error < margin:
            return None
        nearest = min(nearest, (gap, error))
    ranked = sorted(range(len(choices)), key=lambda k: (k != best, -float(results[k].mean())))
    return Checked(
        tuple(choices[k] for k in ranked),
        tuple(float(results[k].mean()) for k in ranked),
        *nearest,
        sum(map(len, results)),
    )


def check_puzzle(game: Game, puzzle: Puzzle, worlds: int = CHECKED, seed: int = 1) -> str:
    """What is wrong with a puzzle, in half a sentence; an empty text if its solution is the best choice.

    With fewer playouts than CHECKED, the noise may hide a margin that is there: then the solution must be the
    best, and no other may be surely nearer to it than the margin.
    """
    match = begin_puzzle(game, puzzle)
    if match.is_over or match.to_move != puzzle.seat:
        return f"seat {puzzle.seat} is not asked in its position"
    try:
        outcomes = [outcome_of(match, choice) for choice, _ in puzzle.values]
    except IllegalChoice as error:
        return str(error)
    evaluator = Evaluator(match.game, match.game.seat_count(match.options))
    choices = different(match, evaluator)
    best = next((k for k, one in enumerate(choices) if outcome_of(match, one) == outcomes[0]), None)
    if best is None or len(choices) < 2:
        return f"{puzzle.solution} is not among the choices that lead somewhere"
    position, margin = position_of(match, evaluator), themes_of(game).margin
    if worlds >= CHECKED:
        found = check_choices(position, choices, margin, best, seed)
        return "" if found else f"{puzzle.solution} is not ahead of all others by {margin:g}"
    results = position.worth(choices, worlds, seed + CHECK_SEED)
    for k, one in enumerate(results):
        gap, noise = mean_and_error(results[best] - one)
        if k != best and gap + SURE * noise < margin:
            return f"{choices[k]} is nearer to {puzzle.solution} than {margin:g}"
    return ""
