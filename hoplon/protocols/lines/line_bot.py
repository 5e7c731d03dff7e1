"""A player that is asked in the lines of its game's dialect, wherever it is."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from hoplon.core.dialect import BadReply, Dialect, Hello
from hoplon.core.outcome import Outcome
from hoplon.protocols.player import LastView, Place, Player, Question, SeatRecord, dice_for
from hoplon.sandbox.asking import Askable, await_one
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.faults import BUSY, GARBAGE, BotFault
from hoplon.sandbox.report import HeadAndTail

FAREWELL = 0.2  # seconds for a bot to exit by itself after the end
MOST_MESSAGES = 2000
LONGEST_MESSAGE = 500
LONGEST_ANSWER = 500  # characters of it kept in the record


class Transport(Askable, Protocol):
    """What carries the lines of one match: a program's pipes, or a connection."""

    clock: Clock
    cpu: float
    early: int

    @property
    def errors(self) -> HeadAndTail:
        """What the program wrote to stderr, as far as that is known."""
        ...

    @property
    def errors_by_turn(self) -> list[tuple[int, str]]:
        """The same by question, from 1; 0 is what came before the first."""
        ...

    def tell(self, block: bytes, patience: float) -> bool:
        """Send something that needs no answer, wait a moment, and return whether the other side has ended."""
        ...

    def stop(self) -> None:
        """End it."""
        ...


class LineBot(Player):
    """Asks questions in lines, and keeps the record; where the lines go is for others to say."""

    def __init__(self, name: str, dialect: Dialect, clock: Clock) -> None:
        self.name = name
        self.first, self.later, self.strict = clock.first, clock.later, clock.strict
        self.record = SeatRecord(name)
        self._dialect = dialect
        self._transport: Transport | None = None
        self._hello = ""
        self._seat = 0
        self._turn = 0

    @abstractmethod
    def connect(self, place: Place, clock: Clock) -> Transport:
        """Begin the lines of a match."""

    def begin(self, place: Place) -> None:
        """Take a seat; what the bot is told first goes with the first question."""
        game = place.game
        self._seat = place.seat
        self._turn = 0
        dice = dice_for(place.dice, place.seat)
        self.record = SeatRecord(self.name, dice, self.first, self.later)
        told = game.told_options(place.options)
        hello = Hello(game.name, game.version, place.seat, place.seats, told, dice, self.first, self.later)
        self._hello = self._dialect.hello(hello)
        clock = Clock(self.first, self.later, self.strict)
        self.record.spent = clock.taken
        self._transport = self.connect(place, clock)

    def ask(self, question: Question) -> None:
        """Send the question."""
        transport = self._transport
        assert transport is not None, "begin() comes first"
        self._turn += 1
        self.record.numbers.append(question.number)
        block = self._dialect.ask(question.view, question.legal, self._turn, transport.clock.limit)
        transport.question((self._hello + block).encode())
        self._hello = ""

    @property
    def waits_for(self) -> Transport | None:
        """The lines of this match."""
        return self._transport

    def answer(self) -> str:
        """The bot's answer, or the choice that the rules have for its fault; otherwise BotFault."""
        assert self._transport is not None, "begin() comes first"
        try:
            said: bytes | BotFault = await_one(self._transport)
        except BotFault as fault:
            said = fault
        return self.understand(said)

    def understand(self, said: bytes | BotFault) -> str:
        """The choice that a line means, or that the rules have for a fault; otherwise BotFault."""
        record = self.record
        if isinstance(said, BotFault) and said.kind == BUSY:
            record.answers.append("")
            raise said
        try:
            if isinstance(said, BotFault):
                raise said
            answer = self._dialect.read(said)
        except (BotFault, BadReply) as error:
            fault = (
                said if isinstance(said, BotFault) else BotFault(GARBAGE, f"gave no answer: {error}", said)
            )
            line = (fault.line or b"").decode("utf-8", "backslashreplace")
            record.answers.append(line[:LONGEST_ANSWER])
            record.blame(fault.kind, f"{self.name} failed at its choice {self._turn}: it {fault}", line)
            choice = self._dialect.choice_of_fault(fault.kind == GARBAGE)
            if choice is None:
                raise fault from None
            return choice
        record.answers.append(said.decode("utf-8", "replace")[:LONGEST_ANSWER])
        if answer.message and len(record.messages) < MOST_MESSAGES:
            record.messages.append((record.numbers[-1], answer.message[:LONGEST_MESSAGE]))
        return answer.choice

    def end(self, outcome: Outcome | None, reason: str, last: LastView | None = None) -> SeatRecord:  # noqa: ARG002
        """Say how it ended, and return the record."""
        transport, self._transport = self._transport, None
        record = self.record
        if transport is None:
            return record
        try:
            farewell = self._dialect.end(self._seat, outcome, reason)
            if farewell and not record.fault:
                record.lingered = not transport.tell(farewell.encode(), FAREWELL)
        finally:
            transport.stop()
        close_record(record, transport)
        return record

    @property
    def errors(self) -> list[tuple[int, str]]:
        """What it has written to stderr so far."""
        return errors_of(self.record, self._transport) if self._transport else self.record.errors

    def leave(self) -> None:
        """End the bot at once, if it is still there."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.stop()


def close_record(record: SeatRecord, transport: Transport) -> None:
    """What is known about a bot when its match is over."""
    record.cpu = transport.cpu
    record.early = transport.early
    record.strikes, record.excused = transport.clock.strikes, transport.clock.excused
    record.stderr, record.stderr_bytes = str(transport.errors), transport.errors.size
    record.errors = errors_of(record, transport)


def errors_of(record: SeatRecord, transport: Transport) -> list[tuple[int, str]]:
    """What a bot wrote to stderr by choice; what came before the first question belongs to its answer."""
    numbers = record.numbers
    by_turn = [(max(turn, 1), text) for turn, text in transport.errors_by_turn]
    return [(numbers[turn - 1], text) for turn, text in by_turn if turn <= len(numbers)]
