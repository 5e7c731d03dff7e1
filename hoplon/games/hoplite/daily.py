"""The challenge of the day: one dungeon for everybody."""

from __future__ import annotations

from hoplon.core.talents import Challenge

RUNS = (
    Challenge("One dungeon from the top, three hearts. How far down do you get?"),
    Challenge("Begin on depth 3 with four hearts.", {"depth": "3", "hearts": "4"}),
    Challenge("One dungeon from the top, and only two hearts.", {"hearts": "2"}),
    Challenge("Begin on depth 5 with five hearts.", {"depth": "5", "hearts": "5"}),
)


def daily(day: int, _seed: int) -> Challenge:
    """The seed is the dungeon; how deep it begins changes from day to day."""
    return RUNS[day % len(RUNS)]
