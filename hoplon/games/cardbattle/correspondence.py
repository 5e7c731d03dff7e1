"""What a match by e-mail asks of a battle: whose turn it is, and what a seat may see and read."""

from __future__ import annotations

from typing import Any

from hoplon.games.cardbattle.picture import describe as draw
from hoplon.games.cardbattle.seen import turn_for as log


def active(states: Any, i: int) -> int:
    """The active player, whoever is asked now (7.1)."""
    return int(states["active"][i])


__all__ = ["active", "draw", "log"]
