"""What a game may have beside its rules; whatever is missing is left out or answered by something generic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from hoplon.core.text import Turn


@dataclass(frozen=True)
class Rung:
    """A bot on the ladder of a game, which leads from the weakest to the strongest.

    `bot` is its name with settings, such as `search:nodes=500`; `usual` marks whom a newcomer meets first.
    """

    bot: str
    words: str
    usual: bool = False


@dataclass(frozen=True)
class Flag:
    """A flag of the command line that stands for options of the game, such as `--maze FILE`.

    `read` makes option texts of the value given. A flag without a metavar takes no value.
    """

    name: str
    help: str
    read: Callable[[str], Mapping[str, str]]
    metavar: str = ""


@dataclass(frozen=True)
class Measure:
    """A number that tells how far a match went, beside its score: the depth of a dungeon, for instance."""

    name: str
    of: Callable[[Any, int], int]


@dataclass(frozen=True)
class Correspondence:
    """How a game is played by letter.

    `active(states, i)` is the seat whose turn it is, whoever is asked now. A game that does not say keeps its
    questions on a stack `pending` in its state: a turn lasts at least until that is empty. `draw(view)` is a
    seat's view as text, `log(turn, before, seat)` a turn as a seat may read it, given the state before it; a
    game that does not say hides nothing. `judge` is the bot that answers for the side that is away.
    """

    active: Callable[[Any, int], int] | None = None
    draw: Callable[[Any], str] | None = None
    log: Callable[[Turn, Any, int], Turn] | None = None
    judge: str = ""


class Threat(Protocol):
    """A cell that will be attacked."""

    @property
    def cell(self) -> str:
        """The cell."""
        ...

    def as_json(self) -> dict[str, Any]:
        """Its parts for programs."""
        ...

    def words(self) -> str:
        """Who attacks it."""
        ...


Threats = Callable[[Any, int], Mapping[str, Threat]]  # of a position, by cell
Record = Callable[
    [Any, int | None, Iterable[str]], Iterator[str]
]  # options, seed, lines: the lines of a record
