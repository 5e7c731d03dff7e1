"""`Game`: the description that every game supplies, and all that the rest of Hoplon may use of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from hoplon.core import defaults
from hoplon.core.board import Board
from hoplon.core.choices import FixedChoices
from hoplon.core.dialect import Dialect
from hoplon.core.editing import Editor
from hoplon.core.encoding import Encoding
from hoplon.core.entrypoints import Entries, entries_of
from hoplon.core.errors import HoplonError
from hoplon.core.kernel import Dtype, copied, room
from hoplon.core.options import FromPosition, Options
from hoplon.core.outcome import Outcome
from hoplon.core.passing import Passing
from hoplon.core.places import game_at, place_of
from hoplon.core.talents import (
    Alternative,
    Challenge,
    Correspondence,
    Difficulty,
    Evaluation,
    Flag,
    Measure,
    Record,
    Rung,
    Statistic,
    Threats,
    Trial,
)
from hoplon.core.text import Phrases
from hoplon.core.view import KNOWN
from hoplon.core.words import add_words


@dataclass(frozen=True)
class Rules:
    """The compiled functions of a game. All take the state record first.

    `new(s, options, seed)`, `to_move(s)` → seat or NOBODY after the end, `count_legal(s)`, `nth_legal(s, k)`,
    `is_legal(s, choice)`, `take_turn(s, turn, choice)`, `score(s, seat)`; `forget_dice(s, seed)` puts other
    dice into the state, if the game has any.

    A game that hides more than its dice also has `conceal(s, seat)`, which blanks whatever the seat cannot
    know, and `redeal(s, seat, seed)`, which makes one of the positions that the seat considers possible. For
    spectators, `conceal` is called with SPECTATOR (-1) as the seat: it then blanks what any seat hides.
    """

    new: Callable[..., Any]
    to_move: Callable[..., Any]
    count_legal: Callable[..., Any]
    nth_legal: Callable[..., Any]
    is_legal: Callable[..., Any]
    take_turn: Callable[..., Any]
    score: Callable[..., Any]
    forget_dice: Callable[..., Any] = defaults.no_dice
    conceal: Callable[..., Any] | None = None
    redeal: Callable[..., Any] | None = None


_entries_of = cache(entries_of)  # one set of doors for all sizes of a game's records


def not_listed(_states: Any, _i: int, _choice: int) -> str:
    """Why a choice is not legal, for a game that gives no reasons."""
    return "it is not among the legal choices"


# Fields that are made from the rest of a game where it leaves them out.
MADE: dict[str, Callable[..., Any]] = {
    "outcome": defaults.outcome,
    "read_choice": defaults.read_choice,
    "view": defaults.view,
    "write_options": defaults.write_options,
}
UNSAID = cast(Any, None)


@dataclass(frozen=True, kw_only=True)
class Game:
    """What a game supplies. Functions take an array of records and an index, never a bare record.

    Fields that are UNSAID are made from the rest by `core/defaults.py`.

    In a simultaneous game, whom the rules ask does not depend on what others choose in the same turn, and
    only the last choice of a turn leaves a log.

    Where the records or the words depend on the options (boards of very different sizes), `fit_to` returns
    the game for given options; the rules are the same.
    """

    # What it is.
    name: str  # on the command line and in match files
    title: str  # on screens
    summary: str  # half a sentence
    story: str = ""  # what it is about, in a few sentences
    guide: Path | None = None  # a Markdown file with positions (`core/guides.py`): what a newcomer reads
    lessons: Path | None = None  # a TOML file (`core/lessons.py`): set positions with a goal, and tips
    puzzles: Path | None = None  # a TOML file (`core/themes.py`); the puzzles are beside it, in puzzles.txt
    order: int = 100  # where it stands among the games: the least first, which is the simplest
    rulebook: Path | None = None  # a Markdown file
    words: Path | None = None  # a folder of catalogues (`core/words.py`): what it says in other languages
    version: int  # of the rules: raised whenever a recorded match would turn out differently

    # Rules.
    actions: type[IntEnum]  # everything that can happen
    state: Dtype  # the record of a position
    turn: Dtype  # the record of a turn
    options: type[Options] = Options  # what may be chosen before a match
    options_record: Dtype = UNSAID  # options as compiled code reads them
    rules: Rules  # the compiled functions
    space: Sequence[int]  # every choice that can ever be legal
    most_choices: int = 0  # legal at once; the whole space unless given
    write_options: Callable[[Any, int, Any], None] = UNSAID  # options into their record
    outcome: Callable[[Any, int], Outcome | None] = UNSAID  # how it ended, if it did
    fit_to: Callable[[Any], Game] | None = None  # the game for given options
    older: tuple[str, ...] = ()  # the releases that have version 1, 2, … of the rules
    least_seed: int = -2  # -1 and -2 make every draw the least or the greatest
    position_option: str | None = None  # the option for a position to start from; `position` of FromPosition

    # Seats.
    seats: tuple[int, int]  # the fewest and the most
    name_seats: Callable[[Any], tuple[str, ...]] | None = None  # for given options; Player 1, … unless given
    kept_seats: Callable[[Any], Mapping[int, str]] | None = (
        None  # bots whose seats people rarely want, by seat
    )
    simultaneous: bool = False  # do all seats choose before anything happens?

    # Secrets.
    view: Callable[[Any, int, int], Any] = UNSAID  # what a seat may see, as plain data
    hides: bool = False  # is there anything that a seat may not see?
    deals: bool = False  # does the seed decide what seats hold, such as cards?
    views_add_up: bool = False  # do earlier views hold what the present one no longer shows?
    telling_options: tuple[str, ...] = ()  # options that give secrets away
    view_record: str | None = None  # the field of a view that holds the concealed record, for searching bots
    put_view: Callable[[Any], tuple[Game, Any]] | None = None  # else a view as one, and the game that fits it

    # Words.
    phrases: Phrases  # actions as text, both ways
    write_choice: Callable[[Any, int, int], str]  # a choice as it is typed; tried without states, too
    read_choice: Callable[[Any, int, str], int] = UNSAID  # the same back
    why_illegal: Callable[[Any, int, int], str] = not_listed  # the reason, as half a sentence
    help_on: Callable[[str], str] | None = None  # what a word means; of an empty one, what can be asked
    notation: Callable[[Any, int], str]  # a position in one line
    read_notation: Callable[..., None]  # states, i, text, seed: the same back

    # Pictures.
    draw: Callable[[Any, int], str]  # as text
    picture: Callable[[Any, int], str]  # as SVG
    board: Board | None = None  # for the page; made from the text drawing unless given

    # Talents.
    threats: Threats | None = None  # which cells will be attacked
    evaluation: Evaluation | None = None  # what the value of a position means; the score unless given
    encodings: Callable[[], tuple[Encoding, ...]] = tuple  # what learners are told, the usual one first
    dialect: Callable[[], Dialect] | None = None  # how programs play it; lines of JSON unless given
    record: Record | None = None  # a record format of its own, for `simulate --format record`
    correspondence: Correspondence | None = None  # how it is played by e-mail
    ladder: tuple[Rung, ...] = ()  # bots from the weakest to the strongest
    difficulties: tuple[Difficulty, ...] = ()  # from the easiest on, to begin at once
    passing: Passing | None = None  # how a seat does nothing, to see what others threaten
    editor: Callable[[], Editor] | None = None  # how a position is set up piece by piece
    daily: Callable[[int, int], Challenge] | None = None  # what is played on a day, by its number and a seed
    flags: tuple[Flag, ...] = ()  # of the command line
    trials: Callable[[], tuple[Trial, ...]] = tuple  # what bots are tried out with
    alternatives: tuple[Alternative, ...] = ()  # variants of the rules that a position may be played by
    statistics: Callable[[], tuple[Statistic, ...]] = tuple  # what is counted over many matches
    measure: Measure | None = None  # how far a match went, besides its score
    terminal: str | None = None  # `module:object` of a terminal screen; lines of text unless given

    def __post_init__(self) -> None:
        """Make the fields left out; in a changed copy of a game, from the copy's fields."""

        def fill(name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

        if self.words is not None:
            add_words(self.words)
        if self.options_record is UNSAID:
            fill("options_record", defaults.options_record(self.options))
        if not self.most_choices:
            fill("most_choices", len(self.space))
        if issubclass(self.options, FromPosition):
            fill("position_option", "position")
        if self.view is UNSAID:
            fill("view_record", KNOWN)
        for name, make in MADE.items():
            found = getattr(self, name)
            if found is UNSAID or getattr(found, "func", None) is make:
                fill(name, partial(make, self))
        if isinstance(self.phrases, Phrases):  # a package may bring anything
            self.phrases.belong_to(self)
        self._check_secrets()
        if self.outcome.__class__ is partial and self.seats[0] != self.seats[1]:
            raise HoplonError(
                f"{self.name} has {self.seats[0]} to {self.seats[1]} seats, so it must say its outcome"
            )
        if self.hides and self.position_option and self.position_option not in self.telling_options:
            fill("telling_options", (*self.telling_options, self.position_option))

    def _check_secrets(self) -> None:
        """Refuse a game that would show what it means to hide."""
        conceals = self.rules.conceal is not None
        if conceals != (self.rules.redeal is not None):
            raise HoplonError(f"{self.name} has one of conceal and redeal; expected both or neither")
        if conceals != self.hides:
            raise HoplonError(
                f"{self.name} has hides={self.hides}; expected conceal and redeal with hides=True"
            )
        if self.simultaneous and not self.hides:
            raise HoplonError(
                f"{self.name} is simultaneous, so it hides what was chosen; expected hides=True"
            )

    def told_options(self, options: Any) -> dict[str, Any]:
        """The options by name, without those that give secrets away."""
        return {name: value for name, value in options.as_json().items() if name not in self.telling_options}

    def fit(self, options: Any) -> Game:
        """The game for these options."""
        if self.fit_to is None:
            return self
        fitted = self.fit_to(options)
        if fitted is not self:
            fitted.__dict__.setdefault("fitted_from", (self, options))
        return fitted

    def ready(self, options: Any = None) -> tuple[Any, Game]:
        """Options, the usual ones unless given, and the game for them; the same object is checked once."""
        given = self.usual if options is None else options
        found: tuple[Any, Game] | None = self.__dict__.get("_ready")
        if found is None or found[0] is not given:
            given.check()
            found = self.__dict__["_ready"] = given, self.fit(given)
        return found

    def other_version(self, version: int) -> str:
        """Rules of another version, and what has them, as part of a sentence."""
        has = f"Hoplon {self.older[version - 1]} has it, " if 0 < version <= len(self.older) else ""
        return f"version {version} of the rules of {self.name}; {has}this Hoplon has version {self.version}"

    def start(self, states: Any, i: int, options: Any, seed: int) -> None:
        """Begin a match, or start from the position in the options; the game must fit the options."""
        position = getattr(options, self.position_option) if self.position_option else ""
        if position:
            self.read_notation(states, i, position, seed)
        else:
            self.entries.start(states, i, self.options_array(options), seed)

    def seat_names(self, options: Any) -> tuple[str, ...]:
        """What each seat is called."""
        if self.name_seats is not None:
            return self.name_seats(options)
        if self.seats[0] != self.seats[1]:
            raise HoplonError(f"{self.name} does not say how many seats a match has: it needs name_seats")
        return tuple(f"Player {number}" for number in range(1, self.seats[0] + 1))

    def seat_count(self, options: Any) -> int:
        """How many seats a match has."""
        return len(self.seat_names(options))

    def bots_kept(self, options: Any) -> dict[int, str]:
        """The seats that a bot has unless somebody asks for them, such as one that hunts the others."""
        return dict(self.kept_seats(options)) if self.kept_seats is not None else {}

    def scores(self, states: Any, i: int, seats: int) -> tuple[int, ...]:
        """The score of each seat; before the end, as it stands."""
        return tuple(int(self.entries.score(states, i, seat)) for seat in range(seats))

    def concealed(self, states: Any, i: int, seat: int) -> Any:
        """A copy of the position, as an array of one record, without anything the seat cannot know."""
        copy = copied(states, i)
        self.entries.conceal(copy, 0, seat)
        return copy

    def known(self, view: Any) -> tuple[Game, Any]:
        """What a view tells, as an array of one record, and the game that fits it."""
        if self.put_view is not None:
            return self.put_view(view)
        if self.view_record is None:
            raise HoplonError(f"{self.name} has views without a record, so no bot can simulate it")
        found = getattr(view, self.view_record)
        if found.dtype != self.state:
            raise HoplonError(f"{self.name} has records of several sizes, so it needs put_view")
        return self, found

    @cached_property
    def entries(self) -> Entries:
        """The functions of this game that Python calls, compiled on first use."""
        return _entries_of(self.rules)

    @cached_property
    def fixed_choices(self) -> FixedChoices:
        """The choices whose text is the same in every position."""
        return FixedChoices(self)

    @cached_property
    def log_offset(self) -> int:
        """Where the log begins in a turn record."""
        fields: Any = self.turn.fields
        return int(fields["log"][1])

    @cached_property
    def usual(self) -> Any:
        """The options unless others are given."""
        return self.options()

    def new_states(self, n: int) -> Any:
        """Room for n positions."""
        return room(self.state, n)

    def new_turns(self, n: int) -> Any:
        """Room for n turns."""
        return room(self.turn, n)

    def options_array(self, options: Any) -> Any:
        """Options as the record that compiled code reads; it must not be changed."""
        found: tuple[Any, Any] | None = self.__dict__.get("_options_array")
        if found is None or found[0] is not options:
            array = np.zeros(1, self.options_record)
            self.write_options(array, 0, options)
            found = self.__dict__["_options_array"] = options, array
        return found[1]

    def __deepcopy__(self, _memo: Any) -> Game:
        return self

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        """For pickle: where to find the game, or which one to fit to which options."""
        if "fitted_from" in self.__dict__:
            return Game.fit, self.__dict__["fitted_from"]
        return game_at, place_of(self)
