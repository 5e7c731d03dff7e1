"""What a screen may be told about a match: the board of a game.

A viewer is a seat, SPECTATOR (what every seat may see) or ALL (everything, once nothing is secret any more).
Cells, units and cards are named by short strings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from hoplon.core.text import Action
from hoplon.core.words import say

if TYPE_CHECKING:
    from hoplon.core.match import Match

SPECTATOR = -1
ALL = -2

Json = dict[str, Any]


@dataclass(frozen=True)
class Tool:
    """A group of choices, with the key that selects it."""

    SAID: ClassVar = ("label", "help")
    name: str
    label: str
    key: str
    help: str = ""


@dataclass(frozen=True)
class Offer:
    """A legal choice as it is offered to people; without a cell it is a button.

    Where something is picked up first and then put down on the cell, `source` says what.
    """

    SAID: ClassVar = ("label", "help")
    text: str
    tool: str
    cell: str | None
    label: str
    help: str = ""
    source: str | None = None
    also: tuple[str, ...] = ()  # other cells that mean the same choice


@dataclass(frozen=True)
class Entry:
    """An action of a turn log; `cells` are the cells it touches, `says` is the sentence that people read."""

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
    chance: str = ""  # in a preview: how likely it is, if it is not certain


@dataclass(frozen=True)
class Mark:
    """Something to show on a cell: the tone is kill, hurt, reach, aim or gain."""

    cell: str
    tone: str
    text: str = ""


@dataclass(frozen=True)
class Preview:
    """What a choice would cause: its log, with chances or up to the first dice, what is marked on the board,
    and a summary; `numbers` is for the game's own view in the page."""

    log: tuple[Entry, ...] = ()
    marks: tuple[Mark, ...] = ()
    summary: str = ""
    numbers: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Note:
    """A title and a sentence about something on the board."""

    SAID: ClassVar = ("title", "text")
    title: str
    text: str


@dataclass(frozen=True)
class Field:
    """An option in the form of a new match: a number, a switch, a text, or one or several of `among`.

    `ticks` are a table with a row for each of `among` and two columns; the value names the rows that
    differ from `ticked`, such as `HC:both,PH:wings`.
    """

    SAID: ClassVar = ("label", "help", "group", "sorted_by", "lot", "about", "among", "sorts", "columns")
    name: str
    label: str
    kind: str
    default: str
    help: str = ""
    least: int = 0
    most: int = 0
    among: tuple[tuple[str, str], ...] = ()
    rare: bool = False
    group: str = ""  # fields of a group are folded together
    own: bool = False  # the page adds what the player has made, such as armies
    sorted_by: str = ""  # what is chosen first: only values of one sort go together
    sorts: tuple[tuple[str, str], ...] = ()
    sort_of: tuple[str, ...] = ()  # of each of `among`
    about: tuple[str, ...] = ()  # what each of `among` is, in a sentence or two
    lot: str = ""  # what it is called to let the lot decide, when the match begins
    lot_takes: tuple[str, str] | None = None  # if the lot decides, the first option is as the second
    needs: str = ""  # the switch without which it means nothing
    columns: tuple[tuple[str, str], ...] = ()  # of ticks
    ticked: tuple[str, ...] = ()  # of each of `among`: the name of a column, `both` or `nowhere`


def as_said(thing: Any) -> Json:
    """A thing as an object; what it says is in the language that is spoken here."""
    found = dict(vars(thing))
    for name in getattr(thing, "SAID", ()):
        found[name] = _in_language(found[name])
    return found


def _in_language(said: Any) -> Any:
    """A text, texts, or pairs of a name and a text."""
    if isinstance(said, str):
        return say(said) if said else said
    return tuple((one[0], say(one[1]), *one[2:]) if isinstance(one, tuple) else say(one) for one in said)


def _scores(match: Match, number: int) -> tuple[int, ...]:
    return match.game.scores(match.states_at(number), 0, match.game.seat_count(match.options))


def _preview(match: Match, choice: str, _viewer: int) -> Preview:
    if match.game.hides:  # the log might give something away
        return Preview()
    lines = match.preview(choice).lines()
    return Preview(summary="; ".join(lines[1:] or lines))


def made_from_options() -> tuple[Field, ...]:
    """Stands for the form that core/form.py makes from the game's options."""
    return ()


def no_threats(_match: Match, _number: int, _viewer: int) -> tuple[Mark, ...]:
    """For a game that declares none."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Board:
    """Everything that a screen asks about a game besides its rules."""

    # What may be chosen.
    tools: tuple[Tool, ...] = ()
    offers: Callable[[Match], tuple[Offer, ...]]  # match: what the seat to move may choose
    preview: Callable[[Match, str, int], Preview] = _preview  # match, choice, viewer
    can_undo: Callable[[Match, int, bool], bool] = lambda _match, _seat, alone: alone  # alone at all seats?

    # What is drawn. `number` is how many choices were made before.
    grid: str = ""  # hex, square or none, where the page draws what the board declares
    ground: Callable[[Match], Json]  # match: what never changes
    position: Callable[[Match, int, int], Json]  # match, number, viewer
    scores: Callable[[Match, int], tuple[int, ...]] = _scores  # match, number
    counts: Callable[[Match, int], tuple[int, ...]] = lambda _match, _number: ()  # plotted next to the scores
    turn: Callable[[Match, int], int] = lambda _match, number: number  # the number of the turn

    # What happened. Choices are counted from 1.
    log: Callable[[Match, int, int], tuple[Entry, ...]]  # match, choice, viewer
    told: Callable[[Match, int, int], str | None] = lambda match, number, _viewer: str(
        match.choices[number - 1]
    )  # match, choice, viewer: the choice, if the viewer may know it
    settled: Callable[[Match], int] = lambda match: len(match.choices)  # how many choices everybody may know

    # What is explained.
    threats: Callable[[Match, int, int], tuple[Mark, ...]] = no_threats
    explain: Callable[[Match, int, int, str], tuple[Note, ...]] = lambda _match, _number, _viewer, _cell: ()
    reach: Callable[[Match, int, int, str], tuple[Mark, ...]] = lambda _match, _number, _viewer, _cell: ()
    played: Callable[[Mapping[str, str], Sequence[str]], str] = lambda _options, _seats: ""  # what, in a list
    ended: Callable[[str, Sequence[str]], str] = lambda reason, _names: reason  # with the players' names

    # Before a match.
    form: Callable[[], tuple[Field, ...]] = made_from_options
    check: Callable[[Mapping[str, str]], None] = lambda _options: None  # refuse what a server must not do
    check_study: Callable[[Mapping[str, str]], None] | None = (
        None  # the same where one person plays all sides
    )
    rehearse: Callable[[], None] = lambda: None  # anything else to prepare before anybody plays


def entry_of(
    action: Action, match: Match, cell: Callable[[int], str | None], says: str, text: str = ""
) -> Entry:
    """An entry for an action whose places are cells."""
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
