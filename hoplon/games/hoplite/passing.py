"""Hoplite without a move: only a hero with Patience may wait, so this one is given it for a turn."""

from __future__ import annotations

from typing import Any

from hoplon.core.kernel import copied
from hoplon.core.match import Match
from hoplon.core.passing import elsewhere
from hoplon.games.hoplite.legal import IDLE
from hoplon.games.hoplite.state import Prayer
from hoplon.games.hoplite.words import write_choice


def passing(match: Match) -> tuple[Match, str] | None:
    """The same position with a hero who may wait."""
    states: Any = copied(match.states_at(len(match.choices)))
    states["prayers"][0] |= 1 << Prayer.PATIENCE.value
    return elsewhere(match, states), write_choice(states, 0, IDLE)
