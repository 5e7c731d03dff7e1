"""What a game is described with: its options, its seats and its talents; and what a bot is made of."""

from __future__ import annotations

from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.core.errors import BadOption
from hoplon.core.game import Game, Rules
from hoplon.core.options import FromPosition, Options
from hoplon.core.outcome import Outcome
from hoplon.core.talents import Column, Correspondence, Flag, Measure, Rung, Statistic, Tally
from hoplon.core.view import SeatView

__all__ = [
    "BadOption",
    "Bot",
    "Choice",
    "Choices",
    "Column",
    "Correspondence",
    "Dice",
    "Flag",
    "FromPosition",
    "Game",
    "Measure",
    "Options",
    "Outcome",
    "Rules",
    "Rung",
    "SeatView",
    "Statistic",
    "Tally",
]
