"""Doing nothing for once: the choice by which a seat lets its turn pass, to see what others threaten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoplon.core.match import Match

# A match as it stands → one in which the seat to move may do nothing, and the choice; None: it cannot be.
Passing = Callable[["Match"], "tuple[Match, str] | None"]


def passing_by(*texts: str) -> Passing:
    """The first of these choices that is legal."""

    def passing(match: Match) -> tuple[Match, str] | None:
        legal = {str(choice) for choice in match.legal()}
        return next(((match, text) for text in texts if text in legal), None)

    return passing


def elsewhere(match: Match, states: Any) -> Match:
    """A match that begins from another position, with the same options and names."""
    found = type(match)(match.game, 0, match.options)
    found._place(states)
    found.names = dict(match.names)
    return found
