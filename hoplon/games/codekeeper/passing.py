"""CodeKeeper without a move: the hero moves to where it is."""

from __future__ import annotations

from typing import Any

from hoplon.core.match import Match
from hoplon.games.codekeeper.legal import MOVE
from hoplon.games.codekeeper.words import write_choice


def passing(match: Match) -> tuple[Match, str] | None:
    """A move to the hero's own cell, which is always allowed."""
    states: Any = match.states_at(len(match.choices))
    return match, write_choice(states, 0, MOVE | int(states["hero"][0]))
