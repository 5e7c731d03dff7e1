"""What the views of small games share."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

KNOWN = "known"  # the field of a view that holds the record: `Game.view_record`


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """A view that also holds the concealed record (`Game.concealed`), for bots that try things out.

    A game's view derives from this and adds what programs read.
    """

    known: Any = field(default=None, repr=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        """What programs read: everything but the record."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != KNOWN}
