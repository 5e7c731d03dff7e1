"""What rules are written with."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, begin, blank, pending_type, then, turn_type
from hoplon.core.engine import engine, take_answer
from hoplon.core.kernel import record, rule
from hoplon.grids.legal import legal_from_space

__all__ = [
    "NOBODY",
    "NOWHERE",
    "begin",
    "blank",
    "engine",
    "legal_from_space",
    "pending_type",
    "record",
    "rule",
    "take_answer",
    "then",
    "turn_type",
]
