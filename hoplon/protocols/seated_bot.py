"""A bot at a seat of a match that runs elsewhere: it gets a view and the legal choices, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hoplon.core.choices import Choice, Choices
from hoplon.games import game
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.player import Place, Question
from hoplon.protocols.players import make_player
from hoplon.sandbox.clock import Spent
from hoplon.sandbox.faults import BotFault
from hoplon.sandbox.sight import NONE, Secrets

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


@dataclass(frozen=True)
class BotSaid:
    """What a player did besides choosing; `turn` counts the questions since it was started."""

    answer: str
    errors: str
    message: str
    spent: Spent | None
    turn: int
    sandbox: str = ""  # how it was isolated, if it is a program


class SeatedBot:
    """A bot at a seat: one of Hoplon's, or a program that is started now."""

    def __init__(
        self,
        place: Seating,
        clock: float = CLOCK,
        first: float = FIRST_CLOCK,
        secrets: Secrets = NONE,
    ) -> None:
        self._errors: dict[int, int] = {}  # how much of what it wrote to stderr was told, by turn
        self.fault = ""  # what a program did wrong, where its game made a choice of that
        found = game(place.game)
        options = found.options.from_text(dict(place.options))
        settings = ProcessSettings(first=max(first, clock), later=clock, secrets=secrets)
        self._player = make_player(place.bot, found, settings)
        self._player.begin(Place(found.fit(options), place.seat, place.seats, options, place.dice, clock))

    def choose(self, question: BotQuestion, draw: Callable[[], str] | None = None) -> str:
        """What the bot chooses; `draw` is for people."""
        for view in question.past:
            self._player.see(view)
        legal = Choices([Choice(text, code) for text, code in question.legal])
        number = len(self._player.record.numbers) + 1
        try:
            self._player.ask(Question(question.view, legal, number, question.dice, draw))
            choice = str(self._player.answer())
        except BotFault as fault:
            raise BotFault(fault.kind, fault.args[0] + self._last_words(), fault.line) from None
        if self._player.record.fault:
            self.fault = self._player.record.fault + self._last_words()
        return choice

    def said(self) -> BotSaid:
        """What was recorded about the last question."""
        record = self._player.record
        turn = len(record.numbers)
        errors: dict[int, str] = {}
        for number, text in self._player.errors:
            errors[number] = errors.get(number, "") + text
        new = "".join(text[self._errors.get(number, 0) :] for number, text in errors.items())
        self._errors = {number: len(text) for number, text in errors.items()}
        spent = record.spent[turn - 1] if 0 < turn <= len(record.spent) else None
        return BotSaid(
            record.answers[-1] if record.answers else "",
            new,
            "".join(text for number, text in record.messages if number == turn),
            spent,
            turn,
            record.sandbox,
        )

    def _last_words(self) -> str:
        """The last line of a failed program's stderr; ends the program."""
        lines = self._player.end(None, "fault").stderr.strip().splitlines()
        return f" (its stderr ends with {lines[-1][:LONGEST_LINE]!r})" if lines else ""

    def leave(self) -> None:
        """End the program, if it is one."""
        self._player.leave()
