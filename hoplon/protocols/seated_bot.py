"""A bot at a seat of a match that runs elsewhere: it gets a view and the legal choices, nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoplon.bots import bot
from hoplon.bots.dice import SeatDice
from hoplon.core.choices import Choice, Choices
from hoplon.games import game
from hoplon.protocols.lines.command import is_command
from hoplon.protocols.lines.process_bot import LONGEST, ProcessBot, ProcessSettings
from hoplon.sandbox.faults import BotFault

CLOCK = 5.0
FIRST_CLOCK = 15.0
LONGEST_LINE = 200


@dataclass(frozen=True)
class BotQuestion:
    """A request for a choice. `past` are the earlier views of the seat, for a bot that remembers."""

    view: Any
    legal: tuple[tuple[str, int], ...]
    dice: int
    seat: int
    past: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Seating:
    """Which bot has which seat; `options` are those of the match, as strings."""

    bot: str
    game: str
    seat: int
    seats: int
    options: tuple[tuple[str, str], ...]
    dice: int


class SeatedBot:
    """A bot at a seat: one of Hoplon's, or a program that is started now."""

    def __init__(self, place: Seating, clock: float = CLOCK, first: float = FIRST_CLOCK) -> None:
        self.fault = ""  # what a program did wrong, where its game made a choice of that
        self._clock = clock
        self._player: Any
        if not is_command(place.bot):
            self._player = bot(place.bot, place.game)
        else:
            found = game(place.game)
            self._player = ProcessBot(place.bot, found, ProcessSettings(first=max(first, clock), later=clock))
            options = found.options.from_text(dict(place.options))
            dice = SeatDice(place.dice, place.seat)
            self._player.begin(place.seat, place.seats, options, dice, LONGEST)

    def choose(self, question: BotQuestion) -> str:
        """What the bot chooses."""
        for view in question.past:
            self._player.see(view)
        legal = Choices([Choice(text, code) for text, code in question.legal])
        dice = SeatDice(question.dice, question.seat)
        try:
            choice = str(self._player.choose(question.view, legal, dice, self._clock))
        except BotFault as fault:
            raise BotFault(fault.kind, fault.args[0] + self._last_words(), fault.line) from None
        if isinstance(self._player, ProcessBot) and self._player.bot_log.fault:
            self.fault = self._player.bot_log.fault + self._last_words()
        return choice

    def _last_words(self) -> str:
        """The last line of a failed program's stderr; ends the program."""
        lines = self._player.end(None, "fault").stderr.strip().splitlines()
        return f" (its stderr ends with {lines[-1][:LONGEST_LINE]!r})" if lines else ""

    def leave(self) -> None:
        """End the program, if it is one."""
        if isinstance(self._player, ProcessBot):
            self._player.leave()
