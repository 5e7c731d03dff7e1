"""How CodeKeeper is played at random."""

from __future__ import annotations

OPEN, EMPTY = "." * 14, "/................" * 9
RARE = (
    {"position": f"codekeeper map=.E{OPEN}/EHE{OPEN[1:]}/.E{OPEN}{EMPTY} rng=1"},
    {"position": f"codekeeper map=H.{OPEN}/..{OPEN}/..{OPEN}{EMPTY} rng=1 turn=149"},
)
UNLISTED = ("error", "timeout")
