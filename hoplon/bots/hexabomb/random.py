"""The simplest player of hexabomb: any step, a bomb of range and delay 3, or a revival, all as likely."""

from __future__ import annotations

from hoplon.bots.hexabomb.sense import pick
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.games.hexabomb.tables import WAY_NAMES
from hoplon.games.hexabomb.view import Position

WISHES = (*(f"move {name}" for name in WAY_NAMES), "bomb 3 3", "revive")


class Random(Bot):
    """Wishes without looking; a wish that is not legal becomes staying."""

    name = "random"

    def choose(self, view: Position, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """One wish."""
        return pick(legal, WISHES[dice.below(len(WISHES))]) or legal[-1]
