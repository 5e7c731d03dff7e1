"""Names for people: whose a unit is, is said only where both armies have one that is called so."""

from __future__ import annotations

import re
from functools import lru_cache

from hoplon.core.actions import NOBODY
from hoplon.core.words import say
from hoplon.games.cardbattle.naming import SEATS, Names
from hoplon.games.cardbattle.state import SIDE

WORD = re.compile(r"\b([AB])\.([\w-]*\w)")


def plain(word: str) -> str:
    """`A.African-phalanx-2` without the letter and hyphens."""
    return WORD.sub(r"\2", word).replace("-", " ")


def armies(first: str, second: str) -> tuple[str, str]:
    """The armies; two of the same name by their letters."""
    return (f"{first} A", f"{second} B") if first == second else (first, second)


class Labels:
    """The labels of one battle."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.armies = armies(*names.armies)
        first, second = (frozenset(word.lower() for word in words) for words in names.own_words)
        self._shared = first & second
        self._are_alike = names.armies[0] == names.armies[1]

    def army(self, seat: int) -> str:
        """An army."""
        return self.armies[seat] if seat in (0, 1) else say("nobody")

    def unit(self, unit: int) -> str:
        """A unit: `Celts 1`, `Numidians 1 of Carthage`, or between two armies of one name `A's Celts 1`."""
        if unit == NOBODY:
            return say("a unit")
        own = self.names.own(unit)
        if own.lower() not in self._shared:
            return plain(own)
        seat = unit // SIDE
        if self._are_alike:
            return say("{side}'s {unit}", side=SEATS[seat], unit=plain(own))
        return say("{unit} of {army}", unit=plain(own), army=self.armies[seat])

    def tidy(self, text: str) -> str:
        """A sentence of the rules with its words for units replaced."""
        return WORD.sub(lambda found: self.unit(self.names.read_unit(found[0])), text)


@lru_cache(maxsize=64)
def labels_of(names: Names) -> Labels:
    """The labels of a battle."""
    return Labels(names)
