"""A player at a seat of a match: whatever can be asked for a choice, and what is recorded about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hoplon.bots.dice import SeatDice
from hoplon.core.choices import Choices
from hoplon.core.game import Game
from hoplon.core.outcome import Outcome
from hoplon.sandbox.asking import Asked
from hoplon.sandbox.clock import Spent
from hoplon.sandbox.faults import BotFault

LastView = Callable[[], Any]

CLOCK = 1.0  # seconds for a choice, unless given
LONGEST = 20_000  # choices of a match, unless given
DICE = 2**31


def dice_for(seed: int, seat: int) -> int:
    """The seed for its own dice that a program at a seat is told."""
    return SeatDice(seed, seat).below(DICE)


@dataclass(frozen=True)
class Place:
    """A seat in a match that is about to begin. `dice` is the seed of the player's own dice."""

    game: Game
    seat: int
    seats: int
    options: Any
    dice: int = 0
    clock: float = CLOCK
    longest: int = LONGEST


class Question(NamedTuple):
    """A request for a choice. `number` is that of the choice in the match, from 1.

    `dice` is the seed of the bot's dice for this choice alone, in a match that may go on in another process;
    `draw` makes a picture in text of what the seat sees, for people.
    """

    view: Any
    legal: Choices
    number: int
    dice: int | None = None
    draw: Callable[[], str] | None = None


@dataclass
class SeatRecord:
    """What is recorded about a player besides its choices, one entry for each in the lists by turn.

    `dice` is the seed that a program at this seat is told; `restarts` are the choices, besides the first,
    before which the program was started again.
    """

    player: str
    dice: int = 0
    first: float = CLOCK
    later: float = CLOCK
    nickname: str = ""  # that a program has given itself
    sandbox: str = ""  # how a program on this machine was isolated, in words
    numbers: list[int] = field(default_factory=list)  # of its choices in the match
    restarts: list[int] = field(default_factory=list)
    spent: list[Spent] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)  # as they were given
    messages: list[tuple[int, str]] = field(default_factory=list)  # for spectators, by number
    errors: list[tuple[int, str]] = field(default_factory=list)  # what it wrote to stderr, by number
    stderr: str = ""
    stderr_bytes: int = 0
    cpu: float = 0.0
    late: int = 0
    strikes: int = 0
    excused: int = 0
    early: int = 0
    lingered: bool = False
    fault: str = ""
    fault_kind: str = ""
    fault_line: str = ""

    def blame(self, kind: str, text: str, line: str = "") -> None:
        """Record a fault."""
        self.fault, self.fault_kind, self.fault_line = text, kind, line

    @property
    def walls(self) -> list[float]:
        """The seconds that each choice took by the wall clock."""
        return [spent.wall for spent in self.spent]

    def as_json(self) -> dict[str, Any]:
        """For the record of a match; times in milliseconds."""

        def millis(times: Iterable[float]) -> list[float]:
            return [round(seconds * 1000, 2) for seconds in times]

        return {
            "player": self.player,
            "nickname": self.nickname,
            "sandbox": self.sandbox,
            "dice": self.dice,
            "first_ms": round(self.first * 1000, 2),
            "later_ms": round(self.later * 1000, 2),
            "fault": {"kind": self.fault_kind, "text": self.fault, "line": self.fault_line},
            "late": self.late,
            "strikes": self.strikes,
            "excused": self.excused,
            "early": self.early,
            "lingered": self.lingered,
            "cpu_ms": round(self.cpu * 1000, 2),
            "numbers": self.numbers,
            "restarts": self.restarts,
            "answers": self.answers,
            "wall_ms": millis(self.walls),
            "own_cpu_ms": millis(spent.cpu for spent in self.spent),
            "waited_ms": millis(spent.waited for spent in self.spent),
            "messages": by_number(self.messages),
            "errors": by_number(self.errors),
            "stderr": "" if self.errors else self.stderr,
            "stderr_bytes": self.stderr_bytes,
        }


def by_number(texts: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """Texts with the numbers of the choices they belong to, as JSON."""
    return [{"number": number, "text": text} for number, text in texts]


class Player(ABC):
    """For each match: `begin`, then `ask` and `answer` for each choice, then `end`; `leave` at any time.

    `ask` returns at once, so that the players of a simultaneous game think side by side; `answer` waits.
    """

    name: str
    record: SeatRecord
    is_person = False

    @abstractmethod
    def begin(self, place: Place) -> None:
        """Take a seat."""

    @abstractmethod
    def ask(self, question: Question) -> None:
        """Put a question."""

    @abstractmethod
    def answer(self) -> str:
        """The choice, as it is typed; BotFault if there is none."""

    @property
    def waits_for(self) -> Asked | None:
        """Where the answer comes from, if it is on its way: such players are waited for together, and
        `understand` is called instead of `answer`."""
        return None

    def understand(self, said: bytes | BotFault) -> str:
        """The choice that a line means; BotFault if it is none."""
        raise NotImplementedError

    @property
    def errors(self) -> list[tuple[int, str]]:
        """What it has written to stderr so far, by the numbers of the choices."""
        return self.record.errors

    def see(self, view: Any) -> None:  # noqa: B027  most players remember by themselves
        """Take in an earlier view of the seat, in a match that is already under way."""

    def end(self, outcome: Outcome | None, reason: str, last: LastView | None = None) -> SeatRecord:  # noqa: ARG002
        """The match is over; what was recorded. `last` makes the last view of the seat."""
        return self.record

    def leave(self) -> None:  # noqa: B027  most players have nothing to end
        """End at once whatever still runs."""
