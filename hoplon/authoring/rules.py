"""What rules are written with."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, begin, blank, pending_type, then, turn_type
from hoplon.core.dice import below, pick, stream
from hoplon.core.engine import engine, take_answer
from hoplon.core.kernel import record, rule
from hoplon.grids.bits import count_bits, nth_bit

__all__ = [
    "NOBODY",
    "NOWHERE",
    "begin",
    "below",
    "blank",
    "count_bits",
    "engine",
    "nth_bit",
    "pending_type",
    "pick",
    "record",
    "rule",
    "stream",
    "take_answer",
    "then",
    "turn_type",
]
