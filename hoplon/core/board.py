"""What a screen may be told about a match: the board of a game.

Every function takes the viewer: a seat, SPECTATOR (what every seat may see) or ALL (everything, where nothing
is secret any more). Cells, units and cards are named by short texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hoplon.core.text import Action

if TYPE_CHECKING:
    from hoplon.core.match import Match

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
    also: tuple[str, ...] = ()  # further cells that mean the same choice


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
    own: bool = False  # the page adds what a person has made, such as armies
    sorted_by: str = ""  # what is chosen first: only choices of one sort go together
    sorts: tuple[tuple[str, str], ...] = ()
    sort_of: tuple[str, ...] = ()  # of each of `among`


def _scores(match: Match, number: int) -> tuple[int, ...]:
    return match.game.scores(match.states_at(number), 0, match.game.seat_count(match.options))


def _preview(match: Match, choice: str, _viewer: int) -> Preview:
    if match.game.hides:  # the log might tell
        return Preview()
    lines = match.preview(choice).lines()
    return Preview(summary="; ".join(lines[1:] or lines))


def made_from_options() -> tuple[Field, ...]:
    """Stands for the form that core/form.py makes from the options of the game."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Board:
    """All that a screen asks about a game beside its rules."""

    # What may be chosen.
    tools: tuple[Tool, ...] = ()
    offers: Callable[[Match], tuple[Offer, ...]]  # to the seat that is to move
    preview: Callable[[Match, str, int], Preview] = _preview  # a choice, for a viewer
    can_undo: Callable[[Match, int, bool], bool] = lambda _match, _seat, alone: alone  # alone at all seats?

    # What is drawn; `number` counts the choices made before.
    ground: Callable[[Match], Json]  # what never changes
    position: Callable[[Match, int, int], Json]  # number, viewer
    scores: Callable[[Match, int], tuple[int, ...]] = _scores  # number
    counts: Callable[[Match, int], tuple[int, ...]] = lambda _match, _number: ()  # plotted beside the scores
    turn: Callable[[Match, int], int] = lambda _match, number: number  # the number of the turn

    # What happened; a choice is counted from 1.
    log: Callable[[Match, int, int], tuple[Entry, ...]]  # choice, viewer
    told: Callable[[Match, int, int], str | None] = lambda match, number, _viewer: str(
        match.choices[number - 1]
    )  # a choice as a viewer may read it
    settled: Callable[[Match], int] = lambda match: len(match.choices)  # how many choices all may know

    # What is explained.
    threats: Callable[[Match, int, int], tuple[Mark, ...]] = lambda _match, _number, _viewer: ()
    explain: Callable[[Match, int, int, str], tuple[Note, ...]] = lambda _match, _number, _viewer, _cell: ()
    reach: Callable[[Match, int, int, str], tuple[Mark, ...]] = lambda _match, _number, _viewer, _cell: ()
    played: Callable[[Mapping[str, str], Sequence[str]], str] = lambda _options, _seats: ""  # what, in a list
    ended: Callable[[str, Sequence[str]], str] = lambda reason, _names: reason  # with the names of who played

    # Before a match.
    form: Callable[[], tuple[Field, ...]] = made_from_options
    check: Callable[[Mapping[str, str]], None] = lambda _options: None  # refuse what a server must not do
    rehearse: Callable[[], None] = lambda: None  # what else is made ready before anybody plays


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
