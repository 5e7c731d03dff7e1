"""Taking values out of a parsed file one by one, and noting every fault with its line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from hoplon.core.errors import HoplonError, likely
from hoplon.games.cardbattle.toml_lines import Path

LONGEST_NAME = 60
LONGEST_TEXT = 1000


class Lines(Protocol):
    """Where the parts of a file stand."""

    def line(self, path: Path) -> int:
        """The line of a path."""
        ...


@dataclass(frozen=True, order=True)
class Fault:
    """One thing that is wrong in a file."""

    line: int
    what: str
    expected: str = ""
    path: Path = field(default=(), compare=False)  # the key, table or element it concerns

    def __str__(self) -> str:
        return f"{self.what}; expected {self.expected}" if self.expected else self.what


class BadArmy(HoplonError):
    """An army that cannot be played, with every fault found."""

    def __init__(self, place: str, faults: Iterable[Fault]) -> None:
        self.place = place
        self.faults = sorted(faults)
        first, more = self.faults[0], len(self.faults) - 1
        also = f" (and {more} more fault{'s' if more > 1 else ''})" if more else ""
        super().__init__(f"{place}:{first.line}: {first}{also}")

    def each(self) -> list[str]:
        """One line a fault."""
        return [f"{self.place}:{fault.line}: {fault}" for fault in self.faults]


def shown(value: Any) -> str:
    """A value as a sentence quotes it, cut where it is long."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def one_of(words: Iterable[str]) -> str:
    """Words as an expectation."""
    return "one of " + ", ".join(word or '""' for word in words)


def near(value: Any, words: Iterable[str]) -> str:
    """A hint at the word that was probably meant."""
    if not isinstance(value, str):
        return ""
    meant = likely(value, words)
    return f" (did you mean {meant}?)" if meant else ""


class Checker:
    """A value that is not as it should be is noted as a fault, and a default stands in for it."""

    def __init__(self, lines: Lines, keys: Mapping[str, tuple[str, ...]]) -> None:
        self.lines = lines
        self.keys = keys
        self.faults: list[Fault] = []

    def fault(self, path: Path, what: str, expected: str = "", at: Path = ()) -> None:
        """Note a fault at the line of a path, or of another one that shows better where to mend it."""
        self.faults.append(Fault(self.lines.line(at or path), what, expected, path))

    def unless(self, holds: object, path: Path, what: str, expected: str = "") -> None:
        """Note a fault unless something holds."""
        if not holds:
            self.fault(path, what, expected)

    def known_keys(self, table: Mapping[str, Any], path: Path, where: str) -> None:
        """Refuse keys that the schema does not have."""
        for key in table:
            known = self.keys[where]
            if key not in known:
                self.fault((*path, key), f"{where} has no key {shown(key)}{near(key, known)}", one_of(known))

    def table(
        self, parent: Mapping[str, Any], path: Path, where: str, needed: bool = False
    ) -> dict[str, Any]:
        """A table within another, its keys checked."""
        found = parent.get(str(path[-1]))
        if found is None:
            self.unless(not needed, path, f"{where} is missing", f"a table {where}")
            return {}
        if not isinstance(found, dict):
            self.fault(path, f"{path[-1]} is {shown(found)}", f"a table {where}")
            return {}
        self.known_keys(found, path, where)
        return found

    def tables(self, parent: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
        """An array of tables, their keys checked."""
        found = parent.get(key, [])
        if not isinstance(found, list) or not all(isinstance(part, dict) for part in found):
            self.fault((key,), f"{key} is {shown(found)}", f"tables {where}")
            return []
        for k, part in enumerate(found):
            self.known_keys(part, (key, k), where)
        return found

    def whole(self, table: Mapping[str, Any], path: Path, bounds: tuple[int, int], default: int = -1) -> int:
        """A whole number in a range; -1 as default says that it must be there."""
        least, most = bounds
        expected = f"a whole number from {least} to {most}"
        value = self._get(table, path, default, default < 0, expected)
        if str(path[-1]) not in table or (type(value) is int and least <= value <= most):
            return int(value)
        self.fault(path, f"{path[-1]} is {shown(value)}", expected)
        return default

    def flag(self, table: Mapping[str, Any], path: Path) -> bool:
        """true or false; false if absent."""
        value = table.get(str(path[-1]), False)
        self.unless(isinstance(value, bool), path, f"{path[-1]} is {shown(value)}", "true or false")
        return value is True

    def text(
        self, table: Mapping[str, Any], path: Path, needed: bool = False, longest: int = LONGEST_NAME
    ) -> str:
        """Text without control characters, not empty where needed; a long one may have several lines."""
        expected = f"text of {int(needed)} to {longest} characters"
        value = self._get(table, path, "", needed, expected)
        if not isinstance(value, str):
            self.fault(path, f"{path[-1]} is {shown(value)}", expected)
            return ""
        line = value.replace("\n", "") if longest > LONGEST_NAME else value
        good = line.isprintable() and len(value) <= longest
        self.unless(good, path, f"{path[-1]} is {shown(value)}", expected)
        if needed and str(path[-1]) in table:
            self.unless(value.strip(), path, f"{path[-1]} is empty", expected)
        return value

    def word(
        self, table: Mapping[str, Any], path: Path, words: Iterable[str], needed: bool = False
    ) -> str | None:
        """One of some words; None if it is absent or wrong."""
        words = tuple(words)
        value = self._get(table, path, None, needed, one_of(words))
        if value is None or (isinstance(value, str) and value in words):
            return value
        self.fault(path, f"{path[-1]} is {shown(value)}{near(value, words)}", one_of(words))
        return None

    def words(self, table: Mapping[str, Any], path: Path, words: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of different texts, of the given words if any are given."""
        value = table.get(str(path[-1]), [])
        if not isinstance(value, list):
            self.fault(path, f"{path[-1]} is {shown(value)}", "a list of texts")
            return ()
        for k, part in enumerate(value):
            there = (*path, k)
            if not isinstance(part, str) or not part.strip() or not part.isprintable():
                self.fault(there, f"{path[-1]} has {shown(part)}", f"text of 1 to {LONGEST_NAME} characters")
            elif words and part not in words:
                self.fault(there, f"{path[-1]} has {shown(part)}{near(part, words)}", one_of(words))
            elif len(part) > LONGEST_NAME:
                self.fault(there, f"{path[-1]} has {shown(part)}", f"text of 1 to {LONGEST_NAME} characters")
            elif part in value[:k]:
                self.fault(there, f"{path[-1]} has {shown(part)} twice", "each once")
        good = (part for part in value if isinstance(part, str) and (not words or part in words))
        return tuple(dict.fromkeys(good))

    def _get(self, table: Mapping[str, Any], path: Path, default: Any, needed: bool, expected: str) -> Any:
        key = str(path[-1])
        if key in table:
            return table[key]
        self.unless(not needed, path, f"{key} is missing", expected)
        return default
