"""Which puzzles of card battles are none: before the armies meet, or between nothing and throwing away."""

from __future__ import annotations

from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle
from hoplon.core.riddles import Riddles

DISCARD = "discard"
FIRE = "fire"
NOTHING = ("end", "loose")


def idle(match: Match) -> str:
    """Why nothing is to be found in a position."""
    return "the armies have not met yet" if match._states[0].rounds <= 1 else ""


def pointless(_match: Match, puzzle: Puzzle) -> str:
    """Why a solution is none that a solver could find."""
    solution, *rivals = (choice.split()[0] for choice, _ in puzzle.values)
    if solution == DISCARD:
        return "nobody looks for what to throw away"
    if solution in NOTHING and all(rival == DISCARD for rival in rivals):
        return "the only other choices are to throw something away"
    if solution in NOTHING and FIRE in rivals:
        return f"{solution} is still there after the free shot"
    return ""


RIDDLES = Riddles(idle, pointless)
