"""A bot that is a program, asked for choices in the dialect of its game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil

from hoplon.core.dialect import BadReply, Hello
from hoplon.core.errors import BadOption
from hoplon.core.game import Game
from hoplon.core.outcome import Outcome
from hoplon.protocols.lines.command import read_command
from hoplon.protocols.lines.json_lines import dialect_of
from hoplon.protocols.player import Place, Player, Question, SeatRecord, dice_for
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.faults import GARBAGE, BotFault
from hoplon.sandbox.limits import Limits, wrapping
from hoplon.sandbox.process import Process

FAREWELL = 0.2  # seconds for a bot to exit by itself after the end
MOST_MESSAGES = 2000
LONGEST_MESSAGE = 500
CPU_GRACE = 10
LONGEST_ANSWER = 500  # characters of it kept in the record


@dataclass(frozen=True)
class ProcessSettings:
    """How programs are run: their clock, their limits, their sandbox.

    `first` and `later` are the seconds for a choice, the game's own unless given; `scale` multiplies both
    on a slow machine.
    """

    first: float | None = None
    later: float | None = None
    scale: float = 1.0
    strict: bool = False
    sandbox: str = "auto"
    limits: Limits = field(default_factory=Limits)

    def check(self) -> None:
        """Refuse bad settings."""
        if not 0 < self.scale <= 1000:
            raise BadOption(f"the time scale is {self.scale:g}; expected a number above 0, at most 1000")
        wrapping(self.sandbox, "/", "/")


class ProcessBot(Player):
    """A player that is a program, started for each match."""

    def __init__(self, command: str, game: Game, process_settings: ProcessSettings | None = None) -> None:
        self.name = command
        self.process_settings = process_settings or ProcessSettings()
        self.process_settings.check()
        self.record = SeatRecord(command)
        self._command = read_command(command)
        self._dialect = dialect_of(game)
        self._process: Process | None = None
        self._hello = ""
        self._block = b""
        self._seat = 0
        self._turn = 0
        self._number = 0
        self._errors = ""  # what it has written to stderr so far

    @property
    def first(self) -> float:
        """The seconds for the first choice."""
        return (self.process_settings.first or self._dialect.first) * self.process_settings.scale

    @property
    def later(self) -> float:
        """The seconds for every later choice."""
        return (self.process_settings.later or self._dialect.later) * self.process_settings.scale

    def begin(self, place: Place) -> None:
        """Start the program for a match."""
        game = place.game
        self._seat = place.seat
        self._turn = 0
        self._errors = ""
        dice = dice_for(place.dice, place.seat)
        self.record = SeatRecord(self.name, dice, self.first, self.later)
        told = game.told_options(place.options)
        hello = Hello(game.name, game.version, place.seat, place.seats, told, dice, self.first, self.later)
        self._hello = self._dialect.hello(hello)
        whole = ceil(self.first + self.later * place.longest) + CPU_GRACE
        limits = replace(self.process_settings.limits, cpu=min(self.process_settings.limits.cpu, whole))
        clock = Clock(self.first, self.later, self.process_settings.strict)
        self.record.spent = clock.taken
        self._process = Process(self._command, limits, self.process_settings.sandbox, clock)

    def ask(self, question: Question) -> None:
        """Write the question down."""
        process = self._process
        assert process is not None, "begin() comes first"
        self._turn += 1
        self._number = question.number
        block = self._dialect.ask(question.view, question.legal, self._turn, process.clock.limit)
        self._block = (self._hello + block).encode()
        self._hello = ""

    def answer(self) -> str:
        """The program's answer, or the choice that the rules have for its fault; otherwise BotFault."""
        process, record = self._process, self.record
        assert process is not None, "begin() comes first"
        record.numbers.append(self._number)
        said = b""
        try:
            said = process.ask(self._block)
            answer = self._dialect.read(said)
        except (BotFault, BadReply) as error:
            fault = (
                error if isinstance(error, BotFault) else BotFault(GARBAGE, f"gave no answer: {error}", said)
            )
            self._note_errors()
            line = (fault.line or b"").decode("utf-8", "backslashreplace")
            record.answers.append(line[:LONGEST_ANSWER])
            record.blame(fault.kind, f"{self.name} failed at its choice {self._turn}: it {fault}", line)
            choice = self._dialect.choice_of_fault(fault.kind == GARBAGE)
            if choice is None:
                raise fault from None
            return choice
        self._note_errors()
        record.answers.append(said.decode("utf-8", "replace")[:LONGEST_ANSWER])
        if answer.message and len(record.messages) < MOST_MESSAGES:
            record.messages.append((self._number, answer.message[:LONGEST_MESSAGE]))
        return answer.choice

    def _note_errors(self) -> None:
        """Record what it has written to stderr since the last choice."""
        assert self._process is not None
        before, self._errors = self._errors, str(self._process.errors)
        if self._errors.startswith(before) and len(self._errors) > len(before):
            self.record.errors.append((self._number, self._errors[len(before) :]))

    def end(self, outcome: Outcome | None, reason: str) -> SeatRecord:
        """End the program and return its record."""
        process, self._process = self._process, None
        record = self.record
        if process is None:
            return record
        try:
            farewell = self._dialect.end(self._seat, outcome, reason)
            if farewell and not record.fault:
                record.lingered = not process.tell(farewell.encode(), FAREWELL)
        finally:
            process.stop()
        record.cpu = process.cpu
        record.early = process.early
        record.strikes, record.excused = process.clock.strikes, process.clock.excused
        record.stderr, record.stderr_bytes = str(process.errors), process.errors.size
        self._process = process
        self._note_errors()
        self._process = None
        return record

    def leave(self) -> None:
        """End the program at once, if it is still running."""
        process, self._process = self._process, None
        if process is not None:
            process.stop()
