"""What a game is described with: its options, its words and its talents; and what a bot is made of."""

from __future__ import annotations

from hoplon.core.bot import Bot, Dice
from hoplon.core.errors import BadOption, BadPosition, BadText
from hoplon.core.game import Game, Rules
from hoplon.core.match import Choice, Choices
from hoplon.core.options import FromPosition, Options
from hoplon.core.outcome import Outcome
from hoplon.core.talents import Correspondence, Flag, Measure, Rung
from hoplon.core.text import Action, Phrases, Turn, Word
from hoplon.core.view import SeatView
from hoplon.grids import words
from hoplon.grids.rows import position_words, read_rows, write_rows

__all__ = [
    "Action",
    "BadOption",
    "BadPosition",
    "BadText",
    "Bot",
    "Choice",
    "Choices",
    "Correspondence",
    "Dice",
    "Flag",
    "FromPosition",
    "Game",
    "Measure",
    "Options",
    "Outcome",
    "Phrases",
    "Rules",
    "Rung",
    "SeatView",
    "Turn",
    "Word",
    "position_words",
    "read_rows",
    "words",
    "write_rows",
]
