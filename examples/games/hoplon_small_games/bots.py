"""Small bots."""

from __future__ import annotations

from typing import Any

from hoplon.authoring.game import Bot, Choice, Choices, Dice

MIDDLE = ord("d")


class Center(Bot):
    """Four in a Row: the open column nearest to the middle, by lot if there are two."""

    def choose(self, _view: Any, legal: Choices, dice: Dice, _clock: float) -> Choice:
        """Most lines run through the middle."""
        nearest = min(distance(choice) for choice in legal)
        best = [choice for choice in legal if distance(choice) == nearest]
        return best[dice.below(len(best))]


def distance(choice: str) -> int:
    """How far `drop f` is from the middle."""
    return abs(ord(choice[-1]) - MIDDLE)
