"""Matches as lines of JSON, for programs."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoplon.core.match import Match


def write_line(content: dict[str, Any]) -> str:
    """One line of JSON."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=plain)


def plain(value: Any) -> Any:
    """A value that JSON does not know, as one that it does."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no JSON form")


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
