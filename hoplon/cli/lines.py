"""Matches as lines of JSON, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoplon.core.json_line import write_line

if TYPE_CHECKING:
    from hoplon.core.match import Match

__all__ = ["describe", "describe_turn", "write_line"]


def describe(match: Match) -> dict[str, Any]:
    """Where a match stands: what the seat to move sees and may choose, and the check number."""
    seat = match.to_move
    return {
        "turn": len(match.choices),
        "seat": seat,
        "state": match.view(seat or 0),
        "legal": list(match.legal()),
        "outcome": match.outcome,
        "check": f"{match.checks[-1]:08x}",
    }


def describe_turn(match: Match) -> dict[str, Any]:
    """The last turn: who chose what, what happened, and where the match stands now."""
    happened = {"chosen_by": match.seats[-1], "choice": match.choices[-1], "log": match.turns[-1]}
    return happened | describe(match)
