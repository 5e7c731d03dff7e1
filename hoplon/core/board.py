"""What the page may be told about a game: one module a game, found by the game's name.

Every function takes the viewer: a seat, SPECTATOR (what every seat may see) or ALL (everything, where nothing
is secret any more). Cells, units and cards are named by short texts that the game's view in the page knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hoplon.core.match import Match
from hoplon.core.text import Action
from hoplon.games import GAMES

SPECTATOR = -1
ALL = -2

Json = dict[str, Any]


@dataclass(frozen=True)
class Tool:
    """A group of choices that a person picks from, with its key."""

    name: str
    label: str
    key: str
    help: str = ""


@dataclass(frozen=True)
class Offer:
    """A legal choice as it is offered to people. Without a cell it is a button.

    Where something is taken up first and then put down on the cell, `source` says what.
    """

    text: str
    tool: str
    cell: str | None
    label: str
    help: str = ""
    source: str | None = None


@dataclass(frozen=True)
class Entry:
    """An action of a turn log; `cells` are all that it touches, `says` is what people read of it."""

    kind: str
    text: str
    depth: int
    cause: int
    src: str | None = None
    dst: str | None = None
    cells: tuple[str, ...] = ()
    n: int = 0
    who: int = -1
    says: str = ""


@dataclass(frozen=True)
class Mark:
    """Something to show on a cell: the tone is kill, hurt, reach, aim or gain."""

    cell: str
    tone: str
    text: str = ""


@dataclass(frozen=True)
class Preview:
    """What a choice would cause, up to the first dice; the game's own view in the page reads `numbers`."""

    log: tuple[Entry, ...] = ()
    marks: tuple[Mark, ...] = ()
    summary: str = ""
    numbers: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Note:
    """A title and a sentence about something on the board."""

    title: str
    text: str


@dataclass(frozen=True)
class Field:
    """An option in the form of a new match: a number, a flag, a text, one or many of `among`."""

    name: str
    label: str
    kind: str
    default: str
    help: str = ""
    least: int = 0
    most: int = 0
    among: tuple[tuple[str, str], ...] = ()
    rare: bool = False
    group: str = ""  # fields of a group fold away together
    own: bool = False  # the page adds the armies that a person has made
    sorted_by: str = ""  # what is chosen first: only choices of one sort go together
    sorts: tuple[tuple[str, str], ...] = ()
    sort_of: tuple[str, ...] = ()  # of each of `among`


@dataclass(frozen=True)
class Board:
    """All that the server asks about a game beside its rules."""

    tools: tuple[Tool, ...]
    form: Callable[[], tuple[Field, ...]]
    check: Callable[[Mapping[str, str]], None]  # options as texts: refuse what a server must not do
    seats: Callable[[Any], tuple[str, ...]]  # options: what each seat is called
    ground: Callable[[Match], Json]  # what never changes
    position: Callable[[Match, int, int], Json]  # after so many choices, for a viewer
    log: Callable[[Match, int, int], tuple[Entry, ...]]  # of one choice, counted from 1, for a viewer
    offers: Callable[[Match], tuple[Offer, ...]]  # to the seat that is to move
    preview: Callable[[Match, str, int], Preview]
    threats: Callable[[Match, int, int], tuple[Mark, ...]]  # after so many choices, for a viewer
    explain: Callable[[Match, int, int, str], tuple[Note, ...]]
    reach: Callable[[Match, int, int, str], tuple[Mark, ...]]  # of what is on a cell, as far as he knows
    scores: Callable[[Match, int], tuple[int, ...]]
    turn: Callable[[Match, int], int]  # the number of the turn that so many choices have led to
    can_undo: Callable[[Match, int, bool], bool]  # a seat; does one person hold all seats?
    played: Callable[[Mapping[str, str], Sequence[str]], str] = lambda _options, _seats: ""
    ended: Callable[[str, Sequence[str]], str] = lambda reason, _names: reason  # with the names of who played
    counts: Callable[[Match, int], tuple[int, ...]] = lambda _match, _number: ()  # plotted beside the scores
    told: Callable[[Match, int, int], str | None] = lambda match, number, _viewer: str(
        match.choices[number - 1]
    )  # a choice, counted from 1, as a viewer may read it
    rehearse: Callable[[], None] = lambda: None  # what else is made ready before anybody plays
    settled: Callable[[Match], int] = field(default=lambda match: len(match.choices))  # choices all may know
    hides: bool = False  # is there something that a seat may not see?
    deals: bool = False  # do seats hold what the seed tells, such as cards?
    remembers: bool = False  # do bots need what they saw before?


@cache
def playable() -> tuple[str, ...]:
    """The installed games that have a board here."""
    return tuple(name for name in sorted(GAMES) if find_spec(f"{__name__}.{name}") is not None)


def board_of(game: str) -> Board:
    """The board of a game."""
    found: Board = import_module(f"hoplon.core.board.{game}").BOARD
    return found


def entry_of(
    action: Action, match: Match, cell: Callable[[int], str | None], says: str, text: str = ""
) -> Entry:
    """An action whose places are cells."""
    src, dst = cell(action.src), cell(action.dst)
    return Entry(
        match.game.actions(action.kind).name.lower(),
        text or match.game.phrases.write(action),
        action.depth,
        action.cause,
        src,
        dst,
        tuple(c for c in dict.fromkeys((src, dst)) if c is not None),
        action.n,
        action.who,
        says,
    )
