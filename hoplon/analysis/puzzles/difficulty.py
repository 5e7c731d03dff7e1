"""How hard a puzzle is: how much search it takes to find its solution.

Two searches look for it, each with more and more effort from level to level: `mcts`, which knows nothing of
the game, with twice as many simulations each time; and the bot that plays on in an analysis, which looks
further ahead in more playouts each time. A search finds the solution at the first level at which most tries
do, and at the next one, too. The difficulty is the mean of the two levels, rounded down.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hoplon.analysis.puzzles.choices import Position, different
from hoplon.bots.dice import SeatDice
from hoplon.bots.generic.mcts import Mcts
from hoplon.core.choices import Choice
from hoplon.core.match import Match
from hoplon.core.puzzles import HARDEST, outcome_of

FEWEST = 4  # simulations at the first level
AHEAD = ((0, 1), (1, 1), (2, 2), (4, 2), (8, 4), (16, 4), (32, 8), (64, 8))  # choices, and playouts
TRIES = 3
CLOCK = 1e6
LOOK_SEED = 104_729


def difficulty_of(position: Position, match: Match, solution: Choice, hardest: int = HARDEST) -> int:
    """From 1 to `hardest`; the match stands at the position."""
    wanted = outcome_of(match, solution)
    seat = match.to_move
    assert seat is not None
    view, legal, choices = match.view(seat), match.legal(), different(match, position.evaluator)
    furthest = position.evaluator.horizon(match.game.hides)

    def simulates(level: int, number: int) -> bool:
        bot = Mcts(nodes=FEWEST << (level - 1))
        bot.game = match.game
        return outcome_of(match, bot.choose(view, legal, SeatDice(number, seat), CLOCK)) == wanted

    def looks(level: int, number: int) -> bool:
        ahead, worlds = AHEAD[level - 1]
        found = position.worth(choices, worlds, LOOK_SEED + number, horizon=min(ahead, furthest))
        means = found.mean(axis=1)
        best = np.flatnonzero(means == means.max())
        return len(best) == 1 and outcome_of(match, choices[int(best[0])]) == wanted

    return (_level(simulates, hardest) + _level(looks, hardest)) // 2


def _level(finds: Callable[[int, int], bool], hardest: int) -> int:
    """The first level at which most tries find it, as at the next one; the hardest if there is none."""
    was_found = False
    for level in range(1, hardest):
        found = lost = 0
        while 2 * max(found, lost) <= TRIES:
            if finds(level, found + lost):
                found += 1
            else:
                lost += 1
        if found > lost and was_found:
            return level - 1
        was_found = found > lost
    return hardest - 1 if was_found else hardest
