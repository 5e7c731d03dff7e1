"""A bot that is a program on this machine, asked on its stdin and stdout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from hoplon.core.dialect import Dialect
from hoplon.core.errors import BadOption
from hoplon.core.game import Game
from hoplon.protocols.lines.command import package_of, read_command
from hoplon.protocols.lines.json_lines import dialect_of
from hoplon.protocols.lines.line_bot import LineBot
from hoplon.protocols.player import Place
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.limits import Limits, is_jailed, isolation
from hoplon.sandbox.lines import Cutter, Lines
from hoplon.sandbox.process import Process
from hoplon.sandbox.sight import Secrets, Sight, check_below, sight_of

CPU_GRACE = 10


@dataclass(frozen=True)
class ProcessSettings:
    """How programs are run: their clock, their limits, their sandbox, and what none of them may see.

    `first` and `later` are the seconds for a choice, the game's own unless given; `scale` multiplies both
    on a slow machine.
    """

    first: float | None = None
    later: float | None = None
    scale: float = 1.0
    strict: bool = False
    sandbox: str = "auto"
    limits: Limits = field(default_factory=Limits)
    secrets: Secrets = field(default_factory=Secrets)

    def check(self) -> None:
        """Refuse bad settings."""
        if not 0 < self.scale <= 1000:
            raise BadOption(f"the time scale is {self.scale:g}; expected a number above 0, at most 1000")
        isolation(self.sandbox)

    def clock(self, dialect: Dialect) -> Clock:
        """The clock for a match; the dialect knows the game's own time limits."""
        first, later = self.first or dialect.first, self.later or dialect.later
        return Clock(first * self.scale, later * self.scale, self.strict)

    def command_of(self, text: str) -> list[str]:
        """The words of a command line; BadOption if it names a package that it may not."""
        package = package_of(text)
        if self.secrets.below and package is not None:
            check_below([str(package.absolute())], self.secrets.below, self.secrets.paths)
        return read_command(text)

    def sight_of(self, command: Sequence[str], helper: Sequence[str] = ()) -> Sight | None:
        """What a program sees, and the helper that is started with it; None if it sees everything."""
        return sight_of(command, self.secrets, helper) if is_jailed(self.sandbox) else None

    def start(
        self,
        command: Sequence[str],
        sight: Sight | None,
        place: Place,
        clock: Clock,
        cut: Callable[[], Cutter] = Lines,
    ) -> Process:
        """Start a program for a match, with processor time for all of it."""
        whole = ceil(clock.first + clock.later * place.longest) + CPU_GRACE
        limits = replace(self.limits, cpu=min(self.limits.cpu, whole))
        return Process(command, limits, self.sandbox, clock, cut, sight)


class ProcessBot(LineBot):
    """A player that is a program, started for each match."""

    def __init__(self, command: str, game: Game, process_settings: ProcessSettings | None = None) -> None:
        self.process_settings = process_settings or ProcessSettings()
        self.process_settings.check()
        dialect = dialect_of(game)
        super().__init__(command, dialect, self.process_settings.clock(dialect))
        self._command = self.process_settings.command_of(command)
        self._sight = self.process_settings.sight_of(self._command)

    def connect(self, place: Place, clock: Clock) -> Process:
        """Start the program for a match."""
        self.record.sandbox = isolation(self.process_settings.sandbox)
        return self.process_settings.start(self._command, self._sight, place, clock)
