"""What rules roll dice with."""

from __future__ import annotations

from hoplon.core.dice import below, pick, stream
from hoplon.core.kernel import rule


@rule
def forget_seed(s, seed):
    """`forget_dice` of a game whose state keeps the seed of its dice in the field `seed`."""
    s.seed = seed


__all__ = ["below", "forget_seed", "pick", "stream"]
