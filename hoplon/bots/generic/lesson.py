"""The other side of a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.choices import Choice, Choices
from hoplon.core.game import Game
from hoplon.core.lessons import lesson_of
from hoplon.games import game


class LessonBot(Bot):
    """Replies as the lesson of a number says; it is no opponent for a match."""

    SETTINGS: ClassVar[Mapping[str, Setting]] = {"number": 1}
    LIMITS: ClassVar[Mapping[str, Setting]] = {"number": 1000}
    name = "lesson"
    summary = "replies as a lesson says"

    def __init__(self, number: int = 1) -> None:
        self.number = number

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """The reply of the lesson."""
        found = self.game if isinstance(self.game, Game) else game(self.game)
        return lesson_of(found, self.number).reply(legal)
