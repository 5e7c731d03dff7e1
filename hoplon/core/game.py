"""`Game`: the one description that every game fills in, and all that the rest of Hoplon may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from enum import IntEnum
from functools import cache, cached_property
from typing import Any

import numpy as np

from hoplon.core.entrypoints import Entries, entries_of
from hoplon.core.errors import BadOption
from hoplon.core.kernel import Dtype
from hoplon.core.text import Phrases


@dataclass(frozen=True)
class Rules:
    """The compiled functions of a game. All take the state record first.

    `new(s, options, seed)`, `to_move(s)` → seat or NOBODY after the end, `count_legal(s)`,
    `nth_legal(s, k)`, `is_legal(s, choice)`, `take_turn(s, turn, choice)`, `score(s, seat)`,
    `forget_dice(s, seed)` puts other dice into the state.
    """

    new: Callable[..., Any]
    to_move: Callable[..., Any]
    count_legal: Callable[..., Any]
    nth_legal: Callable[..., Any]
    is_legal: Callable[..., Any]
    take_turn: Callable[..., Any]
    score: Callable[..., Any]
    forget_dice: Callable[..., Any]


@dataclass(frozen=True)
class Outcome:
    """How a match ended: a score for each seat, who won, and why."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    def __str__(self) -> str:
        return f"{self.reason}, score {' '.join(map(str, self.scores))}"


_KINDS = {bool: "yes or no", int: "a whole number", str: "one line of text", tuple: "several texts"}


@dataclass(frozen=True)
class Options:
    """What may be chosen before a match. A game's options are a frozen dataclass derived from this.

    Values are integers, texts, booleans or tuples of texts; `check` refuses what cannot be played.
    """

    def __post_init__(self) -> None:
        """Values have the type of their default, so they can be written and read back; lists do as tuples."""
        for field in fields(self):
            kind: Any = type(field.default)
            value = getattr(self, field.name)
            if kind is tuple and isinstance(value, list):
                value = tuple(value)
                object.__setattr__(self, field.name, value)
            if kind in _KINDS and not _is_a(kind, value):
                raise BadOption(f"option {field.name} is {value!r}; expected {_KINDS[kind]}")

    def check(self) -> None:
        """Raise BadOption for values out of range."""

    @classmethod
    def from_text(cls, given: Mapping[str, str]) -> Any:
        """Options from texts such as a match file or a command line holds."""
        known = {field.name: field for field in fields(cls)}
        values: dict[str, Any] = {}
        for name, text in given.items():
            field = known.get(name.replace("-", "_"))
            if field is None:
                have = ", ".join(known) or "no options"
                raise BadOption(f"there is no option {name!r}; the game has {have}")
            values[field.name] = _value(name, text, field.default)
        options = cls(**values)
        options.check()
        return options

    def as_text(self) -> dict[str, str]:
        """Only the options that differ from their defaults."""
        return {
            field.name: _text(getattr(self, field.name))
            for field in fields(self)
            if field.default is MISSING or getattr(self, field.name) != field.default
        }

    def as_json(self) -> dict[str, Any]:
        """All options by name."""
        return asdict(self)


def _is_a(kind: type, value: Any) -> bool:
    if kind is tuple:
        return isinstance(value, tuple) and all(_is_a(str, part) for part in value)
    if kind is str:
        return isinstance(value, str) and len(value.splitlines()) <= 1
    return type(value) is kind


def _value(name: str, text: str, default: Any) -> Any:
    """Read an option's text as the type of its default."""
    if isinstance(default, bool):
        if text not in ("yes", "no", "true", "false"):
            raise BadOption(f"option {name} is {text!r}; expected {_KINDS[bool]}")
        return text in ("yes", "true")
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            raise BadOption(f"option {name} is {text!r}; expected {_KINDS[int]}") from None
    if isinstance(default, tuple):
        return tuple(part for part in text.split(",") if part)
    return text


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


_entries_of = cache(entries_of)  # one set of doors for all sizes of a game's records


@dataclass(frozen=True)
class Game:
    """What a game supplies. Functions take `(states, i)` with an array of records, never a bare record.

    Where the records or the words depend on the options (boards of very different size), `fit_to` gives the
    game for certain options; the rules are the same.
    """

    name: str
    title: str
    summary: str
    version: int
    seats: tuple[int, int]
    actions: type[IntEnum]
    state: Dtype
    turn: Dtype
    options: type[Options]
    options_record: Dtype
    rules: Rules
    phrases: Phrases
    most_choices: int
    start: Callable[[Any, int, Any, int], None]
    write_options: Callable[[Any, int, Any], None]
    outcome: Callable[[Any, int], Outcome | None]
    view: Callable[[Any, int, int], Any]
    draw: Callable[[Any, int], str]
    picture: Callable[[Any, int], str]
    write_choice: Callable[[Any, int, int], str]
    read_choice: Callable[[Any, int, str], int]
    why_illegal: Callable[[Any, int, int], str]
    notation: Callable[[Any, int], str]
    read_notation: Callable[[Any, int, str], None]
    space: Sequence[int]
    least_seed: int = -2
    fit_to: Callable[[Any], Game] | None = None

    def fit(self, options: Any) -> Game:
        """The game as these options need it."""
        return self if self.fit_to is None else self.fit_to(options)

    @cached_property
    def entries(self) -> Entries:
        """The functions of this game that Python calls, compiled on first use."""
        return _entries_of(self.rules)

    def new_states(self, n: int) -> Any:
        """Room for n positions."""
        return np.zeros(n, self.state)

    def new_turns(self, n: int) -> Any:
        """Room for n turns."""
        return np.zeros(n, self.turn)

    def options_array(self, options: Any) -> Any:
        """Options as the record that compiled code reads."""
        array = np.zeros(1, self.options_record)
        self.write_options(array, 0, options)
        return array
