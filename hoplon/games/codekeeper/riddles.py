"""Which positions of CodeKeeper hold no puzzle: no time is left, or a free kill is passed up."""

from __future__ import annotations

from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle
from hoplon.core.riddles import Riddles
from hoplon.games.codekeeper.cells import cheb
from hoplon.games.codekeeper.state import LAST_TURN, Do, Thing
from hoplon.games.codekeeper.tables import REACH

LATE = 12  # turns before the last one
SEAT = 0


def idle(match: Match) -> str:
    """Why nothing is to be found in a position."""
    seen = match.view(SEAT)
    if seen.turn >= LAST_TURN - LATE and not any(one.type == Thing.EXIT for one in seen.entities):
        return "the maze ends soon, and there is no exit in sight"
    return ""


def pointless(match: Match, puzzle: Puzzle) -> str:
    """Why a solution is none that a solver could find."""
    kills, wounds = _kills_and_wounds(match, puzzle.solution)
    if kills:
        return ""
    for rival, _ in puzzle.values[1:]:
        others, hurt = _kills_and_wounds(match, rival)
        if others and hurt <= wounds:
            return f"{rival} destroys a monster that is about to strike, for no more damage"
    return ""


def sight(match: Match) -> str:
    """What is in sight, and where."""
    seen = match.view(SEAT)
    return str((seen.x, seen.y, sorted((one.x, one.y, one.type) for one in seen.entities)))


def _kills_and_wounds(match: Match, choice: str) -> tuple[int, int]:
    """How many monsters that have the hero in range a choice destroys, and what it costs him this turn."""
    hero = int(match._states[0].hero)
    later = match.copy()
    later.play(choice)
    kills = wounds = 0
    for action in later.turns[-1].actions:
        if action.kind == Do.DESTROY and cheb(int(action.dst), hero) <= REACH[action.what]:
            kills += 1
        elif action.kind == Do.HURT:
            wounds += int(action.n)
    return kills, wounds


RIDDLES = Riddles(idle, pointless, sight)
