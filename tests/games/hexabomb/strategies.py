"""How hexabomb is played at random."""

from __future__ import annotations

RARE = ({"turns": 2},)
UNLOGGED = frozenset({"STAY"})  # a choice that leaves nothing to tell
