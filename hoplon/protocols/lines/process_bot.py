"""A bot that is a program, asked for choices in the dialect of its game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

from hoplon.core.bot import Dice
from hoplon.core.choices import Choices
from hoplon.core.dialect import BadReply, Hello
from hoplon.core.errors import BadOption
from hoplon.core.game import Game
from hoplon.core.outcome import Outcome
from hoplon.protocols.lines.command import read_command
from hoplon.protocols.lines.json_lines import dialect_of
from hoplon.sandbox.clock import Clock, Spent
from hoplon.sandbox.faults import GARBAGE, BotFault
from hoplon.sandbox.limits import Limits, wrapping
from hoplon.sandbox.process import Process

DICE = 2**31
FAREWELL = 0.2  # seconds for a bot to exit by itself after the end
MOST_MESSAGES = 2000
LONGEST_MESSAGE = 500
CPU_GRACE = 10
LONGEST = 2000  # turns of a match, unless given


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


@dataclass
class BotLog:
    """What is recorded about a program besides its choices."""

    bot: str
    spent: list[Spent] = field(default_factory=list)
    cpu: float = 0.0
    strikes: int = 0
    excused: int = 0
    early: int = 0
    lingered: bool = False
    messages: list[tuple[int, str]] = field(default_factory=list)
    fault: str = ""
    fault_kind: str = ""
    fault_line: str = ""
    stderr: str = ""
    stderr_bytes: int = 0

    @property
    def walls(self) -> list[float]:
        """The seconds that each choice took by the wall clock."""
        return [spent.wall for spent in self.spent]

    def as_json(self) -> dict[str, Any]:
        """For the record of a match; times in milliseconds."""

        def millis(times: Iterable[float]) -> list[float]:
            return [round(seconds * 1000, 2) for seconds in times]

        return {
            "bot": self.bot,
            "fault": {"kind": self.fault_kind, "text": self.fault, "line": self.fault_line},
            "strikes": self.strikes,
            "excused": self.excused,
            "early": self.early,
            "lingered": self.lingered,
            "cpu_ms": round(self.cpu * 1000, 2),
            "wall_ms_by_turn": millis(self.walls),
            "cpu_ms_by_turn": millis(spent.cpu for spent in self.spent),
            "waited_ms_by_turn": millis(spent.waited for spent in self.spent),
            "messages": [{"turn": turn, "text": text} for turn, text in self.messages],
            "stderr": self.stderr,
            "stderr_bytes": self.stderr_bytes,
        }


class ProcessBot:
    """A bot that is a program; for each match `begin`, then `choose` in each turn, then `end`."""

    def __init__(self, command: str, game: Game, process_settings: ProcessSettings | None = None) -> None:
        self.name = command
        self.game = game
        self.process_settings = process_settings or ProcessSettings()
        self.process_settings.check()
        self.bot_log = BotLog(command)
        self._command = read_command(command)
        self._dialect = dialect_of(game)
        self._process: Process | None = None
        self._hello = ""
        self._seat = 0
        self._turn = 0

    @property
    def first(self) -> float:
        """The seconds for the first choice."""
        return (self.process_settings.first or self._dialect.first) * self.process_settings.scale

    @property
    def later(self) -> float:
        """The seconds for every later choice."""
        return (self.process_settings.later or self._dialect.later) * self.process_settings.scale

    def begin(self, seat: int, seats: int, options: Any, dice: Dice, longest: int) -> None:
        """Start the program for a match."""
        self._seat = seat
        self._turn = 0
        self.bot_log = BotLog(self.name)
        told = Hello(
            self.game.name,
            self.game.version,
            seat,
            seats,
            self.game.told_options(options),
            dice.below(DICE),
            self.first,
            self.later,
        )
        self._hello = self._dialect.hello(told)
        whole = ceil(self.first + self.later * longest) + CPU_GRACE
        limits = replace(self.process_settings.limits, cpu=min(self.process_settings.limits.cpu, whole))
        clock = Clock(self.first, self.later, self.process_settings.strict)
        self._process = Process(self._command, limits, self.process_settings.sandbox, clock)

    def see(self, view: Any) -> None:
        """Nothing to do: a program remembers by itself."""

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> str:  # noqa: ARG002
        """The program's answer, or the choice that the rules have for its fault; otherwise BotFault."""
        process = self._process
        assert process is not None, "begin() comes first"
        self._turn += 1
        block = self._hello + self._dialect.ask(view, legal, self._turn, process.clock.limit)
        self._hello = ""
        try:
            said = process.ask(block.encode())
            try:
                answer = self._dialect.read(said)
            except BadReply as error:
                raise BotFault(GARBAGE, f"gave no answer: {error}", said) from None
        except BotFault as fault:
            line = (fault.line or b"").decode("utf-8", "backslashreplace")
            self.blame(fault.kind, f"{self.name} failed at its choice {self._turn}: it {fault}", line)
            choice = self._dialect.choice_of_fault(fault.kind == GARBAGE)
            if choice is None:
                raise
            return choice
        if answer.message and len(self.bot_log.messages) < MOST_MESSAGES:
            self.bot_log.messages.append((self._turn, answer.message[:LONGEST_MESSAGE]))
        return answer.choice

    def blame(self, kind: str, text: str, line: str) -> None:
        """Record a fault."""
        self.bot_log.fault, self.bot_log.fault_kind, self.bot_log.fault_line = text, kind, line

    def end(self, outcome: Outcome | None, reason: str) -> BotLog:
        """End the program and return its log."""
        process, self._process = self._process, None
        if process is None:
            return self.bot_log
        try:
            farewell = self._dialect.end(self._seat, outcome, reason)
            if farewell and not self.bot_log.fault:
                self.bot_log.lingered = not process.tell(farewell.encode(), FAREWELL)
        finally:
            process.stop()
        bot_log = self.bot_log
        bot_log.spent = process.clock.taken
        bot_log.cpu = process.cpu
        bot_log.early = process.early
        bot_log.strikes, bot_log.excused = process.clock.strikes, process.clock.excused
        bot_log.stderr, bot_log.stderr_bytes = str(process.errors), process.errors.size
        return bot_log

    def leave(self) -> None:
        """End the program at once, if it is still running."""
        process, self._process = self._process, None
        if process is not None:
            process.stop()
