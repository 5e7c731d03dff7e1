"""The challenge of the day: one maze for everybody."""

from __future__ import annotations

from hoplon.core.talents import Challenge

MAZE = Challenge("One maze under fog. Find the exit, and bring as much as you can.")


def daily(_day: int, _seed: int) -> Challenge:
    """The seed is the maze."""
    return MAZE
