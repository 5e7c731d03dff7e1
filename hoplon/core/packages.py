"""What other packages supply through entry points. One that cannot be loaded does not affect the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, distributions
from typing import Any

from hoplon.core.errors import HoplonError

PREFIX = "hoplon."


class BadPackage(HoplonError):
    """Something that a package supplies cannot be used."""


@dataclass(frozen=True)
class Brought:
    """An object that a package supplies under a name."""

    name: str
    package: str  # with its version
    entry: EntryPoint

    def load(self) -> Any:
        """Load the object; BadPackage says in one sentence why that failed."""
        try:
            return self.entry.load()
        except (Exception, SystemExit) as error:  # importing foreign code can do anything
            raise self.refusal(f"{self.entry.value} cannot be loaded ({in_words(error)})") from None

    def refusal(self, why: str) -> BadPackage:
        """Why it cannot be used."""
        return BadPackage(f"{self.name!r} of the package {self.package} is left out: {why}")


def in_words(error: BaseException) -> str:
    """An error of foreign code in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


@cache
def _everything() -> tuple[dict[str, list[Brought]], list[str]]:
    """What installed packages supply by group, and which packages cannot be read."""
    groups: dict[str, list[Brought]] = {}
    unread: list[str] = []
    seen: set[str] = set()
    for package in distributions():
        try:
            name = str(package.name)
            if name in seen:
                continue  # an earlier folder of the path has it
            seen.add(name)
            entries = [entry for entry in package.entry_points if entry.group.startswith(PREFIX)]
        except Exception as error:  # a damaged package must not disturb the others
            unread.append(f"the entry points of a package cannot be read ({in_words(error)})")
            continue
        for entry in entries:
            one = Brought(entry.name, f"{name} {package.version}", entry)
            groups.setdefault(entry.group, []).append(one)
    return groups, unread


def brought(group: str) -> tuple[Brought, ...]:
    """Everything that installed packages supply in a group, sorted by name."""
    found = _everything()[0].get(group, [])
    return tuple(sorted(found, key=lambda one: (one.name, one.package, one.entry.value)))


def unread() -> list[str]:
    """Why packages cannot be read at all, one sentence each."""
    return list(_everything()[1])
