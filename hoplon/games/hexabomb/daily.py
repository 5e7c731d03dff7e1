"""The challenge of the day: a map that nobody has seen, against bots."""

from __future__ import annotations

import hashlib

from hoplon.core.talents import Challenge
from hoplon.games.hexabomb.generate import generate

TURNS = "30"
RIVALS = (  # players, cells, and the bot at the other seats
    (2, 61, "painter"),
    (3, 75, "painter"),
    (2, 61, "search"),
    (4, 91, "painter"),
)
AGAINST = {2: "the computer", 3: "each of two computers", 4: "each of three computers"}


def daily(day: int, seed: int) -> Challenge:
    """There are no dice, so the seed makes the map; who sees the map cannot tell the seed."""
    players, cells, bot = RIVALS[day % len(RIVALS)]
    drawn = int.from_bytes(hashlib.sha256(b"hexabomb map of the day\n%d" % seed).digest()[:4], "big")
    return Challenge(
        f"A new map and {TURNS} turns. Paint more cells than {AGAINST[players]}.",
        {"map": generate(players, cells, drawn).to_text(), "turns": TURNS},
        bot=bot,
    )
