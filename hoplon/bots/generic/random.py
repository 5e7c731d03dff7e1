"""Bots that need to know nothing about a game."""

from __future__ import annotations

from typing import Any

from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices


class Random(Bot):
    """Any legal choice, each as likely."""

    name = "random"
    summary = "any legal choice"

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """Draw one."""
        return legal[dice.below(len(legal))]
