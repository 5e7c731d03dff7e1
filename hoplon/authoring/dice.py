"""What rules roll dice with."""

from __future__ import annotations

from hoplon.core.dice import SEED, below, keep_seed, named, pick, stream

__all__ = ["SEED", "below", "keep_seed", "named", "pick", "stream"]
