"""What a game may offer besides its rules. What is missing is left out or replaced by something generic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from hoplon.core.text import Turn


@dataclass(frozen=True)
class Rung:
    """A bot on a game's ladder, which leads from the weakest to the strongest.

    `bot` is its name with settings, such as `search:nodes=500`; `usual` marks the one offered first. One that
    plays as another does, `same_as`, is not offered beside it.
    """

    bot: str
    words: str
    usual: bool = False
    same_as: str = ""


@dataclass(frozen=True)
class Difficulty:
    """A way to begin at once that is as hard as its name says.

    `options` are those of the match, as text; `bot` plays at the other seats, the usual one unless given.
    """

    name: str
    words: str
    options: Mapping[str, str] = field(default_factory=dict)
    bot: str = ""


@dataclass(frozen=True)
class Challenge:
    """What everybody plays on one day: the task in a sentence, the options, one's own seat.

    `bot` plays at the other seats.
    """

    says: str
    options: Mapping[str, str] = field(default_factory=dict)
    seat: int = 0
    bot: str = ""


@dataclass(frozen=True)
class Flag:
    """A flag of the command line that stands for options of the game, such as `--maze FILE`.

    `read` turns the value into options, as text; a flag of a terminal screen or of the arena has none, since
    that reads the value itself. A flag without a metavar takes no value.
    """

    name: str
    help: str
    read: Callable[[str], Mapping[str, str]] | None = None
    metavar: str = ""


@dataclass(frozen=True)
class Trial:
    """A match that tries out one thing, such as a maze with a single trap.

    `options` are those of the match, as text. `can_be_won`: is there a way to win at all?
    """

    name: str
    purpose: str
    options: Mapping[str, str]
    can_be_won: bool = True


@dataclass(frozen=True)
class Measure:
    """A number for how far a match went, besides its score: the depth of a dungeon, for instance."""

    name: str
    of: Callable[[Any, int], int]


@dataclass(frozen=True)
class Quantity:
    """One thing that the value of a position says: a chance from 0 to 1, or a number of something."""

    name: str  # in JSON
    words: str  # for people, such as "chance to win the run"
    unit: str = ""  # what is counted; a quantity without one is a chance
    less_is_better: bool = False


@dataclass(frozen=True)
class Evaluation:
    """What the value of a position means. The first quantity decides which choice is best.

    `measure(s, seat, out)` is compiled and writes the quantities of a match that is over. A choice that loses
    `losses[0]` of the first quantity or more is inaccurate, from `losses[1]` on a mistake, from `losses[2]`
    on a blunder.
    """

    quantities: tuple[Quantity, ...]
    measure: Callable[..., None]
    losses: tuple[float, float, float]


@dataclass(frozen=True)
class Column:
    """One number of a statistic: the mean of an amount, or a share, of values from 0 to 1."""

    name: str  # in files
    words: str  # for people, such as "runs won"
    is_share: bool = False


@dataclass(frozen=True)
class Tally:
    """What a match adds to one row of a statistic: a value for each column, None where it says nothing."""

    row: tuple[str, ...]
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Statistic:
    """Something that is counted over many matches. `tallies(match)` reads a match that is over.

    `keys` say what each part of a row's name is: `("army", "against")`. What is counted of every game (who
    won, from which seat) need not be declared.
    """

    name: str  # in files: small letters and hyphens
    title: str  # for people
    keys: tuple[str, ...]
    columns: tuple[Column, ...]
    tallies: Callable[[Any], Iterable[Tally]]


@dataclass(frozen=True)
class Alternative:
    """A decision of the rulebook that could have gone the other way, as a variant of the rules.

    `play(states, i)` switches a position to it, or back if it is played already.
    """

    name: str
    words: str
    play: Callable[[Any, int], None]


@dataclass(frozen=True)
class Correspondence:
    """How a game is played by e-mail.

    `active(states, i)` is the seat whose turn it is, whoever is being asked. Without it, the game keeps its
    questions on a stack `pending` in its state, and a turn lasts at least until that is empty. `draw(view)`
    is a seat's view as text, and `log(turn, before, seat)` a turn as a seat may read it, given the state
    before it; without them, nothing is hidden. `judge` is the bot that answers for the absent player.
    """

    active: Callable[[Any, int], int] | None = None
    draw: Callable[[Any], str] | None = None
    log: Callable[[Turn, Any, int], Turn] | None = None
    judge: str = ""
    option: str = ""  # switched on in every match by e-mail that does not begin from a position


class Threat(Protocol):
    """A cell that will be attacked."""

    @property
    def cell(self) -> str:
        """The cell."""
        ...

    def as_json(self) -> dict[str, Any]:
        """As JSON, for programs."""
        ...

    def words(self) -> str:
        """Who attacks it."""
        ...


Threats = Callable[[Any, int], Mapping[str, Threat]]  # of a position, by cell
Record = Callable[
    [Any, int | None, Iterable[str]], Iterator[str]
]  # options, seed, lines: the lines of a record
