"""Three strengths for people at card battles: `easy`, `medium` and `hard`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hoplon.bots.cardbattle.judge import Judge
from hoplon.bots.cardbattle.search import Search
from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.choices import Choice, Choices
from hoplon.games.cardbattle.choices import kind_of
from hoplon.games.cardbattle.state import Do
from hoplon.games.cardbattle.view import View

SLIPS = 4  # one choice in so many is made without thought
HARD_SECONDS = 0.5
FORCED = (Do.LOOSE, Do.RESOLVE, Do.CLOSE, Do.GIVE)  # steps of something begun


class Easy(Bot):
    """Judge, but one choice in four is any legal one."""

    name = "easy"

    def __init__(self) -> None:
        self._judge = Judge()

    def choose(self, view: View, legal: Choices, dice: Dice, clock: float) -> Choice:
        """What judge says, or whatever comes to mind."""
        choice = self._judge.choose(view, legal, dice, clock)
        slips = dice.below(SLIPS) == 0
        if slips and kind_of(choice.code) not in FORCED:
            return legal[dice.below(len(legal))]
        return choice


class Medium(Judge):
    """Judge as it is."""

    name = "medium"


class Hard(Search):
    """Search with half a second a choice."""

    name = "hard"
    SETTINGS: ClassVar[Mapping[str, Setting]] = {}

    def __init__(self) -> None:
        super().__init__(seconds=HARD_SECONDS)
