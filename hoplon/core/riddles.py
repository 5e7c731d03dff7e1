"""What makes a position of a game no puzzle, besides a margin that is too small: a game says it in `riddles`.

A puzzle asks for something that can be found. One choice may be best and still be no answer that anybody
could give: where nothing is at stake, where the match is decided, where the only other choices are foolish.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoplon.core.match import Match
    from hoplon.core.puzzles import Puzzle


def never(_match: Match, *_: Puzzle) -> str:
    """Nothing stands against it."""
    return ""


def position_of(match: Match) -> str:
    """The position in the game's notation."""
    return match.game.notation(match._states, 0)


@dataclass(frozen=True)
class Riddles:
    """What a game says of its puzzles. A reason is half a sentence, empty if there is none.

    `idle` says why nothing is to be found in a position, before anything is played out; `pointless` why a
    solution is none that a solver could find, by the values of the puzzle. `sight` is the same for positions
    that look the same to a solver: only the first of them is a puzzle.
    """

    idle: Callable[[Match], str] = never
    pointless: Callable[[Match, Puzzle], str] = never
    sight: Callable[[Match], str] = position_of
