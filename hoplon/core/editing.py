"""How a position is set up piece by piece: what a game declares for a board on which pieces are dragged.

The position is always its line of text. A game says what may be put where; whether a position can occur at
all is left to those who read the line, so that there is one place that knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from hoplon.core.errors import BadPosition


@dataclass(frozen=True)
class Spare:
    """A piece beside the board, which can be put on it again and again; `kind` and `seat` say its looks."""

    SAID: ClassVar = ("label", "group")
    name: str
    label: str
    group: str = ""
    kind: str = ""  # the name unless given
    seat: int | None = None


@dataclass(frozen=True)
class Slot:
    """A place of a table that is no board of cells, such as a pile of cards, or one card in it."""

    cell: str
    label: str
    group: str = ""
    holds: str = ""  # what lies there; empty: nothing
    row: bool = False  # do the places of the group lie in a row, each with a place of its own?


def no_slots(_position: str) -> tuple[Slot, ...]:
    """For a board of cells."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Editor:
    """What can be done to a position; each takes the line and returns another, or says BadPosition."""

    spares: Callable[[str], tuple[Spare, ...]]  # position: what stands beside the board
    standing: Callable[[str], Mapping[str, str]]  # position: by cell, the name of what would be picked up
    put: Callable[[str, str, str], str]  # position, name of a spare, cell
    move: Callable[[str, str, str], str]  # position, from, to
    remove: Callable[[str, str], str]  # position, cell
    clear: Callable[[str], str] | None = None  # position: with nothing on it but what must be
    slots: Callable[[str], tuple[Slot, ...]] = no_slots  # position: the places of a table without cells


def spare_of(spares: tuple[Spare, ...], name: str) -> Spare:
    """The spare of a name; BadPosition says which there are."""
    for spare in spares:
        if spare.name == name:
            return spare
    known = ", ".join(spare.name for spare in spares)
    raise BadPosition(f"there is no piece {name[:40]!r}; expected one of {known}")
