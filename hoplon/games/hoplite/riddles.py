"""Which positions of Hoplite hold no puzzle: nothing is at stake, or the only other choice is a throw."""

from __future__ import annotations

from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle
from hoplon.core.riddles import Riddles
from hoplon.games.hoplite.view import view

SAME = 0.0015  # standard error of a lead that is the same in all playouts
ALIVE = 0.01  # chance to win of a rival that does not cost the run
THROW = "throw"
HARMLESS = ("idle", "resign")  # which nobody takes for an answer


def pointless(match: Match, puzzle: Puzzle) -> str:
    """Why a solution is none that a solver could find."""
    if puzzle.error <= SAME and puzzle.values[1][1] > ALIVE:
        return "nothing is at stake: all playouts are the same, whatever the dice"
    others = [text for text in map(str, match.legal()) if text.split()[0] not in HARMLESS]
    if all(text == puzzle.solution or text.startswith(THROW) for text in others):
        return "the only other choices throw the spear"
    return ""


def sight(match: Match) -> str:
    """Where everybody stands; turn, score, energy, cooldown and charges may differ."""
    seen = view(match._states, 0)
    demons = sorted(f"{demon.kind} {demon.cell}" for demon in seen.demons)
    return str((seen.depth, seen.hero, seen.magma, seen.spear, sorted(seen.bombs), demons))


RIDDLES = Riddles(pointless=pointless, sight=sight)
