"""A player that is a Python object in this process: one of Hoplon's bots, or a class of somebody else."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter, thread_time
from traceback import extract_tb
from typing import Any

from hoplon.bots.dice import SeatDice
from hoplon.core.bot import Bot
from hoplon.protocols.player import CLOCK, Place, Player, Question, SeatRecord, dice_for
from hoplon.sandbox.clock import Spent
from hoplon.sandbox.faults import CRASH, BotFault


class InProcess(Player):
    """Asks a bot in this process. It cannot be interrupted, so a late choice is counted and stands."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.record = SeatRecord(bot.name)
        self._dice = SeatDice(0, 0)
        self._seat = 0
        self._clock = CLOCK
        self._question: Question | None = None

    def begin(self, place: Place) -> None:
        """New dice, a new record, and nothing remembered."""
        self.bot.forget()
        self._dice = SeatDice(place.dice, place.seat)
        self._seat = place.seat
        self._clock = place.clock
        self.record = SeatRecord(self.name, dice_for(place.dice, place.seat), place.clock, place.clock)

    def ask(self, question: Question) -> None:
        """Keep the question: bots of one process think one after another."""
        self._question = question
        if question.dice is not None:
            self._dice = SeatDice(question.dice, self._seat)

    def answer(self) -> str:
        """What the bot chooses."""
        question, record = self._question, self.record
        assert question is not None, "ask() comes first"
        choice = ""
        began, used = perf_counter(), thread_time()
        try:
            choice = self.bot.choose(question.view, question.legal, self._dice, self._clock)
        except Exception as error:
            last = extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}, line {last.lineno}"
            raise BotFault(CRASH, f"raised {type(error).__name__}: {error} ({where})") from error
        finally:
            spent = Spent(perf_counter() - began, thread_time() - used, 0.0)
            record.spent.append(spent)
            record.cpu += spent.cpu
            record.late += spent.wall > self._clock
            record.numbers.append(question.number)
            record.answers.append(str(choice))
        return choice if isinstance(choice, str) else str(choice)

    def see(self, view: Any) -> None:
        """Let the bot remember."""
        self.bot.see(view)
