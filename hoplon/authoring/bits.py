"""What rules use for sets that are the bits of a number."""

from __future__ import annotations

from hoplon.grids.bits import count_bits, legal_from_bits, nth_bit

__all__ = ["count_bits", "legal_from_bits", "nth_bit"]
