"""Options: what may be chosen before a match, as values and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any

from hoplon.core.errors import BadOption, hint

SHOWN = 80
WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_KINDS = {bool: "yes or no", int: "a whole number", str: "one line of text", tuple: "several texts"}


@dataclass(frozen=True)
class Options:
    """What may be chosen before a match. A game's options are a frozen dataclass derived from this.

    Values are integers, texts, booleans or tuples of texts; `check` refuses what cannot be played.
    """

    def __post_init__(self) -> None:
        """Check that values have the type of their default; lists become tuples."""
        for field in fields(self):
            kind: Any = type(field.default)
            value = getattr(self, field.name)
            if kind is tuple and isinstance(value, list):
                value = tuple(value)
                object.__setattr__(self, field.name, value)
            if kind in _KINDS and not _is_a(kind, value):
                raise BadOption(f"option {field.name} is {shown(value)}; expected {_KINDS[kind]}")

    def check(self) -> None:
        """Raise BadOption for values out of range."""

    @classmethod
    def from_text(cls, given: Mapping[str, str]) -> Any:
        """Options from strings, as in a match file or on a command line."""
        known = {field.name: field for field in fields(cls)}
        values: dict[str, Any] = {}
        for name, text in given.items():
            field = known.get(name.replace("-", "_"))
            if field is None:
                have = f"the game has {', '.join(known) or 'no options'}"
                raise BadOption(f"there is no option {shown(name)}; {hint(name, known, have)}")
            values[field.name] = _value(name, text, field.default)
        options = cls(**values)
        options.check()
        return options

    def as_text(self) -> dict[str, str]:
        """Only the options that differ from their defaults."""
        return {
            field.name: write_value(getattr(self, field.name))
            for field in fields(self)
            if field.default is MISSING or getattr(self, field.name) != field.default
        }

    def describe(self, name: str) -> str:
        """An option and its value, short enough for a sentence."""
        return f"{name} {write_value(getattr(self, name))}"

    def as_json(self) -> dict[str, Any]:
        """All options by name."""
        return asdict(self)


@dataclass(frozen=True)
class FromPosition(Options):
    """Options with a position to start from, in the game's notation."""

    position: str = ""


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
            raise BadOption(f"option {name} is {shown(text)}; expected {_KINDS[bool]}")
        return text in ("yes", "true")
    if isinstance(default, int):
        digits = text.strip()  # of more blanks than int() passes over
        if not WHOLE.fullmatch(digits):
            raise BadOption(f"option {name} is {shown(text)}; expected {_KINDS[int]}")
        return int(digits)
    if isinstance(default, tuple):
        return tuple(part for part in text.split(",") if part)
    return text


def shown(value: Any) -> str:
    """A value as a sentence quotes it, cut where it is long."""
    try:
        text = repr(value)
    except ValueError:  # a number of thousands of digits
        return "a number too long to write"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def write_value(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def read_pairs(texts: Iterable[str]) -> dict[str, str]:
    """Options as they are typed: `depth=3`."""
    given: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(f"option {shown(text)} has no value; expected NAME=VALUE such as depth=3")
        name = name.replace("-", "_")
        if name in given:
            raise BadOption(f"option {name} is given twice")
        given[name] = value
    return given
