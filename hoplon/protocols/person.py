"""A person at the terminal as a player among others."""

from __future__ import annotations

import sys
from textwrap import fill
from time import perf_counter

from hoplon.core.outcome import Outcome
from hoplon.protocols.player import LastView, Place, Player, Question, SeatRecord
from hoplon.sandbox.clock import Spent
from hoplon.sandbox.faults import EXIT, BotFault

QUIT = ("quit", "q")


class Person(Player):
    """Asks for choices at the terminal, without a clock; writes to stderr, since stdout is for results."""

    is_person = True

    def __init__(self) -> None:
        self.name = "person"
        self.record = SeatRecord(self.name)
        self._seat = ""
        self._question: Question | None = None

    def begin(self, place: Place) -> None:
        """Say which seat it is."""
        self.record = SeatRecord(self.name, place.dice, place.clock, place.clock)
        self._seat = place.game.seat_names(place.options)[place.seat]
        say(f"{place.game.title}: you are {self._seat}. Type one of the choices, or quit.")

    def ask(self, question: Question) -> None:
        """Keep the question: several people may share a terminal."""
        self._question = question

    def answer(self) -> str:
        """What is typed, once it is legal; BotFault if the input ends or the person leaves."""
        question, record = self._question, self.record
        assert question is not None, "ask() comes first"
        began, choice = perf_counter(), ""
        say("\n" + question.draw() if question.draw else "")
        say(fill("Legal: " + ", ".join(question.legal)))
        try:
            choice = self._read(question)
        finally:
            record.numbers.append(question.number)
            record.answers.append(choice)
            record.spent.append(Spent(perf_counter() - began, 0.0, 0.0))
        return choice

    def _read(self, question: Question) -> str:
        known = {choice.lower(): choice for choice in question.legal}
        while True:
            print(f"{question.number} {self._seat}> ", end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            typed = " ".join(line.split())
            if not line or typed in QUIT:
                raise BotFault(EXIT, "left the match" if line else "left the match: the input has ended")
            if typed.lower() in known:
                return known[typed.lower()]
            if typed:
                say(f"{typed!r} is none of the legal choices.")

    def end(self, outcome: Outcome | None, reason: str, last: LastView | None = None) -> SeatRecord:  # noqa: ARG002
        """Say how it ended."""
        say(f"\n{self._seat}: {outcome or reason}")
        return self.record


def say(text: str) -> None:
    """Write to the terminal."""
    print(text, file=sys.stderr, flush=True)
