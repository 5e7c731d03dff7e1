"""The view for a game that defines none."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

KNOWN = "known"  # the field that holds the record: `Game.view_record`


@dataclass(frozen=True)
class SeatView:
    """What a seat knows: the position in one line, with everything blanked that is hidden from the seat.

    `known` is the same as a record, for bots that simulate; programs read the rest.
    """

    seat: int
    to_move: int
    position: str
    known: Any = field(default=None, repr=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        """What programs read."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != KNOWN}
