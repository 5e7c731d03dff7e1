"""What other packages supply through entry points. One that cannot be loaded does not affect the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from hoplon.core.errors import HoplonError


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
        except Exception as error:  # importing foreign code can do anything
            why = " ".join(f"{type(error).__name__}: {error}".split())
            raise self.refusal(f"{self.entry.value} cannot be loaded ({why})") from None

    def refusal(self, why: str) -> BadPackage:
        """Why it cannot be used."""
        return BadPackage(f"{self.name!r} of the package {self.package} is left out: {why}")


@cache
def brought(group: str) -> tuple[Brought, ...]:
    """Everything that installed packages supply in a group, sorted by name."""
    found = {
        Brought(entry.name, f"{entry.dist.name} {entry.dist.version}" if entry.dist else "?", entry)
        for entry in entry_points(group=group)
    }
    return tuple(sorted(found, key=lambda one: (one.name, one.package, one.entry.value)))
